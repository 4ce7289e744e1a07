"""Notes what lies in a folder before each system call of a program that changes or flushes it, and puts the folder back to what a kill or a
power cut at that call leaves.

A power cut leaves what was flushed: the content of a file at its last fsync, and the names in a folder at the last fsync of that folder.
Of what came later it leaves nothing, all, the content of one file alone, or a part of that content.
"""

import os
import shutil
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

CHANGES = ("open", "write", "pwrite", "ftruncate", "truncate", "link", "rename", "replace", "unlink", "remove", "mkdir", "rmdir")
FLUSHES = ("fsync", "fdatasync", "sync")
Names = Mapping[tuple[int, str], int]
"""The inode that has a name in the folder with an inode."""


@dataclass(frozen=True)
class Moment:
    """What lies in the folder before a call, and what of it is on disk. Contents are by inode; a folder has none."""

    call: str
    names: Names
    contents: Mapping[int, bytes]
    names_on_disk: Names
    contents_on_disk: Mapping[int, bytes]
    confirmed: tuple[int, ...]
    """What was confirmed to others until then, as the caller counts it."""


@dataclass(frozen=True)
class Crash:
    """A state after the end of the program at the call number `number`, by a kill or a power cut."""

    moment: Moment
    number: int
    is_power_cut: bool
    names: Names
    contents: Mapping[int, bytes]
    is_torn: bool = False
    """Whether a part of the content of a file is on disk that was being written, and another part is not."""

    def __str__(self) -> str:
        how = "torn by a power cut" if self.is_torn else "power cut" if self.is_power_cut else "killed"
        return f"{how} before call {self.number} ({self.moment.call})"


class RecordedFiles:
    """The files below `folder`. In the folder `kept` beside it each file keeps its inode, so that a state can be put back in place."""

    def __init__(self, folder: Path, kept: Path, confirmed: Callable[[], tuple[int, ...]] = lambda: ()) -> None:
        self.folder, self.moments = folder, list[Moment]()
        self._kept, self.confirmed = kept, confirmed
        kept.mkdir()
        self._names: dict[tuple[int, str], int] = {}
        self._contents: dict[int, bytes] = {}
        self._names_on_disk: dict[tuple[int, str], int] = {}
        self._contents_on_disk: dict[int, bytes] = {}

    @contextmanager
    def recording(self) -> Iterator[None]:
        """A context whose calls are noted. What lies in the folder when it begins is on disk; at its end there is one more moment."""
        self._see()
        self._flush_all()
        with patch.multiple(os, **{name: self._noting(name, getattr(os, name)) for name in (*CHANGES, *FLUSHES)}):
            yield
        self._note("the end")

    def crashes(self) -> Iterator[Crash]:
        """Each state that a kill or a power cut may leave, once."""
        known = set()
        for number, moment in enumerate(self.moments, 1):
            for crash in _crashes(moment, number):
                key = tuple(sorted(crash.names.items())), tuple(sorted((inode, crash.contents[inode]) for inode in crash.contents))
                key = hash(key), crash.is_power_cut, moment.confirmed
                if key not in known:
                    known.add(key)
                    yield crash

    def put_back(self, crash: Crash) -> None:
        """Leaves the folder in that state. Each file is the one that it was: a tail counts for its own file alone."""
        for path in self.folder.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        self._fill(self.folder, os.stat(self.folder).st_ino, crash)

    def _fill(self, folder: Path, inode: int, crash: Crash) -> None:
        for (parent, name), its in crash.names.items():
            if parent != inode:
                continue
            if (content := crash.contents.get(its)) is None:
                (folder / name).mkdir(mode=0o700)
                self._fill(folder / name, its, crash)
                continue
            with open(self._kept / str(its), "r+b") as file:
                file.truncate(0)
                file.write(content)
            os.link(self._kept / str(its), folder / name)

    def _noting(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*words: Any, **more: Any) -> Any:
            if name != "open" or words[1] & (os.O_CREAT | os.O_TRUNC):
                self._note(name)
            result = call(*words, **more)
            if name in FLUSHES:
                self._see()
                self._flush_all() if name == "sync" else self._flush(words[0])
            return result

        return noted

    def _note(self, call: str) -> None:
        self._see()
        on_disk = dict(self._names_on_disk), dict(self._contents_on_disk)
        self.moments.append(Moment(call, self._names, self._contents, *on_disk, self.confirmed()))

    def _see(self) -> None:
        """Take note of what lies in the folder now. Times tell nothing: two writes may come within one step of the file system's clock."""
        names, contents = dict[tuple[int, str], int](), dict[int, bytes]()
        folders = [(os.stat(self.folder).st_ino, self.folder)]
        while folders:
            inode, folder = folders.pop()
            for entry in os.scandir(folder):
                names[inode, entry.name] = entry.inode()
                if entry.is_dir(follow_symlinks=False):
                    folders.append((entry.inode(), Path(entry.path)))
                elif entry.is_file(follow_symlinks=False):
                    kept = self._kept / str(entry.inode())
                    if not kept.exists():
                        _LINK(entry.path, kept)
                    contents[entry.inode()] = kept.read_bytes()
        self._names, self._contents = names, self._contents | contents

    def _flush(self, descriptor: int) -> None:
        inode = os.fstat(descriptor).st_ino
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            others = {key: its for key, its in self._names_on_disk.items() if key[0] != inode}
            self._names_on_disk = others | {key: its for key, its in self._names.items() if key[0] == inode}
        elif inode in self._contents:
            self._contents_on_disk[inode] = self._contents[inode]

    def _flush_all(self) -> None:
        self._names_on_disk, self._contents_on_disk = dict(self._names), dict(self._contents)


_LINK = os.link


def _crashes(moment: Moment, number: int) -> Iterator[Crash]:
    """Each state that may be left; some of them may be equal."""
    now = moment.contents
    yield Crash(moment, number, False, moment.names, now)
    for names in (moment.names_on_disk, moment.names):
        on_disk = {inode: moment.contents_on_disk.get(inode, b"") for inode in names.values() if inode in now}
        pending = {inode: now[inode] for inode, content in on_disk.items() if now[inode] != content}
        for left in ({}, pending, *({inode: content} for inode, content in pending.items())):
            yield Crash(moment, number, True, names, on_disk | left)
        for inode, content in pending.items():
            for torn in _torn(on_disk[inode], content):
                yield Crash(moment, number, True, names, on_disk | {inode: torn}, is_torn=True)


def _torn(was: bytes, now: bytes) -> Iterator[bytes]:
    """The content with the first or the second half alone of what differs. What the disk never had reads as zeros."""
    size = min(len(was), len(now))
    differs = np.flatnonzero(np.frombuffer(was, np.uint8, size) != np.frombuffer(now, np.uint8, size))
    first, last = (int(differs[0]), int(differs[-1]) + 1) if len(differs) else (size, size)
    middle = (first + (last if len(was) == len(now) else len(now))) // 2
    yield now[:middle] + was[middle:]
    yield was[:middle].ljust(middle, b"\0") + now[middle:]
