"""What stands in a journal's file: its tables, and how those of older versions are brought up."""

import hashlib
import sqlite3

VERSION = 3
"""Of the schema, kept in `user_version`. Version 1 had no `clock`, `inbox` and `belief`, version 2 no checksums in them and no `tail`. Both
are read as they are, and brought up when they are opened to go on."""
APPLICATION_ID = 0x64616D63
"""`damc`: how the file is known for a journal."""

_EVENTS = (
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
    f"PRAGMA application_id = {APPLICATION_ID}",
)
_INBOX = ("CREATE TABLE inbox (id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, json TEXT NOT NULL, answer TEXT) STRICT",)
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
    "CREATE TABLE tail (one INTEGER PRIMARY KEY CHECK (one = 1), row_id INTEGER NOT NULL, checksum BLOB NOT NULL) STRICT",
    "INSERT INTO tail SELECT 1, coalesce(max(id), 0), coalesce((SELECT checksum FROM events ORDER BY id DESC LIMIT 1), x'') FROM events",
    "CREATE TRIGGER events_end AFTER INSERT ON events BEGIN UPDATE tail SET row_id = NEW.id, checksum = NEW.checksum; END",
    f"PRAGMA user_version = {VERSION}",
)
BESIDE = {"clock": "t_ns, white_ns, black_ns", "belief": "row_id, data"}
"""The rows beside the events, and what their checksums are of."""
WITH_INBOX, WITH_CHECKSUMS = 2, 3
"""The first versions that have an inbox and these rows; and their checksums, and the `tail` of the events."""


def row_checksum(values: tuple[int | bytes, ...]) -> bytes:
    """Of a row beside the events."""
    return hashlib.sha256(b"\n".join(one if isinstance(one, bytes) else str(one).encode() for one in values)).digest()


def make(connection: sqlite3.Connection) -> None:
    """All of it, in a file that is empty."""
    connection.execute("BEGIN IMMEDIATE")
    _do(connection, (*_EVENTS, *_INBOX, *_TABLES_BESIDE))
    connection.execute("COMMIT")


def bring_up(connection: sqlite3.Connection) -> None:
    """Make a journal of an older version one of this, all at once, with what it holds."""
    connection.execute("BEGIN IMMEDIATE")
    version = connection.execute("PRAGMA user_version").fetchone()[0]  # somebody else may have been quicker
    if version == 1:
        _do(connection, (*_INBOX, *_TABLES_BESIDE))
    elif version < VERSION:
        held = {table: connection.execute(f"SELECT {columns} FROM {table}").fetchall() for table, columns in BESIDE.items()}
        _do(connection, (*(f"DROP TABLE {table}" for table in held), *_TABLES_BESIDE))
        for table, rows in held.items():
            for row in rows:
                put(connection, table, row)
    connection.execute("COMMIT")


def put(connection: sqlite3.Connection, table: str, row: tuple[int | bytes, ...]) -> None:
    """A row beside the events, in the place of the one before."""
    places = ", ".join("?" * len(row))
    connection.execute(f"INSERT OR REPLACE INTO {table} VALUES (1, {places}, ?)", (*row, row_checksum(row)))


def _do(connection: sqlite3.Connection, statements: tuple[str, ...]) -> None:
    for statement in statements:
        connection.execute(statement)
