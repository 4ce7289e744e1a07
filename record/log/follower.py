"""Appends a log elsewhere, from the last row that the other side has on disk. The rows there are those of the log, byte for byte.

    with closing(Follower(journal)) as follower, Log.open(copy) as target:
        follower.append_to(target)

The log is read as far as its tail names it, so that no copy is ahead of the disk. Each checksum is chained on the row before: where the
last row of the other side is a row of the log, all its rows are. Where it is not, nothing is written: RowsDiffer. Then the other side may
be the only place where these rows still are.
"""

from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path
from typing import Protocol

import msgspec

from record.log.lines import START, Row
from record.log.reading import LogReader, sound_rows

BATCH_ROWS = 64
"""Rows that are appended with one flush: some 30,000 bytes, which a slow stick takes in a moment."""


class Target(Protocol):
    """Where rows are appended to, such as a `Log`."""

    @property
    def last(self) -> Row:
        """The last row that is on disk there; row 0 where none is. Its event is not needed."""

    def extend(self, events: Iterable[msgspec.Raw], *, after: int) -> Row:
        """Appends the events behind row `after`, and returns the last row once all are on disk. An OSError says that none may be."""


class Follower:
    """Follows the log at `source`, which stays open between two calls, so that a row is read once. One thread uses it. Close it."""

    def __init__(self, source: Path) -> None:
        self.source = source
        self._reader: LogReader | None = None
        self._last: Row | None = None
        self._ahead: list[Row] = []
        """Rows behind the last one that were read already, and are not in the copy yet."""

    def close(self) -> None:
        """Closes the log; the next call opens it again."""
        reader, self._reader, self._last, self._ahead = self._reader, None, None, []
        if reader is not None:
            reader.close()

    def go_to(self, last: Row) -> None:
        """Reads on behind `last`, the last row of a copy. RowsDiffer where the log has not that row; other errors as `LogReader.rows`."""
        if self._last is not None and (self._last.row, self._last.checksum) == (last.row, last.checksum):
            return
        self.close()
        self._reader, self._last = LogReader(self.source, last.row, last.checksum), last
        self._ahead = self._read()

    def append_to(self, target: Target, moves_on: Callable[[], object] = lambda: None) -> None:
        """Appends the rows that `target` lacks, and calls `moves_on` after each batch. Errors as `go_to`, and those of `target`."""
        self.go_to(target.last)
        while rows := self._ahead or self._read():
            self._ahead = rows
            self._last = target.extend([msgspec.Raw(row.event) for row in rows], after=rows[0].row - 1)
            self._ahead = []
            moves_on()

    def _read(self) -> list[Row]:
        assert self._reader is not None
        try:
            return list(islice(self._reader.rows(), BATCH_ROWS))
        except BaseException:
            self.close()
            raise


def first_difference(copy: Path, source: Path) -> int:
    """Returns the first sound row of the log at `copy` that the one at `source` has not, or has otherwise; 0 where it has all. LogError."""
    rows = sound_rows(source)
    for row in sound_rows(copy):
        if next(rows, START).checksum != row.checksum:
            return row.row
    return 0
