"""Reads logs without a lock, also from read-only media: `LogReader`, `read`, `verify`, `sound_rows`. No reader hinders the writer."""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from record.log.errors import EndMissing, LogDamaged, LogError, RowsDiffer
from record.log.lines import ALTERED, START, Row, check_of, last_legible, rows_in
from record.log.slots import SlotsReader
from record.log.tail import Slot, TailState, read_tail, state_of, tail_of
from rules.errors import _, sentence_of


@dataclass(frozen=True, slots=True)
class Verified:
    """What is in the file of a log and beside it."""

    last: Row
    """The last sound row; row 0 where there is none."""
    tail: TailState
    tail_row: int
    """The row that the tail names; 0 where it names none. In a copied folder it may be after `last`, and those rows are not in the copy."""
    tail_end: int
    """The offset at which that row ends."""
    tail_ahead: int
    """How many rows after that one were in memory alone (`Log.note_ahead`)."""
    size: int
    """The bytes of the file. Behind `last.end` there is half a line, or damage."""
    damage: LogDamaged | None

    @property
    def flushed_end(self) -> int:
        """The offset up to which the sound rows are known to be on disk. A log without a tail of its own counts as on disk."""
        is_bound = self.tail is TailState.SOUND or (self.tail is TailState.DAMAGED and self.tail_row > 0)
        return min(self.tail_end, self.last.end) if is_bound else self.last.end

    @property
    def ahead(self) -> int:
        """How many rows after the last one were in memory alone, by what the tail says; 0 where it says nothing."""
        return max(0, self.tail_ahead - max(0, self.last.row - self.tail_row))


def read(path: Path, after: int = 0) -> Iterator[Row]:
    """Yields the rows after `after`, up to the one that the tail names; without a tail, or with a copied or damaged one, all whole lines.

    LogError where there is no log; LogDamaged at the first row that is not sound, before any row where the end that the tail names is not
    there, and where the log ends before `after`.
    """
    with closing(LogReader(path, after)) as reader:
        yield from reader.rows()


def verify(path: Path) -> Verified:
    """Reads the whole file and compares it with its tail; LogError where there is no log or it cannot be opened. Damage is in the answer.

    A log may be appended to meanwhile. What looks like damage behind the row that the tail names is read twice, since a writer that could
    not write a row cuts it off again.
    """
    with _reading(path) as descriptor:
        verified = examine(path, descriptor)
        if verified.damage and verified.damage.row > verified.tail_row:
            verified = examine(path, descriptor)
        return verified


def examine(path: Path, descriptor: int) -> Verified:
    """Reads the open file of the log at `path` to its end, as `verify`; OSError where the tail cannot be read."""
    state, named = read_tail(path)
    last, damage = START, None
    try:
        for row in rows_in(descriptor, path, START, None):
            if named is not None and row.row == named.row and not _is_named(row, named):
                damage = LogDamaged(_OTHER, row=row.row, path=str(path), tail=tail_of(path).name)
                break
            last = row
    except LogDamaged as error:
        damage = error
    size = os.fstat(descriptor).st_size
    if damage is None and named is not None and last.row < named.row and state is not TailState.COPIED:
        damage = ends_early(path, last.row, named.row)
    if damage is None and size > last.end and state is TailState.DAMAGED:  # the damaged slot may have named this row
        damage = EndMissing(ALTERED, row=last.row + 1, path=str(path))
    named = named or Slot(0, 0, b"", 0)
    return Verified(last, state, named.row, named.end, named.ahead, size, damage)


def sound_rows(path: Path, verified: Verified | None = None) -> Iterator[Row]:
    """Yields the rows of the sound beginning, as far as `verified` or now `verify` finds it; LogError as `verify`."""
    end = (verified or verify(path)).last.end
    with _reading(path) as descriptor:
        if end:
            yield from rows_in(descriptor, path, START, end)


def last_legible_row(path: Path) -> int:
    """Returns the last row that is known of by lines behind the damage of the log; 0 where it is sound. LogError as `verify`."""
    verified = verify(path)
    if verified.damage is None:
        return 0
    with _reading(path) as descriptor:
        return max(last_legible(descriptor, verified.last.end), verified.last.row + 1)


_OTHER_FILE = _("{path} was exchanged for another file, or deleted, while it was read")
_MISSING = _("row {row} of {path} is missing: row {last} was the last that was written")
_OTHER_ROW = _("row {row} of {path} is not the one that its copy has")
_OTHER = _("row {row} of {path} is not the one of which {tail} tells: it was altered, or belongs to another file")


def _is_named(row: Row, named: Slot) -> bool:
    return (row.row, row.end, row.checksum) == (named.row, named.end, named.checksum)


def ends_early(path: Path, last: int, named: int) -> EndMissing:
    """The error of a log that ends with row `last`, and whose tail names the later row `named`."""
    sentence = _("row {row} of {path} is missing: {tail} says that row {last} was the last that was written")
    return EndMissing(sentence, row=last + 1, last=named, path=str(path), tail=tail_of(path).name)


