"""The opening of a session: its time control and the clocks that it begins with."""

from dataclasses import replace

from msgspec import structs

from clock.clock import ClockState, TimesNotSet, change_control
from clock.control import ControlError, TimeControl, parse_control
from record.events.of_game import EventError, SessionOpened
from record.events.of_record import TimeControlSet
from record.session.arbiter import ArbitrationError
from record.session.faults import SessionFault
from record.session.state import SessionError, State
from record.telling.of_clock import clock_sentence


def opened(state: State, event: SessionOpened) -> State:
    """The state after the opening; SessionError for a second one, EventError for a malformed time control or a board of another size."""
    if state.opening is not None:
        raise SessionError(SessionFault.OPENED_TWICE.said())
    rules = event.rule_set
    if event.board_size != rules.board_size:
        why = SessionFault.OTHER_SIZE.said(size=repr(event.board_size), rules=rules.name, expected=rules.board_size)
        raise EventError(SessionFault.NOT_OPENED.said(why=why))
    return replace(state, opening=event, clock=ClockState(_control(event), event.white_ns, event.black_ns))


def has_begun(state: State) -> bool:
    """Whether somebody has pressed or a clock has run. Where no clock is used the first press begins the game."""
    shows = state.clock
    is_timed = shows.control.main_ns is not None
    return bool(state.presses or state.before or state.over) or (is_timed and (shows.running or shows.stopped) is not None)


def with_control(state: State, event: TimeControlSet) -> State:
    """The state with another time control. EventError for a malformed one; in a game that has begun ArbitrationError where a clock would
    have no time left, or for none at all.
    """
    control, t_ns = _control(event), max(event.t_ns, state.clock.since_t_ns)
    opening = structs.replace(state.opened, time_control=event.time_control)
    if not has_begun(state):
        opening = structs.replace(opening, white_ns=event.white_ns, black_ns=event.black_ns)
        return replace(state, opening=opening, clock=ClockState(control, event.white_ns, event.black_ns, since_t_ns=t_ns))
    try:
        clock = change_control(state.clock, t_ns, control, [press.side for press in state.presses])
    except TimesNotSet as error:
        raise ArbitrationError(clock_sentence(error)) from error
    return replace(state, opening=opening, clock=clock)


def _control(event: SessionOpened | TimeControlSet) -> TimeControl:
    try:
        return parse_control(event.time_control)
    except ControlError as error:
        raise EventError(SessionFault.NOT_OPENED.said(why=clock_sentence(error))) from error
