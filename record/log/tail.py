"""The tail: the last row that is on disk, in a small file beside the log. Readers go no further, and a log that ends before it lost rows.

Two slots are written in turn, in two blocks of the disk, each with a checksum of its own: a write that is cut off leaves the other slot.
A slot also has the number (inode) of the tail's own file. In a copy of the folder it differs, and the copied tail bounds nothing: a tool
that copies a folder while a game runs may take the tail after the log, and then the tail names rows that the copied log never had.
FAT and exFAT may give a file another number when they are mounted again: there a tail counts as copied from then until the next `open`.
"""

import errno
import os
import re
from contextlib import suppress
from enum import Enum
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from record.log.disk import Disk
from record.log.lines import Row

SLOT_BYTES = 4096
"""From one slot to the next: the block of a file system, and a multiple of a disk's sector."""
_WRITTEN_BYTES = 256
"""What is written of a slot: more than the longest text in it."""
_SLOT = re.compile(rb'(\{"row":(\d{1,15}),"end":(\d{1,18}),"check":"([0-9a-f]{64}|)","file":(\d{1,20})),"sum":"([0-9a-f]{16})"\} *\n')
_LOOKS = 3
"""A slot that is read while it is written may look damaged once; one that looks so each time is."""


class TailState(Enum):
    """What the tail beside a log is worth."""

    SOUND = "sound"
    MISSING = "missing"
    """There is none, or it was never written to."""
    DAMAGED = "damaged"
    """A slot does not fit its checksum. The other one, if it does, names a row that was on disk, perhaps not the last one."""
    COPIED = "copied"
    """It was copied from elsewhere with its log."""


class Slot(NamedTuple):
    """What a slot says: the last row on disk, the offset at which it ends, its checksum, and the inode of the tail's own file."""

    row: int
    end: int
    checksum: bytes
    file: int


def tail_of(path: Path) -> Path:
    """The tail's file of the log at `path`."""
    return path.with_name(path.name + "-tail")


def read_tail(path: Path) -> tuple[TailState, Slot | None]:
    """Returns the state of the tail of the log at `path`, and its newest sound slot; OSError where it is there and cannot be read."""
    state, named = TailState.MISSING, None
    for _look in range(_LOOKS):
        try:
            descriptor = os.open(tail_of(path), os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
        except FileNotFoundError:
            return TailState.MISSING, None
        try:
            content, inode = os.pread(descriptor, SLOT_BYTES + _WRITTEN_BYTES, 0), os.fstat(descriptor).st_ino
        finally:
            os.close(descriptor)
        state, named = _state(content, inode)
        if state is not TailState.DAMAGED:
            break
    return state, named


def _state(content: bytes, inode: int) -> tuple[TailState, Slot | None]:
    written = [text for start in (0, SLOT_BYTES) if (text := content[start : start + _WRITTEN_BYTES]).strip(b"\0\n ")]
    sound = [slot for text in written if (slot := _parse(text)) is not None]
    newest = max(sound, default=None)
    if not written:
        return TailState.MISSING, None
    if newest is not None and newest.file != inode:
        return TailState.COPIED, newest
    return (TailState.SOUND if len(sound) == len(written) else TailState.DAMAGED), newest


def _parse(text: bytes) -> Slot | None:
    match = _SLOT.match(text)
    if match is None or _sum(match[1]) != match[6]:
        return None
    return Slot(int(match[2]), int(match[3]), bytes.fromhex(match[4].decode()), int(match[5]))


def _format(row: Row, inode: int) -> bytes:
    text = b'{"row":%d,"end":%d,"check":"%b","file":%d' % (row.row, row.end, row.checksum.hex().encode(), inode)
    return (text + b',"sum":"%b"}' % _sum(text)).ljust(_WRITTEN_BYTES - 1) + b"\n"


def _sum(text: bytes) -> bytes:
    return sha256(text).hexdigest()[:16].encode()


class Tail:
    """Writes the tail of a log, of which one process writes. OSError where a method cannot; the tail then names an earlier row."""

    def __init__(self, path: Path, disk: Disk) -> None:
        self._path, self._disk = tail_of(path), disk
        self._descriptor: int | None = None
        self._inode = 0
        self._slot = 0

    def renew(self, row: Row, mode: int) -> None:
        """Writes `row` into both slots. A file that is not there is made with the permissions `mode`; the caller flushes the folder."""
        descriptor = self._open(mode)
        is_new = os.fstat(descriptor).st_size < SLOT_BYTES + _WRITTEN_BYTES
        text = _format(row, self._inode) + (b"\n" * (SLOT_BYTES - _WRITTEN_BYTES) if is_new else b"")
        for slot in (0, 1):
            self._write(descriptor, slot, text)
        self._slot = 1

    def write(self, row: Row) -> None:
        """Names `row`, which is on disk, in the slot that does not name the row before, and waits until the slot is on disk."""
        slot = 1 - self._slot
        if self._descriptor is not None and os.fstat(self._descriptor).st_nlink == 0:  # somebody deleted it, and readers need one
            self.close()
        try:
            self._write(self._open(), slot, _format(row, self._inode))
        except OSError:  # after a failed flush a second one proves nothing: see `record.log.log`
            self.close()
            self._write(self._open(), slot, _format(row, self._inode))
        self._slot = slot

    def _write(self, descriptor: int, slot: int, text: bytes) -> None:
        if self._disk.pwrite(descriptor, text, SLOT_BYTES * slot) < len(text):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self._disk.fdatasync(descriptor)

    def _open(self, mode: int = 0o640) -> int:
        if self._descriptor is None:
            self._descriptor = self._disk.open(self._path, os.O_RDWR | os.O_CREAT, mode)
            self._inode = os.fstat(self._descriptor).st_ino
        return self._descriptor

    def close(self) -> None:
        """Closes the file; it can be written again."""
        if self._descriptor is not None:
            with suppress(OSError):
                self._disk.close(self._descriptor)
            self._descriptor = None
