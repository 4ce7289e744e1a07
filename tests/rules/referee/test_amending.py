"""Earlier presses decided by later ones: quick answers, close rivals of a sure ruling, unseen presses."""

import math
from dataclasses import replace
from functools import partial

import pytest

from rules.board.squares import Side
from rules.errors import PressError
from rules.irregularity import Verdict
from rules.referee.amending import amend
from rules.referee.belief import Belief, Ruling, Situation
from rules.referee.looking_back import played_on
from rules.referee.rule import rule
from rules.referee.shown import FreshEvidence
from tests.rules.referee import sights
from tests.rules.referee.sights import EVERYTHING, START, fen, in_turn, seen, with_rows

QUICK = [
    # The answer, a quiet move, is on the board when the picture is taken; the next press shows nothing new.
    ("W:W32,48:B12,1", ["W:W28,48:B17,1", "W:W28,48:B17,1"], ["1 legal 32-28", "2 legal 12-17"]),
    # The answer captures the piece that was moved.
    ("W:W34,48:B23,1", ["W:W48:B34,1", "W:W48:B34,1"], ["1 legal 34-29", "2 legal 23x34"]),
    # Both answer at once: each picture is a ply ahead.
    (
        "W:W32,48:B12,1",
        ["W:W28,48:B17,1", "W:W28,43:B17,1", "W:W28,43:B17,1"],
        ["1 legal 32-28", "2 legal 12-17", "3 legal 48-43"],
    ),
]


@pytest.mark.parametrize(("start", "boards", "words"), QUICK)
def test_an_answer_that_came_before_the_picture_does_not_hush_the_move_before_it(start: str, boards: list[str], words: list[str]) -> None:
    assert sights.words(start, in_turn(*map(seen, boards))) == words


LIFTED = [
    # Black's man is in his hand, beside the board; then it stands where he moves it.
    (["W:W28,48:B1", "W:W28,48:B17,1"], ["1 unsure 32-28", "~1 legal 32-28", "2 legal 12-17"]),
    # Black moved another piece: the first one was taken off too many.
    (["W:W28,48:B1", "W:W28,48:B6"], ["1 unsure 32-28", "~1 27b-many 32-28", "2 legal 1-6"]),
]


@pytest.mark.parametrize(("boards", "words"), LIFTED)
def test_a_piece_gone_is_in_the_opponents_hand_or_was_one_too_many(boards: list[str], words: list[str]) -> None:
    assert sights.words("W:W32,48:B12,1", in_turn(*map(seen, boards))) == words


HANDED_BACK = [
    # Black pressed for the forgotten move, which White had made when the picture was taken.
    ("W:W31-50:B1-20", "W:W31,33-50,28:B1-20", "W:W31,33-50,28:B1-19,25", "32-28"),
    # So with a man that was set where it could not go.
    ("W:W31-34,36-50,25:B1-20", "W:W31-34,36-50,30:B1-20", "W:W31-34,36-50,30:B1-18,20,23", "35-30"),
]


@pytest.mark.parametrize(("fault", "corrected", "answer", "move"), HANDED_BACK)
def test_a_correction_made_before_the_picture_of_the_hand_back_accuses_nobody(fault: str, corrected: str, answer: str, move: str) -> None:
    boards = [fault, corrected, corrected, answer]
    words = sights.words(START, in_turn(*map(seen, boards)))
    assert words[1] == "2 unsure"
    assert {"~2 no-move back", f"~3 corrected {move}"} <= set(words)
    assert not [word for word in words[1:] if "27" in word]


def test_an_answer_seen_ahead_is_the_only_one_that_its_press_may_be() -> None:
    boards = ["W:W28,48:B17,1", "W:W28,48:B18,1"]
    words = sights.words("W:W32,48:B12,1", in_turn(*map(seen, boards)))
    assert words == ["1 legal 32-28", "2 unsure"]


def test_what_was_sure_is_amended_when_the_next_press_shows_the_near_rival() -> None:
    """31-27 is ruled with 0.998; then the man is clearly seen on 26."""
    weak = with_rows(seen("W:W27,50:B10,1"), {27: [-3.2, 0.0, 0.0, -18.0, -18.0], 26: [0.0, -3.2, -3.2, -18.0, -18.0]})
    words = sights.words("W:W31,50:B10,1", in_turn(weak, seen("W:W26,50:B14,1")))
    assert words == ["1 legal 31-27", "~1 legal 31-26", "2 legal 10-14"]


def test_two_unseen_presses_are_decided_by_the_next_ones_where_only_one_way_leads_there() -> None:
    boards = [seen("W:W36,47:B14", hidden=EVERYTHING), seen("W:W36,47:B19", hidden=EVERYTHING), seen("W:W36,41:B19"), seen("W:W36,41:B24")]
    words = sights.words("W:W41,47:B14", in_turn(*boards))
    assert words[:2] == ["1 unsure", "2 unsure"]
    assert sorted(words[2:]) == ["3 legal 47-41", "4 legal 19-24", "~1 legal 41-36", "~2 legal 14-19"]


