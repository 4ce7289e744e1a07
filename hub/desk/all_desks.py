"""The list of all desks: the boards of this server, with the alerts that wait for the arbiter at each. It requires signing in."""

from typing import Any

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response as WerkzeugResponse

from hub.access import tokens
from hub.access.accounts import Account, Role
from hub.access.login import Login
from hub.boards.board import Boards, ServedBoard
from hub.desk.open_alerts import counted, number_of, open_alerts
from hub.texts import languages
from hub.web.headers import forms_allowed


def blueprint(boards: Boards, login: Login) -> Blueprint:
    """The routes: the list as a page, and as data that the page asks for again and again. An only board leads to its desk directly."""
    pages = Blueprint("desks", __name__, url_prefix="/desk")

    login.guard(pages, boards.start_desks)
    pages.after_request(forms_allowed)

    @pages.get("")
    def page() -> WerkzeugResponse | str:
        if boards.are_one:
            return redirect(url_for("desk.page", board=boards.first), 303)
        lang = languages.readers()
        listed = [summary(board, lang) for board in boards.values()]
        who = login.required()
        may_rule = isinstance(who, Account) and who.role == Role.ARBITER
        return render_template("desks.html", who=who, may_rule=may_rule, token=tokens.token(), boards=listed)

    @pages.get("/boards.json")
    def listed() -> dict[str, Any]:
        return {"boards": [summary(board, languages.readers()) for board in boards.values()]}

    return pages


def summary(board: ServedBoard, lang: str) -> dict[str, Any]:
    """A board in the list: {"key", "number", "white", "black", "silent_ms", "open", "ids", "alerts"}, the alerts as in `counted`.

    `number` is empty when unknown, `white` and `black` are the players' names. `silent_ms` is how long ago the board's service gave its
    last sign of life; null while it is alive.
    """
    opened, silent_s = board.desk.state.opening, board.silent_for_s
    tags = opened.about.tags.told if opened else {}
    names = {side: tags.get(side, "") for side in ("white", "black")}
    silent_ms = None if silent_s is None else round(silent_s * 1000)
    return {"key": board.key, "number": number_of(board), **names, "silent_ms": silent_ms, **counted(open_alerts(board), lang)}
