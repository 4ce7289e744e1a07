"""The session as a reducer: what is known of a game, and what each event makes of it. Pure; nothing is announced here.

The loop appends an event to the journal, steps the state, and then does what the effects say.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from clock.clock import ClockState, start, stop
from clock.control import NO_CLOCK, ControlError, parse_control
from record.events import (
    Alert,
    BoardFound,
    BoardMoved,
    CameraFault,
    CameraRestored,
    ClockStarted,
    Event,
    EventError,
    Pressed,
    Ruled,
    SessionClosed,
    SessionOpened,
)
from record.plies import Plies, Ply
from rules.errors import DamcamError, PressError


class SessionError(DamcamError, ValueError):
    """An event that has no place here: before the opening, or after the closing."""


@dataclass(frozen=True, slots=True)
class TellSpectators:
    """The public view changed."""


@dataclass(frozen=True, slots=True)
class TellArbiter:
    """Something for the arbiter alone (Art. 24), and the press it is about."""

    seq: int
    alert: Alert


@dataclass(frozen=True, slots=True)
class WriteRecord:
    """The moves on the record, the result or the tags changed: the PDN is to be written anew."""


Effect = TellSpectators | TellArbiter | WriteRecord


@dataclass(frozen=True, slots=True)
class State:
    """All that is known of a session after its events so far; `State()` is the one before the first.

    The record is derived: `plies` follows from `presses` and `rulings` alone.
    """

    opening: SessionOpened | None = None
    clock: ClockState = field(default_factory=lambda: ClockState(NO_CLOCK, 0, 0))
    presses: tuple[Pressed, ...] = ()
    rulings: tuple[Ruled, ...] = ()
    """The ruling that counts for each press, in the order of the presses; without its evidence, which the journal keeps."""
    amended: int = 0
    """How many rulings were amended."""
    line: Plies = field(default_factory=Plies)
    corners_px: tuple[tuple[float, float], ...] = ()
    picture: str | None = None
    """The last picture that was read."""
    drawn: str | None = None
    """The last picture with the grid drawn on it."""
    faults: tuple[CameraFault, ...] = ()
    blind: CameraFault | None = None
    """The fault that keeps the camera from seeing the board now."""
    closing: SessionClosed | None = None

    @property
    def opened(self) -> SessionOpened:
        """How the session began; SessionError before that."""
        if self.opening is None:
            raise SessionError("the session has not begun: its first event must be SessionOpened")
        return self.opening

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The moves on the record, in order."""
        return self.line.on_record

    @property
    def fen(self) -> str:
        """What is held to stand on the board now, the side to move first."""
        return self.rulings[-1].fen if self.rulings else self.opened.start_fen

    @property
    def pending(self) -> str | None:
        """The verdict of what is open: an irregularity not yet put right or answered, or `unsure`."""
        return self.line.open[-1].verdict if self.line.open else None

    @property
    def unruled(self) -> tuple[Pressed, ...]:
        """The presses that wait for their ruling."""
        return self.presses[len(self.rulings) :]

    @property
    def closed(self) -> bool:
        return self.closing is not None

    @property
    def result(self) -> str:
        """`1-0`, `0-1`, `draw`, `void`, or `*` while it is not known."""
        return self.closing.result if self.closing else "*"


