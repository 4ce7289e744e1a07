"""The page before the round: every board on one screen, with what needs to be done. It tells players nothing (Art. 24)."""

import gzip
import json
from collections.abc import Callable
from functools import partial
from typing import Any

from flask import Blueprint, Response, render_template, request
from jinja2 import Environment
from markupsafe import Markup

from hub.boards.board import Boards, ServedBoard
from hub.boards.link import hub_fault, read_link
from hub.boards.readiness import lines_in, ready_view, silent_view, summary_of, view_in, with_loss
from hub.feeds import server_sent
from hub.feeds.delay import NONE
from hub.public.before_link import FAULTY_LINE, hall_told, link_told
from hub.public.before_names import RULES, SIGNS, STATES, state_of
from hub.texts import languages
from hub.web import fragments
from hub.web.assets import packed_response
from hub.web.fragments import Shown
from hub.web.routing import FIRST
from hub.web.streams import streamed
from record.texts import ENGLISH

LOOK_S = 3.0
"""How often the boards are looked at for each page that is open."""
OPENING = '<div id="boards" class="boards">'


class Before:
    """What the page tells of these boards and of their hall."""

    def __init__(self, boards: Boards) -> None:
        self._boards = boards

    def view(self, lang: str, *, to_arbiter: bool) -> dict[str, list[dict[str, Any]]]:
        """{"boards", "hall"} with all sentences in that language; an arbiter is told a little more of links and faulty data."""
        boards = self._boards
        hears = not (boards.mirrored and hub_fault(boards.mirrored))
        linked = partial(_linked, to_arbiter=to_arbiter, hears=hears)
        views = [_named(_shown(board), board, alone=boards.are_one) | linked(board) for board in boards.values()]
        hall = hall_told(boards.mirrored, is_empty=not views)
        return {"boards": [view_in(view, lang) for view in views], "hall": lines_in(hall, lang)}

    def parts(self, environment: Environment, lang: str, *, to_arbiter: bool) -> Shown:
        """The same as fragments."""
        view = self.view(lang, to_arbiter=to_arbiter)
        states = [state_of(board) for board in view["boards"]]
        summary = Markup('<p id="summary" role="status">{}</p>').format(summary_of(states, lang))
        todo = Markup("".join(fragments.render(environment, "before_todo.html", lang, todo=view["hall"])))
        names = {"signs": SIGNS, "states": STATES, "rules": RULES}
        cards = {
            str(key): fragments.render(environment, "before_card.html", lang, key=key, board=board, state=state, **names)
            for key, board, state in zip(self._boards, view["boards"], states, strict=True)
        }
        return Shown((summary, Markup('<div id="hall">{}</div>').format(todo)), OPENING, cards, "</div>")


def blueprint(boards: Boards, environment: Environment, sign_in: Callable[[], Callable[[], bool]]) -> Blueprint:
    """The routes: the page, what is new of it, and the data of each board for programs, in English.

    `sign_in` gives what tells, also after the request, whether its client is signed in.
    """
    pages, before = Blueprint("before", __name__), Before(boards)

    @pages.get("/ready.json", defaults=FIRST)
    @pages.get("/board/<board:board>/ready.json")
    def ready(board: ServedBoard) -> Response:
        return Response(json.dumps(view_in(_shown(board), ENGLISH), ensure_ascii=False), mimetype="application/json")

    @pages.get("/before")
    def page() -> Response:
        lang = languages.readers()
        shown = before.parts(environment, lang, to_arbiter=sign_in()())
        html = render_template("before.html", shown=shown, events=f"/before/events?lang={lang}").encode()
        return packed_response(request, html, gzip.compress(html), "text/html")

    @pages.get("/before/events")
    def events() -> Response:
        lang, is_signed_in = languages.readers(), sign_in()

        def shown() -> Shown:
            return before.parts(environment, lang, to_arbiter=is_signed_in())

        return streamed(fragments.stream(shown, server_sent.News, lambda: boards.has_stopped, LOOK_S))

    return pages


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
