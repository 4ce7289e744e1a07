"""The page before the round: every board on one screen, with what needs to be done. It tells players nothing (Art. 24)."""

import gzip
import json
from collections.abc import Callable
from functools import partial
from typing import Any

from flask import Blueprint, Response, render_template, request

from hub.boards.board import Boards, ServedBoard
from hub.boards.link import hub_fault, read_link
from hub.boards.readiness import lines_in, ready_view, silent_view, view_in, with_loss
from hub.feeds.delay import NONE
from hub.public.before_link import FAULTY_LINE, hall_told, link_told
from hub.texts import languages
from hub.web.assets import packed_response
from hub.web.routing import FIRST
from record.texts import ENGLISH


def blueprint(boards: Boards, is_signed_in: Callable[[], bool]) -> Blueprint:
    """The routes: the page, the data of all boards for it, and the data of each board for programs, in English."""
    pages = Blueprint("before", __name__)

    def own() -> list[dict[str, Any]]:
        known, hears = is_signed_in(), not (boards.mirrored and hub_fault(boards.mirrored))
        linked = partial(_linked, to_arbiter=known, hears=hears)
        return [_named(_shown(board), board, alone=boards.are_one) | linked(board) for board in boards.values()]

    def view_of(views: list[dict[str, Any]]) -> dict[str, Any]:
        lang = languages.readers()
        hall = hall_told(boards.mirrored, is_empty=not views)
        return {"boards": [view_in(view, lang) for view in views], "hall": lines_in(hall, lang)}

    @pages.get("/ready.json", defaults=FIRST)
    @pages.get("/board/<board:board>/ready.json")
    def ready(board: ServedBoard) -> Response:
        return _as_json(view_in(_shown(board), ENGLISH))

    @pages.get("/boards.json")
    def everyone() -> Response:
        return _as_json(view_of(own()))

    @pages.get("/before")
    def page() -> Response:
        view = view_of(own())
        html = render_template("before.html", view=view).encode()
        return packed_response(request, html, gzip.compress(html), "text/html")

    return pages


def _as_json(told: dict[str, Any]) -> Response:
    return Response(json.dumps(told, ensure_ascii=False), mimetype="application/json")


def _shown(board: ServedBoard) -> dict[str, Any]:
    """The board's view. One whose data are faulty gives no news, as far as the public knows."""
    with board.faults.share("the page before the round"):
        view = _ready(board)
        json.dumps(view_in(view, ENGLISH), allow_nan=False)  # ValueError and others here, rather than where all boards are written
        return view
    return silent_view({})


def _ready(board: ServedBoard) -> dict[str, Any]:
    if board.is_silent and not board.trouble():  # a service whose disk takes nothing says so through its socket
        return silent_view(board.feed.latest.view.get("about", {}))
    shown = None if board.feed.delay == NONE else board.feed.state
    view = ready_view(board.status, board.follower.state, board.feed.latest.view.get("about", {}), shown)
    return view if board.feed.lost is None else with_loss(view)


def _linked(board: ServedBoard, *, to_arbiter: bool, hears: bool) -> dict[str, Any]:
    """What is to be said of the link to a board elsewhere, and to arbiters of faulty data; nothing of a sound board of this machine.

    `hears` as in `link_told`.
    """
    link = read_link(board.state) if board.state else None
    told = link_told(link, to_arbiter=to_arbiter, is_silent=board.is_silent, hears=hears) if link else []
    if to_arbiter and (board.faults.are_there or (link and link.faulty)):
        told.insert(0, FAULTY_LINE)
    return {"link": told} if told or link else {}


def _named(told: dict[str, Any], board: ServedBoard, *, alone: bool) -> dict[str, Any]:
    """The view with its address. When one machine has several boards, their services may give them equal names, so each shows its key."""
    return {"address": "", **told} if alone else {"address": f"/board/{board.key}", **told, "board": board.key}
