"""The journal as a database: what SQLite finds in it, its tables, and what it says of its own end."""

import sqlite3
from contextlib import closing
from functools import cache

from record.store import schema
from record.store.folder import JOURNAL_NAME
from record.verifying.findings import Differs, Findings
from record.verifying.told import JournalTold

MOST_MESSAGES = 20


def plain_tables(connection: sqlite3.Connection) -> frozenset[str]:
    """The tables that hold rows of their own. A view in the place of one may take for ever to be read, and is not read."""
    rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0")
    return frozenset(str(name) for (name,) in rows)


def check_database(connection: sqlite3.Connection, found: Findings) -> None:
    """Tell what SQLite finds, and tables and triggers that are not damcam's."""
    for check in (_integrity, _schema):
        try:
            check(connection, found)
        except sqlite3.Error as error:
            found.differs(Differs.DATABASE_DAMAGED, JOURNAL_NAME, why=str(error))


def check_end(connection: sqlite3.Connection, told: JournalTold, found: Findings) -> None:
    """Tell where the journal does not end with the row that it says was its last; a service may have added rows meanwhile."""
    if not {"events", "tail"} <= plain_tables(connection):
        return
    query = "SELECT row_id, checksum FROM tail WHERE NOT EXISTS (SELECT 1 FROM events WHERE id > ?)"
    try:
        rows = connection.execute(query, (told.last_row,)).fetchall()
    except sqlite3.Error:
        return  # told of already
    for last, checksum in rows:
        if last != told.last_row:
            found.differs(Differs.END_CUT_OFF, JOURNAL_NAME, row=told.last_row, last=last)
        elif checksum != told.checksum:
            found.differs(Differs.END_OTHER, JOURNAL_NAME, row=last)


def _integrity(connection: sqlite3.Connection, found: Findings) -> None:
    for (said,) in connection.execute(f"PRAGMA integrity_check({MOST_MESSAGES})"):
        if said != "ok":
            found.differs(Differs.DATABASE_DAMAGED, JOURNAL_NAME, why=" ".join(str(said).split()))


def _schema(connection: sqlite3.Connection, found: Findings) -> None:
    there, made = _objects(connection), _as_made()
    for name in sorted(name for name in there.keys() | made.keys() if there.get(name) != made.get(name)):
        found.differs(Differs.SCHEMA_OTHER, JOURNAL_NAME, what=name)


def _objects(connection: sqlite3.Connection) -> dict[str, str]:
    """The statements that make the tables and triggers, by their names, without differences in spacing."""
    rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'")
    return {str(name): " ".join(str(sql).split()) for name, sql in rows}


@cache
def _as_made() -> dict[str, str]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        schema.make(connection)
        return _objects(connection)
