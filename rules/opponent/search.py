"""A search for the best move: iterative deepening, alpha-beta with a null window after the first move, a table of the positions seen, and
captures followed to their end before a position is valued.

    search = Search(ruleset("frisian"))
    found = search.best(position, Until(seconds=0.1))
    found.move, found.value, found.depth

A value is in hundredths of a man, for the side to move. One beyond `SURE` is a win or a loss that was searched to its end.

D. E. Knuth and R. W. Moore, An analysis of alpha-beta pruning (1975); T. A. Marsland, A review of game-tree pruning (1986); M. Buro,
ProbCut (1995).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from rules.board.position import Position
from rules.board.ruleset import RuleSet
from rules.board.squares import Side
from rules.opponent.patterns import learned_blocks
from rules.opponent.weights import values_of
from rules.play.endings import Cause, is_named
from rules.play.moves import Move, legal_moves
from rules.play.required import Mover, mover, quiet, required

WIN = 100_000
"""The value of a position in which the other side has lost; each ply before it takes one off."""
SURE = WIN - 1_000
"""The least value of a win that was searched to its end."""
MAX_DEPTH = 60
MAX_PLIES = 120
"""The longest line in plies, within Python's limit on nested calls."""
MAX_TABLE_POSITIONS = 200_000
"""The size of the table, below 100 MB. A full table is emptied."""
CLOCK_EVERY = 64
"""Positions between two looks at the clock."""
WINDOW = 20
"""Half of the first window around the value of the depth before."""
PROBED_FROM_DEPTH = 3
"""The least depth in plies at which a shallow search may stand for the deep one."""
PROBE_MARGIN = 10
"""For each ply of depth: a shallow search that exceeds the bound by so much stands for the deep one."""
REDUCED_FROM_DEPTH = 3
REDUCED_FROM_MOVE = 3
"""At that depth in plies and more, the quiet moves from this number on (the first is 0) are searched one ply less deep."""
GOOD_MOST = 1 << 14
"""The most that a quiet move counts for its order, by how often it refuted the move before it."""

Last = tuple[int, int]
"""The bit of the king that made the last quiet move, and the number of its quiet moves in a row (Art. 17)."""
NO_KING: Last = (0, 0)
Step = tuple[int, int, int]
"""The bits of the origin and the target, and the mask of the captured pieces."""
Key = tuple[int, int, int, int, int, Last, Last]
"""The side to move (0 for White), its men and kings, the other side's, and the counts of Art. 17 of both."""
Kept = tuple[int, int, int, Step | None]
"""What the table has of a position: the depth searched, the kind of bound, the value with wins counted from here, the best move."""
EXACT, AT_LEAST, AT_MOST = 0, 1, 2
"""The kinds of bound."""


class _Stopped(Exception):
    """The time or the positions are used up."""


