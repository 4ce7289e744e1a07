"""The two-sided clock as a pure state machine: a frozen state, and functions from one state and a time to the next.

Times are whole nanoseconds since the session began and are passed in. They may step back by `CROSSED_NS` at most, which counts as no
time having passed: the edges of two buttons can reach the loop crossed. A larger step back is a ClockError, for a clock that stood still
without a word would give a player time. Sides are "white" and "black".
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from clock.control import SECOND_NS, TimeControl

CROSSED_NS = 100_000_000
"""Two edges are never further crossed than this: the loop takes an edge from its queue within a few milliseconds."""

TOGETHER_NS = 50_000_000
"""Nobody sees the other press, moves and presses in less: to a light or a sound alone people react after 150 ms and more."""


class ClockError(ValueError):
    """A time before the clock's last change, times that no clock can show, or a side that is neither white nor black."""


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
    """Whose time is used up (regulation C, Art. 4); the clock then stands until the arbiter sets it anew."""
    credited: str | None = None
    """Who pressed last and was given time for it, to be taken off again when the turn goes back."""
    stopped: str | None = None
    """Whose clock ran when the arbiter stopped it."""
    white_moves: int = 0
    """How many moves of White's the clock counted, and"""
    black_moves: int = 0
    """how many of Black's: a period can end with one."""
    given: tuple[int | None, ...] = ()
    """What each press that counted was given, in their order, as far as it may be taken off again; None once its move is not counted."""
    thought_ns: int = 0
    """How long the side that runs has thought about its move at the last change, and"""
    pressed_thought_ns: int = 0
    """how long the side that pressed last had: what it has left of a delay when the turn goes back."""


def new_clock(control: TimeControl) -> ClockState:
    """The clock before the game: both sides have the main time, neither runs."""
    return ClockState(control, control.first_ns, control.first_ns)


def left(state: ClockState, t_ns: int) -> tuple[int, int]:
    """White's and Black's time left at `t_ns`, never below nought."""
    if state.control.main_ns is None or state.running is None:
        return state.white_ns, state.black_ns
    used = max(0, _passed(state, t_ns) - _delay_left(state))
    if state.running == "white":
        return max(0, state.white_ns - used), state.black_ns
    return state.white_ns, max(0, state.black_ns - used)


def fall_t_ns(state: ClockState) -> int | None:
    """When the flag of the running side will fall if nobody presses; None when none can fall."""
    if state.control.main_ns is None or state.running is None:
        return None
    return state.since_t_ns + _delay_left(state) + (state.white_ns if state.running == "white" else state.black_ns)


def advance(state: ClockState, t_ns: int) -> ClockState:
    """The state at `t_ns`: the time that passed is taken off, and the flag falls at the instant when none is left."""
    if state.running is None:
        return state
    now, fall = state.since_t_ns + _passed(state, t_ns), fall_t_ns(state)
    is_used_up = fall is not None and now >= fall
    now = now if fall is None else min(now, fall)
    white_ns, black_ns = left(state, now)
    thought_ns = state.thought_ns + now - state.since_t_ns
    state = replace(state, white_ns=white_ns, black_ns=black_ns, since_t_ns=now, thought_ns=thought_ns)
    return replace(state, running=None, flagged=state.running) if is_used_up else state


def start(state: ClockState, t_ns: int, side: str) -> ClockState:
    """The clock of `side` runs from `t_ns`, whatever ran or stood before: the arbiter's word, also where a player comes late (C Art. 6).

    Where it ran before it was stopped, the same turn goes on; otherwise a new one begins, and no move is counted or taken back for that.
    A fallen flag stays fallen.
    """
    other(side)
    state = advance(state, t_ns)
    if state.flagged:
        return state
    goes_on = side in (state.running, state.stopped)
    state = replace(state, running=side, since_t_ns=max(t_ns, state.since_t_ns), stopped=None)
    return state if goes_on else replace(state, credited=None, thought_ns=0)


