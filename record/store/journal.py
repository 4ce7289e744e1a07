"""The journal: every event of a session in one SQLite file that only grows.

An event is on disk when `append` returns (WAL, synchronous FULL). Each row carries a checksum chained on that of the row before, and the
last one's number and checksum stand in a second place too: a row that was altered or is missing shows when it is read, also at the end.
What cannot show is a whole file that was put back as it once was; against that stands the checksum that a dossier prints. Another process
may read while one writes.

Beside the events stand an inbox (`decisions.inbox`) and two rows that are written over and over, each with a checksum: what a running clock
showed last, and what the referee held. A power cut in the middle of that leaves the row before, for SQLite takes up nothing of a
half-written WAL frame; one that is damaged is as if it were not there.
"""

import hashlib
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from record.events.as_json import decode, encode
from record.events.of_game import Event
from record.session.step import State, step
from record.store import schema as journal_schema
from record.store.checkpoint import Checkpoint
from record.store.files import sync_folder
from record.store.journal_faults import JournalFault
from record.store.schema import APPLICATION_ID, BESIDE, VERSION, WITH_CHECKSUMS, WITH_INBOX, row_checksum
from rules.errors import DamcamError, Sentence

BUSY_S = 5.0
"""How long to wait for another process's lock; a checkpoint on an SD card takes a good second at worst."""
BATCH = 256
"""Rows read at once, so that no reader holds a transaction open, which would keep the WAL from being emptied."""


class ClockRow(NamedTuple):
    """What both clocks showed at `t_ns`."""

    t_ns: int
    white_ns: int
    black_ns: int


class JournalError(DamcamError, OSError):
    """A journal that cannot be made, read or written; names the file, and the row where one is at fault."""


