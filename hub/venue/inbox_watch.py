"""Tells of which boards somebody has put a word into an inbox, so that the mirror need not look at all of them again and again."""

from collections.abc import Collection
from pathlib import Path

from record.store.folder import JOURNAL_NAME
from record.store.folder_notices import FolderNotices
from record.store.inbox_file import inbox_of

CHANGING_NS = 300_000_000
"""So long after a file of an inbox was written it is told of: what SQLite writes counts only once the disk has it."""
INBOX_NAME = inbox_of(Path(JOURNAL_NAME)).name


class InboxWatch:
    """Watches the inboxes of the boards of a hall. Times are of the hub's monotonic clock (ns)."""

    def __init__(self) -> None:
        self._notices = FolderNotices()
        self._watched: dict[str, dict[Path, int | None]] = {}
        """The folders of games, by the keys of their boards, with the numbers of the notices; None where the system gives none."""
        self._of: dict[int, str] = {}
        """The key of each number's board."""
        self._told_ns: dict[str, int] = {}
        """Until when each board is told of."""

    def follow(self, key: str, games: Collection[Path], now_ns: int) -> None:
        """Watch the inboxes in these folders of that board, and no others of it. What was put in before is told of too."""
        watched = self._watched.setdefault(key, {})
        for folder in watched.keys() - set(games):
            number = watched.pop(folder)
            if number is not None and self._of.get(number) == key:  # else the folder was moved to another board's
                del self._of[number]
                self._notices.leave(number)
        for folder in games:
            if watched.get(folder) is None:
                watched[folder] = number = self._notices.watch(folder)
                self._told_ns[key] = now_ns + CHANGING_NS
                if number is not None:
                    self._of[number] = key

    def look(self, now_ns: int) -> None:
        """Take note of what was written until now."""
        told = self._notices.told()
        if told is None:  # so much was written that some of it is lost
            self._told_ns = dict.fromkeys(self._watched, now_ns + CHANGING_NS)
        for number, name in told or ():
            key = self._of.get(number)
            if key is not None and not name:  # the folder is gone
                del self._of[number]
                self._watched[key] = {folder: at for folder, at in self._watched[key].items() if at != number}
            elif key is not None and name.startswith(INBOX_NAME):
                self._told_ns[key] = now_ns + CHANGING_NS

    def is_told(self, key: str, now_ns: int) -> bool:
        """Whether an inbox of that board may hold something new: it was written lately, or the system does not watch it."""
        watched = self._watched.get(key)
        return not watched or None in watched.values() or now_ns < self._told_ns.get(key, 0)

    def close(self) -> None:
        self._notices.close()
