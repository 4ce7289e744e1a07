"""The two-sided clock as a pure state machine: a frozen state, and functions from one state and a time to the next.

Times are whole nanoseconds since the session began and are passed in. They may step back by `CROSSED_NS` at most, which counts as no
time having passed: the edges of two buttons can reach the loop crossed. A larger step back is a ClockError, for a clock that stood still
without a word would give a player time. Sides are "white" and "black".
"""

from dataclasses import dataclass, replace

from clock.control import TimeControl

CROSSED_NS = 100_000_000
"""Two edges are never further crossed than this: the loop takes an edge from its queue within a few milliseconds."""


class ClockError(ValueError):
    """A time before the clock's last change, or a side that is neither white nor black."""


@dataclass(frozen=True, slots=True)
class ClockState:
    """What the clock shows: the time left at the last change, whose clock runs since then, and whose flag fell.

    Without a clock in the time control no time is counted; `running` then only says whose turn it is.
    """

    control: TimeControl
    white_ns: int
    black_ns: int
    running: str | None = None
    since_t_ns: int = 0
    flagged: str | None = None
    """Whose time is used up (regulation C, Art. 4); the clock then stands for good."""
    credited: str | None = None
    """Who was given an increment by the last press, to be taken off again when the turn goes back."""
    ignored: int = 0
    """How many presses did not count."""


def new_clock(control: TimeControl) -> ClockState:
    """The clock before the game: both sides have the main time, neither runs."""
    return ClockState(control, control.main_ns or 0, control.main_ns or 0)


def left(state: ClockState, t_ns: int) -> tuple[int, int]:
    """White's and Black's time left at `t_ns`, never below nought."""
    if state.control.main_ns is None or state.running is None:
        return state.white_ns, state.black_ns
    passed = _passed(state, t_ns)
    if state.running == "white":
        return max(0, state.white_ns - passed), state.black_ns
    return state.white_ns, max(0, state.black_ns - passed)


def fall_t_ns(state: ClockState) -> int | None:
    """When the flag of the running side will fall if nobody presses; None when none can fall."""
    if state.control.main_ns is None or state.running is None:
        return None
    return state.since_t_ns + (state.white_ns if state.running == "white" else state.black_ns)


def advance(state: ClockState, t_ns: int) -> ClockState:
    """The state at `t_ns`: the time that passed is taken off, and the flag falls at the instant when none is left."""
    if state.running is None:
        return state
    now = state.since_t_ns + _passed(state, t_ns)
    white_ns, black_ns = left(state, now)
    fall = fall_t_ns(state)
    if fall is not None and now >= fall:
        return replace(state, white_ns=white_ns, black_ns=black_ns, running=None, since_t_ns=fall, flagged=state.running)
    return replace(state, white_ns=white_ns, black_ns=black_ns, since_t_ns=now)


def start(state: ClockState, t_ns: int, side: str) -> ClockState:
    """The clock of `side` runs from `t_ns`, whatever ran or stood before: the arbiter's word. A fallen flag stays fallen."""
    other(side)
    state = advance(state, t_ns)
    if state.flagged:
        return state
    return replace(state, running=side, since_t_ns=max(t_ns, state.since_t_ns), credited=None)


def stop(state: ClockState, t_ns: int) -> ClockState:
    """Neither clock runs; only with the arbiter's permission (regulation C, Art. 3). `start` lets it go on."""
    return replace(advance(state, t_ns), running=None)


def press(state: ClockState, t_ns: int, side: str) -> tuple[ClockState, bool]:
    """`side` presses, and whether it counts: then it gets its increment and the other clock runs.

    Ignored, and counted as such: a press by the side whose clock stands, one before the start or while the clock is stopped, and one
    that comes when the time is used up.
    """
    opponent = other(side)
    state = advance(state, t_ns)
    if state.running != side:
        return replace(state, ignored=state.ignored + 1), False
    return replace(_add(state, side, state.control.increment_ns), running=opponent, credited=side), True


def hand_back(state: ClockState, t_ns: int) -> ClockState:
    """The turn goes back to the side that pressed last; nothing changes while neither clock runs.

    The time both have thought stays used. The increment of that press is taken off again, for it is given for a move, and the side will
    press again for the same one.
    """
    state = advance(state, t_ns)
    if state.running is None:
        return state
    back_to = other(state.running)
    if state.credited == back_to:
        state = _add(state, back_to, -state.control.increment_ns)
    return replace(state, running=back_to, credited=None)


def give_turn(state: ClockState, t_ns: int, side: str) -> ClockState:
    """The arbiter rules that `side` is to move: its clock runs from `t_ns`; nothing changes while neither runs, or while its own does.

    Where it goes back to the side that pressed last, it is handed back.
    """
    if state.running in (None, side):
        return state
    return hand_back(state, t_ns) if state.credited == side else start(state, t_ns, side)


def other(side: str) -> str:
    """The other side; ClockError when it is neither."""
    if side not in ("white", "black"):
        raise ClockError(f"{side!r} is not a side of the clock; white and black are")
    return "black" if side == "white" else "white"


def _passed(state: ClockState, t_ns: int) -> int:
    if t_ns < state.since_t_ns - CROSSED_NS:
        raise ClockError(f"the clock last changed at {state.since_t_ns} ns and is asked for {t_ns} ns: time does not run backwards")
    return max(0, t_ns - state.since_t_ns)


def _add(state: ClockState, side: str, ns: int) -> ClockState:
    if side == "white":
        return replace(state, white_ns=state.white_ns + ns)
    return replace(state, black_ns=state.black_ns + ns)