def step(state: State, event: Event) -> tuple[State, tuple[Effect, ...]]:
    """The state after the event, and what is to be done once the event is on disk.

    SessionError for an event before the opening, after the closing, or a second opening; PressError for a press or a ruling out of order,
    or repeated; EventError for an opening with a time control that is none.
    """
    if state.closing is not None:
        raise SessionError(f"the session was closed with {state.closing.result}; {type(event).__name__} comes after that")
    if isinstance(event, SessionOpened):
        return _open(state, event), (TellSpectators(), WriteRecord())
    if state.opening is None:
        raise SessionError(f"{type(event).__name__} comes before SessionOpened, which must be the first")
    match event:
        case BoardFound():
            found = replace(state, corners_px=event.corners_px, picture=event.picture, drawn=event.drawn or state.drawn)
            return found, (TellSpectators(),)
        case ClockStarted():
            return replace(state, clock=start(state.clock, event.t_ns, event.side)), (TellSpectators(),)
        case Pressed():
            return _press(state, event), (TellSpectators(),)
        case Ruled():
            return _rule(state, event)
        case CameraFault():
            return replace(state, faults=(*state.faults, event), blind=event if event.reason else state.blind), ()
        case CameraRestored():
            return replace(state, blind=None), ()
        case BoardMoved():
            return replace(state, corners_px=event.corners_px), ()
        case SessionClosed():
            clock = stop(state.clock, max(event.t_ns, state.clock.since_t_ns))
            return replace(state, closing=event, clock=clock), (TellSpectators(), WriteRecord())


def from_events(events: Iterable[Event]) -> State:
    """What the events, in their order, add up to."""
    state = State()
    for event in events:
        state, _ = step(state, event)
    return state


def _open(state: State, event: SessionOpened) -> State:
    if state.opening is not None:
        raise SessionError("the session was opened before; another game is another session")
    try:
        control = parse_control(event.time_control)
    except ControlError as error:
        raise EventError(f"the session cannot be opened: {error}") from error
    return replace(state, opening=event, clock=ClockState(control, event.white_ns, event.black_ns))


def _press(state: State, event: Pressed) -> State:
    if state.presses and event.seq <= state.presses[-1].seq:
        raise PressError(f"press {event.seq} comes after press {state.presses[-1].seq}: presses are numbered upwards, each once")
    clock = replace(
        state.clock, white_ns=event.white_ns, black_ns=event.black_ns, running=event.running, since_t_ns=event.t_ns, credited=event.side
    )
    return replace(state, presses=(*state.presses, event), clock=clock)


def _rule(state: State, event: Ruled) -> tuple[State, tuple[Effect, ...]]:
    place = _place(state, event)
    kept = replace(event, log_p=())
    if event.amends:
        old = state.rulings[place]
        kept = replace(kept, picture=event.picture or old.picture, drawn=event.drawn or old.drawn)
        rulings = (*state.rulings[:place], kept, *state.rulings[place + 1 :])
        line = Plies()
        for press, ruling in zip(state.presses, rulings, strict=False):
            line = line.take(press, ruling)
    else:
        rulings = (*state.rulings, kept)
        line = state.line.take(state.presses[place], kept)
    after = replace(
        state,
        rulings=rulings,
        line=line,
        amended=state.amended + event.amends,
        picture=event.picture or state.picture,
        drawn=event.drawn or state.drawn,
    )
    known = state.rulings[place].alerts if event.amends else ()
    told = tuple(TellArbiter(event.seq, alert) for alert in event.alerts if alert not in known)
    written = (WriteRecord(),) if line.on_record != state.line.on_record else ()
    return after, (TellSpectators(), *told, *written)


def _place(state: State, event: Ruled) -> int:
    """Where among the presses the ruling belongs; PressError when it fits none."""
    place = next((i for i in reversed(range(len(state.presses))) if state.presses[i].seq == event.seq), None)
    if place is None:
        raise PressError(f"a ruling of press {event.seq}, which was never made")
    if state.presses[place].side != event.side:
        raise PressError(f"press {event.seq} was made by {state.presses[place].side}, and is ruled as {event.side}'s")
    ruled = len(state.rulings)
    if event.amends and place >= ruled:
        raise PressError(f"press {event.seq} is not ruled yet: there is nothing to amend")
    if not event.amends and place < ruled:
        raise PressError(f"press {event.seq} was ruled before; a change must say that it amends")
    if not event.amends and place > ruled:
        raise PressError(f"press {event.seq} is ruled before press {state.presses[ruled].seq}; presses are ruled in their order")
    return place
