"""Connections to the SQLite file of a journal."""

import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from record.store.journal_faults import JournalError, JournalFault
from record.store.versions import check_version

BUSY_S = 5.0
"""The longest wait for the lock of another process (s); a WAL checkpoint on an SD card takes a little over a second at worst."""
AGAIN_S = 0.02
"""The wait before the next try where SQLite does not wait itself (s)."""
PRIMARY_CODE = 0xFF
"""The bits of SQLite's code of an error that tell its kind."""
HALF_DONE = "-journal"
"""The ending of SQLite's file of a change of the journal mode, at the opening or closing of a game, that was cut off."""


class Connected(sqlite3.Connection):
    """A connection that raises sqlite3.Error alone: SQLite repeats a damaged name in its message, which need not be UTF-8."""

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        try:
            return super().execute(sql, parameters)
        except UnicodeDecodeError as error:
            raise sqlite3.DatabaseError(f"malformed database schema: {error}") from error


def connected(path: Path, mode: str) -> sqlite3.Connection:
    """A connection to the journal, to read (`ro`) or to write (`rw`); JournalError when there is no journal that this version reads.

    A row that it writes is on disk when the statement ends. It leaves the WAL where it is: see `record.store.sole_writer`.
    """
    until_s = time.monotonic() + BUSY_S
    while True:
        try:
            return _connected(path, mode)
        except sqlite3.Error as error:
            if not _is_busy(error) or time.monotonic() > until_s:
                raise JournalError(JournalFault.NOT_OPENED.said(path=str(path), why=str(error))) from error
        time.sleep(AGAIN_S)


def _is_busy(error: sqlite3.Error) -> bool:
    """Whether another process has the lock. While it changes the journal mode SQLite does not wait for it, whatever the timeout is."""
    return getattr(error, "sqlite_errorcode", 0) & PRIMARY_CODE == sqlite3.SQLITE_BUSY


def _connected(path: Path, mode: str) -> sqlite3.Connection:
    if not path.is_file():
        none = JournalFault.NONE_YET.said(path=str(path))
        raise JournalError(none if mode == "ro" else JournalFault.NONE.said(JournalFault.CREATE_ONE.said(), path=str(path)))
    _undo_half_done(path)
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=BUSY_S, check_same_thread=False, factory=Connected)
    try:
        check_version(path, connection)
        if mode == "rw":
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA wal_autocheckpoint = 0")
            connection.execute("PRAGMA synchronous = FULL")
    except (sqlite3.Error, JournalError):
        connection.close()
        raise
    return connection


def _undo_half_done(path: Path) -> None:
    """Let SQLite undo a change that a power cut left half done; a connection that only reads may not, and would refuse the journal.

    There is no log then: one that is there belongs to another moment, and is left alone.
    """
    if path.with_name(path.name + HALF_DONE).exists() and not path.with_name(path.name + "-wal").exists():
        with suppress(sqlite3.Error), closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=BUSY_S)) as undoing:
            undoing.execute("PRAGMA user_version").fetchone()
