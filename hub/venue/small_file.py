"""Writes the small files that the pages read. They tell how things are now, and need not survive a power cut."""

import os
from contextlib import suppress
from pathlib import Path


def write_small(path: Path, content: bytes) -> None:
    """Write a file that need not survive a power cut completely or not at all; on a full disk over the old one in its place. OSError."""
    unfinished = path.with_name(path.name + ".new")
    try:
        unfinished.write_bytes(content)
        unfinished.replace(path)
    except OSError:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
        try:
            size = os.fstat(descriptor).st_size
            if size < len(content):
                raise
            os.pwrite(descriptor, content.ljust(size), 0)
        finally:
            os.close(descriptor)
