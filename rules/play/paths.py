"""The paths of a move. Moves that differ only in their path are one move (Art. 13, 14)."""

from collections.abc import Iterator
from itertools import islice

from rules.board.position import Position
from rules.play.captures import CaptureState, Jumps
from rules.play.moves import Move


def paths(position: Position, move: Move, most: int | None = None) -> Iterator[tuple[int, ...]]:
    """The paths of a move from this position, each as the squares visited from origin to target; at most `most` of them.

    Each path comes once, and the order is always the same. A move that no piece can make has none.
    """
    return islice(_paths(position, move), most)


def _paths(position: Position, move: Move) -> Iterator[tuple[int, ...]]:
    if not move.captured:
        yield move.origin, move.target
        return
    start, end = (1 << move.origin - 1, 0), (1 << move.target - 1, sum(1 << square - 1 for square in move.captured))
    onward = _leading_to(end, _jumps(position, start, end[1]))
    trail, waiting = [start], [iter(onward.get(start, ()))]
    while waiting:
        state = next(waiting[-1], None)
        if state is None:
            waiting.pop()
            trail.pop()
        elif state == end:
            yield tuple(bit.bit_length() for bit, _ in (*trail, end))
        else:
            trail.append(state)
            waiting.append(iter(onward[state]))


def _jumps(position: Position, start: CaptureState, victims: int) -> dict[CaptureState, list[CaptureState]]:
    """The states that can be reached by capturing only these pieces, each with the states after one more jump."""
    jumps_of = Jumps(position, start[0].bit_length())
    known: dict[CaptureState, list[CaptureState]] = {}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state not in known:
            known[state] = [further for further in jumps_of.onward(*state) if not further[1] & ~victims]
            waiting += known[state]
    return known


def _leading_to(end: CaptureState, onward: dict[CaptureState, list[CaptureState]]) -> dict[CaptureState, list[CaptureState]]:
    """`onward` without the states that do not lead to `end`."""
    leads = {end}
    # Each jump captures one more piece, so states with more captured pieces come first.
    for state in sorted(onward, key=lambda state: -state[1].bit_count()):
        if not leads.isdisjoint(onward[state]):
            leads.add(state)
    return {state: [one for one in further if one in leads] for state, further in onward.items() if state in leads}
