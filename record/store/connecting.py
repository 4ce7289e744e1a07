"""Connections to the SQLite file of a journal."""

import sqlite3
from pathlib import Path

from record.store.journal_faults import JournalError, JournalFault
from record.store.versions import version_of

BUSY_S = 5.0
"""The longest wait for the lock of another process (s); a WAL checkpoint on an SD card takes a little over a second at worst."""


def connected(path: Path, mode: str) -> sqlite3.Connection:
    """A connection to the journal, to read (`ro`) or to write (`rw`); JournalError when there is no journal that this version reads.

    A row that it writes is on disk when the statement ends. It leaves the WAL where it is: see `record.store.sole_writer`.
    """
    if not path.is_file():
        none = JournalFault.NONE_YET.said(path=str(path))
        raise JournalError(none if mode == "ro" else JournalFault.NONE.said(JournalFault.CREATE_ONE.said(), path=str(path)))
    connection = None
    try:
        uri = f"{path.absolute().as_uri()}?mode={mode}"
        connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=BUSY_S, check_same_thread=False)
        version_of(path, connection)
        if mode == "rw":
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA wal_autocheckpoint = 0")
            connection.execute("PRAGMA synchronous = FULL")
    except (sqlite3.Error, JournalError) as error:
        if connection is not None:
            connection.close()
        if isinstance(error, JournalError):
            raise
        raise JournalError(JournalFault.NOT_OPENED.said(path=str(path), why=str(error))) from error
    return connection
