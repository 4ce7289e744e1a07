"""A disk that can lose its power, be full or fail at each call, and that keeps what is on it apart from what the kernel has in memory."""

import errno
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from record.log.disk import Disk

SECTOR = 128
"""Small, so that a row has several: a power cut leaves whole sectors, in any order."""


class PowerCut(BaseException):
    """The power is gone; nothing more is done by the program."""


@dataclass
class Kept:
    """A file: what is on disk, and the writes after that (offset and bytes, or a size alone)."""

    on_disk: bytes
    writes: list[tuple[int, bytes | None]] = field(default_factory=list)
    is_named: bool = True
    """Whether its name is on disk."""


def applied(content: bytes, writes: list[tuple[int, bytes | None]]) -> bytes:
    """The content after the writes; a hole reads as zeros."""
    for offset, written in writes:
        if written is None:
            content = content[:offset].ljust(offset, b"\0")
        else:
            content = content[:offset].ljust(offset, b"\0") + written + content[offset + len(written) :]
    return content


def torn(writes: list[tuple[int, bytes | None]]) -> Iterator[list[tuple[int, bytes | None]]]:
    """Yields what of these writes may be on disk after a power cut: all or none, each alone, and each with some of its sectors missing."""
    yield []
    yield writes
    for offset, written in writes:
        yield [(offset, written)]
        if written:
            for cut in range(SECTOR, len(written), SECTOR):
                yield [(offset, written[:cut])]
                yield [(offset + cut, written[cut:])]


class SimulatedDisk(Disk):
    """Real files below a folder. `calls` counts what was asked of the disk; call number `cut_at` ends all, and `faults` fail by number."""

    def __init__(self, *, cut_at: int = 0, faults: dict[int, int] | None = None) -> None:
        self.calls, self.cut_at, self.faults = 0, cut_at, faults or {}
        """`faults` has an errno by call, which for a write stands for a short one where it is 0."""
        self.names: list[str] = []
        self.files: dict[Path, Kept] = {}
        self.destroys = False
        """Whether a failed flush also takes what was on disk of the blocks that it wrote."""
        self._paths: dict[int, Path] = {}

    def _call(self, name: str) -> int | None:
        """Counts a call; PowerCut, or the error that it shall have. Returns its fault if that is none of the system."""
        if self.cut_at and self.calls >= self.cut_at:
            raise PowerCut
        self.calls += 1
        self.names.append(name)
        if self.calls == self.cut_at:
            raise PowerCut
        fault = self.faults.get(self.calls)
        if fault:
            raise OSError(fault, os.strerror(fault))
        return fault

    def open(self, path: Path, flags: int, mode: int = 0o640) -> int:
        self._call("open")
        is_new = not path.exists()
        descriptor = super().open(path, flags, mode)
        self._paths[descriptor] = path
        if is_new:
            self.files[path] = Kept(b"", is_named=False)
        elif path not in self.files:
            self.files[path] = Kept(path.read_bytes())
        return descriptor

    def close(self, descriptor: int) -> None:
        del self._paths[descriptor]
        super().close(descriptor)

    def pwrite(self, descriptor: int, content: bytes, offset: int) -> int:
        try:
            fault = self._call("write")
        except PowerCut:
            self._note(descriptor, offset, content)  # the kernel may have begun to write it
            raise
        if fault is not None:
            content = content[: len(content) // 2]
        written = super().pwrite(descriptor, content, offset)
        self._note(descriptor, offset, content)
        return written

    def _note(self, descriptor: int, offset: int, content: bytes | None) -> None:
        self.files[self._paths[descriptor]].writes.append((offset, content))

    def truncate(self, descriptor: int, size: int) -> None:
        self._call("truncate")
        super().truncate(descriptor, size)
        self._note(descriptor, size, None)

    def fdatasync(self, descriptor: int) -> None:
        kept = self.files[self._paths[descriptor]]
        try:
            self._call("flush")
        except OSError:  # as Linux does: the pages count as clean, and only a new write brings their bytes to the disk
            if self.destroys:
                for offset, written in kept.writes:
                    start = offset - offset % 4096
                    kept.on_disk = applied(kept.on_disk, [(start, b"\0" * (offset - start + len(written or b"")))])
            kept.writes.clear()
            raise
        kept.on_disk = applied(kept.on_disk, kept.writes)
        kept.writes.clear()

    def unlink(self, path: Path) -> None:
        self._call("unlink")
        super().unlink(path)
        self.files.pop(path, None)

    def sync_folder(self, folder: Path) -> None:
        self._call("sync_folder")
        for kept in self.files.values():
            kept.is_named = True

    def after_power_cut(self) -> Iterator[None]:
        """Leaves the files as a power cut may leave them, each way once. The program's descriptors are closed."""
        for descriptor in list(self._paths):
            self.close(descriptor)
        for path, kept in self.files.items():
            for others in (False, True):  # what was not flushed of the other files: nothing, or all
                for writes in torn(kept.writes):
                    for other, its in self.files.items():
                        _leave(other, its, writes if other == path else its.writes if others else [])
                    yield
        for path, kept in self.files.items():
            if not kept.is_named:
                for other, its in self.files.items():
                    _leave(other, its, its.writes)
                path.unlink()
                yield


def _leave(path: Path, kept: Kept, writes: list[tuple[int, bytes | None]]) -> None:
    """Writes over the file in its place, so that it stays the same file."""
    with open(path, "r+b" if path.exists() else "wb") as file:
        file.truncate(0)
        file.write(applied(kept.on_disk, writes))


FAULTS = {
    "write": (errno.ENOSPC, errno.EIO, 0),
    "flush": (errno.EIO, errno.ENOSPC),
    "truncate": (errno.EIO,),
    "open": (errno.EROFS,),
    "sync_folder": (errno.EIO,),
}
"""How each call may fail."""
