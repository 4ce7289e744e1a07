"""The wall: all boards of the hall on one screen and in one stream. It shows nothing that the board's own page does not show."""

import gzip
from collections.abc import Iterator, Mapping
from functools import reduce
from urllib.parse import urlencode

from flask import Blueprint, Response, render_template, request
from jinja2 import Environment
from markupsafe import Markup

from hub.boards.board import Boards
from hub.boards.game_address import by_number
from hub.boards.kept_games import KeptGames
from hub.feeds import server_sent
from hub.feeds.delay import NONE, Delay
from hub.feeds.feed import Update
from hub.public.viewer import REFRESH_S
from hub.public.wall_pages import WallGroup, board_number, groups_in, heading_of, in_order, paged
from hub.texts import languages
from hub.web import fragments
from hub.web.assets import packed_response
from hub.web.drawn import drawn_board, drawn_clocks
from hub.web.fragments import Fragment, Shown
from hub.web.streams import streamed
from record.telling.sentences import MAX_TEXT_LENGTH
from record.texts import say
from rules.board.ruleset import RULE_SETS

ROUNDS = 12
"""So many of an event's latest rounds are linked."""
SHOWN_KEPT = 64
"""So many groups and languages are kept as they are shown now."""
OPENING, CLOSING = Markup('<main id="boards" aria-label="{}">'), "</main>"
EMPTY_BOARDS = [
    (drawn_board({"board_size": size, "mirrored": mirrored}), mirrored)
    for size in sorted({rules.board_size for rules in RULE_SETS})
    for mirrored in (False, True)
]
"""The squares of each kind of board, and whether it is mirrored: all boards of a page share them."""


class Wall:
    """The wall of these boards. What it shows is rendered when somebody looks, once for each change and language, however many look."""

    def __init__(self, boards: Boards, games: KeptGames, environment: Environment) -> None:
        self._boards, self._games, self._environment = boards, games, environment
        self._newest: Mapping[str, Update] = {}
        self._shown: dict[tuple[str, WallGroup], Shown] = {}
        self._rounds: list[dict[str, object]] | None = None
        """The links to the rounds of `_played`; None until the games are listed."""
        self._played: object = None

    def events(self, lang: str, group: WallGroup) -> Iterator[bytes]:
        """Server-sent events for one listener until the boards stop: all that the group shows, then what has changed."""

        def newer(seen: Shown | None) -> tuple[Shown, bytes] | None:
            shown = self.shown(lang, group)
            html = fragments.changes(shown, seen)
            return (shown, fragments.event(sum(update.id for update in self._newest.values()), self.now_s(), html)) if html else None

        return server_sent.stream(newer, lambda: self._boards.news, lambda: self._boards.has_stopped)

    def shown(self, lang: str, group: WallGroup) -> Shown:
        """What the boards of the group show now, with the clocks as they were read."""
        hidden = self._games.hidden()
        newest = {key: board.feed.latest for key, board in self._boards.items() if key not in hidden}
        if newest != self._newest or len(self._shown) >= SHOWN_KEPT or (self._rounds is None and self._games.are_listed):
            self._link_rounds(newest)  # other greenlets may run meanwhile
            self._newest, self._shown = newest, {}
        if (lang, group) not in self._shown:
            self._shown[lang, group] = self._render(lang, group)
        return self._shown[lang, group]

    def tile_now(self, lang: str, key: str) -> Fragment:
        """The tile of a board that was just shown, with its clocks as they stand now; nothing where its data are faulty."""
        return self._tile(lang, key, self.now_s()) or ()

    def now_s(self) -> float:
        """The time of the feeds, by which clocks were read."""
        return next((board.feed.now_s() for board in self._boards.values()), 0.0)

    def _link_rounds(self, newest: Mapping[str, Update]) -> None:
        """Make the links to the rounds anew where another event or round is played at a board."""
        abouts = {key: update.tile.get("about", {}) for key, update in newest.items()}
        played = {key: (about.get("event"), about.get("round")) for key, about in abouts.items()}
        if self._games.are_listed and (self._rounds is None or self._played != played):
            self._played, self._rounds = played, _rounds(self._boards, self._games)

    def _render(self, lang: str, group: WallGroup) -> Shown:
        tiles = {key: update.tile for key, update in self._newest.items()}
        groups = groups_in(tiles.values())
        if group.event and group not in groups:
            groups.append(group)
        keys = [key for key in in_order(tiles) if group.has(tiles[key])]
        head = {"group": group, "groups": groups, "heading": heading_of(tiles[key] for key in keys)}
        parts = fragments.render(self._environment, "wall_head.html", lang, **head, rounds=self._rounds, is_empty=not tiles)
        listed = {key: tile for key in keys if (tile := self._tile_as_read(lang, key))}
        return Shown(parts, OPENING.format(say(lang, "The boards")), listed, CLOSING)

    def _tile_as_read(self, lang: str, key: str) -> Fragment | None:
        update = self._newest[key]
        return update.once(f"tile {lang}", lambda: self._tile(lang, key, update.clock_since_s))

    def _tile(self, lang: str, key: str, now_s: float) -> Fragment | None:
        """The tile with its clocks as they stand at that moment; None where its data are faulty."""
        update, tile = self._newest[key], self._newest[key].tile
        age_ms = round(max(0.0, now_s - update.clock_since_s) * 1000)
        with self._boards.faults(key).share("the wall"):
            values = {
                "key": key,
                "tile": tile,
                "number": board_number(key, tile),
                "drawn": drawn_board(tile),
                "clocks": drawn_clocks({**tile, "age_ms": age_ms}),
                "since_ms": round(update.clock_since_s * 1000),
            }
            return fragments.render(self._environment, "wall_tile.html", lang, **values)
        return None


