"""The system calls by which a log is written. Tests give a log a disk that is full, fails, or forgets what was not flushed."""

import os
from pathlib import Path

from record.files import sync_folder, try_lock, unlock


class Disk:
    """The disk of this machine. Each method is one system call; OSError as the call."""

    def open(self, path: Path, flags: int, mode: int = 0o640) -> int:
        return os.open(path, flags | os.O_CLOEXEC | os.O_NOFOLLOW, mode)

    def close(self, descriptor: int) -> None:
        os.close(descriptor)

    def lock(self, descriptor: int) -> bool:
        """Locks the open file for this descriptor, as `record.files.try_lock`."""
        return try_lock(descriptor)

    def unlock(self, descriptor: int) -> None:
        """Gives the lock back."""
        unlock(descriptor)

    def pwrite(self, descriptor: int, content: bytes, offset: int) -> int:
        return os.pwrite(descriptor, content, offset)

    def truncate(self, descriptor: int, size: int) -> None:
        os.ftruncate(descriptor, size)

    def fdatasync(self, descriptor: int) -> None:
        """Waits until the bytes of the file are on disk, and its size."""
        os.fdatasync(descriptor)

    def unlink(self, path: Path) -> None:
        path.unlink()

    def sync_folder(self, folder: Path) -> None:
        """Waits until the names in the folder are on disk."""
        sync_folder(folder)


class DiskWithoutLocks(Disk):
    """A stick or a share, where the caller sees to it that nobody else writes.

    Linux makes the lock of a file on a Windows share (CIFS) a mandatory one of the descriptor that has it, and refuses a write through
    another one, as a log needs after a failed flush.
    """

    def lock(self, _descriptor: int) -> bool:
        return True

    def unlock(self, _descriptor: int) -> None:
        """Nothing was locked."""


DISK = Disk()
