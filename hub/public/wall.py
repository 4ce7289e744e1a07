"""The wall: all boards of the hall on one screen and in one stream. It shows nothing that the board's own page does not show."""

import gzip
import json
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, reduce
from typing import Any

from flask import Blueprint, Response, render_template, request
from markupsafe import Markup

from hub.boards.board import Boards
from hub.boards.game_address import by_number
from hub.boards.kept_games import KeptGames
from hub.feeds import server_sent
from hub.feeds.delay import NONE, Delay
from hub.feeds.feed import Update, aged
from hub.feeds.stream import GRAIN_S
from hub.feeds.tile import board_number, in_order
from hub.public.drawn import drawn_board, drawn_clocks
from hub.public.viewer import REFRESH_S
from hub.public.wall_pages import Tiles, WallGroup, groups_in, paged
from hub.web.assets import packed_response
from hub.web.streams import streamed
from record.telling.sentences import MAX_TEXT_LENGTH

ROUNDS = 12
"""So many of an event's latest rounds are linked."""
FRAMES_KEPT = 64
"""The latest events that are kept encoded."""


def wall_view(boards: Boards) -> list[dict[str, Any]]:
    """All boards as the wall shows them now, ready for JSON."""
    tiles: list[dict[str, Any]] = json.loads(_written(_aged(boards, _newest(boards))))
    return tiles


def wall_events(boards: Boards) -> Iterator[bytes]:
    """Server-sent events for one listener until the boards stop: all boards, then those that have changed.

    The keys of all are told first, and where boards came or went.
    """

    def newer(seen: Mapping[str, Update] | None) -> tuple[Mapping[str, Update], bytes] | None:
        newest = _newest(boards)
        if newest == seen:
            return None
        known = seen or {}
        changed = {key: update for key, update in newest.items() if known.get(key) is not update}
        keys = None if seen is not None and newest.keys() == seen.keys() else tuple(newest)
        return newest, _frame(sum(update.id for update in newest.values()), _aged(boards, changed), keys)

    return server_sent.stream(newer, boards.news, lambda: boards.has_stopped)


AgedTiles = tuple[tuple[str, str, int], ...]
"""The key and the tile of each board, and how old its clock readings are, in steps of GRAIN_S."""


def _newest(boards: Boards) -> dict[str, Update]:
    return {key: board.feed.latest for key, board in boards.items()}


def _aged(boards: Boards, updates: Mapping[str, Update]) -> AgedTiles:
    now_s = {key: board.feed.now_s() for key, board in boards.items()}
    aged = ((key, one.tile, now_s.get(key, one.clock_since_s) - one.clock_since_s) for key, one in updates.items())
    return tuple((key, tile, int(max(0.0, age_s) / GRAIN_S)) for key, tile, age_s in aged)


@lru_cache(FRAMES_KEPT)
def _frame(id_: int, tiles: AgedTiles, keys: tuple[str, ...] | None) -> bytes:
    """The event with these tiles, and with the keys of all where boards came or went: the same bytes for all within GRAIN_S."""
    told = f',"keys":{json.dumps(keys)}' if keys is not None else ""
    return server_sent.event(id_, f'{{"tiles":{_written(tiles)}{told}}}')


def _written(tiles: Iterable[tuple[str, str, int]]) -> str:
    """The tiles as a JSON array, each with the age of its clock readings in `age_ms`."""
    named = (aged(f'{{"key":"{key}","name":"{key}","link":"/board/{key}",{tile[1:]}', grains * GRAIN_S) for key, tile, grains in tiles)
    return f"[{','.join(named)}]"


def blueprint(boards: Boards, games: KeptGames) -> Blueprint:
    """The routes. Unless the server has one board and no other comes, the wall is the front page too."""
    pages = Blueprint("wall", __name__)

    @pages.get("/wall")
    def page() -> Response:
        delay = reduce(Delay.or_longer, (board.feed.delay for board in boards.values()), NONE)
        view = wall_view(boards)
        group = WallGroup(*(request.args.get(tag, "").strip()[:MAX_TEXT_LENGTH] for tag in WallGroup._fields))
        tiles, number, pages = paged([tile for tile in in_order(view) if group.has(tile)], _page())
        shown = {
            "view": {"tiles": view},
            "delay": delay,
            "drawn_tiles": _drawn(boards, tiles),
            "rounds": _rounds(boards, games),
            "refreshes": REFRESH_S,
        }
        shown |= {"group": group, "groups": groups_in(view), "page": number, "pages": pages}
        html = render_template("wall.html", **shown).encode()
        return packed_response(request, html, gzip.compress(html), "text/html")

    if not boards.are_one:
        pages.add_url_rule("/", view_func=page)

    @pages.get("/wall/rounds.json")
    def rounds() -> dict[str, object]:
        return {"rounds": _rounds(boards, games)}

    @pages.get("/wall/events")
    def events() -> Response:
        return streamed(wall_events(boards))

    return pages


def _drawn(boards: Boards, tiles: Tiles) -> list[Markup]:
    """The tiles as the page shows them without scripts, without those of boards whose data are faulty."""
    found: list[Markup] = []
    for tile in tiles:
        with boards.faults(tile["key"]).share("the wall without scripts"):
            drawn = {"tile": tile, "number": board_number(tile), "drawn": drawn_board(tile), "clocks": drawn_clocks(tile)}
            found.append(Markup(render_template("wall_tile.html", **drawn)))
    return found


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
