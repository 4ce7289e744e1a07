"""Tells at once that the board's service has written a row, so that the row does not wait for the uplink's next look."""

import ctypes
import os
import select
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from record.store.folder import JOURNAL_NAME, numbered
from record.store.tail import tail_of

IN_MODIFY, IN_CREATE = 0x2, 0x100
"""Constants of Linux's inotify.h; its flags have the values of those of `open`."""
GAMES_EVERY_S = 1.0
"""How often it is looked whether another game has begun."""
MAX_BYTES = 65_536
_TOLD_BY = os.fsencode(tail_of(Path(JOURNAL_NAME)))
"""The file that is written once a row is on disk."""


class RowWatch:
    """Calls `told`, in a thread of its own, when a row is added to the newest game below `games`.

    It may call it without one, and misses what is written within a second of the beginning of a game: whoever uses it looks by himself
    too. Where the system has no inotify, it never calls it.
    """

    def __init__(self, games: Path, told: Callable[[], None]) -> None:
        self._games, self._told = games, told
        self._system = ctypes.CDLL(None, use_errno=True)
        self._watched: tuple[Path, int] | None = None
        self._ends, self._ended = os.pipe2(os.O_CLOEXEC)
        self._notices = _begun(self._system)
        self._thread = threading.Thread(target=self._run, name="rows", daemon=True)
        if self._notices >= 0:
            self._thread.start()

    def close(self) -> None:
        """End the thread; `told` is not called any more."""
        os.close(self._ended)
        if self._notices >= 0:
            self._thread.join()
            os.close(self._notices)
        os.close(self._ends)

    def _run(self) -> None:
        poll = select.poll()
        for descriptor in (self._notices, self._ends):
            poll.register(descriptor, select.POLLIN)
        while True:
            with suppress(OSError):
                self._follow()
            came = dict(poll.poll(1000 * GAMES_EVERY_S))
            if self._ends in came:
                return
            if came and _TOLD_BY in os.read(self._notices, MAX_BYTES):
                self._told()

    def _follow(self) -> None:
        """Watch the folder of the newest game, and no other one."""
        games = numbered(self._games)
        newest = games[-1] if games else None
        if self._watched and self._watched[0] != newest:
            self._system.inotify_rm_watch(self._notices, self._watched[1])
            self._watched = None
        if newest and self._watched is None:
            number = self._system.inotify_add_watch(self._notices, os.fsencode(newest), IN_MODIFY | IN_CREATE)
            if number >= 0:
                self._watched = newest, number
                self._told()  # something may have been written before


def _begun(system: ctypes.CDLL) -> int:
    """The descriptor of what inotify tells; -1 where there is none to be had."""
    try:
        return int(system.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC))
    except AttributeError:  # another system
        return -1
