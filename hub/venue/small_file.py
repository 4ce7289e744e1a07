"""Writes the small files that the pages read. They tell how things are now, and need not survive a power cut."""

import os
from contextlib import suppress
from pathlib import Path


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
