"""Tells at once that the board's service has written a row, so that the row does not wait for the uplink's next look."""

import os
import select
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from record.log.tail import tail_of
from record.store.folder import JOURNAL_NAME, numbered
from record.store.folder_notices import FolderNotices

GAMES_EVERY_S = 1.0
"""How often it is looked whether another game has begun."""
_TOLD_BY = tail_of(Path(JOURNAL_NAME)).name
"""The file that is written once a row is on disk."""


class RowWatch:
    """Calls `told`, in a thread of its own, when a row is added to the newest game below `games`.

    It may call it without one, and misses what is written within a second of the beginning of a game: whoever uses it looks by himself
    too. Where the system has no inotify, it never calls it.
    """

    def __init__(self, games: Path, told: Callable[[], None]) -> None:
        self._games, self._told = games, told
        self._watched: tuple[Path, int] | None = None
        self._ends, self._ended = os.pipe2(os.O_CLOEXEC)
        self._notices = FolderNotices()
        self._thread = threading.Thread(target=self._run, name="rows", daemon=True)
        if self._notices.descriptor >= 0:
            self._thread.start()

    def close(self) -> None:
        """End the thread; `told` is not called any more."""
        os.close(self._ended)
        if self._notices.descriptor >= 0:
            self._thread.join()
        self._notices.close()
        os.close(self._ends)

    def _run(self) -> None:
        poll = select.poll()
        for descriptor in (self._notices.descriptor, self._ends):
            poll.register(descriptor, select.POLLIN)
        while True:
            with suppress(OSError):
                self._follow()
            came = dict(poll.poll(1000 * GAMES_EVERY_S))
            if self._ends in came:
                return
            if came and ((written := self._notices.told()) is None or _TOLD_BY in (name for _, name in written)):
                self._told()

    def _follow(self) -> None:
        """Watch the folder of the newest game, and no other one."""
        games = numbered(self._games)
        newest = games[-1] if games else None
        if self._watched and self._watched[0] != newest:
            self._notices.leave(self._watched[1])
            self._watched = None
        if newest and self._watched is None and (number := self._notices.watch(newest)) is not None:
            self._watched = newest, number
            self._told()  # something may have been written before
