"""Reads the rows of a journal from somebody's card into a journal of our own schema.

Whoever has a card can write any schema on it. So its triggers and views never come along, nothing of it is executed, and only plain tables
are read. Words in its inbox stay behind: nobody said them here.
"""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from record.store.connecting import Connected
from record.store.journal import Journal, JournalError
from record.store.journal_faults import JournalFault
from record.store.versions import check_version

MAX_ROWS, MAX_ROW_BYTES = 100_000, 8_000_000
"""Rows of a game, and bytes of one of them. Long games have some thousand rows of some kilobytes."""
READ_WITHIN_S = 60.0
"""How long reading may take: a journal that is made to be read for ever is none."""
_STEPS = 10_000
_TABLES = frozenset({"events", "tail"})
_ALLOWED = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_PRAGMA})


def rescue(foreign: Path, target: Path, named: Path) -> None:
    """Make a journal at `target` with the rows of the file `foreign`, which must lie in a folder of ours; JournalError tells of `named`."""
    try:
        with closing(_opened(foreign)) as connection:
            check_version(named, connection)
            tables = _plain_tables(connection)
            if "events" not in tables:
                raise JournalError(JournalFault.NOT_OURS.said(path=str(named)))
            _fill(target, connection, tables)
    except sqlite3.Error as error:
        raise JournalError(JournalFault.NOT_READ.said(path=str(named), why=str(error))) from error


def _opened(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None, factory=Connected)
    until_s = time.monotonic() + READ_WITHIN_S
    connection.set_progress_handler(lambda: time.monotonic() > until_s, _STEPS)
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_ROW_BYTES)
    for pragma in ("trusted_schema = OFF", "cell_size_check = ON", "mmap_size = 0", "query_only = ON"):
        connection.execute(f"PRAGMA {pragma}")
    connection.set_authorizer(_authorize)
    return connection


def _authorize(action: int, first: str | None, _second: str | None, _database: str | None, inside: str | None) -> int:
    """Whether a statement may do this: it may read plain columns of the tables that are known, and nothing through a view or trigger."""
    reads = action == sqlite3.SQLITE_READ and first in _TABLES | {"sqlite_master", "sqlite_schema"}
    return sqlite3.SQLITE_OK if inside is None and (reads or action in _ALLOWED) else sqlite3.SQLITE_DENY


def _plain_tables(connection: sqlite3.Connection) -> frozenset[str]:
    """The tables that are known and plain: a view and a virtual table have no page of their own."""
    rows = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0")
    return frozenset(name for (name,) in rows) & _TABLES


def _fill(target: Path, connection: sqlite3.Connection, tables: frozenset[str]) -> None:
    Journal.create(target).close()
    with closing(sqlite3.connect(target, isolation_level=None)) as own:
        own.execute("BEGIN IMMEDIATE")
        columns = "id, t_ns, kind, json, checksum"
        own.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?)", _rows(connection, f"SELECT {columns} FROM events ORDER BY id"))
        if "tail" in tables:  # so that a cut-off end is still told
            for row in _rows(connection, "SELECT row_id, checksum FROM tail"):
                own.execute("UPDATE tail SET row_id = ?, checksum = ?", row)
        own.execute("COMMIT")


def _rows(connection: sqlite3.Connection, query: str) -> Iterator[tuple[Any, ...]]:
    for number, row in enumerate(connection.execute(query)):
        if number >= MAX_ROWS:
            raise sqlite3.DataError(f"more than {MAX_ROWS} rows")
        yield row
