"""The way to the desks: all boards of this server with what waits for the arbiter at each; for those alone who signed in."""

from typing import Any

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response as WerkzeugResponse

from hub.access import tokens
from hub.access.login import Login
from hub.boards.board import Boards, ServedBoard
from hub.boards.waiting import waiting
from hub.texts import languages
from hub.web.headers import forms_allowed

NEWEST = 3
"""Alerts that a row of the list bears; the board's own desk has all."""


def blueprint(boards: Boards, login: Login) -> Blueprint:
    """The list, which a board that is alone has no need of, and the same as data for its page, which asks again and again."""
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
    """A board in the list: its `key`, its `number` if known, who plays `white` and `black`, how many alerts are `open`, and the newest,
    in that language."""
    log, opened = board.desk.log, board.desk.state.opening
    tags = opened.about.tags.told if opened else {}
    names = {side: tags.get(side, "") for side in ("white", "black")}
    number = tags.get("board", "") or (board.key if board.key.isdecimal() else "")
    open_now = waiting(log.alerts, board.desk.state, log.last_ruling)
    alerts = [{"id": alert.id, "text": alert.said[lang]} for alert in open_now[:NEWEST]]
    return {"key": board.key, "number": number, **names, "open": len(open_now), "alerts": alerts}
