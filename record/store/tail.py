"""What was told last, outside the database: the number and checksum of the journal's last row, in a small file beside it.

The rows of a running game, and the row in the journal that tells of its end, stand in one write-ahead log. A bad card that loses the end of
that log loses both, and the rest looks whole. This file stands elsewhere on the card. It holds two copies that are written in turn, in two
blocks of the disk, each with a checksum of its own: a write that is cut off leaves the copy before.

A row is named here only after it is on disk, so this file never knows of a row that the journal did not take.
"""

import hashlib
import os
import re
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from record.files import sync_folder
from record.store.journal_faults import JournalError, JournalFault

END = "-tail"
"""The ending of the file's name, after that of the journal."""
BLOCK = 4096
"""The bytes from one copy to the next: the block of a file system, and a multiple of a disk's sector."""
_COPY = re.compile(rb"row (\d{1,15}) checksum ([0-9a-f]{64}) of these ([0-9a-f]{16})\n")
_LONGEST = 200


class ToldLast(NamedTuple):
    """The last row that was written to a journal, and its chained checksum."""

    row_id: int
    checksum: bytes


def tail_of(journal: Path) -> Path:
    """The file that belongs to that journal."""
    return journal.with_name(journal.name + END)


def told_last(journal: Path) -> ToldLast | None:
    """What the file beside the journal says; None where there is no such file, or neither copy is whole."""
    try:
        content = tail_of(journal).read_bytes()
    except OSError:
        return None
    return max((one for one in copies_in(content).values() if one), default=None)


def copies_in(content: bytes) -> dict[int, ToldLast | None]:
    """The copies in the bytes of the file by their numbers, 1 and 2; None for one that is damaged. One never written is left out."""
    found = {number: content[start : start + _LONGEST] for number, start in ((1, 0), (2, BLOCK))}
    return {number: _parsed(copy) for number, copy in found.items() if copy.strip(b"\0\n")}


def refuse_less(journal: Path, outside: ToldLast | None, row_id: int) -> None:
    """Raises JournalError where the file beside the journal names a row after `row_id`, the journal's last."""
    if outside and outside.row_id > row_id:
        what = {"path": str(journal), "tail": tail_of(journal).name}
        raise JournalError(JournalFault.TOLD_ELSEWHERE.said(row=row_id + 1, last=outside.row_id, **what))


def refuse_other(journal: Path, outside: ToldLast | None, found: ToldLast) -> None:
    """Raises JournalError where the file beside the journal names that row with another checksum."""
    if outside and outside.row_id == found.row_id and outside.checksum != found.checksum:
        raise JournalError(JournalFault.OTHER_THAN_TOLD.said(row=found.row_id, path=str(journal), tail=tail_of(journal).name))


class Tail:
    """Writes the file beside a journal. A disk that does not take it leaves an older copy, which says less and nothing wrong."""

    def __init__(self, journal: Path) -> None:
        self._path = tail_of(journal)
        self._descriptor: int | None = None

    def write(self, last: ToldLast) -> None:
        """Writes the copy whose turn it is. It outlives this process at once, and a power cut from the next `flush` on."""
        with suppress(OSError):
            if self._descriptor is None:
                self._descriptor = _opened(self._path)
            os.pwrite(self._descriptor, _written(last), BLOCK * (last.row_id % 2))

    def flush(self) -> None:
        """Waits until what was written is on disk."""
        if self._descriptor is not None:
            with suppress(OSError):
                os.fdatasync(self._descriptor)

    def close(self) -> None:
        """Flushes and closes the file."""
        if self._descriptor is not None:
            self.flush()
            os.close(self._descriptor)
            self._descriptor = None


def _opened(path: Path) -> int:
    """The file, with room for both copies, so that a later write changes nothing but their bytes; OSError."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        if os.fstat(descriptor).st_size < 2 * BLOCK:
            os.pwrite(descriptor, b"\n" * BLOCK, BLOCK)
            os.pwrite(descriptor, b"\n" * (BLOCK - _LONGEST), _LONGEST)
            os.fsync(descriptor)
            sync_folder(path.parent)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def _written(last: ToldLast) -> bytes:
    text = f"row {last.row_id} checksum {last.checksum.hex()} of these ".encode()
    return text + _digest(text).encode() + b"\n"


def _parsed(copy: bytes) -> ToldLast | None:
    found = _COPY.match(copy)
    if found is None or _digest(copy[: found.start(3)]) != found[3].decode():
        return None
    return ToldLast(int(found[1]), bytes.fromhex(found[2].decode()))


def _digest(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()[:16]
