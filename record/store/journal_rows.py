"""The rows of a journal as they stand, not decoded, for whoever copies them."""

import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from record.store.connecting import connected
from record.store.journal_faults import JournalError, JournalFault
from record.store.versions import chained

BATCH = 64
"""Rows read at once: half a megabyte or less, which any disk takes in a moment."""


class RawRow(NamedTuple):
    """A row of the events, with its chained checksum."""

    row_id: int
    t_ns: int
    kind: str
    text: str
    """The event's fields as JSON."""
    checksum: bytes


class JournalRows:
    """Reads the rows of a journal, also while another process writes. Use it as a context manager; JournalError when there is none."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection = connected(path, "ro")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._connection.close()

    @property
    def last_id(self) -> int:
        """The number of the last row; 0 when there is none."""
        found: int = self._read("SELECT coalesce(max(id), 0) FROM events")[0][0]
        return found

    def checksum(self, row_id: int) -> bytes | None:
        """The chained checksum of that row: empty for row 0, None when there is no such row."""
        if row_id == 0:
            return b""
        rows = self._read("SELECT checksum FROM events WHERE id = ?", row_id)
        return rows[0][0] if rows else None

    def of_kind(self, kind: str) -> list[int]:
        """The numbers of the rows of that kind, in order."""
        return [row_id for (row_id,) in self._read("SELECT id FROM events WHERE kind = ? ORDER BY id", kind)]

    def latest_of(self, kinds: Sequence[str]) -> Iterator[tuple[int, str, str]]:
        """The rows of these kinds with number, kind and JSON, the latest first, without a look at their checksums; JournalError."""
        places, before = ", ".join("?" * len(kinds)), self.last_id + 1
        query = f"SELECT id, kind, json FROM events WHERE id < ? AND kind IN ({places}) ORDER BY id DESC LIMIT 1"
        while found := self._read(query, before, *kinds):
            yield found[0]
            before = found[0][0]

    def after(self, row_id: int, checksum: bytes) -> list[RawRow]:
        """At most BATCH rows after row `row_id`, which has that checksum; JournalError names a row that is missing or altered."""
        found_after = self._read("SELECT id, t_ns, kind, json, checksum FROM events WHERE id > ? ORDER BY id LIMIT ?", row_id, BATCH)
        rows = list(map(RawRow._make, found_after))
        for found in rows:
            row_id += 1
            if found.row_id != row_id:
                raise JournalError(JournalFault.ROW_MISSING.said(row=row_id, path=str(self.path)))
            checksum = chained(checksum, *found[:-1])
            if found.checksum != checksum:
                raise JournalError(JournalFault.ALTERED.said(row=row_id, path=str(self.path)))
        return rows

    def _read(self, query: str, *values: int | str) -> list[tuple[Any, ...]]:
        try:
            return self._connection.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise JournalError(JournalFault.NOT_READ.said(path=str(self.path), why=str(error))) from error
