"""The two-sided clock as a pure state machine: a frozen state, and functions from one state and a time to the next.

Times are whole nanoseconds since the session began and are passed in. They may step back by at most `CROSSED_NS`, because the edges of two
buttons can reach the loop in the wrong order; no time passes then. A larger step back is a ClockError, for a clock that stood still
unnoticed would give a player time. Sides are "white" and "black".
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from clock.control import SECOND_NS, TimeControl
from clock.errors import ClockPhrase, CodedError

CROSSED_NS = 100_000_000
"""The largest step back in time. The loop takes an edge from its queue within a few milliseconds."""

TOGETHER_NS = 50_000_000
"""The least time between a press and the answer to it. Reacting to a light or a sound alone takes people 150 ms or more."""


class ClockFault(ClockPhrase):
    """What a clock cannot do."""

    NO_TIMES = "this game is played without a clock: there are no times to set"
    NO_TIME_LEFT = "White's clock cannot be set to {white} and Black's to {black}: each needs some time left"
    NO_SIDE = "{side} is not a side of the clock; white and black are"
    BACKWARDS = "the clock last changed at {since_ns} ns and is asked for {t_ns} ns: time does not run backwards"


class ClockError(CodedError, ValueError):
    """A time before the last change of the clock, times that no clock can show, or a side that is neither white nor black."""


class TimesNotSet(ClockError):
    """Times that the arbiter cannot set."""


@dataclass(frozen=True, slots=True)
class ClockState:
    """What the clock shows. Without a clock in the time control no time is counted, and `running` only says whose turn it is."""

    control: TimeControl
    white_ns: int
    """White's time left at the last change."""
    black_ns: int
    """Black's time left at the last change."""
    running: str | None = None
    """The side whose clock runs since the last change."""
    since_t_ns: int = 0
    """The time of the last change."""
    flagged: str | None = None
    """The side whose time is used up (regulation C, Art. 4); the clock then stands until the arbiter sets it."""
    credited: str | None = None
    """The side that pressed last. The time that it was given for that is taken off again when the turn goes back."""
    stopped: str | None = None
    """The side whose clock ran when the arbiter stopped it."""
    white_moves: int = 0
    """The number of White's moves that were counted; a period can end with one."""
    black_moves: int = 0
    """The number of Black's moves that were counted."""
    given: tuple[int | None, ...] = ()
    """The time given for each press that counted, in order, as far as it may be taken off again; None once its move is not counted."""
    thought_ns: int = 0
    """How long the side whose clock runs had thought about its move at the last change."""
    pressed_thought_ns: int = 0
    """How long the side that pressed last had thought. It decides what is left of its delay when the turn goes back."""


def new_clock(control: TimeControl) -> ClockState:
    """The clock before the game: both sides have the main time, neither runs."""
    return ClockState(control, control.first_ns, control.first_ns)


def left(state: ClockState, t_ns: int) -> tuple[int, int]:
    """White's and Black's time left at `t_ns`, never negative."""
    if state.control.main_ns is None or state.running is None:
        return state.white_ns, state.black_ns
    used = max(0, _passed(state, t_ns) - _delay_left(state))
    if state.running == "white":
        return max(0, state.white_ns - used), state.black_ns
    return state.white_ns, max(0, state.black_ns - used)


def fall_t_ns(state: ClockState) -> int | None:
    """When the flag of the running side will fall if nobody presses; None when no flag can fall."""
    if state.control.main_ns is None or state.running is None:
        return None
    return state.since_t_ns + _delay_left(state) + (state.white_ns if state.running == "white" else state.black_ns)


def advance(state: ClockState, t_ns: int) -> ClockState:
    """The state at `t_ns`: the time that passed is taken off, and the flag falls at the instant when no time is left."""
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
    """The arbiter starts the clock of `side` at `t_ns`, whatever ran or stood before, also where a player comes late (C Art. 6).

    Where the clock of `side` runs, or ran when it was stopped, the same turn goes on. Otherwise a new turn begins, and no move is counted
    or taken back for it. A fallen flag stays fallen.
    """
    other(side)
    state = advance(state, t_ns)
    if state.flagged:
        return state
    goes_on = side in (state.running, state.stopped)
    state = replace(state, running=side, since_t_ns=max(t_ns, state.since_t_ns), stopped=None)
    return state if goes_on else replace(state, credited=None, thought_ns=0)


