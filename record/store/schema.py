"""The tables of a journal."""

import hashlib
import sqlite3
from typing import NamedTuple

VERSION = 5
"""The schema version, kept in `user_version`."""
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
_TABLES = (
    *GROWING,
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
    f"PRAGMA application_id = {APPLICATION_ID}",
    f"PRAGMA user_version = {VERSION}",
)
BESIDE = {"clock": "t_ns, white_ns, black_ns", "belief": "row_id, data"}
"""The tables of the rows beside the events, and the columns that their checksums cover."""


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
    do(connection, _TABLES)
    connection.execute("COMMIT")


def put(connection: sqlite3.Connection, table: str, row: tuple[int | bytes, ...]) -> None:
    """Writes a row beside the events over the earlier one; sqlite3.Error."""
    places = ", ".join("?" * len(row))
    connection.execute(f"INSERT OR REPLACE INTO {table} VALUES (1, {places}, ?)", (*row, row_checksum(row)))


def do(connection: sqlite3.Connection, statements: tuple[str, ...]) -> None:
    """Executes the statements in turn; sqlite3.Error."""
    for statement in statements:
        connection.execute(statement)
