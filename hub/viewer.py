"""What spectators get of one board: the page, its events, the picture and the record."""

import gzip
from pathlib import Path

from flask import Blueprint, Response, abort, render_template, request, send_from_directory

from hub.assets import packed_response
from hub.feed import Feed
from hub.stream import event_stream
from record.export import export_pdn


def blueprint(feed: Feed, pictures: Path | None) -> Blueprint:
    """The routes over that feed; pictures are read below that folder, if any, and only those that a view has named."""
    pages = Blueprint("viewer", __name__)

    @pages.get("/")
    def page() -> Response:
        html = render_template("viewer.html", view=feed.latest.view | {"age_ms": _age_ms(feed)}, delay=feed.delay).encode()
        return packed_response(request, html, gzip.compress(html), "text/html")

    @pages.get("/state")
    def state() -> Response:
        return Response(feed.latest.text_at(feed.now_s()), mimetype="application/json")

    @pages.get("/events")
    def events() -> Response:
        stream = event_stream(feed, _last_id())
        return Response(stream, mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})

    @pages.get("/picture/<path:name>")
    def picture(name: str) -> Response:
        if pictures is None or name not in feed.pictures:
            abort(404)
        response = send_from_directory(pictures.absolute(), name)
        response.headers["Cache-Control"] = "public, no-cache"  # names return in the next game: ask, and mostly hear 304
        return response

    @pages.get("/game.pdn")
    def game_pdn() -> Response:
        if feed.state.opening is None:
            abort(404)
        named = {"Content-Disposition": 'attachment; filename="game.pdn"'}
        return Response(export_pdn(feed.state, remarks=False), content_type="application/x-pdn; charset=utf-8", headers=named)

    return pages


def _age_ms(feed: Feed) -> int:
    return max(0, round((feed.now_s() - feed.latest.clock_since_s) * 1000))


def _last_id() -> int | None:
    """What the listener has already: the header of a browser that reconnects by itself, or `after` of a page that does."""
    given = request.headers.get("Last-Event-ID") or request.args.get("after", "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 19 else None
