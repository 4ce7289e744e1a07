"""A search for forced wins: whether the side to move (in a problem White) wins against every reply, and whether in one way only.

A win is outright when `rules.play.endings` shows that the other side has lost. A win of material needs a position at rest: neither side
could capture if it were to move, the other side has no king and no man that one quiet move would crown, and the side that began leads by
`ahead` men more than at the start (or than equality, if it was behind). A king counts as `KING_IN_MEN`. Such a win is a judgement, not a
proof, and has a value of its own.

Depth is counted in free choices. A quiet move among several costs the side that began one choice, and the other side two, because a
combination seldom leaves it a choice. A capture and an only move cost nothing, so that forced play is followed to its end. A quiet move of
a king costs one choice even if it is the only move; otherwise kings could move to and fro for ever.
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
from rules.study.solution import Alternative, Proof, Solution

DEFAULT_NODES = 200_000
"""The default budget in positions: about five seconds on a desktop."""
DEFAULT_BEYOND = 4
"""Free choices beyond the win in which other wins are looked for. People seldom find deeper ones; this takes ten times the nodes."""
MAX_DEPTH = 60
"""Free choices: more than any budget reaches with many pieces, and within Python's limit on nested calls."""
DEFAULT_AHEAD = 3
"""Men. A lead of two is often not a win on an open board."""
KING_IN_MEN = 3
"""The value of a king in men, at the low end of what players give it."""
MAX_TABLE_POSITIONS = 200_000
"""The size of the table in positions, below 100 MB. A full table is emptied."""


class _Value(IntEnum):
    """The value of a position for the side that began."""

    NO = 0
    OPEN = 1
    """No win within the depth; a deeper search may find one."""
    MATERIAL = 2
    OUTRIGHT = 3


class _Play(NamedTuple):
    """A move and the line after it."""

    move: Move
    then: "_Play | None"


class _Found(NamedTuple):
    """The value of a position."""

    value: _Value
    plies: int = 0
    """The length of a win in plies."""
    line: _Play | None = None
    """The line of a win, or the move of a defence that prevents one."""

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


def solve(
    position: Position, nodes: int = DEFAULT_NODES, ahead: int | None = DEFAULT_AHEAD, depth: int = MAX_DEPTH, beyond: int = DEFAULT_BEYOND
) -> Solution:
    """Search for a forced win of the side to move, deepening step by step within `nodes` positions and `depth` free choices.

    Other ways to win are looked for up to `beyond` free choices deeper than the win, at most MAX_DEPTH. With `ahead` None only outright
    wins count. ValueError unless `nodes` and `ahead` are at least 1, `depth` is 1 to MAX_DEPTH, and `beyond` is at least 0.
    """
    if nodes < 1 or (ahead is not None and ahead < 1) or not 1 <= depth <= MAX_DEPTH or beyond < 0:
        limits = f"{nodes}, {ahead}, {depth} and {beyond}"
        raise ValueError(f"nodes and ahead must be 1 or more, depth 1 to {MAX_DEPTH} and beyond 0 or more; they are {limits}")
    budget = _Budget(nodes)
    search = _Search(position, ahead, budget)
    reached = 0
    try:
        for reached in range(1, depth + 1):
            found = search.value(position, reached)
            if found.value is not _Value.OPEN:
                break
    except _Spent:
        return Solution(Proof.UNKNOWN, (), (), (), depth=reached - 1, alternatives_depth=None, nodes=budget.used, budget=nodes, spent=True)
    if not found.wins:
        verdict = Proof.NO_WIN if found.value is _Value.NO else Proof.NO_WIN_WITHIN
        return Solution(verdict, (), (), (), depth=reached, alternatives_depth=None, nodes=budget.used, budget=nodes, spent=False)
    found, spent = _outright_if_possible(position, found, reached, budget)
    line = _moves(found.line)
    furthest = min(reached + beyond, MAX_DEPTH)
    alternatives, undecided = _other_ways(search, position, line, range(reached, furthest + 1))
    verdict = Proof.WINS_OUTRIGHT if found.value is _Value.OUTRIGHT else Proof.WINS_MATERIAL
    return Solution(
        verdict,
        line,
        alternatives,
        undecided,
        depth=reached,
        alternatives_depth=furthest,
        nodes=budget.used,
        budget=nodes,
        spent=spent or bool(undecided),
    )


def _outright_if_possible(position: Position, found: _Found, depth: int, budget: _Budget) -> tuple[_Found, bool]:
    """Return an outright win within the same depth if there is one, else `found`; and whether the budget stopped this search."""
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
    """Return the other winning moves along the line, and the moves that the budget did not suffice for, both by ply."""
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
    """A search for the side that begins, with a table of the values found and the depths of their searches."""

    def __init__(self, start: Position, ahead: int | None, budget: _Budget) -> None:
        self._attacker = start.side
        self._enough = None if ahead is None else max(0, _balance(start, start.side)) + ahead
        self._budget = budget
        self._table: dict[Position, tuple[int, _Found]] = {}

    def value(self, position: Position, depth: int) -> _Found:
        """The value of the position with `depth` free choices left; _Spent if the budget is used up."""
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
        if len(self._table) >= MAX_TABLE_POSITIONS:
            self._table.clear()
        self._table[position] = depth, found
        return found

    def winning(self, following: dict[Move, Position], depths: range) -> dict[Move, bool]:
        """Whether each move, with the position after it, wins within the last of `depths`.

        Every move is searched to one depth before the next depth. Moves that the budget does not suffice for are left out.
        """
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
        """The value of a position in which the play ends; None where it goes on."""
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
        # Moves that leave few replies win most often.
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
        """`found`, unless it wins against a lone king in more moves than the rules allow (Art. 18). A quicker win may be missed by this."""
        material = limited(position) if found.wins else None
        if material is None or material[1] is not self._attacker:
            return found
        plies = 2 * LIMITS[position.rules.name][material[0]].moves - (position.side is self._attacker)
        return found if found.plies <= plies else _Found(_Value.OPEN)


def _balance(position: Position, side: Side) -> int:
    """The lead of that side in men."""
    return _worth(position, side) - _worth(position, side.other)


def _worth(position: Position, side: Side) -> int:
    return position.men(side).bit_count() + KING_IN_MEN * position.kings(side).bit_count()
