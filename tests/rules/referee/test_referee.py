"""The referee on evidence made from positions: its ruling of each kind of press, and the presses that it refuses."""

import math

import pytest

from rules.board.evidence import Evidence
from rules.board.fen import write_fen
from rules.board.squares import Content, Side
from rules.errors import EvidenceError, PressError
from rules.irregularity import Verdict
from rules.referee.belief import Belief, Ruling
from rules.referee.explanations import explanations
from rules.referee.rule import rule
from tests.rules.referee.sights import fen, seen
from tests.support.says import Refusal, says


def ruled(before: str, after: str, **seeing: float) -> Ruling:
    """The ruling of White's press."""
    _, (ruling,) = rule(Belief.at(fen(before)), 1, Side.WHITE, seen(after, **seeing))
    return ruling


# A position, the board after White's press, and the verdict.
NAMED = [
    ("W:W31,32,33:B18,19", "B:W27,32,33:B18,19", Verdict.LEGAL, "31-27"),
    ("W:W31,32,33:B18,19", "B:W31,32,33:B18,19", Verdict.NO_MOVE, None),
    ("W:W28:B22,12", "B:W8:B", Verdict.LEGAL, "28x8"),
    ("W:W28,50:B22,1", "B:W17,50:B22,1", Verdict.FEW, "28x17"),
    ("W:W28,50:B22,1", "B:W17:B1", Verdict.MANY, "28x17"),
    ("W:W31,50:B10,1", "B:W27:B10,1", Verdict.MANY, "31-27"),
    ("W:W31,49,50:B10,1", "B:W27:B10,1", Verdict.MANY, "31-27"),
    ("W:W28,50:B22,1", "B:W17:B22,1", Verdict.FEW, "28x17"),
    ("W:W28,50:B22,1", "B:W28,45:B22,1", Verdict.MISSED_CAPTURE, "50-45"),
    ("W:W28,45:B22,12,40,1", "B:W34,28:B22,12,1", Verdict.WRONG_CAPTURE, "45x34"),
    ("W:W28,50:B22,12,1", "B:W17,50:B12,1", Verdict.WRONG_CAPTURE, "28x17"),
    ("W:W31,50:B10,1", "B:W31,50:B14,1", Verdict.OPPONENTS_PIECE, "10-14"),
    ("W:W31,50:B10,1", "B:W22,50:B10,1", Verdict.UNREACHABLE, None),
    ("W:W7,50:B36,15", "B:W1,50:B36,15", Verdict.UNCROWNED, "7-1"),
]


@pytest.mark.parametrize(("before", "after", "verdict", "move"), NAMED)
def test_a_press_is_named_after_what_was_done(before: str, after: str, verdict: Verdict, move: str | None) -> None:
    ruling = ruled(before, after)
    assert (ruling.verdict, ruling.move) == (verdict, move)
    assert write_fen(ruling.position) == write_fen(fen(after))
    assert ruling.confidence > 0.995


@pytest.mark.parametrize("height", [-1.0, 0.0, 2.0])
def test_a_second_disc_that_is_hardly_seen_to_be_there_or_missing_is_left_open_and_the_move_is_told(height: float) -> None:
    ruling = ruled("W:W7,50:B36,15", "B:W1,50:B36,15", height=height)
    assert (ruling.verdict, ruling.move) == (Verdict.UNSURE, "7-1")
    assert ruling.position.content(1) is Content.WHITE_KING


@pytest.mark.parametrize("clear", [0.0, 0.5, 1.0, 2.0])
def test_poor_pictures_make_unsure_and_never_a_wrong_move(clear: float) -> None:
    assert ruled("W:W31,32,33,38:B11,12,13,18", "B:W26,32,33,38:B11,12,13,18", clear=clear).verdict is Verdict.UNSURE


def test_a_king_in_a_crowd_has_a_bearable_number_of_explanations() -> None:
    before = fen("W:WK50:B3,7,10,12,13,14,17,20,21,23,25,30,32,36,38,39,41,43,K47")
    assert len(explanations(before)) < 20_000


def test_evidence_of_another_board_is_refused_and_changes_nothing() -> None:
    belief = Belief.at(fen("W:W31,50:B10,1"))
    with pytest.raises(EvidenceError, check=says("RulingFault.other-board", seen=32, squares=50)):
        rule(belief, 1, Side.WHITE, Evidence.of([[0.0] * 5] * 32))
    with pytest.raises(EvidenceError, check=says("EvidenceFault.not-finite", square=3)):
        Evidence.of([[0.0] * 5] * 2 + [[0.0, 0.0, float("nan"), 0.0, 0.0]])


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ([None] * 50, "no-numbers"),
        ([["a"] * 5] * 50, "no-numbers"),
        ([[0.0] * 4] * 50, "not-five"),
        ([[0.0, 0.0, math.inf, 0.0, 0.0]] * 50, "not-finite"),
    ],
)
def test_evidence_that_is_none_names_its_square(rows: list[list[float]], code: str) -> None:
    for made in (Evidence.of, lambda rows: Evidence(tuple(rows))):
        with pytest.raises(EvidenceError, check=says(f"EvidenceFault.{code}", square=1)):
            made(rows)


@pytest.mark.parametrize(
    ("seq", "side", "why"),
    [
        (0, Side.WHITE, says("RulingFault.below-1", seq=0)),
        (1, Side.BLACK, says("RulingFault.other-clock-runs", seq=1, side="SideWord.black", other="SideWord.white")),
    ],
)
def test_a_press_without_a_number_or_by_the_side_whose_clock_stands_is_refused(seq: int, side: Side, why: Refusal) -> None:
    with pytest.raises(PressError, check=why):
        rule(Belief.at(fen("W:W31,50:B10,1")), seq, side, seen("B:W27,50:B10,1"))