class Journal:
    """A session's events on disk; use it as a context manager, or `close` it. Any thread may use it, one at a time."""

    def __init__(self, path: Path, connection: sqlite3.Connection, *, writes: bool) -> None:
        """Use `create`, `open` or `reader`."""
        self.path = path
        self._connection = connection
        self._writes = writes
        self._last = self._tail()

    @classmethod
    def create(cls, path: Path | str) -> Self:
        """A new journal, to write in; JournalError when one is there already, or the folder cannot be written to."""
        path = Path(path)
        if path.exists():
            raise JournalError(JournalFault.THERE_ALREADY.said(path=str(path)))
        unfinished = path.with_name(path.name + ".new")  # renamed when whole: a power cut leaves no half-made journal
        try:
            unfinished.unlink(missing_ok=True)
            with closing(sqlite3.connect(unfinished, isolation_level=None)) as connection:
                journal_schema.make(connection)
            unfinished.rename(path)
            sync_folder(path.parent)
        except (sqlite3.Error, OSError) as error:
            raise JournalError(JournalFault.NOT_MADE.said(JournalFault.IS_FOLDER_FULL.said(), path=str(path), why=str(error))) from error
        return cls.open(path)

    @classmethod
    def open(cls, path: Path | str) -> Self:
        """A journal that is there, to go on writing in; JournalError when it is not one, or of another version."""
        return cls._opened(Path(path), "rw")

    @classmethod
    def reader(cls, path: Path | str) -> Self:
        """A journal to read alone, also while another process writes; JournalError when there is none (yet)."""
        return cls._opened(Path(path), "ro")

    @classmethod
    def _opened(cls, path: Path, mode: str) -> Self:
        if not path.is_file():
            none = JournalFault.NONE_YET.said(path=str(path))
            raise JournalError(none if mode == "ro" else JournalFault.NONE.said(JournalFault.CREATE_ONE.said(), path=str(path)))
        connection = None
        try:
            connection = sqlite3.connect(
                f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=BUSY_S, check_same_thread=False
            )
            version = _version(path, connection)
            if mode == "rw":
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = FULL")
                if version < VERSION:
                    journal_schema.bring_up(connection)
            journal = cls(path, connection, writes=mode == "rw")
            if mode == "rw":
                journal._refuse_cut_off(*journal._last)
            return journal
        except (sqlite3.Error, JournalError) as error:
            if connection is not None:
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
        """The latest moment of the session that something on disk is of: an event, or what the clock showed; 0 when there is none."""
        rows, clock = self._read("SELECT t_ns FROM events ORDER BY id DESC LIMIT 1"), self.clock()
        event_ns: int = rows[0][0] if rows else 0
        return max(event_ns, clock.t_ns if clock else 0)

    @property
    def version(self) -> int:
        """Of its schema."""
        return _version(self.path, self._connection)

    def checksum(self, row_id: int) -> str:
        """What row `row_id` and all before it come to, 64 hexadecimal digits; JournalError when there is no such row."""
        return self._checksum_of(row_id).hex()

    def append(self, event: Event, t_ns: int) -> int:
        """Puts the event on disk and returns its row's number; JournalError, and nothing written, when that fails."""
        if not self._writes:
            raise JournalError(JournalFault.READ_ALONE.said(path=str(self.path)))
        (last_id, last_checksum), (kind, text) = self._last, encode(event)
        row = (last_id + 1, t_ns, kind, text)
        checksum = _checksum(last_checksum, *row)
        try:
            self._connection.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?)", (*row, checksum))
        except sqlite3.IntegrityError as error:
            others = JournalFault.OTHERS_WRITE.said(JournalFault.STOP_ONE.said(), path=str(self.path), last=last_id)
            raise JournalError(others) from error
        except sqlite3.Error as error:
            raise JournalError(self._not_written(kind, error)) from error
        self._last = row[0], checksum
        return row[0]

    def write_clock(self, row: ClockRow) -> None:
        """Puts what a running clock shows on disk, in the place of what it showed before; JournalError when that fails."""
        self._put_beside("clock", row)
        try:
            with Path(f"{self.path}-wal").open("rb") as file:
                os.fdatasync(file.fileno())
        except OSError as error:
            raise JournalError(JournalFault.CLOCK_NOT_WRITTEN.said(path=str(self.path), why=str(error.strerror))) from error

    def write_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Puts what the referee holds in the place of what it held before; JournalError when that fails.

        It follows from the events: a power cut may leave an earlier one.
        """
        self._put_beside("belief", checkpoint)

    def _put_beside(self, table: str, row: ClockRow | Checkpoint) -> None:
        """The journal is not locked until the disk has the row, as it is for an event: no event waits for it."""
        try:
            self._connection.execute("PRAGMA synchronous = NORMAL")
            journal_schema.put(self._connection, table, row)
        except sqlite3.Error as error:
            raise JournalError(self._not_written(f"the {table}", error)) from error
        finally:
            self._connection.execute("PRAGMA synchronous = FULL")

    def _not_written(self, what: str, error: sqlite3.Error) -> Sentence:
        return JournalFault.NOT_WRITTEN.said(JournalFault.IS_DISK_FULL.said(), what=what, path=str(self.path), why=str(error))

    def checkpoint(self) -> Checkpoint | None:
        """What the referee held when that was last written; None when it never was, or is damaged."""
        row, _ = self._beside("belief")
        return Checkpoint(*row) if row else None

    def clock(self) -> ClockRow | None:
        """What the clocks showed when that was last written; None when it never was, or is damaged."""
        row, _ = self._beside("clock")
        return ClockRow(*row) if row else None

    @property
    def damaged(self) -> tuple[str, ...]:
        """Which rows beside the events are damaged: `clock`, `belief`."""
        return tuple(table for table in BESIDE if self._beside(table)[1])

    def _beside(self, table: str) -> tuple[tuple[Any, ...] | None, bool]:
        """That row where it is there and whole, and whether it is damaged."""
        version = self.version
        if version < WITH_INBOX:
            return None, False
        rows = self._read(f"SELECT {BESIDE[table]}{', checksum' if version >= WITH_CHECKSUMS else ''} FROM {table}")
        if not rows or version < WITH_CHECKSUMS:
            return (rows[0] if rows else None), False
        *row, checksum = rows[0]
        is_whole = checksum == row_checksum(tuple(row))
        return (tuple(row) if is_whole else None), not is_whole

    def since(self, row_id: int) -> Iterator[tuple[int, Event]]:
        """The events after that row, with their rows' numbers; 0 asks for all.

        JournalError names the first row that is missing, altered, or of a kind unknown here, or says that `row_id` is not there.
        """
        checksum = self._checksum_of(row_id)
        while rows := self._read("SELECT id, t_ns, kind, json, checksum FROM events WHERE id > ? ORDER BY id LIMIT ?", row_id, BATCH):
            for found, t_ns, kind, text, told in rows:
                row_id += 1
                if found != row_id:
                    raise JournalError(JournalFault.ROW_MISSING.said(row=row_id, path=str(self.path)))
                checksum = _checksum(checksum, found, t_ns, kind, text)
                if told != checksum:
                    raise JournalError(JournalFault.ALTERED.said(row=row_id, path=str(self.path)))
                with self.naming(row_id):
                    event = decode(kind, text)
                yield row_id, event
        self._refuse_cut_off(row_id, checksum)

    @contextmanager
    def naming(self, row_id: int) -> Iterator[None]:
        """What goes wrong with that row's event inside is a JournalError that names the row."""
        try:
            yield
        except DamcamError as error:
            raise JournalError(JournalFault.ROW.said(row=row_id, path=str(self.path), why=error.sentence)) from error

    def close(self) -> None:
        """Closes the file; the last to close leaves the one file alone, with no WAL beside it."""
        if self._writes:
            try:
                self._connection.execute("PRAGMA journal_mode = DELETE")
            except sqlite3.OperationalError:  # somebody still reads: the rows are moved into the file, the empty WAL stays for him
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._connection.close()

    def _tail(self) -> tuple[int, bytes]:
        rows = self._read("SELECT id, checksum FROM events ORDER BY id DESC LIMIT 1")
        return (rows[0][0], rows[0][1]) if rows else (0, b"")

    def _refuse_cut_off(self, row_id: int, checksum: bytes) -> None:
        """JournalError when that was the last row once, and is no longer; other processes may have added to it."""
        if self.version < WITH_CHECKSUMS:
            return
        rows = self._read("SELECT row_id, checksum FROM tail WHERE NOT EXISTS (SELECT 1 FROM events WHERE id > ?)", row_id)
        if rows and rows[0] != (row_id, checksum):
            raise JournalError(JournalFault.CUT_OFF.said(row=row_id + 1, path=str(self.path), last=rows[0][0]))

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


def _version(path: Path, connection: sqlite3.Connection) -> int:
    """The version of the journal; JournalError when it is none that this version reads."""
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    if application != APPLICATION_ID:
        raise JournalError(JournalFault.NOT_OURS.said(path=str(path)))
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if not 1 <= version <= VERSION:
        do = JournalFault.NEWER_DAMCAM if version > VERSION else JournalFault.ITS_DAMCAM
        raise JournalError(JournalFault.OTHER_VERSION.said(do.said(), path=str(path), version=version, ours=VERSION))
    return version


def _checksum(previous: bytes, row_id: int, t_ns: int, kind: str, text: str) -> bytes:
    return hashlib.sha256(previous + f"{row_id}\n{t_ns}\n{kind}\n{text}".encode()).digest()


def fold(journal: Journal) -> State:
    """What all events of the journal add up to; JournalError names the row that cannot be."""
    state = State()
    for row_id, event in journal.since(0):
        with journal.naming(row_id):
            state, _ = step(state, event)
    return state
