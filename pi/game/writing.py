"""Where the events of a game are written, and who is told about them."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from record.events.of_game import Event
from record.session.state import State
from record.store.journal import Journal
from record.store.journal_rows import LastRow
from record.store.latest import ClockRow
from record.store.queue import Queue
from record.store.reserve import Reserve
from rules.referee.belief import Belief

Tell = Callable[[Event, State], None]
TimeOfDay = Callable[[], str]
"""Returns the time of day as `record.papers.time_of_day` writes it."""


def unsaid(_sentence: str) -> None:
    """Drops the sentence: for a game without a log."""


def unnoted() -> str:
    """A `TimeOfDay` for a game that is not played now."""
    return ""


@dataclass(frozen=True, slots=True, eq=False)
class Writing:
    """Where a game is written: its journal, and the folder of the journal."""

    journal: Journal
    queue: Queue | None = None
    """Takes the events that the disk does not take; without it LogError is raised."""
    reserve: Reserve | None = None
    """The room on the disk that is given up when it is full."""
    time_of_day: TimeOfDay = unnoted
    """Gives the time that is kept with each ruling."""
    write_belief: Callable[[LastRow, Belief], None] = lambda _last, _belief: None
    """Writes what the referee holds after that row of the journal."""
    write_clock: Callable[[ClockRow], None] = lambda _row: None
    """Writes the running clock once a second, for the case of a power cut."""

    @property
    def folder(self) -> Path:
        """The game's folder, for the pictures."""
        return self.journal.path.parent


@dataclass(frozen=True, slots=True, eq=False)
class Telling:
    """Who is told about a game, and in which language."""

    tell: Tell
    """Gets each event once it is on disk, in order, with the state that it led to."""
    lang: str = "en"
    """The language of the alerts."""
    say: Callable[[str], None] = unsaid
    """Writes a sentence to the log."""