def test_nobody_is_accused_from_a_guess_while_a_square_of_it_was_not_seen() -> None:
    """Two men left and one arrived; the black man on 25 is hardly seen. White's 50-45 misses a capture."""
    boards = ("W:W27,28,50:B12,25", "W:W27,28,50:B17,25", "W:W27,28,45:B17,25")
    presses = in_turn(*(with_rows(seen(board), {25: [-0.5, -18.0, -18.0, 0.0, 0.0]}) for board in boards))
    assert sights.words("W:W31,32,33,50:B1,2,12,20", presses) == ["1 unsure", "2 legal 12-17", "3 unsure"]


def test_a_press_ruled_before_is_refused_and_changes_nothing() -> None:
    belief, _ = rule(Belief.at(fen("W:W31,50:B10,1")), 4, Side.WHITE, seen("W:W27,50:B10,1"))
    for seq in (4, 3):
        with pytest.raises(PressError, match=f"press {seq} comes after press 4"):
            rule(belief, seq, Side.BLACK, seen("W:W27,50:B14,1"))
    _, (ruling,) = rule(belief, 5, Side.BLACK, seen("W:W27,50:B14,1"))
    assert ruling.verdict == "legal"


def test_a_hand_over_a_fault_is_no_answer_to_a_move_that_was_not_seen() -> None:
    """Black's first press was not seen, at his second he moved nothing, and White's man was in the air already."""
    unseen = seen("W:W38,48,30:B17,1", hidden=EVERYTHING)
    presses = [("b", unseen), ("w", seen("W:W32,48,30:B17,1")), ("b", seen("W:W48,30:B17,1")), ("w", seen("W:W48,25,32:B17,1"))]
    words = sights.words("B:W38,48,30:B12,1", presses)
    assert words == ["1 unsure", "~1 legal 12-17", "2 legal 38-32", "3 unsure", "4 legal 30-25"]


def test_a_captured_piece_that_was_in_the_opponents_hand_plays_on() -> None:
    """The piece looked captured. When it moves, the capture is no longer known to be legal; no player is accused of what was not seen."""
    boards = ["W:W13,20:B10,11,16,K24,K26", "B:WK1,13,20:B10,11,16,K24,K26", "B:WK1,13,20:B10,11,16,K19,K24"]
    presses = [(side, seen(board, rules="dambord")) for side, board in zip("bwb", boards, strict=True)]
    words = sights.words("B:W6,13,20:B1,11,16,K24,K26", presses, "dambord")
    assert words == ["1 legal 1x10", "~1 unsure", "2 legal 6-1", "3 legal 26-19"]


@pytest.mark.parametrize(("announced", "amended"), [(Verdict.LEGAL, ["unsure"]), (Verdict.UNSURE, [])])
def test_what_turns_out_to_be_unknown_is_said_to_be(announced: Verdict, amended: list[str]) -> None:
    position = fen("B:W28,48:B12,1")
    said = Ruling(1, Side.WHITE, announced, "32-28" if announced is Verdict.LEGAL else None, position, 1.0)
    held = Situation(position, position, history=(Ruling(1, Side.WHITE, Verdict.UNSURE, None, fen("B:W27,48:B12,1"), 0.0),))
    _, _, told = amend([(held, 0.0)], [said])
    assert [str(ruling.verdict) for ruling in told] == amended


def test_only_what_was_not_carried_along_is_looked_back_for() -> None:
    """An explanation that was kept is among the situations already, and must not count twice."""
    before = fen("B:W6,13,20:B1,11,16,K24,K26", "dambord")
    hidden, later = seen("W:W13,20:B10,11,16,K24,K26", rules="dambord"), seen("B:WK1,13,20:B10,11,16,K24,K26", rules="dambord")
    belief, _ = rule(Belief.at(before), 1, Side.BLACK, hidden)
    found = partial(played_on, seq=2, side=Side.WHITE, fresh=FreshEvidence(belief.shown, later), least_log_p=-math.inf)
    assert any(one.move == "6-1" for one in found(belief.last))
    assert not list(found(replace(belief.last, least_log_p=-math.inf)))


@pytest.mark.parametrize(("board", "taken_back"), [("B:W28,48:B12,1", False), ("B:W27,48:B12,1", True)])
def test_a_legal_move_is_taken_back_only_if_a_piece_stands_elsewhere_than_it_was_told_to(board: str, taken_back: bool) -> None:
    told = Ruling(1, Side.WHITE, Verdict.LEGAL, "32-28", fen("B:W28,48:B12,1"), 0.999)
    now = fen("W:W28,48:B17,1")
    otherwise = Situation(now, now, history=(Ruling(1, Side.WHITE, Verdict.UNSURE, None, fen(board), 0.0),))
    _, announced, amended = amend([(otherwise, 0.0)], [told])
    assert bool(amended) == taken_back
    assert (announced[0].verdict is Verdict.LEGAL) == (not taken_back)
