"""What the evening page shows of all boards, rendered once for each change, language and role, and the stream that brings each change."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from jinja2 import Environment
from msgspec import json

from hub.boards.board import Boards
from hub.boards.kept_games import KeptGame, KeptGames
from hub.boards.readiness import summary_of, told_in
from hub.desk.evening_view import STATES, can_go_on, can_start, known_of, left_open, offered, state_of, view_of
from hub.evening.evening_games import EveningGames
from hub.feeds.watched import LOOK_S, Watched
from hub.web import fragments
from hub.web.fragments import Fragment, Shown
from link.status import PLAYING

EARLIER_GAMES = 6
"""So many games of a board before this one are shown."""
OPENING, CLOSING = '<ul id="boards">', "</ul>"
Rows = dict[str, dict[str, Any]]
"""What is shown of each board (`view_of`), by its key."""


class EveningFeed:
    """The boards of this server."""

    def __init__(self, boards: Boards, kept: KeptGames, environment: Environment) -> None:
        self._boards, self._kept, self._environment = boards, kept, environment
        self._watched: Watched[Rows] = Watched(self._see, {})
        self._rendered: dict[tuple[str, bool], tuple[int, Shown]] = {}

    @property
    def games(self) -> dict[str, EveningGames]:
        """The games of each board of this server, by its key, without the boards whose game goes on at another one."""
        return {key: EveningGames(board) for key, board in self._boards.items() if not self._kept.goes_on(board.desk.path)}

    def earlier(self, games: EveningGames) -> list[KeptGame]:
        """The latest games of the board before the one that is played or waited for, without those that cannot be read."""
        return self._kept.before(games.board, EARLIER_GAMES)

    def rows(self) -> Rows:
        """All boards by their keys, as somebody saw them a moment ago."""
        return self._watched.look()[1]

    def rows_now(self) -> Rows:
        """As `rows`, after something was changed."""
        return self._watched.look(0.0)[1]

    def shown(self, lang: str, *, may_rule: bool) -> Shown:
        """All boards in that language, as somebody saw them a moment ago, with what may be done there."""
        number, rows = self._watched.look()
        made = self._rendered.get((lang, may_rule))
        if made is None or made[0] != number:
            made = self._rendered[lang, may_rule] = number, self._render(rows, lang, may_rule=may_rule)
        return made[1]

    def events(self, allowed: Callable[[], bool], lang: str, *, may_rule: bool) -> Iterator[bytes]:
        """Server-sent events for one listener as long as it is `allowed` to listen."""

        def ended() -> bool:
            return self._boards.has_stopped or not allowed()

        return fragments.stream(lambda: self.shown(lang, may_rule=may_rule), lambda: self._watched.news, ended, LOOK_S)

    def _see(self) -> Rows:
        """What is shown of each board of this server, without the boards whose data are faulty."""
        rows = {}
        for key, games in self.games.items():
            with games.board.faults.share("the evening page"):
                rows[key] = view_of(games, self.earlier(games))
        return rows

    def _render(self, rows: Rows, lang: str, *, may_rule: bool) -> Shown:
        cards = {key: card for key, row in rows.items() if (card := self._card(row, lang, may_rule=may_rule))}
        shown = [rows[key] for key in cards]
        parts = fragments.render(
            self._environment,
            "evening_parts.html",
            lang,
            may_rule=may_rule,
            view={"boards": shown},
            summary=summary_of([state_of(row) for row in shown], lang),
            waits=[f"{row['key']}/{alert.id}" for row in shown for alert in row["waits"]],
            carried=[f"{row['key']}/{alert.id}" for row in shown for alert in row["waits"] if alert.carried],
            most_urgent=_most_urgent(shown, lang),
            startable=any(map(can_start, shown)),
            over=any(map(can_go_on, shown)),
            playing=[row["number"] for row in shown if row["phase"] == PLAYING],
            left_open=left_open(shown),
            offered=offered(shown),
        )
        return Shown(parts, OPENING, cards, CLOSING)

    def _card(self, row: Mapping[str, Any], lang: str, *, may_rule: bool) -> Fragment | None:
        """The board as a card; None where its data are faulty."""
        with self._boards.faults(row["key"]).share("the evening page"):
            card = fragments.render(
                self._environment,
                "evening_card.html",
                lang,
                board=row,
                state=state_of(row),
                states=STATES,
                checks=[told_in(check, lang) for check in row["checks"]],
                known=json.encode(known).decode() if (known := known_of(row)) else "",
                can_start=can_start(row),
                can_go_on=can_go_on(row),
                may_rule=may_rule,
            )
            "".join(card).encode()  # what cannot be sent is found here, rather than where all boards are sent
            return card
        return None


def _most_urgent(rows: list[dict[str, Any]], lang: str) -> dict[str, Any] | None:
    """The most urgent alert of these boards, among equals the first: {"number", "key", "id", "text"}; None where none waits."""
    waits = [(alert, row) for row in rows for alert in row["waits"]]
    if not waits:
        return None
    alert, row = min(waits, key=lambda one: one[0].rank)
    return {"number": row["number"], "key": row["key"], "id": alert.id, "text": alert.text(lang)}
