"""The session as a reducer: the state after each event. Pure functions; nothing is announced here.

The loop appends an event to the journal, and then tells it with the state after it.
"""

from collections.abc import Iterable
from dataclasses import replace

from msgspec import structs

from clock.clock import recorded_press, stop
from record.events.of_game import (
    Alerted,
    Arbitrated,
    BoardFound,
    BoardMoved,
    CameraFault,
    CameraRestored,
    ContinuedOnPaper,
    Event,
    PaperMoves,
    Pressed,
    Ruled,
    SessionClosed,
    SessionOpened,
)
from record.events.of_players import MoveEntered, PlayerSaid
from record.events.of_record import (
    AlertSeen,
    Described,
    LogRestored,
    MovesBefore,
    PicturesDropped,
    RowsLost,
    TimeControlSet,
    TimeKnown,
    Undone,
    WritingSuspended,
)
from record.session.arbiter import ON_THE_BOARD, TAKES_OFF, ArbitrationError, RulingRefusal, Word, on_line, refuse
from record.session.clocks import ClockEvent, after_event, after_word
from record.session.faults import PressFault, SessionFault
from record.session.opening import has_begun, opened, with_control
from record.session.paper import PaperError, PaperRefusal, from_elsewhere
from record.session.placing import place_of
from record.session.plies import Plies
from record.session.state import SessionError, State
from record.session.undoing import after_undone, undoable_after
from rules.errors import PressError

__all__ = ["SessionError", "State", "from_events", "step"]

AFTER_CLOSING = PaperMoves | Described | PicturesDropped
"""The events that may follow the closing of a game."""
OnRecord = Pressed | MoveEntered | Ruled | Arbitrated | ContinuedOnPaper | MovesBefore | PaperMoves
OfCamera = BoardFound | BoardMoved | CameraFault | CameraRestored


def step(state: State, event: Event) -> State:
    """The state after the event.

    SessionError for an event before the opening, after the closing (except AFTER_CLOSING), or a second opening; PressError for a press or
    a ruling that is out of order or repeated; ArbitrationError for a ruling of the arbiter that is impossible there; PaperError for moves
    from paper in a game that was not continued on paper; EventError for an opening with a malformed time control.
    """
    after = _stepped(state, event)
    undoable = undoable_after(state, event, _stepped)
    return after if undoable is after.undoable else replace(after, undoable=undoable)


def _stepped(state: State, event: Event) -> State:
    after = _applied(state, event)
    if after.began_ns is None and after.opening and has_begun(after):
        after = replace(after, began_ns=getattr(event, "t_ns", after.clock.since_t_ns))
    return after


def _applied(state: State, event: Event) -> State:
    if state.closing is not None and not isinstance(event, AFTER_CLOSING):
        raise SessionError(SessionFault.CLOSED.said(result=state.closing.result, event=type(event).__name__))
    if isinstance(event, SessionOpened):
        return opened(state, event)
    if state.opening is None:
        raise SessionError(SessionFault.BEFORE_OPENING.said(event=type(event).__name__))
    if isinstance(event, Undone):
        return after_undone(state, event)
    if isinstance(event, OnRecord):
        return _on_record(state, event)
    if isinstance(event, OfCamera):
        return _of_camera(state, event)
    if isinstance(event, ClockEvent):
        return replace(state, clock=after_event(state.clock, event))
    match event:
        case Alerted():
            return state
        case PlayerSaid():
            return replace(state, players=(*state.players, event))
        case Described():
            opening = structs.replace(state.opened, about=state.opened.about.then(event.about))
            return replace(state, opening=opening)
        case TimeKnown():
            return replace(state, times_known=(*state.times_known, event))
        case TimeControlSet():
            return with_control(state, event)
        case AlertSeen() | LogRestored():
            return state
        case WritingSuspended():
            return replace(state, writing=(*state.writing, event))
        case RowsLost():
            return replace(state, losses=(*state.losses, event))
        case PicturesDropped():
            return _drop(state, event)
        case SessionClosed():
            clock = stop(state.clock, max(event.t_ns, state.clock.since_t_ns))
            return replace(state, closing=event, clock=clock)


