"""Where the events of a game are written, and who is told of them."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from record.events.of_game import Event
from record.session.state import State
from record.store.journal import ClockRow, Journal
from rules.referee.belief import Belief

Tell = Callable[[Event, State], None]
Later = Callable[[str, Callable[[], None]], None]
"""Does what takes a moment and is not waited for, soon and elsewhere; of two by the same name the latter alone may be done."""
TimeOfDay = Callable[[], str]
"""What time it is, as `record.papers.time_of_day` writes it."""


def at_once(_name: str, job: Callable[[], None]) -> None:
    """`Later` where nobody is in a hurry."""
    job()


def unsaid(_sentence: str) -> None:
    """Where there is no log."""


def unnoted() -> str:
    """`TimeOfDay` where a game is not played now."""
    return ""


@dataclass(frozen=True, slots=True, eq=False)
class Writing:
    """Where a game is written: its journal, and the folder that this lies in."""

    journal: Journal
    holds: bool = False
    """Whether events that a full disk does not take are held back in memory; otherwise that is a JournalError."""
    later: Later = at_once
    """Writes the record, which follows from the journal."""
    time_of_day: TimeOfDay = unnoted
    """Kept with what somebody rules."""
    write_belief: Callable[[int, Belief], None] = lambda _row_id, _belief: None
    """Keeps what the referee holds after that row of the journal."""
    write_clock: Callable[[ClockRow], None] = lambda _row: None
    """Keeps, once a second, what a power cut is to leave of the running clock."""

    @property
    def folder(self) -> Path:
        """The game's folder, for game.pdn and the pictures."""
        return self.journal.path.parent


@dataclass(frozen=True, slots=True, eq=False)
class Telling:
    """Who is told of a game, and in which language."""

    tell: Tell
    """Called with each event once it is on disk, in their order, with the state that it led to."""
    lang: str = "en"
    """Of the alerts."""
    say: Callable[[str], None] = unsaid
    """Gets sentences for the log."""
