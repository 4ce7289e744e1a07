"""The page before the round: every board on one screen, with what needs to be done. It tells players nothing (Art. 24)."""

import gzip
import json
from typing import Any

from flask import Blueprint, Response, render_template, request

from hub.boards.board import Boards, ServedBoard
from hub.boards.other_boards import OtherBoards
from hub.boards.readiness import read_report, ready_view, silent_view, view_for_boards, view_in, with_loss
from hub.feeds.delay import NONE
from hub.texts import languages
from hub.web.assets import packed_response
from hub.web.routing import FIRST

OWN = "/ready.json"
"""The path of a board's own view, which the servers of other boards read too."""


def blueprint(boards: Boards, others: OtherBoards) -> Blueprint:
    """The routes: the page, the data of all boards for it, and the data of each board of this server for other servers."""
    pages = Blueprint("before", __name__)

    def own() -> list[dict[str, Any]]:
        return [_named(_ready(board), board, alone=boards.are_one) for board in boards.values()]

    @pages.get(OWN, defaults=FIRST)
    @pages.get("/board/<board:board>/ready.json")
    def ready(board: ServedBoard) -> Response:
        return Response(json.dumps(view_for_boards(_ready(board)), ensure_ascii=False), mimetype="application/json")

    @pages.get("/boards.json")
    def everyone() -> Response:
        lang = languages.readers()
        views = [view_in(view, lang) for view in (*own(), *others.views())]
        return Response(json.dumps({"boards": views}, ensure_ascii=False), mimetype="application/json")

    @pages.get("/before")
    def page() -> Response:
        lang = languages.readers()
        html = render_template("before.html", boards=[view_in(view, lang) for view in own()]).encode()
        return packed_response(request, html, gzip.compress(html), "text/html")

    return pages


def _ready(board: ServedBoard) -> dict[str, Any]:
    if board.is_silent and not board.trouble():  # a service whose disk takes nothing says so through its socket
        return silent_view(board.feed.latest.view.get("about", {}))
    report = read_report(board.report) if board.report else None
    shown = None if board.feed.delay == NONE else board.feed.state
    view = ready_view(report, board.feed.live, board.feed.latest.view.get("about", {}), shown)
    return view if board.feed.lost is None else with_loss(view)


def _named(told: dict[str, Any], board: ServedBoard, *, alone: bool) -> dict[str, Any]:
    """The view with its address. When one machine has several boards, their services may give them equal names, so each shows its key."""
    return {"address": "", **told} if alone else {"address": f"/board/{board.key}", **told, "board": board.key}
