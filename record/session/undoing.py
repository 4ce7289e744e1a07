"""Undoing the last ruling: as long as nothing stands on it, the game can go back to where it stood before. Pure functions of the events."""

from collections.abc import Callable
from dataclasses import replace

from record.events.of_game import (
    Alerted,
    Arbitrated,
    BoardFound,
    BoardMoved,
    CameraFault,
    CameraRestored,
    ClockStarted,
    Event,
    PaperMoves,
    TimesSet,
)
from record.events.of_players import PlayerSaid
from record.events.of_record import AlertSeen, Described, LogRestored, TimeControlSet, TimeKnown, Undone, WritingSuspended
from record.session.arbiter import ArbitrationError, RulingRefusal
from record.session.clocks import UndoableRuling, after_undoing
from record.session.state import State, Undoable
from record.telling.sentences import side_word

BESIDE_IT = (
    BoardFound
    | BoardMoved
    | CameraFault
    | CameraRestored
    | Alerted
    | PlayerSaid
    | Described
    | AlertSeen
    | LogRestored
    | WritingSuspended
    | TimeKnown
)
"""The events that do not rest on a ruling: it can be undone after them, and they stay."""


def ruling_name(ruling: UndoableRuling) -> str:
    """The name of a ruling that can be undone, as `damcam rule` and the desk have it."""
    match ruling:
        case Arbitrated():
            return ruling.ruling
        case ClockStarted():
            return "start-clock"
        case TimesSet():
            return "add-times" if ruling.added_ns else "set-times"
        case TimeControlSet():
            return "time-control"
        case PaperMoves():
            return "enter-paper"


def undoable_after(before: State, event: Event, stepped: Callable[[State, Event], State]) -> Undoable | None:
    """The ruling that can be undone after the event. `stepped` is the state after an event, as `record.session.step` derives it.

    A clock that the arbiter stopped is started again instead, and before the game the time control is set again.
    """
    if isinstance(event, UndoableRuling) and (before.began_ns is not None or not isinstance(event, TimeControlSet)):
        return Undoable(event, replace(before, undoable=None)) if event.by and not before.closed else None
    if before.undoable and isinstance(event, BESIDE_IT):
        return replace(before.undoable, without=stepped(before.undoable.without, event))
    return None


def after_undone(state: State, event: Undone) -> State:
    """The game without its last ruling; ArbitrationError where that cannot be undone, or is another one than the event names."""
    last = state.undoable
    if last is None:
        raise ArbitrationError(RulingRefusal.NOTHING_TO_UNDO.said())
    if (ruling_name(last.ruling), last.ruling.t_ns) != (event.ruling, event.ruled_ns):
        raise ArbitrationError(RulingRefusal.OTHER_RULING.said())
    clock = after_undoing(last.without.clock, state.clock, last.ruling, event.t_ns)
    if clock.flagged and not last.without.clock.flagged:
        raise ArbitrationError(RulingRefusal.FLAG_SINCE.said(side=side_word(clock.flagged)))
    return replace(last.without, clock=clock)
