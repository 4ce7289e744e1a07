"""All captures that a piece can make, whichever of them the majority rule demands.

The search goes through states: a square and the set of pieces captured so far. Paths that meet in one state continue alike, so each state
is looked at once however many paths lead to it (Art. 13, 14: captured pieces stay on the board and block).
"""

from collections.abc import Iterator, Sequence

from rules.board.lines import Ray, around, jumps, promotion_mask, rays
from rules.board.position import Position, squares_of
from rules.play.required import mover

CaptureState = tuple[int, int]
"""The bit of the square reached, and the mask of the captured pieces."""
Pairs = list[tuple[int, int]]
"""Jumps: the bits of the piece jumped over and of the landing square."""


class Jumps:
    """The jumps of one piece, from state to state.

    Captured pieces stay until the end (Art. 14), so the jumps from a square are the same throughout a capture and are found once.
    """

    __slots__ = ("_king", "_known", "_origin", "_position", "_stops")

    def __init__(self, position: Position, square: int) -> None:
        rules = position.rules
        self._position = position
        self._origin = 1 << square - 1
        self._king = bool(position.kings(position.side) & self._origin)
        ends_there = rules.crowning_ends_capture and not self._king
        self._stops = promotion_mask(rules.board_size, position.side) if ends_there else 0
        self._known: dict[int, Pairs] = {}

    def first(self) -> list[CaptureState]:
        """The states after one jump."""
        square = self._origin.bit_length()
        reach = around(self._position.rules.board_size, self._position.rules.straight_captures)[square - 1]
        if not self._king and not self._position.pieces(self._position.side.other) & reach:
            return []  # true of most men in most positions
        return [(landing, victim) for victim, landing in _pairs(self._position, self._king, self._origin, square - 1, True)]

    def onward(self, bit: int, captured: int) -> list[CaptureState]:
        """The states after one more jump over a piece not captured yet (Art. 13). Empty where a man is crowned and its turn ends."""
        if not captured:
            return self.first()
        if bit & self._stops:
            return []
        pairs = self._known.get(bit)
        if pairs is None:
            pairs = self._known[bit] = _pairs(self._position, self._king, self._origin, bit.bit_length() - 1, False)
        return [(landing, captured | victim) for victim, landing in pairs if not victim & captured]

    def over(self, bit: int, landing: int, first: bool) -> int:
        """The bit of the piece between the two squares, captured before or not; 0 if the piece cannot make that jump."""
        pairs = _pairs(self._position, self._king, self._origin, bit.bit_length() - 1, first)
        return next((victim for victim, reached in pairs if reached == landing), 0)


def has_capture(position: Position) -> bool:
    """Whether the side to move can capture."""
    of, side, others = mover(position.rules, position.side), position.side, position.pieces(position.side.other)
    spread = of.layout.spread
    if of.men.able(spread(position.men(side)), spread(others), spread(~position.occupied)):
        return True
    return any(Jumps(position, square).first() for square in squares_of(position.kings(side)))


def captures_from(position: Position, square: int) -> Iterator[tuple[CaptureState, bool]]:
    """All states of captures by the piece on that square, each with whether the capture must end there."""
    jumps_of = Jumps(position, square)
    waiting = jumps_of.first()
    seen = set(waiting)
    while waiting:
        state = waiting.pop()
        following = jumps_of.onward(*state)
        yield state, not following
        for one in following:
            if one not in seen:
                seen.add(one)
                waiting.append(one)


def path_to(position: Position, square: int, end: CaptureState) -> tuple[int, ...]:
    """A path of the piece on that square to a state, as the squares visited. Of several paths it is always the same one."""
    jumps_of = Jumps(position, square)
    trail: dict[CaptureState, CaptureState] = {}
    waiting = jumps_of.first()
    while waiting and end not in waiting:
        following = []
        for state in waiting:
            for onward in jumps_of.onward(*state):
                if onward not in trail and not onward[1] & ~end[1]:
                    trail[onward] = state
                    following.append(onward)
        waiting = following
    path = [end[0].bit_length()]
    while end in trail:
        end = trail[end]
        path.append(end[0].bit_length())
    return (square, *reversed(path))


def visits(position: Position, square: int, end: CaptureState, via: Sequence[int]) -> bool:
    """Whether a path of the piece on that square to a state lands on the squares `via` in that order."""
    jumps_of = Jumps(position, square)
    waiting = [(1 << square - 1, 0, 0)]
    seen = set(waiting)
    while waiting:
        bit, captured, passed = waiting.pop()
        if (bit, captured) == end and passed == len(via):
            return True
        for landing, taken in jumps_of.onward(bit, captured):
            further = passed + (passed < len(via) and landing.bit_length() == via[passed])
            if not taken & ~end[1] and (landing, taken, further) not in seen:
                seen.add((landing, taken, further))
                waiting.append((landing, taken, further))
    return False


def _pairs(position: Position, king: bool, origin: int, index: int, first: bool) -> Pairs:
    """The jumps from the square with that index over any opposing piece; the first square of the capture counts as empty."""
    rules, side = position.rules, position.side
    occupied, targets = position.occupied & ~origin, position.pieces(side.other)
    if king and rules.flying_kings:
        return _flights(rays(rules.board_size, rules.straight_captures)[index], occupied, targets)
    backward = king or (rules.men_capture_backward if first else rules.men_capture_backward_later)
    table = jumps(rules.board_size, rules.straight_captures, side, backward)
    return [(victim, landing) for victim, landing in table[index] if victim & targets and not landing & occupied]


def _flights(directions: Sequence[Ray], occupied: int, targets: int) -> Pairs:
    found: Pairs = []
    for ray in directions:
        victim = ray.nearest(occupied)
        if victim & targets:
            found += [(victim, 1 << square - 1) for square in squares_of(ray.open_beyond(victim, occupied))]
    return found
