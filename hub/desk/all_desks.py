"""The desk of the whole hall: every open alert of all boards, and who sees to it. It requires signing in."""

import json
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as WerkzeugResponse

from hub.access import tokens
from hub.access.accounts import Role
from hub.access.login import Login
from hub.boards.board import Boards
from hub.desk.board_links import BoardLinks
from hub.desk.decisions import object_in
from hub.desk.hall_alerts import HallAlerts, name_of
from hub.desk.taken_alerts import NotGiven, TakenAlerts
from hub.texts import languages
from hub.web.errors import Refused
from hub.web.headers import forms_allowed
from hub.web.streams import streamed
from rules.errors import sentence_of


def blueprint(boards: Boards, links: BoardLinks, taken: TakenAlerts, hall: HallAlerts, login: Login) -> Blueprint:
    """The routes: the list as a page, as data, and as a stream; and the one by which an arbiter takes an alert.

    An only board of this machine leads to its desk directly.
    """
    pages = Blueprint("desks", __name__)
    login.guard(pages)
    pages.after_request(forms_allowed)

    @pages.get("/desk")
    def page() -> WerkzeugResponse | str:
        if (first := boards.first) and boards.are_one and links.of(first) is None:
            return redirect(url_for("desk.page", board=first), 303)
        who = login.required()
        may_rule = who.role == Role.ARBITER
        return render_template("desks.html", who=who, may_rule=may_rule, token=tokens.token(), view=_view(hall))

    @pages.get("/desks/state")
    def state() -> Response:
        return _json(_view(hall))

    @pages.get("/desks/events")
    def events() -> Response:
        return streamed(hall.events(login.still(), languages.readers()))

    @pages.post("/desks/take")
    def take() -> Response:
        """Note that the arbiter sees to an alert, or does so no longer."""
        by, sent = login.arbiter(), object_in(request.get_data())
        key, game, alert, was = (str(sent.get(name, "")) for name in ("key", "game", "alert", "was"))
        if not hall.is_open(key, game, alert):
            raise Refused(409, NotGiven.SETTLED.said())
        try:
            taken.give(name_of(key, game, alert), by if sent.get("take") is True else "", was)
        except OSError as error:
            raise Refused(409, NotGiven.NOT_WRITTEN.said(why=sentence_of(error))) from error
        return _json(_view(hall))

    return pages


def _view(hall: HallAlerts) -> dict[str, Any]:
    return hall.view(languages.readers())


def _json(told: object) -> Response:
    return Response(json.dumps(told, ensure_ascii=False), mimetype="application/json")