def stop(state: ClockState, t_ns: int) -> ClockState:
    """Stop both clocks, with the arbiter's permission only (regulation C, Art. 3). `start` lets them go on."""
    state = advance(state, t_ns)
    return replace(state, running=None, stopped=state.running) if state.running else state


def press(state: ClockState, t_ns: int, side: str) -> tuple[ClockState, bool]:
    """The state after `side` pressed, and whether the press counts. Its move is then counted, its time given, and the other clock runs.

    A press does not count by the side whose clock stands, before the start, while the clock is stopped, after the time is used up, or
    within `TOGETHER_NS` of the press that gave the side its turn. Both buttons at once are thus a press by the side whose clock runs,
    whichever contact closed first.
    """
    opponent = other(side)
    state = advance(state, t_ns)
    is_together = state.credited == opponent and state.thought_ns < TOGETHER_NS
    if state.running != side or is_together:
        return state, False
    return _counted(state, side), True


def press_again(state: ClockState, t_ns: int, side: str) -> tuple[ClockState, bool]:
    """The state after `side`, whose clock stands, pressed again for its last move, and whether the press counts.

    Its turn came back and ended in the same moment, so both clocks show the same as before. The press does not count while the clock of
    the opponent does not run.
    """
    opponent = other(side)
    state = advance(state, t_ns)
    if state.running != opponent:
        return state, False
    return _counted_again(state, side), True


def recorded_press(state: ClockState, t_ns: int, side: str, white_ns: int, black_ns: int) -> ClockState:
    """The state after a recorded press that was accepted; `white_ns` and `black_ns` are the times shown right after it.

    It is the state that `press` gives, also where the turn was handed back before without an entry in the record.
    """
    now = max(t_ns, state.since_t_ns)
    state = advance(state, now)
    state = _counted_again(state, side) if state.running == other(side) else _counted(state, side)
    return replace(state, white_ns=white_ns, black_ns=black_ns, since_t_ns=now, flagged=None, stopped=None)


