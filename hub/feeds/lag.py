"""Whether the mirror of a board elsewhere catches up: the board is there, and some of its rows are not here as yet."""

from pathlib import Path
from typing import Any

from hub.feeds.boot import boot_id
from record.store.json_text import json_in
from record.store.mirror_mark import LINK_NAME

MAX_BYTES = 64_000


class MirrorLag:
    """Reads the file about the link at `path`, which the mirror writes, when it has changed; None for a board of this machine."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._stamp: tuple[int, int] | None = None
        self._is_behind = False

    @classmethod
    def beside(cls, file: Path | None) -> "MirrorLag":
        """That of the board with this file in its state folder."""
        return cls(file.with_name(LINK_NAME) if file else None)

    @property
    def is_behind(self) -> bool:
        """Whether it catches up now. Not while the board is away, or the disk of the hub takes nothing."""
        stamp = self._stamped()
        if stamp != self._stamp:
            self._stamp, self._is_behind = stamp, bool(self._path and stamp and _is_behind(self._path))
        return self._is_behind

    def _stamped(self) -> tuple[int, int] | None:
        try:
            about = self._path.stat() if self._path else None
        except OSError:
            about = None
        return (about.st_ino, about.st_mtime_ns) if about else None


def _is_behind(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            told: Any = json_in(file.read(MAX_BYTES))
        return bool(told["online"] and told["boot"] == boot_id() and told["behind"] and not told["trouble"])
    except (OSError, ValueError, TypeError, KeyError):
        return False