def stop(state: ClockState, t_ns: int) -> ClockState:
    """Neither clock runs; only with the arbiter's permission (regulation C, Art. 3). `start` lets it go on."""
    state = advance(state, t_ns)
    return replace(state, running=None, stopped=state.running) if state.running else state


def press(state: ClockState, t_ns: int, side: str) -> tuple[ClockState, bool]:
    """`side` presses, and whether it counts: then its move is counted, it is given what that brings, and the other clock runs.

    Ignored: a press by the side whose clock stands, one before the start or while the clock is stopped, one that
    comes when the time is used up, and one within `TOGETHER_NS` of the press that gave the side its turn. Both buttons at once are thus a
    press by the side whose clock runs, whichever contact closed first.
    """
    opponent = other(side)
    state = advance(state, t_ns)
    is_together = state.credited == opponent and state.thought_ns < TOGETHER_NS
    if state.running != side or is_together:
        return state, False
    return _counted(state, side), True


def press_again(state: ClockState, t_ns: int, side: str) -> tuple[ClockState, bool]:
    """`side`, whose clock stands, presses once more for the move that it pressed for last, and whether it counts.

    Both clocks show what they showed, for its turn came back and went in the same moment. Ignored while the opponent's clock does not run.
    """
    opponent = other(side)
    state = advance(state, t_ns)
    if state.running != opponent:
        return state, False
    return _counted_again(state, side), True


def recorded_press(state: ClockState, t_ns: int, side: str, white_ns: int, black_ns: int) -> ClockState:
    """The state after a press that is on record as accepted, with the readings right after it.

    As `press` makes it, also where the turn was handed back just before, without a word in the record.
    """
    now = max(t_ns, state.since_t_ns)
    state = advance(state, now)
    state = _counted_again(state, side) if state.running == other(side) else _counted(state, side)
    return replace(state, white_ns=white_ns, black_ns=black_ns, since_t_ns=now, flagged=None, stopped=None)


def hand_back(state: ClockState, t_ns: int) -> ClockState:
    """The turn goes back to the side that pressed last; nothing changes while neither clock runs.

    The time both have thought stays used. What that press was given is taken off again and its move is not counted, for the side will
    press again for the same one; of a delay it has what was left of it. Where it has no more left than it was given, for the arbiter took
    time off meanwhile, it has none left, and its flag falls in that moment: a clock never shows less than nought.
    """
    state = advance(state, t_ns)
    if state.running is None:
        return state
    back_to = other(state.running)
    if state.credited != back_to:
        return replace(state, running=back_to, credited=None, thought_ns=0)
    back = _uncounted(state, back_to, len(state.given) - 1)
    return replace(back, running=back_to, credited=None, thought_ns=state.pressed_thought_ns)


def give_turn(state: ClockState, t_ns: int, side: str) -> ClockState:
    """The arbiter rules that `side` is to move: its clock runs from `t_ns`, or is the one that goes on where he stopped the other's.

    Nothing changes where it has the turn, before the start, and where a flag fell. Where the turn goes back to the side that pressed last,
    it is handed back.
    """
    if (state.running or state.stopped) in (None, side):
        return state
    if state.running is None:
        t_ns = max(t_ns, state.since_t_ns)
        given = give_turn(replace(state, running=state.stopped, stopped=None, since_t_ns=t_ns), t_ns, side)
        return replace(given, running=None, stopped=given.running)
    return hand_back(state, t_ns) if state.credited == side else start(state, t_ns, side)


def take_back(state: ClockState, t_ns: int, presses: Iterable[tuple[str, int | None]]) -> ClockState:
    """The arbiter takes moves off the record: for each the side, and the place of its press among all that counted, or None where it was
    made before the clock was here.

    They are counted no longer, and what their presses were given is taken off as far as it is still there, whether a clock runs or not. The
    turn stays as it is.
    """
    state = advance(state, t_ns)
    for side, place in presses:
        state = _changed(state, side, 0, -1) if place is None else _uncounted(state, side, place)
    return state if state.given[-1:] != (None,) else replace(state, credited=None)


