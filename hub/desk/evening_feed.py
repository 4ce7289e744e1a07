"""What the evening page shows of all boards, and the stream that brings each change to whoever looks."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from hub.boards.board import Boards
from hub.boards.kept_games import KeptGame, KeptGames
from hub.desk.evening_view import told, view_of
from hub.evening.evening_games import EveningGames
from hub.feeds import server_sent
from hub.feeds.watched import Watched

EARLIER_GAMES = 6
"""So many games of a board before this one are shown."""
Rows = list[dict[str, Any]]


class EveningFeed:
    """The boards of this server."""

    def __init__(self, boards: Boards, kept: KeptGames) -> None:
        self._boards, self._kept = boards, kept
        self._watched: Watched[Rows] = Watched(self._shown, [])

    @property
    def games(self) -> dict[str, EveningGames]:
        """The games of each board of this server, by its key, without the boards whose game goes on at another one."""
        return {key: EveningGames(board) for key, board in self._boards.items() if not self._kept.goes_on(board.desk.path)}

    def earlier(self, games: EveningGames) -> list[KeptGame]:
        """The latest games of the board before the one that is played or waited for, without those that cannot be read."""
        return self._kept.before(games.board, EARLIER_GAMES)

    def view(self, lang: str) -> dict[str, Any]:
        """All boards in that language, as somebody saw them a moment ago, ready for JSON: {"id", "boards"}; `id` rises with each change."""
        return _view(*self._watched.look(), lang)

    def view_now(self, lang: str) -> dict[str, Any]:
        """As `view`, after something was changed."""
        return _view(*self._watched.look(0.0), lang)

    def events(self, allowed: Callable[[], bool], lang: str) -> Iterator[bytes]:
        """Server-sent events for one listener as long as it is `allowed` to listen: the view now, and each newer one."""

        def event(number: int, rows: Rows) -> bytes:
            return server_sent.event(number, json.dumps(_view(number, rows, lang), ensure_ascii=False))

        return self._watched.events(event, lambda: self._boards.has_stopped or not allowed())

    def _shown(self) -> Rows:
        """What is shown of each board of this server, without the boards whose data are faulty."""

        rows = []
        for games in self.games.values():
            with games.board.faults.share("the evening page"):
                view = view_of(games, self.earlier(games))
                json.dumps(told(view, "en"), allow_nan=False)  # ValueError and others here, rather than where all boards are written
                rows.append(view)
        return rows


def _view(number: int, rows: Rows, lang: str) -> dict[str, Any]:
    return {"id": number, "boards": [told(row, lang) for row in rows]}
