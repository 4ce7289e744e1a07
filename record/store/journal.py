"""The journal: every event of a session in one SQLite file that only grows.

An event is on disk when `append` returns (WAL, synchronous FULL). Each row has a checksum chained on that of the row before. The number
and checksum of the last row are stored a second time, so that an altered or missing row is detected on reading, also at the end. An older
copy of the whole folder cannot be detected here; the checksum that a dossier prints is the protection against that. Other processes may
read while one writes. A row that is on disk is then named in a small file outside the database (`record.store.tail`). A journal with
fewer rows than that file names is not opened, and no connection writes to it.

One process alone writes to a journal, and one of its connections at a time moves the WAL into the database (`record.store.sole_writer`).

The running clock and the referee's belief are in small files beside the journal (`record.store.latest`).
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Self

from record.events.as_json import decode, encode
from record.events.of_game import Event
from record.session.step import State, step
from record.store.connecting import connected
from record.store.journal_faults import JournalError, JournalFault
from record.store.latest import read_clock
from record.store.making import make_journal
from record.store.mirror_mark import refuse_mirror
from record.store.sole_writer import SoleWriter, writer_of
from record.store.tail import Tail, ToldLast, refuse_less, refuse_other, told_last
from record.store.versions import chained
from rules.errors import DamcamError, Sentence

__all__ = ["Journal", "JournalError", "fold"]

BATCH = 256
"""Rows read at once. Reading in batches keeps no transaction open, which would keep the WAL from being emptied."""


class Journal:
    """The events of a session on disk. Use it as a context manager, or `close` it. Any thread may use it, but only one at a time."""

    OF_MIRROR: ClassVar[bool] = False
    """Whether this opens the mirrors of journals elsewhere for writing (`record.store.mirror_mark`), and no others."""

    def __init__(self, path: Path, connection: sqlite3.Connection, writer: SoleWriter | None) -> None:
        """Use `create`, `open` or `reader`."""
        self.path = path
        self._connection = connection
        self._writer = writer
        self._tail_file = Tail(path)
        self.last = ToldLast(*self._tail())
        """The last row as this connection left or found it, also while the disk cannot be read."""

    @classmethod
    def create(cls, path: Path | str) -> Self:
        """Makes a new journal and opens it for writing; JournalError when it exists, or the folder cannot be written to."""
        make_journal(Path(path))
        return cls.open(path)

    @classmethod
    def open(cls, path: Path | str) -> Self:
        """Opens an existing journal for writing; JournalError when it is absent, none of ours, cut off, or another process writes to it."""
        if not cls.OF_MIRROR:
            refuse_mirror(Path(path))
        if (path := Path(path)).is_file():
            with cls.reader(path) as reader:  # a connection that writes would move the remains of a damaged WAL into the database
                reader.refuse_cut_off()
        with writer_of(path) as writer:
            return cls._opened(path, "rw", writer)

    @classmethod
    def reader(cls, path: Path | str) -> Self:
        """Opens a journal for reading only, also while another process writes; JournalError when there is none (yet)."""
        return cls._opened(Path(path), "ro")

    @classmethod
    def _opened(cls, path: Path, mode: str, writer: SoleWriter | None = None) -> Self:
        connection = connected(path, mode)
        try:
            return cls(path, connection, writer)
        except (sqlite3.Error, JournalError) as error:
            connection.close()
            if isinstance(error, JournalError):
                raise
            raise JournalError(JournalFault.NOT_OPENED.said(path=str(path), why=str(error))) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    @property
    def last_id(self) -> int:
        """The number of the last row on disk; 0 when there is none."""
        return self._tail()[0]

    @property
    def last_t_ns(self) -> int:
        """The latest time of an event or a clock reading on disk; 0 when there is none."""
        rows, clock = self._read("SELECT t_ns FROM events ORDER BY id DESC LIMIT 1"), read_clock(self.path)
        event_ns: int = rows[0][0] if rows else 0
        return max(event_ns, clock.t_ns if clock else 0)

    def checksum(self, row_id: int) -> str:
        """The chained checksum of row `row_id`, 64 hexadecimal digits; JournalError when there is no such row."""
        return self._checksum_of(row_id).hex()

    def append(self, event: Event, t_ns: int) -> int:
        """Writes the event to disk and returns its row's number; JournalError, with nothing written, when that fails."""
        self._as_writer()
        (last_id, last_checksum), (kind, text) = self.last, encode(event)
        row = (last_id + 1, t_ns, kind, text)
        checksum = chained(last_checksum, *row)
        try:
            self._connection.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?)", (*row, checksum))
        except sqlite3.IntegrityError as error:
            others = JournalFault.OTHERS_WRITE.said(JournalFault.STOP_ONE.said(), path=str(self.path), last=last_id)
            raise JournalError(others) from error
        except sqlite3.Error as error:
            raise JournalError(self._not_written(JournalFault.NOT_WRITTEN, error, what=kind)) from error
        self.last = ToldLast(row[0], checksum)
        self._tail_file.write(self.last)
        return row[0]

    def flush_tail(self) -> None:
        """Waits until the file beside the journal has the last row on disk too."""
        self._tail_file.flush()

    def move_wal(self) -> None:
        """Moves the WAL into the database, without keeping anybody from writing; JournalError when that fails."""
        with self._unsynced(JournalFault.NOT_MOVED) as writer:
            writer.move_log(self._connection)

    @contextmanager
    def _unsynced(self, fault: JournalFault) -> Iterator[SoleWriter]:
        """A context that writes without a sync, unlike an event: the journal is not locked meanwhile, so no event waits for it."""
        writer = self._as_writer()
        try:
            self._connection.execute("PRAGMA synchronous = NORMAL")
            yield writer
        except sqlite3.Error as error:
            raise JournalError(self._not_written(fault, error)) from error
        finally:
            self._connection.execute("PRAGMA synchronous = FULL")

    def _not_written(self, fault: JournalFault, error: sqlite3.Error, **what: str) -> Sentence:
        return fault.said(JournalFault.IS_DISK_FULL.said(), **what, path=str(self.path), why=str(error))

    def since(self, row_id: int) -> Iterator[tuple[int, Event]]:
        """The events after row `row_id`, with their row numbers; 0 gives all.

        JournalError names the first row that is missing, altered or of an unknown kind, or says that there is no row `row_id`.
        """
        outside, checksum = told_last(self.path), self._checksum_of(row_id)
        while rows := self._read("SELECT id, t_ns, kind, json, checksum FROM events WHERE id > ? ORDER BY id LIMIT ?", row_id, BATCH):
            for found, t_ns, kind, text, told in rows:
                row_id += 1
                if found != row_id:
                    raise JournalError(JournalFault.ROW_MISSING.said(row=row_id, path=str(self.path)))
                checksum = chained(checksum, found, t_ns, kind, text)
                if told != checksum:
                    raise JournalError(JournalFault.ALTERED.said(row=row_id, path=str(self.path)))
                refuse_other(self.path, outside, ToldLast(row_id, checksum))
                with self.naming(row_id):
                    event = decode(kind, text)
                yield row_id, event
        self._refuse_cut_off(row_id, checksum, outside)

    @contextmanager
    def naming(self, row_id: int) -> Iterator[None]:
        """A context that turns any DamcamError into a JournalError that names the row."""
        try:
            yield
        except DamcamError as error:
            raise JournalError(JournalFault.ROW.said(row=row_id, path=str(self.path), why=error.sentence)) from error

    def close(self) -> None:
        """Closes the journal. The last writer to close it leaves a single file without a WAL."""
        self._tail_file.close()
        writer, self._writer = self._writer, None
        if writer:
            writer.close(self._connection)
        self._connection.close()

    def _as_writer(self) -> SoleWriter:
        """What it writes by; JournalError for a journal that was opened to be read alone."""
        if not self._writer:
            raise JournalError(JournalFault.READ_ALONE.said(path=str(self.path)))
        return self._writer

    def _tail(self) -> tuple[int, bytes]:
        rows = self._read("SELECT id, checksum FROM events ORDER BY id DESC LIMIT 1")
        return (rows[0][0], rows[0][1]) if rows else (0, b"")

    def refuse_cut_off(self) -> None:
        """Raises JournalError when rows after the last one were cut off, or the last one told of outside the database is another."""
        outside = told_last(self.path)
        self._refuse_cut_off(*self._tail(), outside)
        refuse_other(self.path, outside, ToldLast(*self._tail()))

    def _refuse_cut_off(self, row_id: int, checksum: bytes, outside: ToldLast | None) -> None:
        """Raises JournalError when rows after `row_id`, the last one found, were cut off. Other processes may have added rows since."""
        rows = self._read("SELECT row_id, checksum FROM tail WHERE NOT EXISTS (SELECT 1 FROM events WHERE id > ?)", row_id)
        if rows and rows[0] != (row_id, checksum):
            raise JournalError(JournalFault.CUT_OFF.said(row=row_id + 1, path=str(self.path), last=rows[0][0]))
        refuse_less(self.path, outside, row_id)

    def _checksum_of(self, row_id: int) -> bytes:
        if row_id == 0:
            return b""
        rows = self._read("SELECT checksum FROM events WHERE id = ?", row_id)
        if not rows:
            raise JournalError(JournalFault.NO_ROW.said(row=row_id, path=str(self.path), last=self.last_id))
        checksum: bytes = rows[0][0]
        return checksum

    def _read(self, query: str, *values: int) -> list[tuple[Any, ...]]:
        try:
            return self._connection.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise JournalError(JournalFault.NOT_READ.said(path=str(self.path), why=str(error))) from error


def fold(journal: Journal) -> State:
    """The state after all events of the journal; JournalError names the row that does not fit."""
    state = State()
    for row_id, event in journal.since(0):
        with journal.naming(row_id):
            state, _ = step(state, event)
    return state