def set_times(state: ClockState, t_ns: int, white_ns: int, black_ns: int, moves: tuple[int, int] | None = None) -> ClockState:
    """The arbiter sets what both clocks show at `t_ns`, and where a period is counted how many `moves` White and Black have made.

    The side that runs goes on running. A fallen flag is up again, and the clock stands until `start`. His word is final: nothing that was
    given for earlier presses is taken off these times. ClockError for times of nought or less, or where no clock is used.
    """
    if state.control.main_ns is None:
        raise ClockError("this game is played without a clock: there are no times to set")
    if min(white_ns, black_ns) <= 0:
        raise ClockError(f"White's clock cannot be set to {_shown(white_ns)} and Black's to {_shown(black_ns)}: each needs some time left")
    state = advance(state, t_ns)
    white_moves, black_moves = moves or (state.white_moves, state.black_moves)
    return replace(
        state,
        white_ns=white_ns,
        black_ns=black_ns,
        white_moves=white_moves,
        black_moves=black_moves,
        since_t_ns=max(t_ns, state.since_t_ns),
        flagged=None,
        stopped=state.flagged or state.stopped,
        given=tuple(None if ns is None else 0 for ns in state.given),
    )


def add_times(state: ClockState, t_ns: int, white_ns: int, black_ns: int) -> ClockState:
    """The arbiter adds so much to what the clocks show at `t_ns`, or takes it off where it is less than nought.

    As `set_times`, but what was given for a press is still taken off when its turn is handed back.
    """
    state = advance(state, t_ns)
    return replace(set_times(state, t_ns, state.white_ns + white_ns, state.black_ns + black_ns), given=state.given)


def other(side: str) -> str:
    """The other side; ClockError when it is neither."""
    if side not in ("white", "black"):
        raise ClockError(f"{side!r} is not a side of the clock; white and black are")
    return "black" if side == "white" else "white"


def _passed(state: ClockState, t_ns: int) -> int:
    if t_ns < state.since_t_ns - CROSSED_NS:
        raise ClockError(f"the clock last changed at {state.since_t_ns} ns and is asked for {t_ns} ns: time does not run backwards")
    return max(0, t_ns - state.since_t_ns)


def _delay_left(state: ClockState) -> int:
    """Of the side that runs; none where it has no time left, for then its flag is to fall."""
    mine_ns = state.white_ns if state.running == "white" else state.black_ns
    return max(0, state.control.delay_ns - state.thought_ns) if mine_ns else 0


def _counted(state: ClockState, side: str) -> ClockState:
    """A press of `side` counts: one move of it more, with all that the time control gives for it, and the other clock runs."""
    given_ns = state.control.given_ns((state.white_moves if side == "white" else state.black_moves) + 1)
    state = _changed(replace(state, given=(*state.given, given_ns)), side, given_ns, 1)
    return replace(state, running=other(side), credited=side, thought_ns=0, pressed_thought_ns=state.thought_ns)


def _counted_again(state: ClockState, side: str) -> ClockState:
    """Another press of `side` takes the place of its last one, where that was the last of all."""
    if state.credited != side:
        return _counted(replace(state, thought_ns=0), side)
    return replace(state, given=(*state.given[:-1], None, state.given[-1]), thought_ns=0)


def _uncounted(state: ClockState, side: str, place: int) -> ClockState:
    """The press of `side` at that place among all that counted does so no longer; nothing where that is so already."""
    given_ns = state.given[place]
    if given_ns is None:
        return state
    return _changed(replace(state, given=(*state.given[:place], None, *state.given[place + 1 :])), side, -given_ns, -1)


def _changed(state: ClockState, side: str, given_ns: int, moves: int) -> ClockState:
    """So much more of time and moves, or less, for `side`; none of the two below nought."""
    if side == "white":
        return replace(state, white_ns=max(0, state.white_ns + given_ns), white_moves=max(0, state.white_moves + moves))
    return replace(state, black_ns=max(0, state.black_ns + given_ns), black_moves=max(0, state.black_moves + moves))


def _shown(ns: int) -> str:
    """As clocks show it."""
    seconds = abs(ns) // SECOND_NS
    return f"{'-' * (ns < 0)}{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
