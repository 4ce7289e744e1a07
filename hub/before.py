"""The page before the round: every board on one screen, and what is to be done about each. It tells players nothing (Art. 24)."""

import gzip
import json
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, render_template, request

from hub.assets import packed_response
from hub.boards import OtherBoards
from hub.feed import Feed
from hub.readiness import read_report, ready_view

OWN = "/ready.json"
"""Where each board tells of itself; others ask for it here too."""


def blueprint(feed: Feed, report: Path | None, others: OtherBoards) -> Blueprint:
    """The routes: the page, the board of this machine for other boards' pages, and all boards for this one's."""
    pages = Blueprint("before", __name__)

    def own() -> dict[str, Any]:
        return ready_view(read_report(report) if report else None, feed.live, feed.latest.view.get("about", {}))

    def everyone() -> list[dict[str, Any]]:
        return [{"address": "", **own()}, *others.views()]

    @pages.get(OWN)
    def ready() -> Response:
        return Response(json.dumps(own(), ensure_ascii=False), mimetype="application/json")

    @pages.get("/boards.json")
    def boards() -> Response:
        return Response(json.dumps({"boards": everyone()}, ensure_ascii=False), mimetype="application/json")

    @pages.get("/before")
    def page() -> Response:
        html = render_template("before.html", boards=[{"address": "", **own()}]).encode()
        return packed_response(request, html, gzip.compress(html), "text/html")

    return pages
