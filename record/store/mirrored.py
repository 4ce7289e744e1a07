"""The journal of a game that another machine records: rows are added as they stand there, with their checksums."""

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import get_args

from record.events.as_json import KINDS
from record.files import sync_folder
from record.session.step import AFTER_CLOSING
from record.store.journal import Journal
from record.store.journal_faults import JournalError, JournalFault
from record.store.journal_rows import RawRow
from record.store.tail import ToldLast
from record.store.versions import chained
from rules.errors import DamcamError, Phrase, sentence_of

CLOSING = "SessionClosed"
_AFTER_CLOSING = frozenset(kind.__name__ for kind in get_args(AFTER_CLOSING))


class MirrorFault(Phrase):
    """Why a row is not taken."""

    GAP = "row {row} does not follow row {last}"
    CHECKSUM = "row {row} does not follow: its checksum is not the one that its content and the rows before it give"
    CLOSED = "row {row} of kind {kind} comes after the end of this game"


class RowRefused(DamcamError, ValueError):
    """A row that is not added; `rows_before` says how many of the rows that came with it stand before it."""

    def __init__(self, fault: MirrorFault, rows_before: int, **what: int | str) -> None:
        super().__init__(fault.said(**what))
        self.rows_before = rows_before
        self.fault = fault


class MirroredJournal(Journal):
    """Adds rows as another journal has them. Everything else is as in `Journal`, of which it is read."""

    OF_MIRROR = True
    _closed: bool | None = None
    """Whether the game is closed; None before that was read."""

    @classmethod
    def opened(cls, path: Path) -> "MirroredJournal":
        """The journal at that path, which is made with its folder where there is none; JournalError."""
        try:
            if not path.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                sync_folder(path.parent.parent)
                return cls.create(path)
        except OSError as error:
            if isinstance(error, JournalError):
                raise
            why = JournalFault.NOT_MADE.said(JournalFault.IS_FOLDER_FULL.said(), path=str(path), why=sentence_of(error))
            raise JournalError(why) from error
        return cls.open(path)

    def add(self, rows: Sequence[RawRow]) -> None:
        """Write these rows, which follow the last one, to disk in one transaction.

        RowRefused, with nothing written, for a row that does not follow or comes after the end of its game; JournalError when the disk
        does not take them.
        """
        self._as_writer()
        checked = self._checked(rows)
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?)", checked)
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
            raise JournalError(self._not_written(JournalFault.NOT_WRITTEN, error, what=rows[0].kind)) from error
        if rows:
            self.last = ToldLast(rows[-1].row_id, rows[-1].checksum)
            self._tail_file.write(self.last)
            self._closed = self.is_closed or any(row.kind == CLOSING for row in rows)

    def _checked(self, rows: Sequence[RawRow]) -> Sequence[RawRow]:
        last_id, checksum = self.last
        is_closed = self.is_closed
        for number, row in enumerate(rows):
            if row.row_id != last_id + 1:
                raise RowRefused(MirrorFault.GAP, number, row=row.row_id, last=last_id)
            checksum = chained(checksum, *row[:-1])
            if row.checksum != checksum:
                raise RowRefused(MirrorFault.CHECKSUM, number, row=row.row_id)
            if is_closed and row.kind in KINDS and row.kind not in _AFTER_CLOSING:
                raise RowRefused(MirrorFault.CLOSED, number, row=row.row_id, kind=row.kind)
            last_id, is_closed = row.row_id, is_closed or row.kind == CLOSING
        return rows

    @property
    def is_closed(self) -> bool:
        """Whether a row says that the game was closed."""
        if self._closed is None:
            self._closed = bool(self._read(f"SELECT 1 FROM events WHERE kind = '{CLOSING}' LIMIT 1"))
        return self._closed

    def last_of_kind(self, kind: str) -> tuple[int, str] | None:
        """The last row of that kind, with its JSON text; None where there is none. JournalError."""
        try:
            found = self._connection.execute("SELECT id, json FROM events WHERE kind = ? ORDER BY id DESC LIMIT 1", (kind,)).fetchall()
        except sqlite3.Error as error:
            raise JournalError(JournalFault.NOT_READ.said(path=str(self.path), why=str(error))) from error
        return (int(found[0][0]), str(found[0][1])) if found else None

    @property
    def unknown_kind(self) -> tuple[int, str] | None:
        """The first row of a kind that this version does not know, and that kind; None where there is none."""
        known = ", ".join(f"'{kind}'" for kind in KINDS)
        found = self._read(f"SELECT id, kind FROM events WHERE kind NOT IN ({known}) ORDER BY id LIMIT 1")
        return (int(found[0][0]), str(found[0][1])) if found else None
