"""A search for forced wins: whether the side to move, in a problem White, wins against every reply, and whether by one way alone.

A win is outright when `rules.play.endings` says that the other side has lost. It is a win of material where the play comes to rest so that
neither side, were it to move, has a capture; the other side has no king and no man that could be crowned at once; and the side that
began is ahead by `ahead` men, a king counting as `KING_WORTH`, over what it was ahead at the start. That is a judgement, no proof,
and is told apart.

Depth is counted in free choices: a quiet move among several costs the side that began one, the other side two, for a combination
seldom leaves it free. A capture and the only move there is cost nothing, so forced play is followed to its end; a king's quiet move
costs one though it be the only one, without which kings might go to and fro for ever.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from rules.board.lines import promotion_mask
from rules.board.position import Position
from rules.board.squares import Side
from rules.play.captures import has_capture
from rules.play.counting import LIMITS, limited
from rules.play.endings import ending
from rules.play.moves import Move, every_quiet_move, legal_moves, play
from rules.study.solution import Alternative, Solution, Verdict

NODES = 200_000
"""Some five seconds on a desktop."""
BEYOND = 4
"""Free choices; the defender's cost two each. Other ways that people find are seldom deeper, and it multiplies the nodes by ten."""
DEEPEST = 60
"""Free choices: beyond what any budget reaches where pieces are many, and within what Python calls inside one another."""
AHEAD = 3
"""Men; two men more are often no win on an open board."""
KING_WORTH = 3
"""Men; the modest end of what players give a king."""
REMEMBERED = 200_000
"""Positions, below 100 MB. The table is emptied when it is full."""


class _Value(IntEnum):
    NO = 0
    OPEN = 1
    """Not within the depth."""
    MATERIAL = 2
    OUTRIGHT = 3


class _Play(NamedTuple):
    """A move and what follows it."""

    move: Move
    then: "_Play | None"


class _Found(NamedTuple):
    """The value of a position; of a win the plies that it takes and its line, of a defence that holds the move."""

    value: _Value
    plies: int = 0
    line: _Play | None = None

    @property
    def wins(self) -> bool:
        return self.value >= _Value.MATERIAL


class _Spent(Exception):
    """The budget is used up."""


@dataclass(slots=True)
class _Budget:
    nodes: int
    used: int = 0

    def spend(self) -> None:
        if self.used >= self.nodes:
            raise _Spent
        self.used += 1


def solve(position: Position, nodes: int = NODES, ahead: int | None = AHEAD, depth: int = DEEPEST, beyond: int = BEYOND) -> Solution:
    """Whether the side to move wins by force, deepening step by step as far as `nodes` positions and `depth` allow.

    Other ways to win are looked for `beyond` free choices further than the win, DEEPEST at the most. `ahead` None: only outright wins
    count. ValueError unless `nodes` and `ahead` are at least 1, `depth` is 1 to DEEPEST, and `beyond` is not below nought.
    """
    if nodes < 1 or (ahead is not None and ahead < 1) or not 1 <= depth <= DEEPEST or beyond < 0:
        limits = f"{nodes}, {ahead}, {depth} and {beyond}"
        raise ValueError(f"nodes and ahead must be 1 or more, depth 1 to {DEEPEST} and beyond 0 or more; they are {limits}")
    budget = _Budget(nodes)
    search = _Search(position, ahead, budget)
    reached = 0
    try:
        for reached in range(1, depth + 1):
            found = search.value(position, reached)
            if found.value is not _Value.OPEN:
                break
    except _Spent:
        return Solution(Verdict.UNKNOWN, (), (), (), reached - 1, None, budget.used, nodes, True)
    if not found.wins:
        verdict = Verdict.NO_WIN if found.value is _Value.NO else Verdict.NO_WIN_WITHIN
        return Solution(verdict, (), (), (), reached, None, budget.used, nodes, False)
    found, spent = _outright_if_possible(position, found, reached, budget)
    line = _moves(found.line)
    furthest = min(reached + beyond, DEEPEST)
    alternatives, undecided = _other_ways(search, position, line, range(reached, furthest + 1))
    verdict = Verdict.WINS_OUTRIGHT if found.value is _Value.OUTRIGHT else Verdict.WINS_MATERIAL
    return Solution(verdict, line, alternatives, undecided, reached, furthest, budget.used, nodes, spent or bool(undecided))


def _outright_if_possible(position: Position, found: _Found, depth: int, budget: _Budget) -> tuple[_Found, bool]:
    """An outright win within the same depth in place of one of material; and whether the budget stopped looking for it."""
    if found.value is _Value.OUTRIGHT:
        return found, False
    try:
        outright = _Search(position, None, budget).value(position, depth)
    except _Spent:
        return found, True
    return (outright if outright.wins else found), False


def _other_ways(
    search: "_Search", position: Position, line: tuple[Move, ...], depths: range
) -> tuple[tuple[Alternative, ...], tuple[Alternative, ...]]:
    """Along the line the other moves that win, and those that the budget was not enough for; the first move's before all others."""
    winning, undecided = [], []
    for ply, move in enumerate(line):
        if ply % 2 == 0:
            others = [other for other in legal_moves(position) if other != move]
            wins = search.winning({other: play(position, other) for other in others}, depths)
            ways = {other: Alternative(ply, other, other in line[ply + 2 :: 2]) for other in others if wins.get(other) is not False}
            winning += [way for other, way in ways.items() if other in wins]
            undecided += [way for other, way in ways.items() if other not in wins]
        position = play(position, move)
    return tuple(winning), tuple(undecided)


