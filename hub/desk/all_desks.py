"""The list of all desks: the boards of this server, with the alerts that wait for the arbiter at each. It requires signing in."""

from operator import itemgetter
from typing import Any

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response as WerkzeugResponse

from hub.access import tokens
from hub.access.accounts import Account, Role
from hub.access.login import Login
from hub.boards.board import Boards, ServedBoard
from hub.feeds.urgency import urgency
from hub.feeds.waiting import waiting
from hub.texts import languages
from hub.web.headers import forms_allowed
from record.telling.sentences import tell

SHOWN = 3
"""Alerts that a row of the list shows, the most urgent first. The board's own desk shows all."""

LOST = "lost"
"""The id of the part of a desk that tells what the journal has lost."""

LOST_RANK = -1
"""Before every alert: nothing of that game goes on until somebody has chosen."""


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
        who = login.required()
        may_rule = isinstance(who, Account) and who.role == Role.ARBITER
        return render_template("desks.html", who=who, may_rule=may_rule, token=tokens.token(), boards=listed)

    @pages.get("/boards.json")
    def listed() -> dict[str, Any]:
        return {"boards": [summary(board, languages.readers()) for board in boards.values()]}

    return pages


def summary(board: ServedBoard, lang: str) -> dict[str, Any]:
    """A board in the list: {"key", "number", "white", "black", "open", "ids", "alerts"}.

    `number` is empty when unknown, `white` and `black` are the players' names, `open` is the number of open alerts, `ids` names
    them, and `alerts` are the most urgent of them, in that language; `rank` orders those of all boards, the most urgent lowest. What the
    journal of the game has lost comes first, and is one of those that are open.
    """
    log, opened = board.desk.log, board.desk.state.opening
    tags = opened.about.tags.told if opened else {}
    names = {side: tags.get(side, "") for side in ("white", "black")}
    number = tags.get("board", "") or (board.key if board.key.isdecimal() else "")
    waits = waiting(log.alerts, board.desk.state, log.settled)
    ranked = sorted(((urgency(alert, is_open=True), alert) for alert in waits), key=itemgetter(0))
    ids = [alert.id for alert in waits]
    alerts = [{"id": alert.id, "text": alert.said[lang], "rank": rank} for (rank, _), alert in ranked[:SHOWN]]
    if lost := board.desk.lost:
        ids.insert(0, LOST)
        alerts.insert(0, {"id": LOST, "text": tell(lost.said, lang), "rank": LOST_RANK})
    return {"key": board.key, "number": number, **names, "open": len(ids), "ids": ids, "alerts": alerts}
