"""Reading a journal that another process writes: which one is the newest, and its new rows."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from hub.board_faults import MISSHAPEN
from record.events.of_game import Event
from record.log.errors import LogError
from record.log.tail import tail_of
from record.session.state import State
from record.session.step import step
from record.store.folder import JOURNAL_NAME, left_of_another, numbered
from record.store.journal import Journal, NoEvent
from record.store.latest import belief_of, clock_of
from record.store.mirror_mark import is_mirrored
from record.store.salvage import Lost, lost_of
from record.store.written_lately import WrittenLately
from rules.errors import DamcamError

ASKED_AGAIN_NS = 2_000_000_000
"""How often a journal whose files do not change is asked for new rows all the same."""
CHANGING_NS = 500_000_000
"""So long after a change of its files a journal is asked at each look."""
LOST_AGAIN_S = 5.0
"""How often a journal that has lost something is read again, while none of its files changes."""


def newest_journal(games: Path) -> Path:
    """The journal of the newest game below `games`, whose folders are numbered upwards; that of game 1 before the first has begun.

    A journal that is gone counts where other files of its game are left. OSError when the folder is there and cannot be read.
    """
    try:
        folders = (folder for folder in reversed(numbered(games)) if (folder / JOURNAL_NAME).exists() or left_of_another(folder))
        return next(folders, games / "0001") / JOURNAL_NAME
    except FileNotFoundError:
        return games / "0001" / JOURNAL_NAME


def written_ago_s(journal: Path) -> float:
    """Seconds since the moment `Journal.last_t_ns`: rows and running clock carry no time of day, but their files do."""
    written_s = [path.stat().st_mtime for path in (journal, clock_of(journal)) if path.exists()]
    return max(0.0, time.time() - max(written_s, default=time.time()))


class JournalRow(NamedTuple):
    """One row of a journal, with the state of the game before and after it."""

    id: int
    event: Event
    before: State
    after: State


class FoldedJournal:
    """Folds the journal at `path`, which need not exist yet. `path` may be set to another journal at any time; `turned` then drops the old.

    A journal that has lost something is not followed: it is looked at again when a file beside it changes, and from time to time. One with
    a row that is no sound event is followed up to that row, and `fault` says why; so is one of a board elsewhere with an event that cannot
    be in its game, for nobody here can choose how that game goes on. Not safe for several threads at once.
    """

    def __init__(self, path: Path) -> None:
        self.path = self.followed = path
        """The journal to follow, and the journal that `state` and `row` are of."""
        self.row = 0
        """The last row that was folded; 0 before the first."""
        self.state = State()
        self.lost: Lost | None = None
        """What the journal has lost; None where it is whole."""
        self.fault: Exception | None = None
        """One of MISSHAPEN, or of a board elsewhere a DamcamError, which the row after `row` raised, or what was made of `row`; None while
        all rows are sound."""
        self._is_elsewhere = False
        self._journal: Journal | None = None
        self._file: tuple[int, int] | None = None
        self._must_restart = False
        self._written: WrittenLately | None = None
        self._last_id = 0
        self._lost_then: tuple[object, float] | None = None

    def turned(self) -> bool:
        """Whether `path` names another journal than before, or it must be read from the beginning: it was replaced, or a row was damaged.

        The old one is closed then, and `row` and `state` are those of no game.
        """
        if (self.followed is self.path or self.followed == self.path) and not self._must_restart and not self._was_replaced():
            return False
        self.close()
        if self.followed != self.path:
            self.lost = self._lost_then = None
        self.followed, self.row, self.state, self._must_restart = self.path, 0, State(), False
        self.fault = None
        return True

    @property
    def has_news(self) -> bool:
        """Whether the journal has rows that are still to be folded; DamcamError when it cannot be opened, or has lost something."""
        if self.fault:
            return False
        if self._journal is None:
            self._open()
        if self._journal is not None and self._must_ask():
            with self._restarting():
                self._last_id = self._journal.last_id
        return self._journal is not None and self._last_id != self.row

    def _must_ask(self) -> bool:
        """Whether the journal is to be asked for its last row. Of a hundred boards few make a move at a time."""
        return self._written is None or self._written.is_to_be_read(time.monotonic_ns())

    @property
    def last_t_ns(self) -> int:
        """The time of the journal's last event, in nanoseconds since the session began."""
        return self._journal.last_t_ns if self._journal else 0

    def first(self) -> Event | None:
        """The journal's first event; None before there is one."""
        return next((event for _, event in self._journal.since(0)), None) if self._journal else None

    def news(self) -> Iterator[JournalRow]:
        """Each row that was not folded yet, folded when it is yielded, until `fault`. DamcamError when a row cannot be read or folded."""
        if self.has_news and self._journal is not None:
            with self._restarting():
                for row, event in self._events(self._journal):
                    before = self.state
                    with self.taking():
                        self.state = step(before, event)
                        self.row = row
                    if self.fault:
                        return
                    yield JournalRow(row, event, before, self.state)
                    if self.fault:
                        return

    def _events(self, journal: Journal) -> Iterator[tuple[int, Event]]:
        """The events that were not folded yet, until one that cannot be read."""
        try:
            yield from journal.since(self.row)
        except DamcamError as error:
            if not self._is_faulty(error):
                raise
            self.fault = error

    def _is_faulty(self, error: DamcamError) -> bool:
        """Whether the error is about what a board elsewhere sent, and not about the file in which it is kept here."""
        return self._is_elsewhere and (not isinstance(error, LogError) or isinstance(error, NoEvent))

    @contextmanager
    def taking(self) -> Iterator[None]:
        """A context for what is made of a row. What it raises becomes `fault`, and the rows after that one are not followed.

        A DamcamError is raised on where the journal is of this machine, or cannot be read just now.
        """
        try:
            yield
        except DamcamError as error:
            if not self._is_faulty(error):
                raise
            self.fault = error
        except MISSHAPEN as error:
            self.fault = error

    def _open(self) -> None:
        """Open the journal, if it is there and has lost nothing."""
        if self.lost and self._lost_then:
            stamps, then_s = self._lost_then
            if stamps == _stamps(self.followed) and time.monotonic() - then_s < LOST_AGAIN_S:
                raise LogError(self.lost.damage)
        stamps, self._is_elsewhere = _stamps(self.followed), is_mirrored(self.followed)
        try:
            self.lost = lost_of(self.followed)
        except DamcamError:
            raise
        except MISSHAPEN:  # of a row that cannot be folded, which `news` meets again
            self.lost = None
        if self.lost and self._is_elsewhere and self.lost.has_wrong_event:  # `news` meets it again too
            self.lost = None
        if self.lost:
            self._lost_then = stamps, time.monotonic()
            raise LogError(self.lost.damage)
        if self.followed.exists():
            self._file = _file_of(self.followed)
            self._journal = Journal.reader(self.followed)
            self._written = WrittenLately((self.followed, tail_of(self.followed)), CHANGING_NS, ASKED_AGAIN_NS)

    @contextmanager
    def _restarting(self) -> Iterator[None]:
        """A context after whose failure the journal is read from the beginning, and held against the files beside it."""
        try:
            yield
        except DamcamError:
            self._must_restart = True
            raise

    def _was_replaced(self) -> bool:
        return self._journal is not None and _file_of(self.followed) != self._file

    def close(self) -> None:
        """Close the journal."""
        if self._journal is not None:
            self._journal.close()
            self._journal = None


def _file_of(path: Path) -> tuple[int, int] | None:
    """Which file the path names; None where there is none."""
    try:
        about = os.stat(path)
    except OSError:
        return None
    return about.st_dev, about.st_ino


def _stamps(journal: Path) -> object:
    """What changes when somebody sets the files of the game right. The clock and the belief change while the game goes on."""
    passing = {clock_of(journal), belief_of(journal)}
    try:
        files = [(path.name, path.stat()) for path in journal.parent.iterdir() if path not in passing]
        return sorted((name, about.st_ino, about.st_size, about.st_mtime_ns) for name, about in files)
    except OSError:
        return None
