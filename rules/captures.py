"""Captures: every way on from every square, without asking which of them the majority rule demands.

A capture is found as the states that it passes through, a square and the set of pieces captured so far. Paths that meet in the same
state go on alike, so each state is looked at once, however many paths lead there (Art. 13, 14: captured pieces stay and block).
"""

from collections.abc import Iterator, Sequence

from rules.lines import jumps, promotion_mask, rays
from rules.position import Position, squares_of

State = tuple[int, int]
"""The bit of the square reached, and the mask of the pieces captured."""


def has_capture(position: Position) -> bool:
    """Whether the side to move can capture anything."""
    return any(_starts(position, square) for square in squares_of(position.pieces(position.side)))


def captures_from(position: Position, square: int) -> Iterator[tuple[State, bool]]:
    """The states of all captures by the piece on that square, and whether the capture must end there."""
    origin = 1 << square - 1
    king = bool(position.kings(position.side) & origin)
    crowned = promotion_mask(position.rules.board_size, position.side) if position.rules.crowning_ends_capture and not king else 0
    waiting = _starts(position, square)
    seen = set(waiting)
    while waiting:
        state = waiting.pop()
        bit, captured = state
        onward = [] if bit & crowned else _onward(position, king, origin, bit, captured)
        yield state, not onward
        for following in onward:
            if following not in seen:
                seen.add(following)
                waiting.append(following)


def path_to(position: Position, square: int, end: State) -> tuple[int, ...]:
    """One path, as the squares visited, that the piece on that square takes to a state; the first of the shortest jumps."""
    origin = 1 << square - 1
    king = bool(position.kings(position.side) & origin)
    trail: dict[State, State] = {}
    waiting = _starts(position, square)
    while waiting and end not in waiting:
        following = []
        for state in waiting:
            for onward in _onward(position, king, origin, *state):
                if onward not in trail and not onward[1] & ~end[1]:
                    trail[onward] = state
                    following.append(onward)
        waiting = following
    path = [end[0].bit_length()]
    while end in trail:
        end = trail[end]
        path.append(end[0].bit_length())
    return (square, *reversed(path))


def visits(position: Position, square: int, end: State, via: Sequence[int]) -> bool:
    """Whether some path of the piece on that square to a state lands on the squares `via` on its way, in that order."""
    king = bool(position.kings(position.side) >> square - 1 & 1)
    origin = 1 << square - 1
    waiting = [(origin, 0, 0)]
    seen = set(waiting)
    while waiting:
        bit, captured, passed = waiting.pop()
        if (bit, captured) == end and passed == len(via):
            return True
        for landing, taken in _onward(position, king, origin, bit, captured):
            further = passed + (passed < len(via) and landing == 1 << via[passed] - 1)
            if not taken & ~end[1] and (landing, taken, further) not in seen:
                seen.add((landing, taken, further))
                waiting.append((landing, taken, further))
    return False


def _starts(position: Position, square: int) -> list[State]:
    origin = 1 << square - 1
    return _onward(position, bool(position.kings(position.side) & origin), origin, origin, 0)


def _onward(position: Position, king: bool, origin: int, bit: int, captured: int) -> list[State]:
    """The states one jump further; the square that the capture began on counts as empty."""
    rules, side = position.rules, position.side
    occupied = position.occupied & ~origin
    targets = position.pieces(side.other) & ~captured
    index = bit.bit_length() - 1
    if king and rules.flying_kings:
        return _flights(rules.board_size, rules.straight_captures, occupied, targets, index, captured)
    backward = king or (rules.men_capture_backward_later if captured else rules.men_capture_backward)
    return [
        (landing, captured | victim)
        for victim, landing in jumps(rules.board_size, rules.straight_captures, side, backward)[index]
        if victim & targets and not landing & occupied
    ]


def _flights(size: int, straight: bool, occupied: int, targets: int, index: int, captured: int) -> list[State]:
    found: list[State] = []
    for ray in rays(size, straight)[index]:
        victim = ray.nearest(occupied)
        if victim & targets:
            landings = ray.open_beyond(victim, occupied)
            taken = captured | victim
            while landings:
                low = landings & -landings
                found.append((low, taken))
                landings ^= low
    return found
