"""The upper bounds of what a press can explain: no outcome exceeds them, and they are low where the picture shows another game."""

import math
import random
from collections import defaultdict
from collections.abc import Iterator

import pytest

from rules.board.evidence import Evidence
from rules.board.position import Position
from rules.board.ruleset import RULE_SETS, RuleSet
from rules.board.squares import Content, Side
from rules.irregularity import Verdict
from rules.play.moves import legal_moves, play
from rules.referee.belief import Belief, Situation, changed
from rules.referee.bounds import bounds
from rules.referee.explanations import RARE_P, Changes, explanations, frequent_explanations, max_rare_p, rare_explanations
from rules.referee.outcomes import outcomes
from rules.referee.rule import rule
from rules.referee.shown import FreshEvidence, Shown
from tests.rules.referee.sights import START, fen, seen

ROUNDING = 1e-6


def positions(draw: random.Random, rules: RuleSet) -> Iterator[Position]:
    """A position of random play, in the opening or later, and one of a few men and kings."""
    position = Position.start(rules)
    for _ in range(draw.choice((2, 20, 40))):
        position = play(position, draw.choice(legal_moves(position))) if legal_moves(position) else position
    yield position
    squares = draw.sample(range(1, len(position.contents()) + 1), 10)
    pieces = zip(squares, [content for content in Content if content] * 2, strict=False)
    bare = changed(position, [(square, Content.EMPTY) for square, content in enumerate(position.contents(), 1) if content])
    yield changed(bare, [*pieces])


def situations(draw: random.Random, position: Position) -> Iterator[tuple[Situation, Side]]:
    """The game in this position, known or after an unsettled press, and after a fault from it, pending or handed back; and who presses."""
    yield Situation(position, position), position.side
    yield Situation(position, position, last_unsure=True, unsettled=True), position.side
    fault = draw.choice([each for each in explanations(position) if each.verdict is not Verdict.LEGAL])
    pending = Situation(position, position).after(1, position, fault)
    yield pending, position.side.other
    yield pending, position.side
    yield pending.returned(restored=False), position.side


def pictures(draw: random.Random, situation: Situation) -> Iterator[Evidence]:
    """What may be seen after a press: boards up to three plies away from both positions or after a fault, and with odd squares."""
    boards = [situation.now, situation.before]
    for board in tuple(boards):
        for _ in range(3):
            board = play(board, draw.choice(legal_moves(board))) if legal_moves(board) else board
            boards.append(board)
    boards.append(Situation(situation.now, situation.now).after(2, situation.now, draw.choice(explanations(situation.now))).now)
    for board in boards:
        yield seen(board, clear=draw.choice((4.0, 18.0)), height=draw.choice((0.5, 12.0)))
        squares = draw.sample(range(1, len(board.contents()) + 1), 2)
        yield seen(changed(board, [(squares[0], draw.choice(list(Content)))]), clear=draw.choice((6.0, 12.0)))
        yield seen(changed(board, [*zip(squares, map(board.content, reversed(squares)), strict=True)]))


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: f"{rules.name} {rules.second_disc}")
def test_no_outcome_is_likelier_than_its_bound(rules: RuleSet) -> None:
    draw = random.Random(f"bounds {rules.name}")
    for position in positions(draw, rules):
        for situation, side in situations(draw, position):
            for evidence in pictures(draw, situation):
                most = bounds(situation, -1.0, side, evidence).best
                found, _ = outcomes(situation, -1.0, 2, side, FreshEvidence(Shown(), evidence))
                assert max((one.log_p for one in found), default=-math.inf) <= most + ROUNDING


@pytest.mark.parametrize(
    ("start", "board"),
    [
        pytest.param("W:W31,32,50:B1,2", "W:W27,32,50:B1,2", id="a legal move"),
        pytest.param("W:WK28:B2", "W:WK33:B", id="a move, and another piece is gone"),
        pytest.param("W:W31,32,50:B1,2", "W:W27,33,50:B1,2", id="a move, and another own piece stands elsewhere"),
        pytest.param("W:W31,32,50:B1,2", "W:W27,32,50:B1,3", id="a move, and a piece of the opponent stands elsewhere"),
        pytest.param("W:W31,32,50:B1,2", "W:W27,32,50:B1,2,20", id="a move, and a piece more"),
        pytest.param("W:W31,50:B1,2", "W:W26,27,50:B1,2", id="a move, and a piece more, either of which may be the one that moved"),
        pytest.param("W:WK28:B2", "W:WK20:B", id="a misplaced piece, and one of the opponent's is gone"),
        pytest.param("W:W31,32,41,50:B1,2", "W:W27,50:B1,2", id="a move, and two pieces are gone"),
        pytest.param("W:W31,32,50:B1,2,3,4", "W:W31,32,50:B23,4", id="a piece of the opponent carried off, and two are gone"),
        pytest.param("W:W31,32,50:B1,2,3,4", "W:W31,32,50:B7,2,3,4", id="a move of the opponent"),
        pytest.param("W:W31,32,50:B1,2", "W:W31,50:B1,2", id="a piece taken off alone"),
    ],
)
def test_each_kind_of_press_has_a_bound_of_its_own(start: str, board: str) -> None:
    """Each outcome of the press alone, without further plies, stays below the bound of such outcomes, however plainly the board is seen."""
    position, evidence = fen(start), seen(board, clear=60.0)
    found, _ = outcomes(Situation(position, position), -1.0, 1, position.side, FreshEvidence(Shown(), evidence))
    alone = [one for one in found if one.shown is None]
    likeliest = max(alone, key=lambda one: one.log_p)
    assert likeliest.then.now.contents() == fen(board).contents()
    assert likeliest.log_p <= bounds(Situation(position, position), -1.0, position.side, evidence).one_press + ROUNDING


