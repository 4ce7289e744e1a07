"""Sequences of presses in which the referee must stay silent, each for a single reason."""

import pytest

from tests.rules.referee.sights import EVERYTHING, START, in_turn, rulings, seen, with_rows, words


def test_heights_that_speak_against_a_legal_move_keep_it_from_being_said_now_and_later() -> None:
    """With 32-28, two black men look like kings, by 6 nats each. No family describes this, and a legal move seems likelier."""
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
    """White's last piece moved unseen and is in his hand: priors alone may not turn Black's quiet move into a capture."""
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
    """Unseen, White moved two of Black's men elsewhere; Black hands the turn back, White restores and moves."""
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
    """Black hands back, and the picture already shows White's correction: at White's press none of his eight other moves is possible."""
    corrected = "W:W28,31,33-50:B1-20"
    *_, third = rulings(START, [("w", seen(START)), ("b", seen(corrected)), ("w", seen(corrected))])
    assert third.confidence > 0.95


def test_nothing_is_told_of_a_hand_back_that_leaves_squares_unseen() -> None:
    """The pieces are in disorder, and the man on 3 is hardly seen."""
    weak = with_rows(seen("W:W31-44,21,22,25,27,28,50:B1-12,15-18,19,20,29,30"), {3: [0.0, -18.0, -18.0, -0.7, -0.7]})
    said = words(START, [("w", weak), ("b", weak), ("w", seen("W:W28,31,33-50:B1-20"))])
    assert said[1] == "2 unsure"
    assert not [word for word in said if word.startswith("~2")]


FOUND_OUT = [
    # White set a man of his elsewhere, or one of Black's.
    (START, "W:W31-34,36-50,24:B1-20", ["W:W28,31,33-50:B1-20", "W:W28,31,33-50:B1-16,18-20,22"], "32-28", "17-22"),
    ("W:W31,36,50:B6,12,1", "W:W31,36,50:B6,29,1", ["W:W27,36,50:B6,12,1", "W:W27,36,50:B6,17,1"], "31-27", "12-17"),
]


@pytest.mark.parametrize(("start", "fault", "boards", "corrected", "answer"), FOUND_OUT)
def test_a_fault_of_an_unseen_press_is_found_when_the_turn_is_handed_back_for_it(
    start: str, fault: str, boards: list[str], corrected: str, answer: str
) -> None:
    presses = in_turn(seen(fault, hidden=EVERYTHING), *map(seen, (fault, *boards)))
    assert words(start, presses) == ["1 unsure", "2 unsure", "~2 no-move back", f"3 corrected {corrected}", f"4 legal {answer}"]


def test_a_fault_that_was_not_seen_is_not_named_when_the_turn_is_handed_back_for_it() -> None:
    fault = "W:W23,44,48:B29,10,5"
    boards = [seen(fault, hidden=EVERYTHING), *map(seen, (fault, "W:W23,44,48:B10,5", "W:W23,44,48:B15,5"))]
    assert words("W:W34,44,48:B29,10,5", in_turn(*boards)) == ["1 unsure", "2 no-move back", "3 corrected 34x23", "4 legal 10-15"]


def test_a_square_that_speaks_against_an_answer_seen_ahead_is_unknown_until_it_is_seen() -> None:
    """32-28 and 12-17 are both made, and the white man on 45 is not seen; then it is hidden for two presses, which tell their own moves.

    When it is seen, 32-28 is told as well.
    """
    ahead, hidden = "W:W28,48,45:B17,1", (45,)
    presses = in_turn(
        with_rows(seen(ahead), {45: [0.0, -8.0, -8.0, -18.0, -18.0]}),
        seen(ahead, hidden=hidden),
        seen("W:W28,43,45:B17,1", hidden=hidden),
        seen("W:W28,43,45:B17,6"),
    )
    assert words("W:W32,48,45:B12,1", presses) == ["1 unsure", "2 legal 12-17", "3 legal 48-43", "~1 legal 32-28", "4 legal 1-6"]


AGAINST_THE_STORY = [
    # Black's man is in his hand, and comes down where it may not.
    (["W:W28,48,45:B1", "W:W28,48,45:B25,1", "W:W28,43,45:B25,1"], ["1 unsure", "2 unsure", "3 legal 48-43"]),
    # Black moves, and another man of his is gone.
    (["W:W28,48,45:B12,1", "W:W28,48,45:B17"], ["1 unsure", "2 unsure"]),
]


@pytest.mark.parametrize(("boards", "said"), AGAINST_THE_STORY)
def test_nobody_is_accused_from_a_board_that_its_picture_spoke_against(boards: list[str], said: list[str]) -> None:
    """At the first press the white man on 45 looks black."""
    first, *later = map(seen, boards)
    assert words("W:W32,48,45:B12,1", in_turn(with_rows(first, {45: [-18.0, -8.0, -8.0, 0.0, 0.0]}), *later)) == said


