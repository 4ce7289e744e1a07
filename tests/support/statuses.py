"""Boards that tell how they are, as their services do, and a hub's mirror."""

import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from link.status import Check, Status, checks_in
from link.status_socket import StatusNews, place_of, served_statuses


class TellStatus:
    """Called with a board's state folder, the checks and other fields, it tells that status from now on, until it is closed.

    A check may be one of JSON: {"name", "level", "seen", "do"}.
    """

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._news: dict[Path, StatusNews] = {}

    def __call__(self, state: Path, *checks: Check | dict[str, Any], **fields: Any) -> Status:
        made = tuple(check if isinstance(check, Check) else checks_in([check])[0] for check in checks)
        told = {"t_ns": time.monotonic_ns(), "board": "board-1", "picture_age_ms": 240, "checks": made, **fields}
        status = Status(**told)
        self.put(state, status)
        return status

    def put(self, state: Path, status: Status | None) -> None:
        """Tell this status; None: nothing."""
        folder, key = place_of(state)
        if folder not in self._news:
            self._news[folder] = self._stack.enter_context(served_statuses(folder))
        self._news[folder].put(key, status)

    def close(self) -> None:
        self._stack.close()
