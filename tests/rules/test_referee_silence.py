"""What the referee must not say: sequences of presses in which each of its ways to be silent is the only thing that keeps it so."""

import importlib.util
from pathlib import Path

_SPEC = importlib.util.spec_from_file_location("sights", Path(__file__).with_name("sights.py"))
sights = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(sights)
EVERYTHING, START = sights.EVERYTHING, sights.START
rulings, seen, with_rows, words = sights.rulings, sights.seen, sights.with_rows, sights.words


def test_heights_that_speak_against_a_legal_move_keep_it_from_being_said_now_and_later() -> None:
    """Beside 32-28 two men of Black's look like kings, by 6 nats each: no family describes it, and a legal move seems likelier."""
    presses = [
        ("w", seen("W:W28,31,33-50:B1-9,K10,K11,12-20", height=6.0)),
        ("b", seen("W:W28,31,33-50:B1-17,19,20,22", height=6.0)),
    ]
    said = words(START, presses)
    assert said[0] == "1 unsure"
    assert not [word for word in said if word.startswith("~1")]


def test_the_same_fault_after_the_hand_back_is_no_correction() -> None:
    fault = "W:WK23,44,48:B10,5"
    said = words("W:W34,44,48:B29,10,5", [("w", seen(fault)), ("b", seen(fault)), ("w", seen(fault))])
    assert "2 no-move back" in said
    assert not [word for word in said if "corrected" in word or "legal" in word]


def test_after_an_unseen_press_a_piece_in_the_hand_may_be_why_a_board_looks_as_it_does() -> None:
    """White's last piece moved unseen and is in his hand: Black's quiet move may not be made a capture by what is usual."""
    presses = [
        ("w", seen("W:WK30:BK4,21,26,K28,K29", hidden=EVERYTHING, rules="dambord")),
        ("b", seen("W:W:BK1,K4,21,K29", rules="dambord")),
    ]
    assert not [word for word in words("W:WK30:BK4,21,26,K28,K29", presses, "dambord") if "legal" in word]


def test_a_fault_that_nobody_saw_made_accuses_nobody_when_it_is_handed_back() -> None:
    """White set Black's man elsewhere, unseen; Black hands back, White restores and moves; Black moves on."""
    presses = [
        ("w", seen(START, hidden=EVERYTHING)),
        ("b", seen("W:W31-50:B1-13,15-20,29")),
        ("w", seen("W:W28,31,33-50:B1-20")),
        ("b", seen("W:W28,31,33-50:B1-16,18-20,22")),
    ]
    said = words(START, presses)
    assert not [word for word in said if any(name in word for name in ("27", "jumbled", "no-move")) and not word.endswith("no-move back")]


def test_after_a_board_that_was_not_understood_a_kings_move_accuses_nobody() -> None:
    """A white king stands where a black man stood, and its height is not seen; it moves as a king does."""
    presses = [
        ("w", seen("W:WK14,25,29,41:B1,21,27", height=0.0)),
        ("b", seen("W:WK14,25,29,41:B1,26,27", height=0.0)),
        ("w", seen("W:WK23,25,29,41:B1,26,27", height=0.0)),
    ]
    said = words("W:W25,29,30,41:B1,14,21,27", presses)
    assert said[0].startswith("1 unsure")
    assert not [word for word in said if "27d" in word]


def test_once_the_position_was_restored_faults_have_their_names_again() -> None:
    jumbled = "W:W31-44,21,22,25,27,28,50:B1-12,15-18,19,20,29,30"
    presses = [
        ("w", seen(jumbled)),
        ("b", seen(START)),
        ("w", seen("W:W28,31,33-50:B1-20")),
        ("b", seen("W:W28,31,33-50:B1-15,17-20,30")),
    ]
    said = words(START, presses)
    assert said[0] == "1 jumbled"
    assert said[-1] == "4 27d"


def test_how_it_came_to_something_strange_is_not_told_afterwards() -> None:
    """Unseen, White carried two of Black's men about; Black hands the turn back, White restores and moves."""
    fault = "W:W31-50:B1-12,15-18,19,20,26,29"
    presses = [
        ("w", seen(START, hidden=EVERYTHING)),
        ("b", seen(fault)),
        ("w", seen("W:W28,31,33-50:B1-20")),
        ("b", seen("W:W28,31,33-50:B1-16,18-20,22")),
    ]
    assert not [word for word in words(START, presses) if word.startswith("~1")]


def test_that_a_fault_was_put_right_is_not_told_where_it_was_not_seen() -> None:
    presses = [
        ("w", seen("W:W23,44,48:B29,10,5")),
        ("b", seen("W:W23,44,48:B15,5", hidden=EVERYTHING)),
        ("w", seen("W:W23,39,48:B15,5")),
    ]
    said = words("W:W34,44,48:B29,10,5", presses)
    assert said[0] == "1 27b-few 34x23"
    assert "~1 corrected 34x23" not in said


def test_a_move_seen_ahead_is_as_good_as_made() -> None:
    """Black hands back and White's correction is in the picture already: at White's press no other of his nine moves is in question."""
    corrected = "W:W28,31,33-50:B1-20"
    *_, third = rulings(START, [("w", seen(START)), ("b", seen(corrected)), ("w", seen(corrected))])
    assert third.confidence > 0.95


def test_nothing_is_told_of_a_hand_back_that_leaves_squares_unseen() -> None:
    """The pieces are in disorder, and of the man on 3 next to nothing is seen."""
    weak = with_rows(seen("W:W31-44,21,22,25,27,28,50:B1-12,15-18,19,20,29,30"), {3: [0.0, -18.0, -18.0, -0.7, -0.7]})
    said = words(START, [("w", weak), ("b", weak), ("w", seen("W:W28,31,33-50:B1-20"))])
    assert said[1] == "2 unsure"
    assert not [word for word in said if word.startswith("~2")]
