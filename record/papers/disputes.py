"""The alerts of a game, each with its press, its pictures and its evidence; and the rulings of the arbiter."""

from dataclasses import dataclass, replace

from record.events.of_game import (
    Alert,
    Arbitrated,
    BoardMoved,
    CameraFault,
    CameraRestored,
    ClockStarted,
    ClockStopped,
    ContinuedOnPaper,
    Event,
    PaperMoves,
    Pressed,
    Ruled,
    SessionClosed,
    TimesSet,
)
from record.events.of_record import LogRestored, RowsLost, TimeControlSet, Undone
from record.session.state import State
from record.session.step import step
from record.store.journal import Journal
from record.telling.remarks import MOVED

ArbiterEvent = (
    Arbitrated
    | ClockStarted
    | ClockStopped
    | TimesSet
    | TimeControlSet
    | ContinuedOnPaper
    | PaperMoves
    | Undone
    | SessionClosed
    | RowsLost
    | LogRestored
)
"""A ruling of a person, as the desk lists it."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """One alert. `id` is the desk's name for it: the journal row and the index in that row, such as `17-0`."""

    id: str
    t_ns: int
    alert: Alert
    seq: int
    """The last press at the time of the alert; 0 before the first."""
    press: Pressed | None
    ruling: Ruled | None
    """The ruling with the alert; None for an alert of another event."""
    evidence: tuple[tuple[float, ...], ...]
    """The evidence of the press, as `Ruled.log_p`."""
    pictures: tuple[str | None, str | None]
    """The pictures before and after the press; None for one that is not there."""
    kept: tuple[str, ...]
    """All kept pictures of the press, in the order of time."""
    amended: bool = False
    """Whether the ruling was amended later, so that the alert is no longer valid."""


@dataclass(frozen=True, slots=True)
class Disputes:
    """The alerts and rulings in the order of the journal, and the state of the game after its last row, `row`."""

    disputes: tuple[Dispute, ...]
    words: tuple[ArbiterEvent, ...]
    state: State
    row: int


def told(journal: Journal) -> Disputes:
    """Reads a journal, also of a running game; LogError, or what `record.session.step.step` raises, for a damaged one."""
    state, row, words, found = State(), 0, list[ArbiterEvent](), dict[str, Dispute]()
    moved: tuple[str | None, str | None] = None, None
    evidence: dict[int, tuple[tuple[float, ...], ...]] = {}
    for row, event in journal.since(0):
        before, state = state, step(state, event)
        if isinstance(event, BoardMoved):
            moved = event.before, event.after
        elif isinstance(event, Ruled):
            evidence[event.seq] = event.log_p or evidence.get(event.seq, ())
            if event.amends:
                found = {key: replace(one, amended=True) if one.ruling and one.seq == event.seq else one for key, one in found.items()}
        elif isinstance(event, ArbiterEvent) and event.by:
            words.append(event)
        for place, alert in enumerate(state.told(getattr(event, "alerts", ()))):
            pictures = moved if alert.code == MOVED else _pictures(event, before, alert)
            one = _dispute(f"{row}-{place}", alert, event, state, pictures, evidence)
            found[one.id] = one
    return Disputes(tuple(found.values()), tuple(words), state, row)


def _dispute(
    name: str,
    alert: Alert,
    event: Event,
    state: State,
    pictures: tuple[str | None, str | None],
    evidence: dict[int, tuple[tuple[float, ...], ...]],
) -> Dispute:
    ruling = event if isinstance(event, Ruled) else None
    seq = ruling.seq if ruling else state.last_seq
    press = next((one for one in state.presses if one.seq == seq), None)
    t_ns = press.t_ns if ruling and press else int(getattr(event, "t_ns", 0))
    first = next((one for one in state.rulings if ruling and one.seq == seq), None)  # keeps the pictures when amended
    kept = (*first.before, *(first.pictures or (press.pictures if press else ()))) if first else ()
    return Dispute(
        name, t_ns, alert, seq, press=press, ruling=ruling, evidence=evidence.get(seq, ()) if ruling else (), pictures=pictures, kept=kept
    )


def _pictures(event: Event, before: State, alert: Alert) -> tuple[str | None, str | None]:
    if alert.pictures:
        return alert.pictures[0], alert.pictures[1]
    match event:
        case Ruled() if event.straight:
            return event.straight[0], event.straight[1]
        case Ruled():
            return None if event.amends else before.drawn, event.drawn or event.picture
        case CameraFault() | CameraRestored():
            return None, event.picture
        case _:
            return None, None
