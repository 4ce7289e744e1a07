"""The referee on evidence made from positions: its ruling of each kind of press, and the presses that it refuses."""

import math
import random

import pytest

from rules.board.evidence import Evidence
from rules.board.fen import write_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.board.squares import Content, Side
from rules.errors import EvidenceError, PressError
from rules.irregularity import Verdict
from rules.play.moves import legal_moves, play
from rules.referee.belief import Belief, Ruling
from rules.referee.explanations import explanations
from rules.referee.priors import MIN_RULING_P
from rules.referee.rule import rule
from tests.rules.referee.sights import fen, seen


def press(belief: Belief, seq: int, side: Side, board: Position, **seeing: object) -> tuple[Belief, Ruling]:
    belief, rulings = rule(belief, seq, side, seen(board, **seeing))
    return belief, rulings[-1]


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
    _, ruling = press(Belief.at(fen(before)), 1, Side.WHITE, fen(after))
    assert (ruling.verdict, ruling.move) == (verdict, move)
    assert write_fen(ruling.position) == write_fen(fen(after))
    assert ruling.confidence > 0.995


def test_a_fourth_move_with_the_same_king_is_article_17() -> None:
    before = fen("W:WK41,36:BK40,1:H0:F1:+340+341")
    _, ruling = press(Belief.at(before), 1, Side.WHITE, fen("B:WK37,36:BK40,1"))
    assert (ruling.verdict, ruling.move) == (Verdict.BANNED_KING, "41-37")


def test_pieces_in_disorder_are_jumbled_and_only_then() -> None:
    before = fen("W:W31,32,33,38,43:B11,12,13,18,20")
    _, ruling = press(Belief.at(before), 1, Side.WHITE, fen("B:W21,22,40,45,50:B1,2,13,18,25"))
    assert ruling.verdict is Verdict.JUMBLED
    assert len(ruling.squares) > 5


def test_what_no_family_describes_is_unsure() -> None:
    before = fen("W:W31,32,33:B1,2,3")
    _, ruling = press(Belief.at(before), 1, Side.WHITE, fen("B:W27,28,33:B1,2"))
    assert (ruling.verdict, ruling.move) == (Verdict.UNSURE, None)


def test_a_correction_after_the_turn_was_handed_back() -> None:
    start = fen("W:W31,50:B10,1")
    belief, ruling = press(Belief.at(start), 1, Side.WHITE, fen("B:W31,50:B14,1"))
    assert ruling.verdict is Verdict.OPPONENTS_PIECE
    belief, ruling = press(belief, 2, Side.WHITE, fen("B:W27,50:B10,1"))
    assert (ruling.verdict, ruling.move) == (Verdict.CORRECTED, "31-27")
    _, ruling = press(belief, 3, Side.BLACK, fen("W:W27,50:B14,1"))
    assert (ruling.verdict, ruling.move) == (Verdict.LEGAL, "10-14")


def test_a_fault_stands_once_the_opponent_has_answered_it() -> None:
    belief, ruling = press(Belief.at(fen("W:W28,50:B22,1")), 1, Side.WHITE, fen("B:W28,45:B22,1"))
    assert ruling.verdict is Verdict.MISSED_CAPTURE
    _, ruling = press(belief, 2, Side.BLACK, fen("W:W45:B33,1"))
    assert (ruling.verdict, ruling.move) == (Verdict.LEGAL, "22x33")


def test_the_opponent_hands_the_turn_back_by_pressing_with_nothing_moved() -> None:
    belief, _ = press(Belief.at(fen("W:W28,50:B22,1")), 1, Side.WHITE, fen("B:W28,45:B22,1"))
    belief, ruling = press(belief, 2, Side.BLACK, fen("B:W28,45:B22,1"))
    assert ruling.verdict is Verdict.NO_MOVE
    assert ruling.position.side is Side.WHITE
    _, ruling = press(belief, 3, Side.WHITE, fen("B:W17,50:B1"))
    assert (ruling.verdict, ruling.move) == (Verdict.CORRECTED, "28x17")


def test_the_missing_second_disc_put_on() -> None:
    belief, ruling = press(Belief.at(fen("W:W7,50:B36,15")), 1, Side.WHITE, fen("B:W1,50:B36,15"))
    assert ruling.verdict is Verdict.UNCROWNED
    _, ruling = press(belief, 2, Side.WHITE, fen("B:WK1,50:B36,15"))
    assert (ruling.verdict, ruling.move) == (Verdict.CORRECTED, "7-1")


@pytest.mark.parametrize(("height", "verdict"), [(-1.0, Verdict.LEGAL), (0.0, Verdict.UNSURE), (2.0, Verdict.UNSURE)])
def test_a_second_disc_that_is_hardly_seen_to_be_missing_alarms_nobody_and_the_move_is_told(height: float, verdict: Verdict) -> None:
    _, ruling = press(Belief.at(fen("W:W7,50:B36,15")), 1, Side.WHITE, fen("B:W1,50:B36,15"), height=height)
    assert (ruling.verdict, ruling.move) == (verdict, "7-1")
    assert ruling.position.content(1) is Content.WHITE_KING


