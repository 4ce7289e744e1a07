"""Boards that tell how they are, as their services do, and a hub's mirror."""

import time
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

from link.board_socket import BoardSocket
from link.messages import ViewWanted
from link.status import Check, Link, Status, checks_in


class TellStatus:
    """Called with a board's state folder, the checks and other fields, it tells that status from now on, until it is closed.

    A check may be one of JSON: {"name", "level", "seen", "do"}.
    """

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._sockets: dict[Path, BoardSocket] = {}

    def __call__(self, state: Path, *checks: Check | dict[str, Any], **fields: Any) -> Status:
        made = tuple(check if isinstance(check, Check) else checks_in([check])[0] for check in checks)
        told = {"t_ns": time.monotonic_ns(), "board": "board-1", "picture_age_ms": 240, "checks": made, **fields}
        status = Status(**told)
        self.put(state, status)
        return status

    def put(self, state: Path, status: Status | None) -> None:
        """Tell this status; None: nothing."""
        self._socket(state).put(status)

    def put_link(self, state: Path, link: Link) -> None:
        """Tell how the link to a mirrored board is."""
        self._socket(state).put_link(link)

    def wanted(self, state: Path) -> ViewWanted | None:
        """What picture was asked for there; None where nobody looks."""
        return self._socket(state).report(ViewWanted)

    def _socket(self, state: Path) -> BoardSocket:
        if state not in self._sockets:
            self._sockets[state] = self._stack.enter_context(closing(BoardSocket(state)))
            self._sockets[state].start()
        return self._sockets[state]

    def through(self, state: Path, socket: BoardSocket) -> None:
        """Tell the status of that board at this socket, which another serves and closes."""
        self._sockets[state] = socket

    def close(self) -> None:
        self._stack.close()
