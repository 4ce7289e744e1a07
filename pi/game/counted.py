"""Which presses count at a live board, and what the clock shows after them."""

from clock import clock
from clock.clock import ClockState
from record.session.state import State
from rules.board.squares import Side


def starts_the_clock(state: State, shows: ClockState) -> bool:
    """Whether a press now is one before the game: as at any clock, the side that is not to move starts the other's by it."""
    return shows.running is None and shows.stopped is None and shows.flagged is None and not state.presses


def after_press(state: State, shows: ClockState, t_ns: int, side: Side) -> ClockState | None:
    """The clock after a press by `side`; None where it does not count. One that is heard of late, after a word of the arbiter's, costs its
    side the time until then."""
    press = clock.press_again if _puts_right(state, shows, side) else clock.press
    flipped, counts = press(shows, max(t_ns, shows.since_t_ns), str(side))
    return flipped if counts else None


def _puts_right(state: State, shows: ClockState, side: Side) -> bool:
    """Whether a press by a side whose clock stands is the correction of its own fault, which is pending; not before that is known.

    After a press that was not read it is none: a button pressed twice by mistake is more often what happened, and the next picture tells.
    """
    if shows.running != side.other or state.unruled or not state.line.open:
        return False
    last = state.line.open[-1]
    return last.side == side and last.irregular and last.verdict != "unsure"
