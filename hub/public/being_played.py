"""Which events are being played, at the boards of this server and at those on other machines (Art. 24)."""

import threading
from typing import Any

from hub.boards.board import Boards, ServedBoard
from hub.boards.other_boards import OtherBoards
from hub.boards.readiness import OVER, PLAYING, READY, WAITING
from hub.boards.round_games import in_address

TELLING = frozenset({WAITING, READY, PLAYING, OVER})
"""The phases of another board that tell whether it plays. A board that gives any other, or none, counts as it last did."""


class BeingPlayed:
    """Tells whether games of an event are being played."""

    def __init__(self, boards: Boards, others: OtherBoards) -> None:
        self._boards, self._others = boards, others
        self._last: dict[str, dict[str, Any]] = {}
        self._lock = threading.Lock()

    def is_played(self, event: str) -> bool:
        """Whether a game of that event is being played; where an event has no name, it may be any. Boards elsewhere are asked last."""
        if any(_plays(board, event) for board in self._boards.values()):
            return True
        with self._lock:
            self._last |= {view["address"]: view for view in self._others.views() if view["phase"] in TELLING}
            last = tuple(self._last.values())
        return any(view["phase"] in (READY, PLAYING) and _may_be(event, view["about"].get("event", "")) for view in last)


def _plays(board: ServedBoard, event: str) -> bool:
    """A board whose journal has lost something plays: nobody knows how far, nor of which event."""
    live = board.feed.live
    if live.opening is None or live.over:
        return board.feed.lost is not None and not board.feed.lost.is_over
    return _may_be(event, live.opened.about.tags.event or "")


def _may_be(event: str, played: str) -> bool:
    return not event.strip() or not played.strip() or in_address(played) == in_address(event)
