"""The journal of a game that another machine records: rows are added as they stand there, with their checksums."""

from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import msgspec

from record.events.as_json import KINDS
from record.files import make_folder
from record.log.errors import LogError
from record.session.step import AFTER_CLOSING
from record.store.journal import Journal
from record.store.journal_rows import RawRow, chained, event_of, is_event
from rules.errors import DamcamError, Phrase, _, sentence_of

CLOSING = "SessionClosed"
_AFTER_CLOSING = frozenset(kind.__name__ for kind in get_args(AFTER_CLOSING))


class MirrorFault(Phrase):
    """Why a row is not taken."""

    GAP = "row {row} does not follow row {last}"
    CHECKSUM = "row {row} does not follow: its checksum is not the one that its content and the rows before it give"
    NO_EVENT = "row {row} is not written as an event is"
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
        """The journal at that path, which is made with its folder where there is none; LogError."""
        try:
            if not path.exists():
                make_folder(path.parent)
                return cls.create(path)
        except OSError as error:
            if isinstance(error, LogError):
                raise
            raise LogError(_("{path} could not be written: {why}"), path=str(path), why=sentence_of(error)) from error
        return cls.open(path)

    def add(self, rows: Sequence[RawRow]) -> None:
        """Write these rows, which follow the last one, to disk at once.

        RowRefused, with nothing written, for a row that does not follow or comes after the end of its game; LogError when the disk does not
        take them.
        """
        log = self._as_writer()
        events = self._checked(rows)
        log.extend(events, after=log.last.row)
        if rows:
            self._closed = self.is_closed or any(row.kind == CLOSING for row in rows)

    def _checked(self, rows: Sequence[RawRow]) -> list[msgspec.Raw]:
        """The events of these rows as they stand in the log."""
        last_id, checksum = self.last
        is_closed, events = self.is_closed, []
        for number, row in enumerate(rows):
            if row.row_id != last_id + 1:
                raise RowRefused(MirrorFault.GAP, number, row=row.row_id, last=last_id)
            if not is_event(row.kind, row.text):
                raise RowRefused(MirrorFault.NO_EVENT, number, row=row.row_id)
            checksum = chained(checksum, *row[:-1])
            if row.checksum != checksum:
                raise RowRefused(MirrorFault.CHECKSUM, number, row=row.row_id)
            if is_closed and row.kind in KINDS and row.kind not in _AFTER_CLOSING:
                raise RowRefused(MirrorFault.CLOSED, number, row=row.row_id, kind=row.kind)
            events.append(msgspec.Raw(event_of(*row[1:-1])))
            last_id, is_closed = row.row_id, is_closed or row.kind == CLOSING
        return events

    @property
    def is_closed(self) -> bool:
        """Whether a row says that the game was closed."""
        if self._closed is None:
            self._closed = bool(self._rows.of_kind(CLOSING))
        return self._closed

    def last_of_kind(self, kind: str) -> RawRow | None:
        """The last row of that kind; None where there is none. LogError."""
        return next(self._rows.latest_of((kind,)), None)

    @property
    def unknown_kind(self) -> tuple[int, str] | None:
        """The first row of a kind that this version does not know, and that kind; None where there is none."""
        return self._rows.not_of_kinds(KINDS)
