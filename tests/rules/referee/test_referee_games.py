"""The referee in random games with occasional faults: it never gives a wrong ruling."""

import random
from collections.abc import Callable

import pytest

from rules.board.evidence import Evidence
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.board.squares import Content, Side
from rules.irregularity import Verdict
from rules.play.moves import legal_moves, play
from rules.referee.belief import Belief, changed
from rules.referee.rule import rule

Oddity = Callable[[random.Random, Position, Position], Position]


def seen(board: Position, draw: random.Random, noise: float, hidden: int) -> Evidence:
    """Evidence of a board: the true content leads by 20 nats minus noise, king and man differ by 8; some squares are hidden."""
    covered = set(draw.sample(range(50), hidden))
    rows = []
    for index, content in enumerate(board.contents()):
        clear = max(2.0, 20.0 - abs(draw.gauss(0.0, noise)))
        row = [-clear] * 5
        row[content] = 0.0
        if content.side:
            row[Content.piece(content.side, not content.is_king)] = -min(8.0, clear)
        rows.append([0.0] * 5 if index in covered else row)
    return Evidence.of(rows)


def squares(board: Position, wanted: Callable[[Content], bool]) -> list[int]:
    return [square for square, content in enumerate(board.contents(), 1) if wanted(content)]


def another_gone(draw: random.Random, before: Position, after: Position) -> Position:
    """One piece of the mover is taken off too many; one of the opponent could be in his hand."""
    return changed(after, [(draw.choice(squares(after, lambda content: content.side is before.side)), Content.EMPTY)])


def left_standing(draw: random.Random, before: Position, after: Position) -> Position:
    """A captured piece is left, or put back."""
    gone = [s for s in squares(before, lambda c: c.side is after.side) if not after.content(s)]
    return changed(after, [(s, before.content(s)) for s in gone[:1]])


def carried_off(draw: random.Random, before: Position, after: Position) -> Position:
    """Instead of a move, a piece of either side is set on any square."""
    origin, target = draw.choice(squares(before, bool)), draw.choice(squares(before, lambda c: not c))
    board = changed(before, [(origin, Content.EMPTY), (target, before.content(origin))])
    return board.with_side(after.side)


def nothing(draw: random.Random, before: Position, after: Position) -> Position:
    """The clock is pressed and nothing has moved."""
    return before.with_side(after.side)


def two_odd(draw: random.Random, before: Position, after: Position) -> Position:
    """A piece comes from nowhere, and another goes."""
    board = another_gone(draw, before, after)
    return changed(board, [(draw.choice(squares(board, lambda c: not c)), Content.piece(draw.choice(list(Side)), False))])


ODDITIES: tuple[Oddity, ...] = (another_gone, left_standing, carried_off, nothing, two_odd)
Ruled = list[tuple[Position, Position, Verdict]]
"""Position before, board that was shown, and the verdict about it."""


@pytest.fixture(scope="module")
def odd_presses() -> dict[Oddity, Ruled]:
    """Random legal games, and what is ruled about each oddity at every sixth press of them."""
    draw = random.Random("frisian")
    found: dict[Oddity, Ruled] = {oddity: [] for oddity in ODDITIES}
    for _ in range(4):
        position = Position.start(ruleset("frisian"))
        for seq in range(1, 40):
            legal = legal_moves(position)
            if not legal:
                break
            after = play(position, draw.choice(legal))
            reachable = {play(position, move).contents() for move in legal}
            for oddity in ODDITIES if seq % 6 == 0 else ():
                odd = oddity(draw, position, after)
                if odd.contents() not in reachable:
                    _, (*_, ruling) = rule(Belief.at(position), seq, position.side, seen(odd, draw, noise=3.0, hidden=0))
                    found[oddity].append((position, odd, ruling.verdict))
            position = after
    return found


@pytest.mark.parametrize("oddity", ODDITIES, ids=lambda oddity: oddity.__name__)
def test_nothing_odd_is_ever_called_legal(oddity: Oddity, odd_presses: dict[Oddity, Ruled]) -> None:
    ruled = odd_presses[oddity]
    assert [row for row in ruled if row[2] in (Verdict.LEGAL, Verdict.CORRECTED)] == []
    assert len(ruled) > 8
    assert oddity is two_odd or sum(verdict is not Verdict.UNSURE for *_, verdict in ruled) > 0.7 * len(ruled)


@pytest.mark.parametrize(("noise", "hidden", "least_said"), [(0.0, 0, 1.0), (3.0, 3, 0.5), (6.0, 0, 0.5)])
def test_hidden_squares_and_noise_never_record_a_wrong_move(noise: float, hidden: int, least_said: float) -> None:
    draw = random.Random(hidden)
    position = Position.start(ruleset("frisian"))
    belief, played, said = Belief.at(position), [position], 0
    while len(played) < 30 and (legal := legal_moves(position)):
        side, position = position.side, play(position, draw.choice(legal))
        belief, rulings = rule(belief, len(played), side, seen(position, draw, noise, hidden))
        played.append(position)
        told = [ruling for ruling in rulings if ruling.verdict is not Verdict.UNSURE]
        assert all((one.verdict, one.position.contents()) == (Verdict.LEGAL, played[one.seq].contents()) for one in told)
        said += len(told)
    assert len(played) == 30
    assert said >= least_said * (len(played) - 1)