def _moves(line: _Play | None) -> tuple[Move, ...]:
    moves = []
    while line is not None:
        moves.append(line.move)
        line = line.then
    return tuple(moves)


class _Search:
    """Values of positions for the side that begins, remembered with the depth to which they hold."""

    def __init__(self, start: Position, ahead: int | None, budget: _Budget) -> None:
        self._attacker = start.side
        self._enough = None if ahead is None else max(0, _balance(start, start.side)) + ahead
        self._budget = budget
        self._table: dict[Position, tuple[int, _Found]] = {}

    def value(self, position: Position, depth: int) -> _Found:
        """What the position is worth with so much depth left; _Spent when the budget is."""
        self._budget.spend()
        known_depth, known = self._table.get(position, (-1, None))
        if known is not None and (known.value is not _Value.OPEN or known_depth >= depth):
            return known
        found = self._at_rest(position)
        if found is None:
            moves = legal_moves(position)
            left = depth - self._cost(position, moves)
            if left < 0:
                found = _Found(_Value.OPEN)
            elif position.side is self._attacker:
                found = self._attacked(position, moves, left)
            else:
                found = self._defended(position, moves, left, known)
            found = self._in_time(position, found)
        if len(self._table) >= REMEMBERED:
            self._table.clear()
        self._table[position] = depth, found
        return found

    def winning(self, following: dict[Move, Position], depths: range) -> dict[Move, bool]:
        """Which moves, to positions of the other side's turn, win within the last depth; all of one depth before the next. What the
        budget is not enough for is left out."""
        settled: dict[Move, bool] = {}
        try:
            for depth in depths:
                for move, position in following.items():
                    if move not in settled:
                        found = self.value(position, depth)
                        if found.value is not _Value.OPEN or depth == depths[-1]:
                            settled[move] = found.wins
        except _Spent:
            pass
        return settled

    def _at_rest(self, position: Position) -> _Found | None:
        """The value where the play ends; None where it goes on."""
        over = ending(position)
        if over is not None:
            return _Found(_Value.OUTRIGHT if over.loser is self._attacker.other else _Value.NO)
        if self._enough is not None and self._is_plainly_won(position, self._enough):
            return _Found(_Value.MATERIAL)
        return None

    def _is_plainly_won(self, position: Position, enough: int) -> bool:
        other = self._attacker.other
        if position.kings(other) or _balance(position, self._attacker) < enough:
            return False
        theirs = position.with_side(other)
        if has_capture(theirs) or has_capture(position.with_side(self._attacker)):
            return False
        last_row = promotion_mask(position.rules.board_size, other)
        return not any(last_row >> move.target - 1 & 1 for move in every_quiet_move(theirs))

    def _cost(self, position: Position, moves: tuple[Move, ...]) -> int:
        if moves[0].captured:
            return 0
        if len(moves) == 1:
            return position.kings(position.side) >> moves[0].origin - 1 & 1
        return 1 if position.side is self._attacker else 2

    def _attacked(self, position: Position, moves: tuple[Move, ...], depth: int) -> _Found:
        following = [(play(position, move), move) for move in moves]
        # What leaves few replies is what wins most often.
        following.sort(key=lambda one: len(legal_moves(one[0])))
        best = _Value.NO
        for after, move in following:
            found = self.value(after, depth)
            if found.wins:
                return _Found(found.value, found.plies + 1, _Play(move, found.line))
            best = max(best, found.value)
        return _Found(best)

    def _defended(self, position: Position, moves: tuple[Move, ...], depth: int, known: _Found | None) -> _Found:
        held = known.line.move if known is not None and known.line is not None else None
        value, longest = _Value.OUTRIGHT, _Found(_Value.OUTRIGHT)
        for move in sorted(moves, key=lambda one: one != held):
            found = self.value(play(position, move), depth)
            if not found.wins:
                return _Found(found.value, line=_Play(move, None))
            value = min(value, found.value)
            if found.plies + 1 > longest.plies:
                longest = _Found(found.value, found.plies + 1, _Play(move, found.line))
        return longest._replace(value=value)

    def _in_time(self, position: Position, found: _Found) -> _Found:
        """A win against a lone king in more moves than the rules allow (Art. 18) is none; a quicker one elsewhere may be missed by this."""
        material = limited(position) if found.wins else None
        if material is None or material[1] is not self._attacker:
            return found
        plies = 2 * LIMITS[position.rules.name][material[0]].moves - (position.side is self._attacker)
        return found if found.plies <= plies else _Found(_Value.OPEN)


def _balance(position: Position, side: Side) -> int:
    """How many men that side is ahead."""
    return _worth(position, side) - _worth(position, side.other)


def _worth(position: Position, side: Side) -> int:
    return position.men(side).bit_count() + KING_WORTH * position.kings(side).bit_count()