def test_a_kings_moves_are_not_called_legal_while_their_count_is_unknown() -> None:
    """White made two moves at once, which nothing explains. The count of his king is unknown until another piece moves."""
    boards = [
        "W:WK46,28,30,39:B3,4,13",
        "W:WK46,28,30,39:B8,4,13",
        "W:WK41,28,30,39:B8,4,13",
        "W:WK41,28,30,39:B12,4,13",
        "W:WK46,28,30,39:B12,4,13",
        "W:WK46,28,30,39:B17,4,13",
        "W:WK46,28,25,39:B17,4,13",
        "W:WK46,28,25,39:B21,4,13",
        "W:WK41,28,25,39:B21,4,13",
    ]
    assert words("W:WK46,33,34,39:B3,4,13", in_turn(*map(seen, boards))) == [
        "1 unsure",
        "2 legal 3-8",
        "3 unsure 46-41",
        "4 legal 8-12",
        "5 unsure 41-46",
        "6 legal 12-17",
        "7 legal 30-25",
        "8 legal 17-21",
        "9 legal 46-41",
    ]


def test_nothing_is_told_later_of_a_press_that_its_own_side_took_back() -> None:
    """A man set on 22, or 31-27: the second press makes the fault by far the likelier, and undoes it."""
    torn = with_rows(seen("W:W22,36,50:B6,12,20,1"), {22: [-5.5, 0.0, 0.0, -18.0, -18.0], 27: [0.0, -5.5, -5.5, -18.0, -18.0]})
    presses = [("w", torn), ("w", seen("W:W27,36,50:B6,12,20,1")), ("b", seen("W:W27,36,50:B6,17,20,1"))]
    assert words("W:W31,36,50:B6,12,20,1", presses) == ["1 unsure", "2 corrected 31-27", "3 legal 12-17"]


# White's man came from 32 to 27 or 28; which of them, the later pictures show.
UNSETTLED = seen("W:W28,36,50:B12,20,1", hidden=(27, 28))
DECIDES_NOTHING = [
    # No name: a white man set elsewhere and another gone.
    ([seen("W:W28,36:B12,20,30"), seen("W:W28,31:B12,20,30")], ["1 unsure", "2 unsure", "3 legal 36-31"]),
    # Nothing explains it: a black man came from nowhere beside 12-17. Of the far squares nothing is seen.
    (
        [seen("W:W28,36,50:B17,20,2,1", hidden=(3, 4, 5, 8, 9, 10, 13, 14, 15, 18, 19)), seen("W:W28,36,45:B17,20,2,1")],
        ["1 unsure", "2 unsure", "3 legal 50-45"],
    ),
]


@pytest.mark.parametrize(("boards", "said"), DECIDES_NOTHING)
def test_what_has_no_name_decides_nothing_of_earlier_presses(boards: list[object], said: list[str]) -> None:
    assert words("W:W32,36,50:B12,20,1", in_turn(UNSETTLED, *boards)) == said


def test_after_something_irregular_the_next_move_is_told_though_a_square_is_hidden() -> None:
    """White set his man on 29, and Black's on 1 is hidden until the third press."""
    presses = in_turn(
        seen("W:W29,36,50:B6,12,20,1", hidden=(1,)),
        seen("W:W29,36,50:B6,17,20,1", hidden=(1,)),
        seen("W:W29,36,45:B6,17,20,1"),
        seen("W:W29,36,45:B6,17,24,1"),
    )
    assert words("W:W31,36,50:B6,12,20,1", presses) == ["1 27d", "2 legal 12-17", "3 legal 50-45", "4 legal 20-24"]


@pytest.mark.parametrize(("nats", "earlier"), [(3.0, "~1 legal 34x23"), (3.7, "~1 corrected 34x23")])
def test_that_there_was_something_to_correct_is_told_only_where_that_is_likely_enough(nats: float, earlier: str) -> None:
    """The first picture looks, by a lead on each square of the capture, as if nothing was moved; the next one shows the capture."""
    torn = {34: [-nats, 0.0, 0.0, -18.0, -18.0], 23: [0.0, -nats, -nats, -18.0, -18.0], 29: [-nats, -18.0, -18.0, 0.0, 0.0]}
    start = "W:W34,44,48:B29,10,5"
    said = words(start, in_turn(with_rows(seen(start), torn), seen("W:W23,44,48:B15,5")))
    assert said == ["1 unsure", earlier, "2 legal 10-15"]


def test_an_irregularity_upon_an_unsettled_press_is_said_at_once_or_never() -> None:
    """Black went to 14 or 15; then the man that White captured may still stand on 29, and it does capture."""
    start, half = "B:W34,40,44,48:B29,10,5", [-4.0, -18.0, -18.0, 0.0, 0.0]
    presses = [
        ("b", seen("W:W34,40,44,48:B29,15,5", hidden=(14, 15))),
        ("w", with_rows(seen("W:W23,40,44,48:B29,15,5"), {29: half})),
        ("b", seen("W:W40,44,48:B18,15,5")),
    ]
    assert words(start, presses) == ["1 unsure", "2 unsure", "~1 legal 10-15", "3 legal 29x18"]


def test_no_move_is_told_of_an_unsure_press_that_starts_from_an_unsettled_one() -> None:
    """Black promotes, and whether with a second disc is hardly seen."""
    boards = [
        seen("W:W28,36,35:B12,44,1", hidden=(27, 28)),
        seen("W:W28,36,35:B12,49,1", height=0.3),
        seen("W:W28,31,35:B12,49,1", height=0.3),
    ]
    assert words("W:W32,36,35:B12,44,1", in_turn(*boards)) == ["1 unsure", "2 unsure", "~1 legal 32-28", "3 legal 36-31"]
