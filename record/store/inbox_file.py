"""The file of the inbox, beside the journal of a game: any process writes to it, and to the journal the recorder alone.

It is an SQLite file with a write-ahead log, which no connection moves while another one is open: SQLite before 3.51.3 may lose pages where
two move it at once (sqlite.org/wal.html#walresetbug). Some hundred words in a game take a few megabytes; the last connection that closes
moves them.
"""

import os
import sqlite3
import tempfile
from contextlib import closing
from itertools import count
from pathlib import Path

from record.files import sync_folder
from record.store.connecting import BUSY_S, Connected

END = "-inbox.sqlite"
"""The ending of the file's name, after that of the journal without its own ending."""
APPLICATION_ID = 0x64616D69
"""`dami`, which marks the file as an inbox."""
DAMAGED = frozenset({sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
"""The SQLite errors of a damaged file, a missing table among them."""
PRIMARY_CODE = 0xFF
"""The mask of the lowest byte of a SQLite error code, which tells its kind."""
_TABLE = "CREATE TABLE inbox (id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, json TEXT NOT NULL, answer TEXT) STRICT"
_UPON = "CREATE TABLE upon (number INTEGER PRIMARY KEY, row INTEGER NOT NULL) STRICT"
"""The row that a word was made upon, where whoever said it told."""
_ENDS = "CREATE TABLE ends (number INTEGER PRIMARY KEY, until_ns INTEGER NOT NULL) STRICT"
"""When the life of a word ends, by this machine's monotonic clock, where whoever put it in told."""
_ROOT = 0


def inbox_of(journal: Path) -> Path:
    """The file that belongs to that journal."""
    return journal.with_name(journal.stem + END)


def connected_inbox(journal: Path) -> sqlite3.Connection:
    """A connection to the inbox of that journal, which is made where there is none; sqlite3.Error, OSError.

    What it writes is on disk when the statement ends.
    """
    path = inbox_of(journal)
    if not path.exists():
        _make(path, journal)
    uri = f"{path.absolute().as_uri()}?mode=rw"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=BUSY_S, check_same_thread=False, factory=Connected)
    try:
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute("PRAGMA synchronous = FULL")
        if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
            raise sqlite3.DatabaseError(f"{path.name} is no inbox")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def damaged_set_aside(journal: Path) -> Path | None:
    """The new place of the inbox of that journal, where it was damaged and another one can be made now; None where it is sound. OSError.

    For the recorder alone, before it opens the inbox.
    """
    path = inbox_of(journal)
    if not path.exists() or (path.is_file() and not _is_damaged(journal)):
        return None
    aside = next(aside for number in count(1) if not (aside := path.with_name(f"{path.name}-damaged-{number}")).exists())
    path.rename(aside)
    for end in ("-wal", "-shm"):  # SQLite would read them into the new file
        path.with_name(path.name + end).unlink(missing_ok=True)
    sync_folder(path.parent)
    return aside


def _is_damaged(journal: Path) -> bool:
    try:
        with closing(connected_inbox(journal)) as connection:
            connection.execute("SELECT id, kind, json, answer FROM inbox LIMIT 1").fetchone()
            return bool(connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok")
    except sqlite3.Error as error:
        return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_NOTADB) & PRIMARY_CODE in DAMAGED


def _make(path: Path, journal: Path) -> None:
    """Make an empty inbox, which appears complete, and once where two processes make it at the same time."""
    descriptor, name = tempfile.mkstemp(prefix=path.name, suffix=".new", dir=path.parent)
    try:
        owner = journal.stat()
        os.fchmod(descriptor, owner.st_mode & 0o777)
        if os.geteuid() == _ROOT:
            os.fchown(descriptor, owner.st_uid, owner.st_gid)
        with closing(sqlite3.connect(name, isolation_level=None)) as connection:
            for statement in ("PRAGMA journal_mode = WAL", _TABLE, _UPON, _ENDS, f"PRAGMA application_id = {APPLICATION_ID}"):
                connection.execute(statement)
        _place(name, path)
    finally:
        os.close(descriptor)
        Path(name).unlink(missing_ok=True)


def _place(name: str, path: Path) -> None:
    """Give the file its name, unless another process was first."""
    try:
        os.link(name, path)
    except FileExistsError:
        return
    except OSError:  # a file system without links
        if not path.exists():
            os.rename(name, path)
    sync_folder(path.parent)