def from_events(events: Iterable[Event]) -> State:
    """The state after these events, in order; raises what `step` raises."""
    state = State()
    for event in events:
        state = step(state, event)
    return state


def _on_record(state: State, event: OnRecord) -> State:
    match event:
        case Pressed():
            return _press(state, event)
        case MoveEntered():
            return _take_as_said(state, event)
        case Ruled():
            return _rule(state, event)
        case Arbitrated():
            return _arbitrate(state, event)
        case ContinuedOnPaper():
            return _continue_on_paper(state, event)
        case MovesBefore():
            return _begin_later(state, event)
        case PaperMoves():
            return _enter(state, event)


def _of_camera(state: State, event: OfCamera) -> State:
    match event:
        case BoardFound():
            drawings = state.drawings if state.presses else _drawings(state, 0, event.drawn)
            return replace(state, corners_px=event.corners_px, picture=event.picture, drawn=event.drawn or state.drawn, drawings=drawings)
        case BoardMoved():
            return replace(state, corners_px=event.corners_px)
        case CameraFault():
            return replace(state, faults=(*state.faults, event), blind=event if event.reason else state.blind)
        case CameraRestored():
            return replace(state, blind=None)


def _drawings(state: State, seq: int, drawn: str | None) -> tuple[tuple[int, str], ...]:
    return (*state.drawings, (seq, drawn)) if drawn else state.drawings


def _drop(state: State, event: PicturesDropped) -> State:
    if state.closing is None:
        raise SessionError(SessionFault.NOT_CLOSED.said())
    picture, drawn = (name if name in event.kept else None for name in (state.picture, state.drawn))
    return replace(state, dropped=event, picture=picture, drawn=drawn)


def _begin_later(state: State, event: MovesBefore) -> State:
    if state.presses or state.words or state.before:
        raise SessionError(SessionFault.MOVES_TOO_LATE.said())
    if not len(event.moves) == len(event.fens) == len(event.clocks) or not event.moves:
        counts = {"moves": len(event.moves), "positions": len(event.fens), "readings": len(event.clocks)}
        raise SessionError(SessionFault.UNEQUAL_BEFORE.said(**counts))
    before = tuple(from_elsewhere(event))
    return replace(state, before=before, line=Plies(before))


def _press(state: State, event: Pressed) -> State:
    if state.ended is not None:
        raise PressError(PressFault.AFTER_THE_END.said(seq=event.seq, result=state.ended.result or "*"))
    if state.presses and event.seq <= state.last_seq:
        raise PressError(PressFault.NOT_UPWARDS.said(seq=event.seq, last=state.last_seq))
    clock = recorded_press(state.clock, event.t_ns, event.side, event.white_ns, event.black_ns)
    return replace(state, presses=(*state.presses, event), thought_ns=(*state.thought_ns, clock.pressed_thought_ns), clock=clock)


def _rule(state: State, event: Ruled) -> State:
    place = place_of(state, event)
    kept = structs.replace(event, log_p=(), heights=())
    if event.amends:
        old = state.rulings[place]
        picture, drawn = event.picture or old.picture, event.drawn or old.drawn
        kept = structs.replace(kept, picture=picture, drawn=drawn, pictures=old.pictures, before=old.before)
        rulings = (*state.rulings[:place], kept, *state.rulings[place + 1 :])
    else:
        rulings = (*state.rulings, kept)
    after = replace(
        state,
        rulings=rulings,
        amended=state.amended + event.amends,
        picture=event.picture or state.picture,
        drawn=event.drawn or state.drawn,
        drawings=state.drawings if event.amends else _drawings(state, event.seq, event.drawn),
    )
    is_late = event.amends or state.was_ruled_on(event.seq)
    return replace(after, line=_line(after) if is_late else state.line.take(state.presses[place], kept))


