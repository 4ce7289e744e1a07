"""The tables of a journal, and the migration from older versions."""

import hashlib
import sqlite3
from typing import NamedTuple

VERSION = 4
"""The schema version, kept in `user_version`. Version 1 had no `clock` and `belief`; version 2 had no checksums in them and no `tail`;
versions 2 and 3 had the inbox too. All are read unchanged, and migrated when they are opened for writing."""
APPLICATION_ID = 0x64616D63
"""`damc`, which marks the file as a journal."""

GROWING = (
    """CREATE TABLE events (
        id INTEGER PRIMARY KEY,
        t_ns INTEGER NOT NULL,
        kind TEXT NOT NULL,
        json TEXT NOT NULL,
        checksum BLOB NOT NULL
    ) STRICT""",
    """CREATE TRIGGER events_in_order BEFORE INSERT ON events WHEN NEW.id IS NOT (SELECT coalesce(max(id), 0) + 1 FROM events)
        BEGIN SELECT raise(ABORT, 'rows are added at the end alone'); END""",
    "CREATE TRIGGER events_stay BEFORE DELETE ON events BEGIN SELECT raise(ABORT, 'the journal only grows'); END",
    "CREATE TRIGGER events_stand BEFORE UPDATE ON events BEGIN SELECT raise(ABORT, 'the journal only grows'); END",
)
"""The statements that make a table of events to which rows are added at the end alone."""
TOLD_TWICE = (
    "CREATE TABLE tail (one INTEGER PRIMARY KEY CHECK (one = 1), row_id INTEGER NOT NULL, checksum BLOB NOT NULL) STRICT",
    "INSERT INTO tail SELECT 1, coalesce(max(id), 0), coalesce((SELECT checksum FROM events ORDER BY id DESC LIMIT 1), x'') FROM events",
    "CREATE TRIGGER events_end AFTER INSERT ON events BEGIN UPDATE tail SET row_id = NEW.id, checksum = NEW.checksum; END",
)
"""The statements by which the number and checksum of the last event are stored a second time, in the table `tail`."""
_EVENTS = (*GROWING, f"PRAGMA application_id = {APPLICATION_ID}")
_TABLES_BESIDE = (
    """CREATE TABLE clock (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        t_ns INTEGER NOT NULL,
        white_ns INTEGER NOT NULL,
        black_ns INTEGER NOT NULL,
        checksum BLOB NOT NULL
    ) STRICT""",
    """CREATE TABLE belief (
        one INTEGER PRIMARY KEY CHECK (one = 1), row_id INTEGER NOT NULL, data BLOB NOT NULL, checksum BLOB NOT NULL
    ) STRICT""",
    *TOLD_TWICE,
    f"PRAGMA user_version = {VERSION}",
)
_WITHOUT_INBOX = ("DROP TABLE inbox", f"PRAGMA user_version = {VERSION}")
BESIDE = {"clock": "t_ns, white_ns, black_ns", "belief": "row_id, data"}
"""The tables of the rows beside the events, and the columns that their checksums cover."""
WITH_BESIDE, WITH_CHECKSUMS = 2, 3
"""The first version with the rows beside the events, and the first with their checksums and the `tail`."""


class ClockRow(NamedTuple):
    """The readings of both clocks at `t_ns`."""

    t_ns: int
    white_ns: int
    black_ns: int


def row_checksum(values: tuple[int | bytes, ...]) -> bytes:
    """The checksum of a row beside the events."""
    return hashlib.sha256(b"\n".join(one if isinstance(one, bytes) else str(one).encode() for one in values)).digest()


def make(connection: sqlite3.Connection) -> None:
    """Makes all tables in an empty file; sqlite3.Error."""
    connection.execute("BEGIN IMMEDIATE")
    do(connection, (*_EVENTS, *_TABLES_BESIDE))
    connection.execute("COMMIT")


def bring_up(connection: sqlite3.Connection) -> None:
    """Migrates a journal of an older version, with its content, in one transaction; sqlite3.Error."""
    connection.execute("BEGIN IMMEDIATE")
    version = connection.execute("PRAGMA user_version").fetchone()[0]  # another process may have migrated it first
    if version == 1:
        do(connection, _TABLES_BESIDE)
    elif version < WITH_CHECKSUMS:
        held = {table: connection.execute(f"SELECT {columns} FROM {table}").fetchall() for table, columns in BESIDE.items()}
        do(connection, (*(f"DROP TABLE {table}" for table in held), *_TABLES_BESIDE))
        for table, rows in held.items():
            for row in rows:
                put(connection, table, row)
    if WITH_BESIDE <= version < VERSION:
        do(connection, _WITHOUT_INBOX)
    connection.execute("COMMIT")


def put(connection: sqlite3.Connection, table: str, row: tuple[int | bytes, ...]) -> None:
    """Writes a row beside the events over the earlier one; sqlite3.Error."""
    places = ", ".join("?" * len(row))
    connection.execute(f"INSERT OR REPLACE INTO {table} VALUES (1, {places}, ?)", (*row, row_checksum(row)))


def do(connection: sqlite3.Connection, statements: tuple[str, ...]) -> None:
    """Executes the statements in turn; sqlite3.Error."""
    for statement in statements:
        connection.execute(statement)
