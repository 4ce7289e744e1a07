"""A small JSON object in a private file, which several processes read and change: the pages of a board, a hub, and the command line."""

import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

from record.files import read_private, sole_writer, write_private
from record.store.json_text import json_in

_log = logging.getLogger(__name__)


class PrivateJson:
    """The object in the file, which is read anew when the file has changed. A missing or damaged file holds an empty one."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._seen: tuple[int, ...] | None = None
        self._held: dict[str, Any] = {}

    def read(self) -> dict[str, Any]:
        """The object as it is on disk now. It must not be changed."""
        seen = self._about()
        if seen != self._seen:
            self._held, self._seen = self._told(), seen
        return self._held

    def change(self, how: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
        """Write what `how` makes of the object, while no other process changes it; OSError, with nothing changed on disk."""
        with sole_writer(self.path.parent):
            write_private(self.path, json.dumps(how(dict(self.read())), ensure_ascii=False) + "\n")

    def _about(self) -> tuple[int, ...] | None:
        try:
            about = self.path.lstat()
        except OSError:
            return None
        return about.st_ino, about.st_mtime_ns, about.st_size

    def _told(self) -> dict[str, Any]:
        try:
            told = json_in(read_private(self.path)[0])
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            _log.error("%s: %s", self.path, error)
            return {}
        return told if isinstance(told, dict) else {}
