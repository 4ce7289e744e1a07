"""The journal: every event of a session, in a log that only grows (`record.log`).

An event is on disk when `append` returns. One process writes to a journal, and any may read it meanwhile; what is wrong with its file is
found by reading it (`record.log.log` has the table). An older copy of the whole folder cannot be detected here; the checksum that a dossier
prints is the protection against that. The running clock and the referee's belief are in small files beside it (`record.store.latest`).
"""

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from record.events.as_json import decode_cleaned, encode
from record.events.of_game import Event
from record.log.errors import LogError
from record.log.log import Log
from record.log.tail import TailState
from record.session.step import State, step
from record.store.journal_rows import JournalRows, LastRow, RawRow, event_of
from record.store.latest import read_clock
from record.store.mirror_mark import refuse_mirror
from rules.errors import DamcamError, _

__all__ = ["Journal", "NoEvent", "fold"]


class NoEvent(LogError):
    """A row that is whole, and no event that can be in its game."""


class Journal:
    """The events of a session on disk. Use it as a context manager, or `close` it. Any thread may use it, but only one at a time.

    Errors are those of `record.log.errors`.
    """

    def __init__(self, path: Path, log: Log | None) -> None:
        """Use `create`, `open` or `reader`."""
        self.path = path
        self._log = log
        self._rows = JournalRows(path)

    @classmethod
    def create(cls, path: Path | str) -> Self:
        """Makes a new journal and opens it for writing; LogError when it exists, or the folder cannot be written to."""
        return cls._writing(Path(path), Log.create(Path(path)))

    @classmethod
    def open(cls, path: Path | str, *, may_be_unwritable: bool = False) -> Self:
        """Opens an existing journal for writing; LogError when it is absent, damaged or a mirror, or others write to it for five seconds.

        `may_be_unwritable` is that of `Log.open`.
        """
        refuse_mirror(Path(path))
        log = Log.open(Path(path), wait=threading.Event().wait, may_be_unwritable=may_be_unwritable)
        return cls._writing(Path(path), log)

    @classmethod
    def reader(cls, path: Path | str) -> Self:
        """Opens a journal for reading only, also while another process writes; LogError when there is none (yet)."""
        return cls(Path(path), None)

    @classmethod
    def _writing(cls, path: Path, log: Log) -> Self:
        try:
            return cls(path, log)
        except BaseException:
            log.close()
            raise

    @classmethod
    def made_of(cls, path: Path, rows: Iterable[RawRow]) -> None:
        """Makes a journal of rows that stand in another one, with the same checksums. LogError where there is one, or it is not written."""
        with Log.create(path) as log:
            batch: list[msgspec.Raw] = []
            for row in rows:
                batch.append(msgspec.Raw(event_of(*row[1:-1])))
                if len(batch) == _BATCH:
                    log.extend(batch, after=log.last.row)
                    batch = []
            log.extend(batch, after=log.last.row)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    @property
    def last(self) -> LastRow:
        """The last row. Whoever writes knows it also while the disk cannot be read."""
        return LastRow(self._log.last.row, self._log.last.checksum) if self._log else self._rows.last

    @property
    def last_id(self) -> int:
        """The number of the last row on disk; 0 when there is none."""
        return self.last.row_id

    @property
    def last_t_ns(self) -> int:
        """The latest time of an event or a clock reading on disk; 0 when there is none."""
        last = self._rows.last
        event_ns = max((row.t_ns for row in self._rows.since(max(0, last.row_id - 1))), default=0)
        clock = read_clock(self.path)
        return max(event_ns, clock.t_ns if clock else 0)

    def checksum(self, row_id: int) -> str:
        """The chained checksum of row `row_id`, 64 hexadecimal digits (none for row 0); LogError when there is no such row."""
        checksum = self._rows.checksum(row_id)
        if checksum is None:
            sentence = _("row {row} of {path} is not there: it ends at row {last}")
            raise LogError(sentence, row=row_id, last=self._rows.last_id, path=str(self.path))
        return checksum.hex()

    @property
    def ahead(self) -> int:
        """How many rows after the last one are, or were before a power cut, in memory alone (`Log.note_ahead`)."""
        return self._as_writer().ahead

    @property
    def lacked_tail(self) -> bool:
        """Whether the journal had rows when it was opened, and no file that names the last one: nothing told then of a lost end."""
        at_opening = self._as_writer().at_opening
        return at_opening.tail is TailState.MISSING and at_opening.last.row > 0

    def note_ahead(self, rows: int) -> None:
        """Notes on disk, where it takes that, how many rows after the last one are in memory alone (`record.store.queue`)."""
        self._as_writer().note_ahead(rows)

    def append(self, event: Event, t_ns: int, *, ahead: int = 0) -> int:
        """Returns the number of the row once it is on disk. LogError, or EventError for what could not be read; nothing is written then.

        `ahead` is how many rows after this one are in memory alone.
        """
        log = self._as_writer()
        return log.append(msgspec.Raw(event_of(t_ns, *encode(event))), after=log.last.row, ahead=ahead).row

    def since(self, row_id: int) -> Iterator[tuple[int, Event]]:
        """The events after row `row_id`, with their row numbers; 0 gives all, also those that come meanwhile.

        LogError names the first row that is missing, altered or of an unknown kind, or says that there is no row `row_id`.
        """
        for row in self._rows.since(row_id):
            with self.naming(row.row_id):
                event = decode_cleaned(row.kind, row.text)
            yield row.row_id, event

    @contextmanager
    def naming(self, row_id: int) -> Iterator[None]:
        """A context that turns any DamcamError into a NoEvent that names the row."""
        try:
            yield
        except DamcamError as error:
            raise NoEvent(_("row {row} of {path}: {why}"), row=row_id, path=str(self.path), why=error.sentence) from error

    def close(self) -> None:
        """Closes the journal."""
        self._rows.close()
        if self._log:
            self._log.close()

    def _as_writer(self) -> Log:
        if not self._log:
            raise ValueError(f"{self.path} was opened to be read alone")
        return self._log


_BATCH = 1000
"""Rows that `made_of` writes with one flush."""


def fold(journal: Journal) -> State:
    """The state after all events of the journal; LogError names the row that does not fit."""
    state = State()
    for row_id, event in journal.since(0):
        with journal.naming(row_id):
            state = step(state, event)
    return state
