"""The spectators' pages of each board: the page, its events, the pictures and the PDN."""

import gzip

from flask import Blueprint, Response, abort, redirect, render_template, request, send_from_directory
from werkzeug.wrappers import Response as WerkzeugResponse

from hub.boards.board import Boards, ServedBoard
from hub.boards.kept_games import KeptGames
from hub.feeds.feed import Feed
from hub.feeds.stream import event_stream
from hub.public.drawn import drawn_board, drawn_clocks
from hub.public.preview import Preview, preview
from hub.texts import languages
from hub.texts.named import named
from hub.web.assets import packed_response
from hub.web.routing import FIRST
from hub.web.streams import streamed

REFRESH_S = 10
"""How often a page without scripts asks again by itself."""


def blueprint(boards: Boards, games: KeptGames) -> Blueprint:
    """The routes of each board; without a key they mean the first board. The page of an only board is the front page too.

    Only the pictures that a view has named are served.
    """
    pages = Blueprint("viewer", __name__)

    @pages.get("/board/<board:board>")
    def page(board: ServedBoard) -> WerkzeugResponse:
        taken_over = games.goes_on(board.feed.followed) if board.key in games.hidden() else None
        if taken_over and (place := games.place_of(taken_over.journal)):
            return redirect(place.path)
        return game_page("viewer.html", board, lasting=_lasting(board, games), preview=_preview(board, request.path))

    if boards.are_one:
        pages.add_url_rule("/", view_func=page, defaults=FIRST)

    @pages.get("/state", defaults=FIRST)
    @pages.get("/board/<board:board>/state")
    def state(board: ServedBoard) -> Response:
        return Response(board.feed.latest.text_at(board.feed.now_s()), mimetype="application/json")

    @pages.get("/events", defaults=FIRST)
    @pages.get("/board/<board:board>/events")
    def events(board: ServedBoard) -> Response:
        return streamed(event_stream(board.feed))

    @pages.get("/board/<board:board>/address.json")
    def address(board: ServedBoard) -> dict[str, str]:
        return {"game": board.feed.latest.view.get("game", ""), "address": _lasting(board, games)}

    _add_files(pages)
    return pages


def _lasting(board: ServedBoard, games: KeptGames) -> str:
    """The lasting address of the board's game; empty before it has begun, and for a game that lies elsewhere."""
    place = None if board.feed.latest.is_empty else games.place_of(board.feed.followed)
    return place.path if place else ""


def _preview(board: ServedBoard, path: str) -> Preview:
    return preview(board.feed.latest.view, path, languages.readers())


def _add_files(pages: Blueprint) -> None:
    """Add the routes of the pictures and of the PDN."""

    @pages.get("/picture/<path:name>", defaults=FIRST)
    @pages.get("/board/<board:board>/picture/<path:name>")
    def picture(board: ServedBoard, name: str) -> Response:
        if name not in board.feed.pictures:
            abort(404)
        response = send_from_directory(board.feed.followed.parent.absolute(), name)
        response.headers["Cache-Control"] = "public, no-cache"  # the next game uses the same names; browsers ask again, and mostly get 304
        return response

    @pages.get("/game.pdn", defaults=FIRST)
    @pages.get("/board/<board:board>/game.pdn")
    def game_pdn(board: ServedBoard) -> Response:
        if board.feed.state.opening is None:
            abort(404)
        return game_as_pdn(board.feed)


def game_as_pdn(feed: Feed) -> Response:
    """The game as the public may have it, as a file."""
    named = {"Content-Disposition": 'attachment; filename="game.pdn"'}
    return Response(feed.latest.pdn(), content_type="application/x-pdn; charset=utf-8", headers=named)


def game_page(template: str, board: ServedBoard, **shown: object) -> Response:
    """The page of that template in the reader's language, with the board's game as the public may know it now."""
    base = f"/board/{board.key}"
    return page_of(template, board.feed, base, {"key": board.key, "lasting": "", "bound": False, **shown})


def page_of(template: str, feed: Feed, base: str, shown: dict[str, object]) -> Response:
    """The page of that template with the feed's game. Its script finds the rest of the game below `base`."""
    view = feed.latest.view | {"age_ms": max(0, round((feed.now_s() - feed.latest.clock_since_s) * 1000))}
    shown |= {
        "base": base,
        "view": view,
        "drawn": drawn_board(view),
        "clocks": drawn_clocks(view),
        "refreshes": 0 if shown.get("kept") else REFRESH_S,
        "named": named(languages.readers()),
        "delay": feed.delay,
        "shows_pictures": feed.shows_pictures,
    }
    html = render_template(template, **shown).encode()
    return packed_response(request, html, gzip.compress(html), "text/html")
