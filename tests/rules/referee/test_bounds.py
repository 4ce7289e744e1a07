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