def test_a_hidden_square_leaves_it_unsure_and_the_next_press_decides() -> None:
    start = fen("W:W32,50:B12,1")
    belief, ruling = press(Belief.at(start), 1, Side.WHITE, fen("B:W28,50:B12,1"), hidden=(27, 28))
    assert (ruling.verdict, ruling.move) == (Verdict.UNSURE, None)
    belief, rulings = rule(belief, 2, Side.BLACK, seen("W:W28,50:B17,1"))
    assert [(r.seq, r.verdict, r.move, r.amends) for r in rulings] == [
        (1, Verdict.LEGAL, "32-28", True),
        (2, Verdict.LEGAL, "12-17", False),
    ]
    assert belief.situations[0][1] > math.log(MIN_RULING_P)


def test_an_unsure_press_may_be_corrected_too() -> None:
    start = fen("W:W31,32,33:B1,2,3")
    belief, ruling = press(Belief.at(start), 1, Side.WHITE, fen("B:W27,28,33:B1,2"))
    assert ruling.verdict is Verdict.UNSURE
    _, ruling = press(belief, 2, Side.WHITE, fen("B:W27,32,33:B1,2,3"))
    assert (ruling.verdict, ruling.move) == (Verdict.CORRECTED, "31-27")


def test_the_same_move_pressed_twice_stays_that_move() -> None:
    belief, _ = press(Belief.at(fen("W:W31,50:B10,1")), 1, Side.WHITE, fen("B:W27,50:B10,1"))
    _, ruling = press(belief, 2, Side.WHITE, fen("B:W27,50:B10,1"))
    assert (ruling.verdict, ruling.move) == (Verdict.LEGAL, "31-27")


def test_poor_pictures_make_unsure_and_never_a_wrong_move() -> None:
    start = fen("W:W31,32,33,38:B11,12,13,18")
    played = legal_moves(start)[0]
    for clear in (0.0, 0.5, 1.0, 2.0):
        _, ruling = press(Belief.at(start), 1, Side.WHITE, play(start, played), clear=clear)
        assert ruling.verdict is Verdict.UNSURE


def test_a_king_in_a_crowd_is_ruled_in_bearable_time() -> None:
    before = fen("W:WK50:B3,7,10,12,13,14,17,20,21,23,25,30,32,36,38,39,41,43,K47")
    assert len(explanations(before)) < 20_000
    _, ruling = press(Belief.at(before), 1, Side.WHITE, fen("B:WK46:B"))
    assert (ruling.verdict, ruling.move) == (Verdict.LEGAL, "50x46")


def test_evidence_of_another_board_is_refused_and_changes_nothing() -> None:
    belief = Belief.at(fen("W:W31,50:B10,1"))
    with pytest.raises(EvidenceError, match="32 squares for a board of 50"):
        rule(belief, 1, Side.WHITE, Evidence.of([[0.0] * 5] * 32))
    with pytest.raises(EvidenceError, match="square 3"):
        Evidence.of([[0.0] * 5] * 2 + [[0.0, 0.0, float("nan"), 0.0, 0.0]])


@pytest.mark.parametrize("rows", [[None] * 50, [["a"] * 5] * 50, [[0.0] * 4] * 50, [[0.0, 0.0, math.inf, 0.0, 0.0]] * 50])
def test_evidence_that_is_none_names_its_square(rows: list[list[float]]) -> None:
    with pytest.raises(EvidenceError, match="square 1"):
        Evidence.of(rows)
    with pytest.raises(EvidenceError, match="square 1"):
        Evidence(tuple(rows))  # type: ignore[arg-type]


def test_a_press_without_a_number_is_refused() -> None:
    with pytest.raises(PressError, match="press 0"):
        rule(Belief.at(fen("W:W31,50:B10,1")), 0, Side.WHITE, seen("B:W27,50:B10,1"))


def test_a_press_by_the_side_whose_clock_stands_is_refused() -> None:
    with pytest.raises(PressError, match="press 1: Black pressed, but the clock of White runs"):
        rule(Belief.at(fen("W:W31,50:B10,1")), 1, Side.BLACK, seen("W:W31,50:B10,1"))


@pytest.mark.parametrize("seed", [*range(3), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 6))])
def test_random_legal_games_are_ruled_move_by_move(seed: int) -> None:
    draw = random.Random(seed)
    position = Position.start(ruleset("frisian"))
    belief = Belief.at(position)
    for seq in range(1, 60):
        legal = legal_moves(position)
        if not legal:
            break
        position = play(position, draw.choice(legal))
        belief, ruling = press(belief, seq, position.side.other, position)
        assert ruling.verdict is Verdict.LEGAL
        assert ruling.position == position