def blueprint(boards: Boards, games: KeptGames, environment: Environment) -> Blueprint:
    """The routes. Unless the server has one board and no other comes, the wall is the front page too."""
    pages, wall = Blueprint("wall", __name__), Wall(boards, games, environment)

    @pages.get("/wall")
    def page() -> Response:
        games.wait_for_list()
        lang, group = languages.readers(), _group()
        shown = wall.shown(lang, group)
        keys, number, count = paged([*shown.listed], _page())
        values = {
            "shown": shown,
            "tiles": [Markup("".join(wall.tile_now(lang, key))) for key in keys],
            "now": Markup(fragments.now(wall.now_s())),
            "events": f"/wall/events?{urlencode({'lang': lang, **group.asked})}",
            "empty_boards": EMPTY_BOARDS,
            "delay": reduce(Delay.or_longer, (board.feed.delay for board in boards.values()), NONE),
            "refreshes": REFRESH_S,
            "view": {},
        }
        html = render_template("wall.html", **values, group=group, page=number, pages=count).encode()
        return packed_response(request, html, gzip.compress(html), "text/html")

    if not boards.are_one:
        pages.add_url_rule("/", view_func=page)

    @pages.get("/wall/events")
    def events() -> Response:
        return streamed(wall.events(languages.readers(), _group()))

    return pages


def _group() -> WallGroup:
    """The group that is asked for."""
    return WallGroup(*(request.args.get(tag, "").strip()[:MAX_TEXT_LENGTH] for tag in WallGroup._fields))


def _page() -> int:
    """The page that is asked for without a script."""
    given = request.args.get("page", "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 5 else 1


def _rounds(boards: Boards, games: KeptGames) -> list[dict[str, object]]:
    """The rounds of the events that are on this server's boards: {"name", "address", "now"}, the latest last.

    A board between two games counts with its last one. A game that the public does not see yet counts nowhere.
    """
    shown = {place for board in boards.values() if not board.feed.latest.is_empty and (place := games.place_of(board.feed.followed))}
    waiting = {board.feed.followed for board in boards.values() if board.feed.latest.is_empty}
    listed = [(game, place) for game, place in games.all() if game.journal not in waiting]
    between = {board.key for board in boards.values() if board.feed.latest.is_empty}
    last = {game.board: place for game, place in reversed(listed) if game.board in between}
    here = shown | set(last.values())
    now, events = {place.of_round for place in shown or here}, {place.event for place in here}
    found: dict[tuple[str, str], dict[str, object]] = {}
    for game, place in listed:
        if place.event in events:
            address = place.path.rpartition("/")[0]
            found.setdefault(place.of_round, {"name": game.short.tags.round or "", "address": address, "now": place.of_round in now})
    return [found[key] for key in sorted(found, key=lambda key: (key[0], by_number(key[1])))][-ROUNDS:]
