"""The list of all desks: the boards of this server, with the alerts that wait for the arbiter at each. It requires signing in."""

from typing import Any

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response as WerkzeugResponse

from hub.access import tokens
from hub.access.login import Login
from hub.boards.board import Boards, ServedBoard
from hub.feeds.waiting import waiting
from hub.texts import languages
from hub.web.headers import forms_allowed
from record.telling.sentences import tell

NEWEST = 3
"""Alerts that a row of the list shows. The board's own desk shows all."""


LOST = "lost"
"""The id of the part of a desk that tells what the journal has lost."""


def blueprint(boards: Boards, login: Login) -> Blueprint:
    """The routes: the list as a page, and as data that the page asks for again and again. An only board leads to its desk directly."""
    pages = Blueprint("desks", __name__, url_prefix="/desk")

    login.guard(pages, boards.start_desks)
    pages.after_request(forms_allowed)

    @pages.get("")
    def page() -> WerkzeugResponse | str:
        if len(boards) == 1:
            return redirect(url_for("desk.page", board=boards.first), 303)
        lang = languages.readers()
        listed = [summary(board, lang) for board in boards.values()]
        return render_template("desks.html", who=login.required(), token=tokens.token(), boards=listed)

    @pages.get("/boards.json")
    def listed() -> dict[str, Any]:
        return {"boards": [summary(board, languages.readers()) for board in boards.values()]}

    return pages


def summary(board: ServedBoard, lang: str) -> dict[str, Any]:
    """A board in the list: {"key", "number", "white", "black", "open", "alerts"}.

    `number` is empty when unknown, `white` and `black` are the players' names, `open` is the number of open alerts, and `alerts` are the
    newest of them, in that language. What the journal of the game has lost comes first.
    """
    log, opened = board.desk.log, board.desk.state.opening
    tags = opened.about.tags.told if opened else {}
    names = {side: tags.get(side, "") for side in ("white", "black")}
    number = tags.get("board", "") or (board.key if board.key.isdecimal() else "")
    open_now = waiting(log.alerts, board.desk.state, log.settled)
    alerts = [{"id": alert.id, "text": alert.said[lang]} for alert in open_now[:NEWEST]]
    if lost := board.desk.lost:
        alerts.insert(0, {"id": LOST, "text": tell(lost.said, lang)})
    return {"key": board.key, "number": number, **names, "open": len(open_now) + bool(lost), "alerts": alerts}
