"""When the time of a mirrored game was nought, by the monotonic clock of this machine.

The rows of a journal bear the time of their game. Where a board records on this machine they are read at once, and count as happening when
they are read. Those of a board elsewhere may come an hour late, so the mirror writes a small file from which their age follows.
"""

import json
from pathlib import Path

from hub.feeds.boot import boot_id
from record.store.json_text import json_in

NAME = "zero.json"
"""The file's name, in the folder that holds the games."""
MAX_BYTES = 1_000


def zero_text(game: str, zero_ns: int) -> str:
    """The content of the file: that game's time was nought at the monotonic time `zero_ns` of the current boot, which may be negative."""
    return json.dumps({"v": 1, "boot": boot_id(), "game": game, "zero_ns": zero_ns})


class GameZero:
    """Reads that file at `path` when it changes; None for a board without one."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._stamp: tuple[int, int] | None = None
        self._told: tuple[str, float] | None = None

    def of(self, game: str) -> float | None:
        """When the time of that game was nought, in seconds of this machine's monotonic clock; None where that is not known."""
        stamp = self._stamped()
        if stamp != self._stamp:
            self._stamp, self._told = stamp, _read(self._path) if self._path and stamp else None
        return self._told[1] if self._told and self._told[0] == game else None

    def _stamped(self) -> tuple[int, int] | None:
        try:
            about = self._path.stat() if self._path else None
        except OSError:
            about = None
        return (about.st_ino, about.st_mtime_ns) if about else None


def _read(path: Path) -> tuple[str, float] | None:
    try:
        with path.open("rb") as file:
            told = json_in(file.read(MAX_BYTES))
        if told["v"] == 1 and told["boot"] == boot_id():
            return str(told["game"]), int(told["zero_ns"]) / 1e9
    except (OSError, ValueError, TypeError, KeyError):
        pass
    return None
