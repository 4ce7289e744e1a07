"""The rows of a journal as they stand, not decoded, for whoever reads or copies them.

A journal is a log (`record.log`). The event of a row is its time, its kind and its fields:

    {"row":17,"event":{"t_ns":61000000000,"kind":"Pressed","fields":{"t_ns":61000000000,"seq":9,"side":"white"}},"check":"5b0f..."}
"""

import re
from array import array
from collections.abc import Collection, Iterator
from hashlib import sha256
from pathlib import Path
from sys import intern
from types import TracebackType
from typing import Annotated, NamedTuple, Self

import msgspec
from msgspec import Meta

from record.events.fields import MAX_COUNT, ChangeNs, Count
from record.log.errors import LogDamaged, LogError
from record.log.lines import MAX_LINE_BYTES, START, Row, altered, row_of
from record.log.reading import LogReader, not_read
from record.log.tail import TailState, read_tail
from rules.errors import _

BATCH = 64
"""Rows read at once: half a megabyte or less, which any disk takes in a moment."""
_HEAD = re.compile(rb'\{"t_ns":(-?\d{1,19}),"kind":"([A-Za-z]{1,80})","fields":')
_EVENT = re.compile(_HEAD.pattern + rb"(.*)\}", re.DOTALL)
_LINE = re.compile(rb'\{"row":\d{1,15},"event":' + _HEAD.pattern)
_LETTERS = re.compile(r"[A-Za-z]{1,80}")
_HEAD_BYTES = 200
"""More than the part of a line up to the fields of its event, and more than the part behind them."""
_MAX_TEXT_BYTES = MAX_LINE_BYTES - 2 * _HEAD_BYTES


class LastRow(NamedTuple):
    """The last row of a journal and its chained checksum; row 0 and b"" of an empty one."""

    row_id: Count
    checksum: Annotated[bytes, Meta(max_length=32)]


class RawRow(NamedTuple):
    """A row of the events, with its chained checksum (32 bytes)."""

    row_id: Annotated[int, Meta(ge=1, le=MAX_COUNT)]
    t_ns: ChangeNs
    kind: str
    text: str
    """The event's fields as JSON."""
    checksum: Annotated[bytes, Meta(min_length=32, max_length=32)]


def event_of(t_ns: int, kind: str, text: str) -> bytes:
    """The event of a row as it stands in the log; UnicodeEncodeError for a text with half a surrogate pair."""
    return b'{"t_ns":%d,"kind":"%b","fields":%b}' % (t_ns, kind.encode(), text.encode())


def is_event(kind: str, text: str) -> bool:
    """Whether a log can hold an event of that kind and these fields: letters, and JSON in one line that is not too long."""
    try:
        content = text.encode()
        msgspec.json.decode(content)
    except (ValueError, RecursionError):
        return False
    return _LETTERS.fullmatch(kind) is not None and b"\n" not in content and len(content) <= _MAX_TEXT_BYTES


def chained(previous: bytes, row_id: int, t_ns: int, kind: str, text: str) -> bytes:
    """The checksum of a row, chained on that of the row before (`record.log.lines`). UnicodeEncodeError as `event_of`."""
    return sha256(previous + b'{"row":%d,"event":%b' % (row_id, event_of(t_ns, kind, text))).digest()


def raw_row(row: Row, path: Path) -> RawRow:
    """The row of the log at `path` as a row of a journal; LogDamaged where it is that of another log."""
    match = _EVENT.fullmatch(row.event)
    if match is None:
        raise _no_event(row.row, path)
    return RawRow(row.row, int(match[1]), match[2].decode(), match[3].decode(errors="replace"), row.checksum)


def _no_event(row: int, path: Path) -> LogDamaged:
    return LogDamaged(_("row {row} of {path} is no event of a game"), row=row, path=str(path))