@dataclass(frozen=True, slots=True)
class Until:
    """The end of a search: the first of these that is reached. The first ply is searched in any case."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int = MAX_DEPTH


@dataclass(frozen=True, slots=True)
class Found:
    """The outcome of a search."""

    move: Move
    value: int
    depth: int
    """The plies that were searched wholly."""
    nodes: int


class Search:
    """A search under one rule set, for the moves of one game: the table serves the next move too. `clock` returns seconds."""

    def __init__(self, rules: RuleSet, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._values = values_of(rules)
        self._movers: tuple[Mover, Mover] = (mover(rules, Side.WHITE), mover(rules, Side.BLACK))
        self._patterns = learned_blocks(rules)
        self._single_kings_draw = is_named(Cause.ONE_EACH, rules)
        self._single_pieces_draw = is_named(Cause.ONE_PIECE_EACH, rules)
        self._king_moves = rules.quiet_king_moves
        self._table: dict[Key, Kept] = {}
        self._good: tuple[dict[tuple[int, int], int], dict[tuple[int, int], int]] = ({}, {})
        self._killers: list[Step | None] = [None] * (MAX_PLIES + 1)
        self._path: set[Key] = set()
        self._nodes = 0
        self._until = Until()
        self._ends = 0.0
        self._may_stop = False

    def best(self, position: Position, until: Until, earlier: Iterable[Position] = ()) -> Found:
        """The best move. A return to one of the `earlier` positions of the game counts as a draw.

        ValueError: the side to move has no legal move.
        """
        moves = self._legal(position)
        if not moves:
            raise ValueError("a position without a legal move has no best one")
        self._begin(until, earlier)
        key, score = self._key(position), self._score(position)
        self._path.add(key)
        steps = list(moves)
        self._choice, value, reached = steps[0], 0, 0
        try:
            for depth in range(1, 2 if len(steps) == 1 else until.depth + 1):
                self._may_stop = depth > 1
                value = self._deepen(key, score, steps, value, depth)
                reached = depth
                steps.sort(key=self._choice.__ne__)
                if abs(value) >= SURE:
                    break
        except _Stopped:
            pass  # the choice so far is from a depth searched wholly, or better than that
        return Found(moves[self._choice], value, reached, self._nodes)

    def valued(self, position: Position, depth: int, earlier: Iterable[Position] = ()) -> list[tuple[Move, int]]:
        """Each legal move with its value at that depth, the best first."""
        moves = self._legal(position)
        self._begin(Until(), earlier)
        key, score = self._key(position), self._score(position)
        self._path.add(key)
        found = [(move, -self._child(key, score, step, depth - 1, -WIN, WIN, 1)) for step, move in moves.items()]
        return sorted(found, key=lambda pair: -pair[1])

    def standing(self, position: Position) -> int:
        """The value of a position by its pieces and the squares on which they stand, without a search."""
        return self._standing(self._key(position), self._score(position))

    def masks(self, position: Position) -> tuple[int, int, int, int, int]:
        """The side to move (0 for White), the masks of its men and kings and of the other side's, in the bits of `rules.board.padded`."""
        return self._key(position)[:5]

    def _begin(self, until: Until, earlier: Iterable[Position]) -> None:
        self._until, self._nodes, self._may_stop = until, 0, False
        self._ends = self._clock() + until.seconds if until.seconds is not None else 0.0
        self._path = {self._key(position) for position in earlier}
        self._killers = [None] * (MAX_PLIES + 1)
        if len(self._table) > MAX_TABLE_POSITIONS:
            self._table.clear()

    def _deepen(self, key: Key, score: int, steps: list[Step], before: int, depth: int) -> int:
        """The value at that depth, first within a window around the one of the depth before."""
        low, high = (before - WINDOW, before + WINDOW) if depth > 3 else (-WIN, WIN)
        while True:
            best, choice = -WIN, steps[0]
            alpha = low
            for number, step in enumerate(steps):
                if number:
                    value = -self._child(key, score, step, depth - 1, -alpha - 1, -alpha, 1)
                if not number or alpha < value < high:
                    value = -self._child(key, score, step, depth - 1, -high, -alpha, 1)
                if value > best:
                    best, choice = value, step
                    if low < value < high:
                        self._choice = choice
                alpha = max(alpha, value)
                if alpha >= high:
                    break
            if best <= low and low > -WIN:
                low = -WIN
            elif best >= high and high < WIN:
                high = WIN
            else:
                self._choice = choice
                return best

    def _child(self, key: Key, score: int, step: Step, depth: int, alpha: int, beta: int, plies: int) -> int:
        """The value of the position after a move, for the side that is then to move."""
        side, men, kings, their_men, their_kings, last, their_last = key
        origin, target, taken = step
        values, king_values = self._values.men[side], self._values.kings
        now = NO_KING
        if origin & kings:
            score += king_values[target] - king_values[origin]
            kings = kings & ~origin | target
            if men and not taken and self._king_moves is not None:
                now = target, min(last[1] + 1 if last[0] == origin else 1, self._king_moves)
        elif target & self._movers[side].men.promotion:
            score += king_values[target] - values[origin]
            men, kings = men ^ origin, kings | target
        else:
            score += values[target] - values[origin]
            men = men & ~origin | target
        if taken:
            others = self._values.men[1 - side]
            left = taken
            while left:
                bit = left & -left
                left ^= bit
                score += others[bit] if bit & their_men else king_values[bit]
            their_men &= ~taken
            their_kings &= ~taken
            if their_last[0] & taken or not their_men:
                their_last = NO_KING
        return self._value((1 - side, their_men, their_kings, men, kings, their_last, now), -score, depth, alpha, beta, plies)

    def _value(self, key: Key, score: int, depth: int, alpha: int, beta: int, plies: int) -> int:
        """The value of a position for the side to move, exact between `alpha` and `beta`, elsewhere a bound.

        `score` is the worth of its pieces less the other side's.
        """
        self._nodes += 1
        if not self._nodes % CLOCK_EVERY:
            self._look()
        side, men, kings, their_men, their_kings, _, _ = key
        if not men | kings:
            return plies - WIN
        if self._single_pieces_draw and (men | kings).bit_count() == 1 == (their_men | their_kings).bit_count():
            return 0
        captures = required(self._movers[side], men, kings, their_men, their_kings)
        if plies >= MAX_PLIES:
            depth = 0  # only moves do not count, so that a line can be longer than the depth
        if not captures:
            if kings and their_kings and self._is_draw(key):
                return 0
            if depth <= 0:
                if not self._is_threatened(key) or plies >= MAX_PLIES:
                    return self._standing(key, score) if self._can_move(key) else plies - WIN
                depth = 1
        if depth <= 0:
            return self._exchanged(key, score, captures, alpha, beta, plies)
        kept = self._table.get(key)
        value = None if kept is None else _known(kept, depth, alpha, beta, plies)
        if value is not None:
            return value
        steps = captures or self._quiet(key)
        if not steps:
            return plies - WIN
        if not captures and depth >= PROBED_FROM_DEPTH and beta == alpha + 1 and -SURE < beta < SURE:
            probe = beta + PROBE_MARGIN * depth
            value = self._value(key, score, depth * 2 // 5, probe - 1, probe, plies)
            if value >= probe:
                return value - PROBE_MARGIN * depth
        if len(steps) > 1:
            self._order(steps, side, kept and kept[3], plies, their_kings)
        best, choice = self._searched(key, score, steps, depth, alpha, beta, plies)
        if kept is None or depth >= kept[0] or alpha < best < beta:
            bound = AT_LEAST if best >= beta else EXACT if best > alpha else AT_MOST
            self._table[key] = depth, bound, best + plies if best > SURE else best - plies if best < -SURE else best, choice
        return best

    def _searched(self, key: Key, score: int, steps: list[Step], depth: int, alpha: int, beta: int, plies: int) -> tuple[int, Step]:
        """The value of a position by its moves in this order, and the best of them."""
        is_quiet, is_reversible = not steps[0][2], bool(key[2] and key[4])
        onward = depth if len(steps) == 1 else depth - 1
        if is_reversible:
            self._path.add(key)
        best, choice = -WIN, steps[0]
        try:
            for number, step in enumerate(steps):
                wider = True
                if number:
                    less = is_quiet and depth >= REDUCED_FROM_DEPTH and number >= REDUCED_FROM_MOVE
                    value = -self._child(key, score, step, onward - less, -alpha - 1, -alpha, plies + 1)
                    wider = value > alpha and (less or value < beta)
                if wider:
                    value = -self._child(key, score, step, onward, -beta, -alpha, plies + 1)
                if value > best:
                    best, choice = value, step
                    alpha = max(alpha, value)
                    if alpha >= beta:
                        if is_quiet:
                            self._reward(steps, number, key[0], plies)
                        break
        finally:
            if is_reversible:
                self._path.discard(key)
        return best, choice

    def _is_draw(self, key: Key) -> bool:
        """Whether a position without captures, in which both sides have kings, is a draw: it stood before, or each side has one king."""
        _, men, kings, their_men, their_kings, _, _ = key
        return key in self._path or (self._single_kings_draw and not men | their_men | kings & kings - 1 | their_kings & their_kings - 1)

    def _quiet(self, key: Key) -> list[Step]:
        side, men, kings, their_men, their_kings, last, _ = key
        most = self._king_moves
        banned = last[0] if most is not None and men and last[1] >= most else 0
        return quiet(self._movers[side], men, kings, their_men | their_kings, banned)

    def _is_threatened(self, key: Key) -> bool:
        """Whether a man of the other side could capture now."""
        side, men, kings, their_men, their_kings, _, _ = key
        others = self._movers[1 - side]
        return bool(others.men.able(their_men, men | kings, others.layout.full ^ men ^ kings ^ their_men ^ their_kings))

    def _can_move(self, key: Key) -> bool:
        """Whether a side that cannot capture has a move."""
        side, men, kings, their_men, their_kings, _, _ = key
        of = self._movers[side]
        left_a, right_a, left_b, right_b = of.men.forward
        empty = of.layout.full ^ men ^ kings ^ their_men ^ their_kings
        return bool((men << left_a >> right_a | men << left_b >> right_b) & empty) or bool(self._quiet(key))

    def _standing(self, key: Key, score: int) -> int:
        side, men, kings, their_men, their_kings, _, _ = key
        of, others = self._movers[side].men.forward, self._movers[1 - side].men.forward
        empty = self._movers[0].layout.full ^ men ^ kings ^ their_men ^ their_kings
        own = (men << of[0] >> of[1] & empty).bit_count() + (men << of[2] >> of[3] & empty).bit_count()
        theirs = (their_men << others[0] >> others[1] & empty).bit_count() + (their_men << others[2] >> others[3] & empty).bit_count()
        white, black = (men, their_men) if side == 0 else (their_men, men)
        shape = 0
        for shift, window, digits, weights in self._patterns:
            shape += weights[digits[white >> shift & window] + 2 * digits[black >> shift & window]]
        return score + self._values.mobile * (own - theirs) + self._values.to_move + (shape if side == 0 else -shape)

    def _exchanged(self, key: Key, score: int, captures: list[Step], alpha: int, beta: int, plies: int) -> int:
        """The value of a position after the captures in it."""
        best = -WIN
        for step in captures:
            best = max(best, -self._child(key, score, step, 0, -beta, -alpha, plies + 1))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    def _order(self, steps: list[Step], side: int, first: Step | None, plies: int, their_kings: int) -> None:
        """Sort the moves, likely the best first."""
        if steps[0][2]:
            steps.sort(key=lambda step: (step != first, -(step[2] & their_kings).bit_count()))
            return
        good, killer = self._good[side].get, self._killers[plies]

        def late(step: Step) -> int:
            if step == first:
                return -GOOD_MOST * 2
            return -GOOD_MOST - 1 if step == killer else -good(step[:2], 0)

        steps.sort(key=late)

    def _reward(self, steps: list[Step], number: int, side: int, plies: int) -> None:
        """A quiet move refuted the one before: it comes earlier from now on, and those that were tried in vain later."""
        good = self._good[side]
        self._killers[plies] = steps[number]
        for step in steps[:number]:
            pair = step[:2]
            good[pair] = good.get(pair, 0) * 31 // 32
        pair = steps[number][:2]
        value = good.get(pair, 0)
        good[pair] = value + (GOOD_MOST - value >> 5)

    def _look(self) -> None:
        until = self._until
        if not self._may_stop:
            return
        if until.nodes is not None and self._nodes >= until.nodes:
            raise _Stopped
        if until.seconds is not None and self._clock() >= self._ends:
            raise _Stopped

    def _legal(self, position: Position) -> dict[Step, Move]:
        bits = self._movers[0].layout.bits
        return {
            (bits[move.origin - 1], bits[move.target - 1], sum(bits[square - 1] for square in move.captured)): move
            for move in legal_moves(position)
        }

    def _key(self, position: Position) -> Key:
        side, other, layout = position.side, position.side.other, self._movers[0].layout

        def last(of: Side) -> Last:
            moved = position.king_moves(of)
            return (layout.bits[moved.square - 1], moved.count) if moved.square else NO_KING

        own = layout.spread(position.men(side)), layout.spread(position.kings(side))
        theirs = layout.spread(position.men(other)), layout.spread(position.kings(other))
        return 0 if side is Side.WHITE else 1, *own, *theirs, last(side), last(other)

    def _score(self, position: Position) -> int:
        """The worth of the pieces of the side to move less the other side's."""
        side, men, kings, their_men, their_kings, _, _ = self._key(position)

        def total(mask: int, values: dict[int, int]) -> int:
            return sum(value for bit, value in values.items() if bit & mask)

        own = total(men, self._values.men[side]) + total(kings, self._values.kings)
        return own - total(their_men, self._values.men[1 - side]) - total(their_kings, self._values.kings)


def _known(kept: Kept, depth: int, alpha: int, beta: int, plies: int) -> int | None:
    """The value that the table has for a position, where it suffices."""
    searched, bound, value, _ = kept
    if searched < depth:
        return None
    if abs(value) > SURE:
        value += -plies if value > 0 else plies
    suffices = bound == EXACT or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha)
    return value if suffices else None
