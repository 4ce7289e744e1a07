"""Reads the rows of a journal one by one, tells each that does not fit, and goes on behind it."""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from record.events.as_json import decode
from record.events.of_game import Event
from record.store.folder import JOURNAL_NAME
from record.store.versions import chained
from record.verifying.findings import Differs, Findings
from rules.errors import DamcamError, Phrase, Sentence

BATCH = 256
"""Rows read at once, without a transaction between them, so that a running service may empty its log."""
_QUERY = "SELECT id, t_ns, kind, json, checksum FROM events WHERE id > ? ORDER BY id LIMIT ?"


class RowFault(Phrase):
    """Why rows cannot be read."""

    OUT_OF_ORDER = "row {row} stands there"


@dataclass(frozen=True, slots=True)
class CheckedRow:
    """A row of the journal. `event` is None where it does not fit its checksum, or cannot be understood, for which `why` has the reason."""

    number: int
    checksum: bytes
    event: Event | None
    why: Sentence | None = None


def checked_rows(connection: sqlite3.Connection, found: Findings) -> Iterator[CheckedRow]:
    """All rows in order. What is missing, altered or unreadable is a difference; the rows after it are held against what is stored."""
    number, stored, reckoned = 0, b"", b""
    for row, t_ns, kind, text, checksum in _rows(connection, found):
        may_fit = {chained(before, row, t_ns, kind, text) for before in (stored, reckoned)}
        if row != number + 1:
            _missing(found, number + 1, row - 1)
        fits = checksum in may_fit or row != number + 1  # the row before a gap is not there to be held against
        number, stored, reckoned = row, checksum, chained(stored, row, t_ns, kind, text)
        if not fits:
            found.differs(Differs.ROW_ALTERED, JOURNAL_NAME, row=row)
            yield CheckedRow(row, checksum, None)
            continue
        yield _understood(row, checksum, kind, text)


def _understood(row: int, checksum: bytes, kind: str, text: str) -> CheckedRow:
    try:
        return CheckedRow(row, checksum, decode(kind, text))
    except DamcamError as error:
        return CheckedRow(row, checksum, None, error.sentence)


def _missing(found: Findings, first: int, last: int) -> None:
    if first == last:
        found.differs(Differs.ROW_MISSING, JOURNAL_NAME, row=first)
    else:
        found.differs(Differs.ROWS_MISSING, JOURNAL_NAME, row=first, last=last)


def _rows(connection: sqlite3.Connection, found: Findings) -> Iterator[tuple[int, int, str, str, bytes]]:
    """The rows as they stand; where a batch cannot be read, its rows one by one up to the one at fault."""
    last, batch = 0, BATCH
    while True:
        try:
            rows = connection.execute(_QUERY, (last, batch)).fetchall()
        except sqlite3.Error as error:
            if batch == 1:
                found.differs(Differs.ROWS_UNREADABLE, JOURNAL_NAME, row=last + 1, why=str(error))
                return
            batch = 1
            continue
        if not rows:
            return
        for row in map(_plain, rows):
            if row[0] <= last:  # a page stands in the place of another; reading on might never end
                found.differs(Differs.ROWS_UNREADABLE, JOURNAL_NAME, row=last + 1, why=RowFault.OUT_OF_ORDER.said(row=row[0]))
                return
            yield row
            last = row[0]


def _plain(row: tuple[Any, ...]) -> tuple[int, int, str, str, bytes]:
    """The row with the types of its columns, whatever a damaged page holds in their place."""
    number, t_ns, kind, text, checksum = row
    return int(number), t_ns, str(kind), str(text), checksum if isinstance(checksum, bytes) else b""
