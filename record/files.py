"""Writes files that are complete or absent, also after a power cut, keeps those that are for their owner alone, and locks open files."""

import errno
import fcntl
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex

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


OWNER_ALONE = 0o600
"""The permissions of a file that the other users of the machine may not read, whatever groups they are in."""
OTHERS = stat.S_IRWXG | stat.S_IRWXO
"""The permissions that such a file gives nobody."""
ROOT = 0


def write_atomically(path: Path | str, text: str | bytes | Iterable[str], *, mode: int | None = None, flush: bool = True) -> None:
    """Writes bytes, or text as UTF-8 in one or many parts, to disk; FileError, or UnicodeEncodeError for half a surrogate pair.

    After a power cut or an error `path` holds the old content or all of the new. A device or a pipe, such as /dev/null, is written to and
    stays what it is. The file has the permissions `mode`; without it those that the process gives to new files.
    Without `flush` nothing waits for the disk, and a power cut may leave an empty file.
    """
    path, parts = Path(path), (text,) if isinstance(text, str | bytes) else text
    content = (part.encode() if isinstance(part, str) else part for part in parts)
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):
            with path.open("wb") as device:
                device.writelines(content)
        else:
            with _unfinished(path.with_name(path.name + ".new"), content, mode, flush=flush) as unfinished:
                unfinished.replace(path)
    except OSError as error:
        raise _not_written(path, error) from error


def write_new(path: Path, content: bytes, *, mode: int) -> None:
    """Writes a file that is not there yet, as `write_atomically` does. FileExistsError where there is one; FileError.

    A file that root writes is given to the owner of its folder.
    """
    try:
        with _unfinished(path.with_name(f"{path.name}.{token_hex(4)}.new"), [content], mode) as unfinished:
            _give_to_owner(unfinished)
            try:
                os.link(unfinished, path)
            except FileExistsError:
                raise
            except OSError:  # such as on a stick, whose file system knows no links
                if os.path.lexists(path):
                    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
                unfinished.rename(path)
    except FileExistsError:
        raise
    except OSError as error:
        raise _not_written(path, error) from error


def write_private(path: Path, text: str) -> None:
    """Writes a file that its owner alone may read, as `write_atomically` does; the system's OSError.

    A file that root writes is given to the owner of its folder.
    """
    with _unfinished(path.with_name(path.name + ".new"), [text.encode()], OWNER_ALONE) as unfinished:
        _give_to_owner(unfinished)
        unfinished.replace(path)


def read_private(path: Path) -> tuple[bytes, int]:
    """Returns the file's content and its permissions, which the caller compares with `OTHERS`. OSError, also for a symbolic link."""
    with open(os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW), "rb") as file:
        return file.read(), stat.S_IMODE(os.fstat(file.fileno()).st_mode)


def _give_to_owner(path: Path) -> None:
    """Gives what root made to the owner of its folder."""
    if os.geteuid() == ROOT:
        folder = path.parent.stat()
        os.chown(path, folder.st_uid, folder.st_gid)


@contextmanager
def _unfinished(path: Path, content: Iterable[bytes], mode: int | None, *, flush: bool = True) -> Iterator[Path]:
    """A context with a file at `path` that holds the content and gets its name there, which is on disk afterwards. It is gone then."""
    try:
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o666 if mode is None else mode), "wb") as file:
            if mode is not None:
                os.fchmod(file.fileno(), mode)  # a kill may have left the file with others
            file.writelines(content)
            file.flush()
            if flush:
                os.fsync(file.fileno())
        yield path
        path.unlink(missing_ok=True)
        if flush:
            sync_folder(path.parent)
    except BaseException:
        with suppress(OSError):
            path.unlink(missing_ok=True)
        raise


def _not_written(path: Path, error: OSError) -> FileError:
    return FileError(FileFault.NOT_WRITTEN.said(FileFault.IS_FOLDER_FULL.said(), path=str(path), why=sentence_of(error)))


def sync_folder(folder: Path) -> None:
    """Writes the names in the folder to disk, without which a power cut loses a new file; OSError.

    Some file systems, such as those of shares, cannot do this with a folder: then it is left to them.
    """
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.EOPNOTSUPP):
            raise
    finally:
        os.close(descriptor)


def make_folder(folder: Path) -> None:
    """Makes the folder, and those above it that are missing, and waits until their names are on disk; OSError.

    Else a power cut takes the folder with the files in it, whatever of them was flushed. A folder that is there gets its name to disk too:
    the program that made it may have been killed before.
    """
    made = [folder, *(parent for parent in folder.parents if not parent.exists())]
    folder.mkdir(parents=True, exist_ok=True)
    for path in reversed(made):
        sync_folder(path.parent)


@contextmanager
def sole_writer(folder: Path) -> Iterator[None]:
    """A context in which no other process is that writes in this folder; OSError. Nothing in it may let other greenlets run."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        unlock(descriptor)
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
