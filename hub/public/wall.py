"""The wall: all boards of the hall on one screen and in one stream. It shows nothing that the board's own page does not show."""

import gzip
from functools import reduce

from flask import Blueprint, Response, render_template, request

from hub.boards.board import Boards
from hub.feeds.delay import NONE, Delay
from hub.public.wall_feed import WallFeed
from hub.web.assets import packed_response
from hub.web.streams import streamed


def blueprint(boards: Boards, feed: WallFeed) -> Blueprint:
    """The routes. Unless the server has exactly one board, the wall is the front page too."""
    pages = Blueprint("wall", __name__)

    @pages.get("/wall")
    def page() -> Response:
        delay = reduce(Delay.or_longer, (board.feed.delay for board in boards.values()), NONE)
        html = render_template("wall.html", view=feed.view(), delay=delay).encode()
        return packed_response(request, html, gzip.compress(html), "text/html")

    if len(boards) != 1:
        pages.add_url_rule("/", view_func=page)

    @pages.get("/wall/events")
    def events() -> Response:
        stream = feed.events(request.headers.get("Last-Event-ID") or request.args.get("after", ""))
        return streamed(stream)

    return pages