def _take_as_said(state: State, event: MoveEntered) -> State:
    state = replace(state, moves_said=(*state.moves_said, event))
    if not event.taken:
        return state
    said = Ruled(
        event.seq,
        event.side,
        event.verdict,
        event.move,
        fen=event.plain_fen,
        confidence=1.0,
        alerts=event.alerts,
        amends=True,
        start=event.start,
        entered_by=event.by,
    )
    return _rule(state, said)


def _line(state: State) -> Plies:
    """The record, derived again from its beginning.

    A press that was unread when the arbiter ruled stands before the ruling; one that the arbiter removed stays unread.
    """
    line, said = Plies(state.before), state.on_the_board
    for word in said:
        line = on_line(line, word) if word.seq == 0 else line
    for place, press in enumerate(state.presses):
        if place < len(state.rulings) and press.seq not in state.ignored:
            line = line.take(press, state.settled[place] if place < len(state.settled) else state.rulings[place])
        elif said and press.seq <= said[-1].seq:
            line = line.wait(press, state.opened.start_fen)
        for word in said:
            line = on_line(line, word) if word.seq == press.seq else line
    return line


def _arbitrate(state: State, event: Arbitrated) -> State:
    last = state.last_seq
    if event.seq != last:
        why = RulingRefusal.NOT_MADE_YET if event.seq > last else RulingRefusal.PRESSED_SINCE
        raise ArbitrationError(why.said(seq=event.seq, last=last))
    refuse(state.waiting_line, event, state.owed)
    _refuse_paper(state, event)
    after = replace(state, words=(*state.words, event), clock=after_word(state.clock, state, event))
    if event.ruling in ON_THE_BOARD:
        after = replace(after, line=on_line(state.waiting_line, event), ended=None)
        after = _settle(after) if event.ruling in TAKES_OFF else after
    elif event.ruling == Word.END:
        after = replace(after, ended=event)
    else:
        first = next((ply.seq for ply in state.waiting_line.open), last + 1)
        after = replace(after, paper_from=first if event.ruling == Word.PAPER else None, entered=None)
    return after


def _settle(state: State) -> State:
    """Fixes the rulings so far for the record. Presses that are neither read nor on the record are ignored from now on."""
    left = {ply.seq for ply in state.line.entries if not ply.is_set_up}
    ignored = state.ignored | {press.seq for press in state.unruled if press.seq not in left}
    return replace(state, settled=(*state.settled, *state.rulings[len(state.settled) :]), ignored=ignored)


def _refuse_paper(state: State, event: Arbitrated) -> None:
    if event.ruling == Word.PAPER and state.paper_from is not None:
        raise ArbitrationError(RulingRefusal.ON_PAPER_ALREADY.said(seq=state.paper_from))
    if event.ruling == Word.RECORD and state.paper_from is None:
        raise ArbitrationError(RulingRefusal.NOT_ON_PAPER.said())


def _continue_on_paper(state: State, event: ContinuedOnPaper) -> State:
    if state.paper_from is not None:
        raise PaperError(PaperRefusal.ON_PAPER_SINCE.said(seq=event.seq, first=state.paper_from))
    if event.seq not in {press.seq for press in state.presses}:
        raise PaperError(PaperRefusal.NO_SUCH_PRESS.said(seq=event.seq))
    return replace(state, paper_from=event.seq)


def _enter(state: State, event: PaperMoves) -> State:
    if state.paper_from is None:
        raise PaperError(PaperRefusal.NOT_CONTINUED.said())
    if not len(event.moves) == len(event.fens) == len(event.seqs):
        counts = {"moves": len(event.moves), "positions": len(event.fens), "presses": len(event.seqs)}
        raise PaperError(PaperRefusal.UNEQUAL.said(**counts))
    return replace(state, entered=event)