@pytest.mark.parametrize("unsettled", [False, True], ids=["", "after an unsettled press"])
@pytest.mark.parametrize(
    "board",
    [
        pytest.param("W:W27,32,50:B2", id="a piece in the opponent's hand"),
        pytest.param("W:W27,32,50:B7,2", id="his answer"),
        pytest.param("W:W27,28,50:B7,2", id="his answer and the move after it"),
    ],
)
def test_further_plies_have_a_bound_of_their_own(board: str, unsettled: bool) -> None:
    """The picture of a legal move that shows more than it stays below the bound of such pictures."""
    start = fen("W:W31,32,50:B1,2")
    situation, evidence = Situation(start, start, last_unsure=unsettled, unsettled=unsettled), seen(board, clear=60.0)
    found, _ = outcomes(situation, -1.0, 1, start.side, FreshEvidence(Shown(), evidence))
    ahead = max((one for one in found if one.shown and one.verdict is Verdict.LEGAL), key=lambda one: one.log_p)
    assert ahead.shown is not None
    assert ahead.shown.contents() == fen(board).contents()
    assert ahead.log_p <= bounds(situation, -1.0, start.side, evidence).more_plies + ROUNDING


@pytest.mark.parametrize(
    "board",
    [
        pytest.param("W:W27,45,50:B7", id="put right and answered"),
        pytest.param("W:W31,44,50:B1", id="handed back as it stands"),
        pytest.param("W:W31,45,50:B1", id="handed back as it was"),
    ],
)
def test_a_fault_that_is_put_right_has_a_bound_of_its_own(board: str) -> None:
    """White set 45 on 44, beside a move that was not made, and Black presses."""
    before = fen("W:W31,45,50:B1")
    fault = next(one for one in explanations(before) if one.verdict is Verdict.UNREACHABLE and one.squares == (45, 44))
    situation, evidence = Situation(before, before).after(1, before, fault), seen(board, clear=60.0)
    found, _ = outcomes(situation, -1.0, 2, Side.BLACK, FreshEvidence(Shown(), evidence))
    right = [one for one in found if one.hands_back or any(old.verdict is Verdict.CORRECTED for old in one.then.history)]
    likeliest = max(right, key=lambda one: one.log_p)
    assert (likeliest.shown or likeliest.then.now).contents() == fen(board).contents()
    assert likeliest.log_p <= bounds(situation, -1.0, Side.BLACK, evidence).put_right + ROUNDING


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: f"{rules.name} {rules.second_disc}")
def test_rare_explanations_give_no_board_more_than_their_bound(rules: RuleSet) -> None:
    """Where nothing is seen they are left out by it, and count together with `RARE_P`."""
    draw = random.Random(f"rare {rules.name}")
    for position in positions(draw, rules):
        boards: dict[Changes, float] = defaultdict(float)
        for each in rare_explanations(position):
            boards[each.changes] += math.exp(each.log_prior)
        assert max(boards.values()) <= max_rare_p(position)
        assert sum(boards.values()) <= RARE_P * (1 + ROUNDING)
        assert set(explanations(position)) == {*frequent_explanations(position), *rare_explanations(position)}


def test_what_a_bound_leaves_out_changes_no_ruling() -> None:
    """After two unseen presses the situations on other boards are passed over; with all of their outcomes the press is ruled alike."""
    belief = Belief.at(fen(START))
    for seq, side in enumerate(Side, 1):
        belief, _ = rule(belief, seq, side, Evidence.none(50))
    evidence = seen("B:W31,33-36,38-50,28,32:B1-19,25")
    fresh = FreshEvidence(belief.shown, evidence)
    each = [outcomes(one, log_p, 3, Side.WHITE, fresh)[0] for one, log_p in belief.situations]
    likeliest = max((one for found in each for one in found), key=lambda one: one.log_p)
    most = [bounds(one, log_p, Side.WHITE, fresh.at(one.now.contents())).best for one, log_p in belief.situations]
    assert sum(bound > likeliest.log_p + math.log(1e-4) for bound in most) < len(most) / 4
    _, (*_, own) = rule(belief, 3, Side.WHITE, evidence)
    assert (own.verdict, own.move) == (likeliest.verdict, likeliest.move)
