"""What each event of the clock makes of it."""

from clock.clock import ClockError, ClockState, add_times, advance, hand_back, set_times, start, stop
from record.arbiter import ArbitrationError
from record.events import ClockStarted, ClockStopped, FlagFell, TimesSet, TurnHandedBack

OnClock = ClockStarted | ClockStopped | TimesSet | FlagFell | TurnHandedBack


def after_event(clock: ClockState, event: OnClock) -> ClockState:
    """What the clock shows then, which never goes back in time; ArbitrationError for times that cannot be set."""
    t_ns = max(event.t_ns, clock.since_t_ns)
    match event:
        case ClockStarted():
            return start(clock, t_ns, event.side)
        case ClockStopped():
            return stop(clock, t_ns)
        case TimesSet():
            try:
                if event.added_ns:
                    return add_times(clock, t_ns, *event.added_ns)
                return set_times(clock, t_ns, event.white_ns, event.black_ns, event.moves)
            except ClockError as error:
                raise ArbitrationError(str(error)) from error
        case FlagFell():
            return advance(clock, t_ns)
        case TurnHandedBack():
            return hand_back(clock, t_ns)
