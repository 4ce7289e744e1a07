"""What is written in some folders, told at once by the system (Linux inotify): to look at a file again and again costs far more."""

import ctypes
import os
import struct
from contextlib import suppress
from pathlib import Path

IN_MODIFY, IN_MOVED_TO, IN_CREATE, IN_Q_OVERFLOW = 0x2, 0x80, 0x100, 0x4000
"""Constants of Linux's inotify.h; its flags have the values of those of `open`."""
MAX_BYTES = 65_536
_EVENT = struct.Struct("iIII")
"""Folder, what was done, a cookie, and the bytes of the name that follows."""


class FolderNotices:
    """Watches folders. Where the system has no inotify, or no more of it, nothing is told: whoever uses it looks by himself too."""

    def __init__(self) -> None:
        self._system = ctypes.CDLL(None, use_errno=True)
        self.descriptor = _begun(self._system)
        """To be polled for something to read; -1 where the system tells nothing."""

    def watch(self, folder: Path) -> int | None:
        """Tell of that folder from now on, by this number; None where the system does not."""
        if self.descriptor < 0:
            return None
        number = int(self._system.inotify_add_watch(self.descriptor, os.fsencode(folder), IN_MODIFY | IN_CREATE | IN_MOVED_TO))
        return number if number >= 0 else None

    def leave(self, number: int) -> None:
        """Tell of that folder no more; one that is gone was left already."""
        self._system.inotify_rm_watch(self.descriptor, number)

    def told(self) -> list[tuple[int, str]] | None:
        """The folders, and the names of their files that were written since this was asked last; an empty name for a folder that is gone.

        None where so much was written that some of it is lost.
        """
        content = b""
        with suppress(OSError):  # nothing was written, or nothing is told here
            content = os.read(self.descriptor, MAX_BYTES)
        found, at = [], 0
        while at < len(content):
            number, what, _, size = _EVENT.unpack_from(content, at)
            at += _EVENT.size + size
            if what & IN_Q_OVERFLOW:
                return None
            found.append((number, os.fsdecode(content[at - size : at].rstrip(b"\0"))))
        return found

    def close(self) -> None:
        """End it; afterwards nothing may be called."""
        if self.descriptor >= 0:
            os.close(self.descriptor)


def _begun(system: ctypes.CDLL) -> int:
    """The descriptor of what inotify tells; -1 where there is none to be had."""
    try:
        return int(system.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC))
    except AttributeError:  # another system
        return -1