class JournalRows:
    """Reads the rows of a journal, also while another process writes, as far as they are on disk. Close it, or use it in a `with` block.

    LogError where there is no journal or it cannot be read. LogDamaged where it has lost rows, or names the row that does not fit; the rows
    before that one can be read all the same.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._reader = LogReader(path)
        self._ends, self._kinds = array("Q", [0]), [""]
        """The offset at which each row ends, and its kind."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self._reader.close()

    def _see(self) -> None:
        """Take note of the rows that are new. Each is checked once."""
        for row in self._reader.rows():
            match = _HEAD.match(row.event)
            if match is None:
                raise _no_event(row.row, self.path)
            self._kinds.append(intern(match[2].decode()))
            self._ends.append(row.end)

    @property
    def last_id(self) -> int:
        """The number of the last row; 0 when there is none."""
        self._see()
        return len(self._ends) - 1

    @property
    def last(self) -> LastRow:
        """The last row."""
        row_id = self.last_id
        return LastRow(row_id, self._checksum(row_id))

    def content(self) -> bytes:
        """The bytes of the journal as it is now, up to the end of its last row."""
        self._see()
        return b"".join(self._reader.lines(0, self._ends[-1]))

    def checksum(self, row_id: int) -> bytes | None:
        """The chained checksum of that row: empty for row 0, None when there is no such row."""
        if row_id >= len(self._ends):
            self._see()
        return self._checksum(row_id) if 0 <= row_id < len(self._ends) else None

    def _checksum(self, row_id: int) -> bytes:
        if row_id == 0:
            return b""
        (line,) = self._reader.lines(self._ends[row_id - 1], self._ends[row_id])
        return bytes.fromhex(line[-67:-3].decode())

    def of_kind(self, kind: str) -> list[int]:
        """The numbers of the rows of that kind, in order."""
        self._see()
        return [row_id for row_id, its_kind in enumerate(self._kinds) if its_kind == kind]

    def not_of_kinds(self, kinds: Collection[str]) -> tuple[int, str] | None:
        """The first row of another kind than these, and its kind; None where there is none."""
        self._see()
        return next(((row_id, kind) for row_id, kind in enumerate(self._kinds) if row_id and kind not in kinds), None)

    def latest_of(self, kinds: Collection[str]) -> Iterator[RawRow]:
        """The rows of these kinds, the latest first."""
        self._see()
        for row_id in range(len(self._kinds) - 1, 0, -1):
            if self._kinds[row_id] in kinds:
                yield from self._between(row_id - 1, row_id)

    def after(self, row_id: int, checksum: bytes) -> list[RawRow]:
        """At most BATCH rows after row `row_id`, which has that checksum; LogDamaged for a row that does not follow."""
        self._see()
        rows = self._between(row_id, min(row_id + BATCH, len(self._ends) - 1))
        if rows and chained(checksum, *rows[0][:-1]) != rows[0].checksum:
            raise altered(self.path, row_id + 1)
        return rows

    def since(self, row_id: int) -> Iterator[RawRow]:
        """All rows after row `row_id`, also those that come meanwhile; LogError where there is no such row.

        Where the journal is damaged the sound rows come first.
        """
        damage: LogDamaged | None = None
        while True:
            try:
                self._see()
            except LogDamaged as error:
                damage = error
            last = len(self._ends) - 1
            if row_id > last:
                raise damage or LogError(
                    _("row {row} of {path} is not there: it ends at row {last}"), row=row_id, last=last, path=str(self.path)
                )
            if row_id == last:
                break
            while row_id < last:
                until = min(row_id + BATCH, last)
                yield from self._between(row_id, until)
                row_id = until
        if damage is not None:
            raise damage

    def _between(self, row_id: int, until: int) -> list[RawRow]:
        """The rows after `row_id` up to `until`."""
        if row_id >= until:
            return []
        previous = Row(row_id, b"", self._checksum(row_id), self._ends[row_id]) if row_id else START
        rows = []
        for line in self._reader.lines(self._ends[row_id], self._ends[until]):
            row = row_of(line, previous)
            if row is None:
                raise altered(self.path, previous.row + 1)
            rows.append(raw_row(row, self.path))
            previous = row
        return rows


def rows_of_kinds(
    path: Path, kinds: Collection[str], also_first_of: Collection[str] = (), *, beyond_tail: bool = False
) -> Iterator[RawRow]:
    """Yields the rows of these kinds in order, and the first one of `also_first_of`, without a look at the checksums; LogError.
    `checksum` is empty in them.

    It takes a fraction of the time of `JournalRows`. Rows behind the one that the tail names are left out, and LogDamaged is raised for a
    line that is no event, unless `beyond_tail`, which is for a damaged journal.
    """
    try:
        content = path.read_bytes()
        state, named = read_tail(path)
    except OSError as error:
        raise not_read(path, error) from error
    if state is TailState.SOUND and named is not None and not beyond_tail:
        content = content[: named.end]
    wanted, first = {kind.encode() for kind in kinds}, {kind.encode() for kind in also_first_of}
    for number, line in enumerate(content.split(b"\n")[:-1], 1):
        match = _LINE.match(line[:_HEAD_BYTES])
        if match is None and not beyond_tail:
            raise altered(path, number)
        if match is None or (match[2] not in wanted and match[2] not in first):
            continue
        if match[2] in first:
            first = set()
        fields = line[match.end() : line.rfind(b'},"check"')]
        yield RawRow(number, int(match[1]), match[2].decode(), fields.decode(errors="replace"), b"")
