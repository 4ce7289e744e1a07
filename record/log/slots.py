"""A small value that is written again and again: two slots in turn, so that a write that is cut off leaves the value before it.

A slot is a line with the number of the write, the length of the value and a checksum, then the value. The slots begin at blocks of the
disk, so that no write changes both. Any process may read while one writes.
"""

import errno
import os
import re
from contextlib import closing, suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from record.log.disk import DISK, Disk

BLOCK_BYTES = 4096
"""The block of a file system, and a multiple of a disk's sector."""
_HEAD = re.compile(rb"(\d{19}) (\d{10}) ([0-9a-f]{32})\n")
_HEAD_BYTES = 64
_LOOKS = 3
"""A slot that is read while it is written may look damaged once; one that looks so each time is."""


class SlotsRead(NamedTuple):
    """What the file holds."""

    value: bytes | None
    """The value of the newest sound slot; None where no slot is sound."""
    is_damaged: bool
    """Whether a slot that was written does not fit its checksum, or is gone."""
    file: int
    """The number (inode) of the file; 0 where there is none."""


def read_slots(path: Path, slot_bytes: int = BLOCK_BYTES) -> SlotsRead:
    """Returns what the file at `path` holds, whose slots have `slot_bytes` each; OSError where it is there and cannot be read."""
    with closing(SlotsReader(path, slot_bytes)) as reader:
        return reader.read()


class SlotsReader:
    """Reads the file at `path` again and again, and keeps it open meanwhile: a look needs no descriptor that may be missing. Close it."""

    def __init__(self, path: Path, slot_bytes: int = BLOCK_BYTES) -> None:
        self._path, self._slot_bytes = path, slot_bytes
        self._descriptor: int | None = None

    def read(self) -> SlotsRead:
        """Returns what the file holds that has the path now; OSError where it is there and cannot be read."""
        try:
            now = os.stat(self._path)
            if self._descriptor is None or not os.path.samestat(now, os.fstat(self._descriptor)):
                self.close()
                self._descriptor = os.open(self._path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
        except FileNotFoundError:
            self.close()
            return SlotsRead(None, False, 0)
        content = SlotsRead(None, False, 0)
        for _look in range(_LOOKS):
            content, _newest, _number = _read(self._descriptor, self._slot_bytes)
            if not content.is_damaged:
                break
        return content

    def close(self) -> None:
        """Closes the file; it can be read again."""
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            os.close(descriptor)


class TwoSlots:
    """Writes the file at `path`, of which one process writes. OSError where a method cannot; the value before is still there then."""

    def __init__(self, path: Path, slot_bytes: int = BLOCK_BYTES, *, mode: int = 0o640, disk: Disk = DISK) -> None:
        self._path, self._slot_bytes, self._mode, self._disk = path, slot_bytes, mode, disk
        self._descriptor: int | None = None
        self._slot, self._number = 0, 0
        self.file = 0
        """The number (inode) of the file that was opened last."""

    def open(self) -> None:
        """Opens the file, which is made where there is none; its name is on disk then. `write` opens it too."""
        if self._descriptor is not None and os.fstat(self._descriptor).st_nlink == 0:  # somebody deleted it, and readers need one
            self.close()
            self._number = 0
        if self._descriptor is not None:
            return
        descriptor = self._disk.open(self._path, os.O_RDWR | os.O_CREAT, self._mode)
        try:
            if self._number == 0:  # else a write failed, and its slot is written again
                _content, self._slot, self._number = _read(descriptor, self._slot_bytes)
            if os.fstat(descriptor).st_size < self._slot_bytes + _HEAD_BYTES:  # room for both, so that a write changes bytes alone
                self._put(descriptor, b"\n" * _HEAD_BYTES, self._slot_bytes)
                self._disk.fdatasync(descriptor)
                self._disk.sync_folder(self._path.parent)
        except BaseException:
            self._disk.close(descriptor)
            raise
        self._descriptor, self.file = descriptor, os.fstat(descriptor).st_ino

    def write(self, value: bytes, *, flush: bool = True) -> None:
        """Writes `value`, and waits until it is on disk unless `flush` is False: then a power cut may leave an earlier value, or none.

        ValueError for a value that is longer than a slot.
        """
        if len(value) > self._slot_bytes - _HEAD_BYTES:
            raise ValueError(f"a slot has at most {self._slot_bytes - _HEAD_BYTES} bytes, and this value {len(value)}")
        self.open()
        number = self._number + 1
        body = b"%019d %010d " % (number, len(value))
        content = body + _sum(body, value) + b"\n" + value
        try:
            self._write(content, flush=flush)
        except OSError:  # after a failed flush a second one proves nothing: see `record.log.log`
            self.close()
            self._write(content, flush=flush)
        self._slot, self._number = 1 - self._slot, number

    def _write(self, content: bytes, *, flush: bool) -> None:
        self.open()
        assert self._descriptor is not None
        self._put(self._descriptor, content, self._slot_bytes * (1 - self._slot))
        if flush:
            self._disk.fdatasync(self._descriptor)

    def _put(self, descriptor: int, content: bytes, offset: int) -> None:
        if self._disk.pwrite(descriptor, content, offset) < len(content):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def close(self) -> None:
        """Closes the file; it can be written again."""
        if self._descriptor is not None:
            with suppress(OSError):
                self._disk.close(self._descriptor)
            self._descriptor = None


def _read(descriptor: int, slot_bytes: int) -> tuple[SlotsRead, int, int]:
    """What the file holds, the slot of the newest value, and the number of its write."""
    newest, value, latest, is_damaged, written = 1, None, 0, False, 0
    for slot in (0, 1):
        head = os.pread(descriptor, _HEAD_BYTES, slot * slot_bytes)
        if not head.strip(b"\0\n "):
            continue
        written += 1
        match = _HEAD.fullmatch(head)
        length = int(match[2]) if match else 0
        content = os.pread(descriptor, length, slot * slot_bytes + _HEAD_BYTES) if length <= slot_bytes else b""
        if match is None or _sum(head[:31], content) != match[3]:
            is_damaged = True
        elif int(match[1]) > latest:
            newest, latest, value = slot, int(match[1]), content
    is_damaged = is_damaged or written < min(latest, 2)  # the file lost its end, or a block of it
    return SlotsRead(value, is_damaged, os.fstat(descriptor).st_ino), newest, latest


def _sum(body: bytes, value: bytes) -> bytes:
    return sha256(body + value).hexdigest()[:32].encode()
