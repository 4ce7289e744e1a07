"""Files that only their owner may read, written completely or not at all."""

import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from record.files import sync_folder

OTHERS = stat.S_IRWXG | stat.S_IRWXO
ROOT = 0


def write_private(path: Path, text: str) -> None:
    """Write the text with mode 0600, completely or not at all; OSError. A file that root writes is given to the folder's owner."""
    unfinished = path.with_name(path.name + ".new")
    unfinished.unlink(missing_ok=True)
    with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        if os.geteuid() == ROOT:
            folder = path.parent.stat()
            os.fchown(file.fileno(), folder.st_uid, folder.st_gid)
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)
    sync_folder(path.parent)


@contextmanager
def sole_writer(folder: Path) -> Iterator[None]:
    """A context in which no other process writes private files in the folder; OSError. Nothing in it may let other greenlets run."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        fcntl.flock(descriptor, fcntl.LOCK_UN)  # gevent closes it later, and the next lock would wait for that for ever
        os.close(descriptor)


def read_private(path: Path) -> tuple[bytes, int]:
    """The file's content and its mode, which the caller compares with `OTHERS`. OSError, also for a symbolic link."""
    with open(os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW), "rb") as file:
        return file.read(), stat.S_IMODE(os.fstat(file.fileno()).st_mode)
