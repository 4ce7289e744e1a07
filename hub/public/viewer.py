"""The spectators' pages of each board: the page, its events, the pictures and the PDN."""

import gzip

from flask import Blueprint, Response, abort, render_template, request, send_from_directory

from hub.boards.board import Boards, ServedBoard
from hub.feeds.stream import event_stream
from hub.texts import languages
from hub.texts.named import named
from hub.web.assets import packed_response
from hub.web.returning import last_id
from hub.web.routing import FIRST
from hub.web.streams import streamed


def blueprint(boards: Boards) -> Blueprint:
    """The routes of each board; without a key they mean the first board. The page of an only board is the front page too.

    Only the pictures that a view has named are served.
    """
    pages = Blueprint("viewer", __name__)

    @pages.get("/board/<board:board>")
    def page(board: ServedBoard) -> Response:
        return game_page("viewer.html", board)

    if len(boards) == 1:
        pages.add_url_rule("/", view_func=page, defaults=FIRST)

    @pages.get("/state", defaults=FIRST)
    @pages.get("/board/<board:board>/state")
    def state(board: ServedBoard) -> Response:
        return Response(board.feed.latest.text_at(board.feed.now_s()), mimetype="application/json")

    @pages.get("/events", defaults=FIRST)
    @pages.get("/board/<board:board>/events")
    def events(board: ServedBoard) -> Response:
        stream = event_stream(board.feed, last_id())
        return streamed(stream)

    _add_files(pages)
    return pages


def _add_files(pages: Blueprint) -> None:
    """Add the routes of the pictures and of the PDN."""

    @pages.get("/picture/<path:name>", defaults=FIRST)
    @pages.get("/board/<board:board>/picture/<path:name>")
    def picture(board: ServedBoard, name: str) -> Response:
        if name not in board.feed.pictures:
            abort(404)
        response = send_from_directory(board.feed.path.parent.absolute(), name)
        response.headers["Cache-Control"] = "public, no-cache"  # the next game uses the same names; browsers ask again, and mostly get 304
        return response

    @pages.get("/game.pdn", defaults=FIRST)
    @pages.get("/board/<board:board>/game.pdn")
    def game_pdn(board: ServedBoard) -> Response:
        if board.feed.state.opening is None:
            abort(404)
        named = {"Content-Disposition": 'attachment; filename="game.pdn"'}
        return Response(board.feed.pdn(), content_type="application/x-pdn; charset=utf-8", headers=named)


def game_page(template: str, board: ServedBoard, **shown: object) -> Response:
    """The page of that template in the reader's language, with the board's game as the public may know it now."""
    feed = board.feed
    view = feed.latest.view | {"age_ms": max(0, round((feed.now_s() - feed.latest.clock_since_s) * 1000))}
    shown |= {
        "key": board.key,
        "view": view,
        "named": named(languages.readers()),
        "delay": feed.delay,
        "shows_pictures": feed.shows_pictures,
    }
    html = render_template(template, **shown).encode()
    return packed_response(request, html, gzip.compress(html), "text/html")