def gone(path: Path) -> EndMissing | None:
    """The error of a log of which the tail alone is left; None where no row was written, or no tail is there. OSError as `read_tail`."""
    _state, named = read_tail(path)
    if named is None or named.row == 0:
        return None
    return EndMissing(_("{path} is gone, but {tail} is there, which belongs to it"), row=1, path=str(path), tail=tail_of(path).name)


@contextmanager
def _reading(path: Path) -> Iterator[int]:
    """A context with the open file; LogError. Errors of the system that arise inside are LogErrors too."""
    descriptor = _opened(path)
    try:
        with _errors(path):
            yield descriptor
    finally:
        os.close(descriptor)


def _opened(path: Path) -> int:
    try:
        return os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except FileNotFoundError:
        raise gone(path) or LogError(_("there is no log at {path}"), path=str(path)) from None
    except OSError as error:
        raise not_read(path, error) from error


@contextmanager
def _errors(path: Path) -> Iterator[None]:
    """A context in which errors of the system become LogErrors about the log at `path`."""
    try:
        yield
    except OSError as error:
        if isinstance(error, LogError):
            raise
        raise not_read(path, error) from error


def not_read(path: Path, error: OSError) -> LogError:
    return LogError(_("{path} cannot be read: {why}"), path=str(path), why=sentence_of(error))


class LogReader:
    """An open log, of which `rows` yields what is new each time. It needs no lock; one thread at a time uses it. Close it at the end."""

    def __init__(self, path: Path, after: int = 0, checksum: bytes = b"") -> None:
        """LogError where there is no log. With `checksum` row `after` must have it: `rows` raises RowsDiffer where it has another one."""
        self._path, self._after, self._checksum = path, after, checksum
        self._descriptor = _opened(path)
        self._tail = SlotsReader(tail_of(path))
        self._last = START
        self._tail_row = 0
        self._until: int | None = None
        self._is_begun = False

    def close(self) -> None:
        """Closes the file."""
        descriptor, self._descriptor = self._descriptor, -1  # a second thread that closes finds nothing, and never another file's number
        if descriptor >= 0:
            os.close(descriptor)
        self._tail.close()

    def rows(self) -> Iterator[Row]:
        """Yields the rows after `after` that were not yielded yet and may be read now; LogError.

        LogDamaged as `read`, and also when the log is put back to an earlier state, or another file takes its place.
        """
        with _errors(self._path):
            yield from self._rows()

    def lines(self, start: int, end: int) -> list[bytes]:
        """The lines of rows that were yielded, between the offsets at which they begin and end; LogError."""
        with _errors(self._path):
            content = os.pread(self._descriptor, end - start, start)
        if len(content) < end - start:
            raise LogDamaged(_OTHER_FILE, row=1, path=str(self._path))
        return [line + b"\n" for line in content.split(b"\n")[:-1]]

    def _rows(self) -> Iterator[Row]:
        state, named = state_of(self._tail.read())
        self._refuse_other_file()
        if named is not None and state is TailState.SOUND:
            if named.row >= self._tail_row:
                self._tail_row, self._until = named.row, named.end
            elif not self._has_last():
                raise LogDamaged(_MISSING, row=named.row + 1, last=self._tail_row, path=str(self._path))
        if named is not None and state is not TailState.COPIED and (state is TailState.SOUND or not self._is_begun):
            self._refuse_other_end(named)
        self._is_begun = True
        # A tail that is damaged or deleted while the writer runs is written anew with the next row. Until then nothing new is read.
        for row in rows_in(self._descriptor, self._path, self._last, self._until):
            self._last = row
            if row.row == self._after and not self._is_after(row):
                raise RowsDiffer(_OTHER_ROW, row=row.row, path=str(self._path))
            if row.row > self._after:
                yield row
        if self._last.row < self._after and not self._has_after():
            raise RowsDiffer(_MISSING, row=self._last.row + 1, last=self._after, path=str(self._path))

    # A power cut between a tail and its flush leaves a tail that names an earlier row than readers elsewhere have seen. The row itself was
    # on disk before and still is: it counts as put back only where the file does not have it.

    def _has_last(self) -> bool:
        """Whether the file still has the last row that was read."""
        end = check_of(self._last.checksum)
        return os.pread(self._descriptor, len(end), self._last.end - len(end)) == end

    def _has_after(self) -> bool:
        """Whether the file has row `after` behind the row that the tail names."""
        return any(self._is_after(row) for row in rows_in(self._descriptor, self._path, self._last, None))

    def _is_after(self, row: Row) -> bool:
        return row.row == self._after and self._checksum in (b"", row.checksum)

    def _refuse_other_end(self, named: Slot) -> None:
        """Raises LogDamaged where the row that the tail names does not end where the tail says, or has another checksum."""
        end = check_of(named.checksum) if named.row else b""
        if named.end > self._last.end and os.pread(self._descriptor, len(end), named.end - len(end)) != end:
            damage = examine(self._path, self._descriptor).damage
            if damage is not None:
                raise damage

    def _refuse_other_file(self) -> None:
        try:
            is_same = os.path.samestat(os.stat(self._path), os.fstat(self._descriptor))
        except FileNotFoundError:
            is_same = False
        if not is_same:
            row = self._last.row + 1
            raise LogDamaged(_OTHER_FILE, row=row, path=str(self._path))
