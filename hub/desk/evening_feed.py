"""What the evening page shows of all boards, and the stream that brings each change to whoever looks."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

from hub.boards.board import Boards
from hub.boards.per_board import PerBoard
from hub.desk.evening_view import told, view_of
from hub.evening.evening_games import EveningGames
from hub.feeds import server_sent

LOOK_S = 0.5
"""How often the boards are looked at while somebody listens, however many do."""


class EveningFeed:
    """The boards of this server."""

    def __init__(self, boards: Boards, now_s: Callable[[], float] = time.monotonic) -> None:
        self._games = PerBoard(boards, EveningGames)
        self._boards, self._now_s = boards, now_s
        self._looking = threading.Lock()
        self._looked_s, self._id = float("-inf"), time.time_ns() // 1_000_000  # above those of an earlier server that a page may know
        self._rows: list[dict[str, Any]] = []

    @property
    def games(self) -> dict[str, EveningGames]:
        """The games of each board of this server, by its key."""
        return self._games.by_key()

    def look(self) -> None:
        """Look at all boards, not more often than each LOOK_S."""
        with self._looking:
            if self._now_s() - self._looked_s >= LOOK_S:
                self._take(self._shown())

    def look_again(self) -> None:
        """Look at the boards of this server now: something was changed."""
        with self._looking:
            self._take(self._shown())

    def view(self, lang: str) -> dict[str, Any]:
        """All boards in that language, ready for JSON: {"id", "boards"}; `id` rises with each change."""
        with self._looking:
            number, rows = self._id, self._rows
        return {"id": number, "boards": [told(row, lang) for row in rows]}

    def events(self, allowed: Callable[[], bool], lang: str) -> Iterator[bytes]:
        """Server-sent events for one listener as long as it is `allowed` to listen: the view now, and each newer one."""
        sent: int | None = None

        def ended() -> bool:
            return self._boards.has_stopped or not allowed()

        def next_event(timeout_s: float) -> bytes | None:
            nonlocal sent
            until_s = time.monotonic() + timeout_s
            self.look()
            while self._id == sent and time.monotonic() < until_s and not ended():
                time.sleep(LOOK_S)
                self.look()
            view = self.view(lang)
            if view["id"] == sent:
                return None
            sent = view["id"]
            return server_sent.event(view["id"], json.dumps(view, ensure_ascii=False))

        return server_sent.stream(next_event, ended)

    def _shown(self) -> list[dict[str, Any]]:
        """What is shown of each board of this server, without the boards whose data are faulty."""

        def shown(games: EveningGames) -> dict[str, Any]:
            view = view_of(games)
            json.dumps(told(view, "en"), allow_nan=False)  # ValueError and others here, rather than where all boards are written
            return view

        return self._games.each("the evening page", shown)

    def _take(self, rows: list[dict[str, Any]]) -> None:
        self._looked_s = self._now_s()
        if rows != self._rows:
            self._rows, self._id = rows, self._id + 1
