"""Writes the small files that the pages read. They tell how things are now, and need not survive a power cut."""

import ctypes
import errno
import os
from contextlib import suppress
from pathlib import Path

AT_FDCWD, RENAME_EXCHANGE = -100, 2
"""Constants of Linux's fcntl.h and fs.h."""
_C = ctypes.CDLL(None)


def write_small(path: Path, content: bytes) -> None:
    """Write a file completely or not at all; on a full disk over the old one in its place. OSError."""
    unfinished = path.with_name(path.name + ".new")
    try:
        unfinished.write_bytes(content)
        unfinished.replace(path)
    except OSError as error:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        _write_in_place(path, content, error)


def write_in_turn(path: Path, content: bytes) -> None:
    """Write a file that is written again and again, completely or not at all, as `write_small` does. OSError.

    Two files change names: whoever reads has the one or the other whole, unless that takes until the next but one is written. No file is
    made or deleted, and no block of the disk is freed.
    """
    other = path.with_name(path.name + ".new")
    try:
        descriptor = _opened(other)
        try:
            if os.pwrite(descriptor, content, 0) < len(content):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.ftruncate(descriptor, len(content))
        finally:
            os.close(descriptor)
        if not _exchanged(other, path):
            other.replace(path)
    except OSError as error:
        _write_in_place(path, content, error)


def _opened(path: Path) -> int:
    """The descriptor of that file, which is made anew where it is another user's."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC
    try:
        return os.open(path, flags, 0o666)
    except PermissionError:
        path.unlink()
        return os.open(path, flags, 0o666)


def _exchanged(one: Path, other: Path) -> bool:
    """Let two files change names; False where one is missing, or the system or the file system cannot do it."""
    try:
        return bool(_C.renameat2(AT_FDCWD, os.fsencode(one), AT_FDCWD, os.fsencode(other), RENAME_EXCHANGE) == 0)
    except AttributeError:  # another C library
        return False


def _write_in_place(path: Path, content: bytes, why: OSError) -> None:
    """Write over the file, which keeps its size; OSError, and `why` where that is too little or the file is not there."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        raise why from None
    try:
        size = os.fstat(descriptor).st_size
        if size < len(content):
            raise why
        os.pwrite(descriptor, content.ljust(size), 0)
    finally:
        os.close(descriptor)
