"""The tables of the file of an event, and the checksum that chains its rows."""

import hashlib
import sqlite3

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
    "CREATE TRIGGER events_stay BEFORE DELETE ON events BEGIN SELECT raise(ABORT, 'the file only grows'); END",
    "CREATE TRIGGER events_stand BEFORE UPDATE ON events BEGIN SELECT raise(ABORT, 'the file only grows'); END",
)
"""The statements that make a table of events to which rows are added at the end alone."""
TOLD_TWICE = (
    "CREATE TABLE tail (one INTEGER PRIMARY KEY CHECK (one = 1), row_id INTEGER NOT NULL, checksum BLOB NOT NULL) STRICT",
    "INSERT INTO tail SELECT 1, coalesce(max(id), 0), coalesce((SELECT checksum FROM events ORDER BY id DESC LIMIT 1), x'') FROM events",
    "CREATE TRIGGER events_end AFTER INSERT ON events BEGIN UPDATE tail SET row_id = NEW.id, checksum = NEW.checksum; END",
)
"""The statements by which the number and checksum of the last event are stored a second time, in the table `tail`."""


def do(connection: sqlite3.Connection, statements: tuple[str, ...]) -> None:
    """Executes the statements in turn; sqlite3.Error."""
    for statement in statements:
        connection.execute(statement)


def chained(previous: bytes, row_id: int, t_ns: int, kind: str, text: str) -> bytes:
    """The checksum of a row, chained on that of the row before."""
    return hashlib.sha256(previous + f"{row_id}\n{t_ns}\n{kind}\n{text}".encode()).digest()
