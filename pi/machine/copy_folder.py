"""The folder off the card that gets the second copy. It is not made here: where nothing is mounted, the card must not fill with copies."""

import errno
import os
import pwd
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pi.machine.copy_phrases import SecondCopySays
from record.files import sync_folder
from rules.errors import DamcamError, Sentence, sentence_of, where_denied

GB = 1e9
PROBE = ".damcam-tried"
"""A file that is written to try whether anything can be. It stays, and no block of the disk is taken or freed for it after the first time.

A FAT stick that is pulled out up to half a minute after a file was deleted may keep its name, with blocks that are free. Where that file is
written to again Linux finds the fault, and makes the whole stick read-only.
"""
_PROBE_BYTES = 4096


class CopyFolderError(DamcamError, OSError):
    """The folder gets no copies; the text says why, and what to do."""


@contextmanager
def opened_folder(folder: Path, state: Path) -> Iterator[int]:
    """The descriptor of the folder; CopyFolderError where it is not there, or lies on the disk of `state`, or an OSError comes up inside.

    What is done through the descriptor concerns this folder, whatever is mounted or unmounted over it meanwhile.
    """
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise CopyFolderError(SecondCopySays.NOT_THERE.said(_plug_in(folder), folder=str(folder))) from error
    except OSError as error:
        raise CopyFolderError(_not_written(folder, error)) from error
    try:
        if disk_of(os.fstat(descriptor).st_dev) == disk_of(state.stat().st_dev):
            raise CopyFolderError(SecondCopySays.SAME_DISK.said(SecondCopySays.MOUNT_IT.said(), folder=str(folder)))
        yield descriptor
    except OSError as error:
        if isinstance(error, DamcamError):
            raise
        raise CopyFolderError(_not_written(folder, error)) from error
    finally:
        os.close(descriptor)


def try_folder(folder: Path, state: Path) -> int:
    """The bytes that are free in the folder, after it was tried; CopyFolderError."""
    with opened_folder(folder, state) as descriptor:
        try_open_folder(descriptor)
        return free_in(descriptor)


def try_open_folder(descriptor: int) -> None:
    """Write a file there, to the disk; OSError, also where no room is left."""
    try:
        probe = _opened_probe(descriptor)
    except PermissionError:  # another user tried the folder
        os.unlink(PROBE, dir_fd=descriptor)
        probe = _opened_probe(descriptor)
    try:
        is_new = os.fstat(probe).st_size < _PROBE_BYTES
        os.pwrite(probe, b"x" * _PROBE_BYTES, 0)
        os.fsync(probe)
        if is_new:
            sync_folder(Path(f"/proc/self/fd/{descriptor}"))
    finally:
        os.close(probe)
    about = os.fstatvfs(descriptor)
    if about.f_blocks and not about.f_bavail:  # some shares say nothing of their blocks
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _opened_probe(descriptor: int) -> int:
    return os.open(PROBE, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, 0o640, dir_fd=descriptor)


def free_in(descriptor: int) -> int:
    """The bytes that are free on the disk of that open folder."""
    about = os.fstatvfs(descriptor)
    return about.f_bavail * about.f_frsize


def disk_of(device: int) -> str:
    """The whole disk of a file system's device number, so that two partitions of a card are one disk; the number where it has no disk."""
    number = f"{os.major(device)}:{os.minor(device)}"
    place = Path("/sys/dev/block", number)
    if not place.exists():
        return number
    block = place.resolve()
    return str(block.parent if (block / "partition").exists() else block)


def _plug_in(folder: Path) -> Sentence:
    return SecondCopySays.PLUG_IN.said(folder=str(folder))


def _not_written(folder: Path, error: OSError) -> Sentence:
    return SecondCopySays.NOT_WRITTEN.said(_remedy(folder, error), folder=str(folder), why=sentence_of(error))


def _remedy(folder: Path, error: OSError) -> Sentence | None:
    """What to do about the error; None where it does not tell."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return SecondCopySays.LARGER.said()
    if error.errno == errno.EROFS:
        return SecondCopySays.MOUNT_WRITABLE.said()
    if error.errno in (errno.EIO, errno.ENXIO, errno.ENODEV):
        return SecondCopySays.REPLACE_IT.said()
    return where_denied(error, SecondCopySays.ALLOW_IT.said(folder=str(folder), user=_user()))


def _user() -> str:
    """The user of this process."""
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())
