"""Copies what lies in a folder that somebody else filled: plain files alone, so many and so large as a game has them, and no link."""

import os
import stat
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from record.store.latest import BELIEF_END
from rules.errors import DamcamError, Phrase

MAX_FILES, MAX_BYTES, MAX_DEPTH = 20_000, 8_000_000_000, 3
"""A game of 300 moves with all its pictures has some thousand files of some hundred kilobytes each, in folders of one level."""
LEFT_OUT = (".new", BELIEF_END)
"""Endings of files that are made again. The belief follows from the events."""
_PART = 1 << 20


class CopyFault(Phrase):
    """Why files are not copied."""

    TOO_MUCH = "there is more in it than a game has: at most {files} files of {megabytes} MB together"
    NOT_PLAIN = "this is no plain file"


class CopyError(DamcamError, ValueError):
    """The files are not those of a game; the text says why."""


@dataclass(slots=True)
class _Left:
    """How much may still be copied."""

    files: int
    bytes: int


def copy_folder(source: Path, target: Path) -> None:
    """Copy the plain files of a folder and those below it into `target`; links, pipes and devices are left out. CopyError, OSError."""
    left = _Left(MAX_FILES, MAX_BYTES)
    descriptor = os.open(source, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        _copy_all(descriptor, target, left, str(source), MAX_DEPTH)
    finally:
        os.close(descriptor)


def copy_file(source: Path, target: Path) -> None:
    """Copy one plain file; CopyError for anything else, OSError."""
    with opened_plain(source) as descriptor:
        if descriptor is None:
            raise CopyError(CopyFault.NOT_PLAIN.said(), str(source))
        _copy(descriptor, target, _Left(1, MAX_BYTES), str(source))


def _copy_all(folder: int, target: Path, left: _Left, named: str, depth: int) -> None:
    target.mkdir(exist_ok=True)
    for name in sorted(os.listdir(folder)):
        about = os.stat(name, dir_fd=folder, follow_symlinks=False)
        if stat.S_ISDIR(about.st_mode) and depth > 0:
            inner = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)
            try:
                _copy_all(inner, target / name, left, named, depth - 1)
            finally:
                os.close(inner)
        elif stat.S_ISREG(about.st_mode) and not name.endswith(LEFT_OUT):
            with _opened(name, folder) as descriptor:
                if descriptor is not None:
                    _copy(descriptor, target / name, left, named)


def opened_plain(path: Path) -> AbstractContextManager[int | None]:
    """The descriptor of a plain file, as a context; None for a link, a pipe or anything else, which is not waited for. OSError."""
    return _opened(str(path))


@contextmanager
def _opened(name: str, folder: int | None = None) -> Iterator[int | None]:
    """The descriptor of a plain file; None for anything else, which is not waited for."""
    try:
        descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
    except OSError:
        if os.path.islink(name) and folder is None:
            yield None
            return
        raise
    try:
        yield descriptor if stat.S_ISREG(os.fstat(descriptor).st_mode) else None
    finally:
        os.close(descriptor)


def _copy(descriptor: int, target: Path, left: _Left, named: str) -> None:
    left.files -= 1
    with target.open("xb") as file:
        while part := os.read(descriptor, _PART):
            left.bytes -= len(part)
            if left.files < 0 or left.bytes < 0:
                raise CopyError(CopyFault.TOO_MUCH.said(files=MAX_FILES, megabytes=MAX_BYTES // 1_000_000), named)
            file.write(part)
