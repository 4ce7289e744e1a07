"""Writes files that are complete or absent, also after a power cut, and locks open files."""

import errno
import fcntl
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from rules.errors import DamcamError, Phrase, sentence_of

UMASK = 0o027
"""Files of a game have mode 0640 and folders 0750, as under systemd: they show players, many of whom are children."""


class FileFault(Phrase):
    """Why a file was not written, and what to check."""

    NOT_WRITTEN = "{path} could not be written: {why}"
    NOT_DELETED = "{path}: the picture could not be deleted: {why}"
    IS_FOLDER_FULL = "is the folder there, writable, and the disk not full?"


class FileError(DamcamError, OSError):
    """A file could not be written; the message names it and says why."""


def write_atomically(path: Path | str, text: str | bytes | Iterable[str]) -> None:
    """Writes bytes, or text as UTF-8 in one or many parts, to disk; FileError, or UnicodeEncodeError for half a surrogate pair.

    After a power cut or an error `path` holds the old content or all of the new. A device or a pipe, such as /dev/null, is written to and
    stays what it is.
    """
    path, parts = Path(path), (text,) if isinstance(text, str | bytes) else text
    content = (part.encode() if isinstance(part, str) else part for part in parts)
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):
            with path.open("wb") as device:
                device.writelines(content)
        else:
            _replace(path, content)
    except OSError as error:
        raise FileError(FileFault.NOT_WRITTEN.said(FileFault.IS_FOLDER_FULL.said(), path=str(path), why=sentence_of(error))) from error


def _replace(path: Path, content: Iterable[bytes]) -> None:
    """Writes a new file and gives it the name of the old one; no part of it is left after an error."""
    unfinished = path.with_name(path.name + ".new")
    try:
        with unfinished.open("wb") as file:
            file.writelines(content)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
        sync_folder(path.parent)
    except BaseException:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise


def sync_folder(folder: Path) -> None:
    """Writes the names in the folder to disk, without which a power cut loses a new file; OSError."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def try_lock(descriptor: int) -> bool:
    """Locks an open file or folder for this descriptor, without waiting; False while another descriptor has the lock, also of this process.

    The lock (flock) ends with `unlock`, or when the process ends in whatever way. Where the file system has no locks the answer is True:
    the record matters more than the lock. OSError for any other reason.
    """
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:
        if error.errno not in (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL):
            raise
    return True


def unlock(descriptor: int) -> None:
    """Gives a lock back at once: a child of this process may hold the descriptor too, and gevent may close it later."""
    with suppress(OSError):
        fcntl.flock(descriptor, fcntl.LOCK_UN)