def hand_back(state: ClockState, t_ns: int) -> ClockState:
    """The turn goes back to the side that pressed last; nothing changes while neither clock runs.

    The time that both have thought stays used. The time that the press was given is taken off again and its move is no longer counted,
    because the side will press again for the same move. What was left of its delay is left again. If the arbiter has taken off so much time
    meanwhile that less is left than was given, the side has no time left and its flag falls: a clock never shows a negative time.
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
    """The arbiter rules that `side` is to move. Its clock runs from `t_ns` or, where the clocks are stopped, after the next `start`.

    Nothing changes where the side has the turn, before the start, and after a flag fell. Where the side pressed last, the turn is handed
    back as in `hand_back`.
    """
    if (state.running or state.stopped) in (None, side):
        return state
    if state.running is None:
        t_ns = max(t_ns, state.since_t_ns)
        given = give_turn(replace(state, running=state.stopped, stopped=None, since_t_ns=t_ns), t_ns, side)
        return replace(given, running=None, stopped=given.running)
    return hand_back(state, t_ns) if state.credited == side else start(state, t_ns, side)


def take_back(state: ClockState, t_ns: int, presses: Iterable[tuple[str, int | None]]) -> ClockState:
    """The arbiter takes moves off the record. Each is a side and the index of its press among all that counted.

    The index is None for a move made before this clock was used. The moves are no longer counted, and the time that their presses were
    given is taken off as far as it is left, whether a clock runs or not. The turn does not change.
    """
    state = advance(state, t_ns)
    for side, place in presses:
        state = _changed(state, side, 0, -1) if place is None else _uncounted(state, side, place)
    return state if state.given[-1:] != (None,) else replace(state, credited=None)


def set_times(state: ClockState, t_ns: int, white_ns: int, black_ns: int, moves: tuple[int, int] | None = None) -> ClockState:
    """The arbiter sets what both clocks show at `t_ns`, and the numbers of `moves` of White and Black for the periods.

    A clock that runs goes on running. A fallen flag is up again, and the clock stands until `start`. The times given for earlier presses
    are not taken off these times later. TimesNotSet for a time of 0 or less, or where no clock is used.
    """
    if state.control.main_ns is None:
        raise TimesNotSet(ClockFault.NO_TIMES)
    if min(white_ns, black_ns) <= 0:
        raise TimesNotSet(ClockFault.NO_TIME_LEFT, white=_shown(white_ns), black=_shown(black_ns))
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
    """The arbiter adds these times to what the clocks show at `t_ns`; negative times are taken off.

    As `set_times`, except that the time given for a press is still taken off when its turn is handed back.
    """
    state = advance(state, t_ns)
    return replace(set_times(state, t_ns, state.white_ns + white_ns, state.black_ns + black_ns), given=state.given)


def change_control(state: ClockState, t_ns: int, control: TimeControl, sides: Sequence[str]) -> ClockState:
    """The arbiter puts the time control right at `t_ns`: the time that was used stays used, the rest is as `control` would have given it.

    `sides` are those of the presses that counted, in order (`given`). Otherwise as `set_times`, except that the time that `control` gives
    for a press is taken off when its turn is handed back.
    """
    state = advance(state, t_ns)
    counted = [side for side, ns in zip(sides, state.given, strict=True) if ns is not None]
    moves = {"white": state.white_moves - counted.count("white"), "black": state.black_moves - counted.count("black")}
    given: list[int | None] = []
    for side, ns in zip(sides, state.given, strict=True):
        moves[side] += ns is not None
        given.append(None if ns is None else control.given_ns(moves[side]))
    white_ns = state.white_ns + _given_in_all(control, state.white_moves) - _given_in_all(state.control, state.white_moves)
    black_ns = state.black_ns + _given_in_all(control, state.black_moves) - _given_in_all(state.control, state.black_moves)
    shows = replace(state, control=control, white_ns=white_ns, black_ns=black_ns)
    return replace(set_times(shows, t_ns, white_ns, black_ns), given=tuple(given))


def _given_in_all(control: TimeControl, moves: int) -> int:
    """The time that a player has had after so many moves."""
    return control.first_ns + sum(map(control.given_ns, range(1, moves + 1)))


def other(side: str) -> str:
    """The other side; ClockError when it is neither."""
    if side not in ("white", "black"):
        raise ClockError(ClockFault.NO_SIDE, side=repr(side))
    return "black" if side == "white" else "white"


def _passed(state: ClockState, t_ns: int) -> int:
    """The time since the last change; ClockError when `t_ns` is more than CROSSED_NS before it."""
    if t_ns < state.since_t_ns - CROSSED_NS:
        raise ClockError(ClockFault.BACKWARDS, since_ns=state.since_t_ns, t_ns=t_ns)
    return max(0, t_ns - state.since_t_ns)


def _delay_left(state: ClockState) -> int:
    """The delay left of the side that runs; 0 where it has no time left, because its flag must fall then."""
    mine_ns = state.white_ns if state.running == "white" else state.black_ns
    return max(0, state.control.delay_ns - state.thought_ns) if mine_ns else 0


def _counted(state: ClockState, side: str) -> ClockState:
    """Count a press of `side`: one more move, the time that the control gives for it, and the other clock runs."""
    given_ns = state.control.given_ns((state.white_moves if side == "white" else state.black_moves) + 1)
    state = _changed(replace(state, given=(*state.given, given_ns)), side, given_ns, 1)
    return replace(state, running=other(side), credited=side, thought_ns=0, pressed_thought_ns=state.thought_ns)


def _counted_again(state: ClockState, side: str) -> ClockState:
    """Count a press of `side` in place of its last one where that was the last of both; otherwise as `_counted`."""
    if state.credited != side:
        return _counted(replace(state, thought_ns=0), side)
    return replace(state, given=(*state.given[:-1], None, state.given[-1]), thought_ns=0)


def _uncounted(state: ClockState, side: str, place: int) -> ClockState:
    """No longer count the press of `side` at that index; nothing changes where it is not counted already."""
    given_ns = state.given[place]
    if given_ns is None:
        return state
    return _changed(replace(state, given=(*state.given[:place], None, *state.given[place + 1 :])), side, -given_ns, -1)


def _changed(state: ClockState, side: str, given_ns: int, moves: int) -> ClockState:
    """Add time and moves (or subtract them where negative) for `side`; neither becomes negative."""
    if side == "white":
        return replace(state, white_ns=max(0, state.white_ns + given_ns), white_moves=max(0, state.white_moves + moves))
    return replace(state, black_ns=max(0, state.black_ns + given_ns), black_moves=max(0, state.black_moves + moves))


def _shown(ns: int) -> str:
    """The time as clocks show it, h:mm:ss."""
    seconds = abs(ns) // SECOND_NS
    return f"{'-' * (ns < 0)}{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
