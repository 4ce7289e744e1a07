"""The arbiter's desk of this board: what was told to the arbiter, and his rulings; for those alone who signed in."""

import json
import threading
from typing import Any

from flask import Blueprint, Response, abort, render_template, request, send_from_directory
from werkzeug.wrappers import Response as WerkzeugResponse

from hub import languages, tokens
from hub.accounts import Account, Role
from hub.decisions import whole, word_of
from hub.desk_feed import DeskFeed
from hub.desk_texts import DESK
from hub.errors import Refused
from hub.handing import hand_over
from hub.headers import forms_allowed
from hub.login import Login
from rules.errors import DamcamError

MOST_ROWS = 10**9


def blueprint(feed: DeskFeed, login: Login, *, follow: bool) -> Blueprint:
    """The routes below `/desk`; the feed follows the journal from the first request on, unless the caller looks himself."""
    pages = Blueprint("desk", __name__, url_prefix="/desk")
    ruling = threading.Lock()

    @pages.before_request
    def signed_in() -> WerkzeugResponse | None:
        who = login.required()
        if not isinstance(who, Account):
            return who
        if follow:
            feed.start()
        return None

    @pages.get("")
    def page() -> str:
        text, who = DESK[languages.readers()], login.required()
        return render_template("desk.html", text=text, who=who, token=tokens.token(), view=feed.view(), may_rule=_may_rule(who))

    @pages.get("/state")
    def state() -> Response:
        return _json(feed.view())

    @pages.get("/events")
    def events() -> Response:
        stream = feed.events(login.still())
        return Response(stream, mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})

    @pages.get("/picture/<path:name>")
    def picture(name: str) -> Response:
        if name not in feed.told.pictures:
            abort(404)
        response = send_from_directory(feed.path.parent.absolute(), name)
        response.headers["Cache-Control"] = "no-store"
        return response

    @pages.post("/rule")
    def rule() -> Response:
        who = login.required(Role.ARBITER)
        with ruling:
            _hand_over(feed, _sent(), who.name if isinstance(who, Account) else "")
        return _json({"done": True, "view": feed.view()})

    pages.after_request(forms_allowed)
    return pages


def _hand_over(feed: DeskFeed, sent: Any, by: str) -> None:
    """The ruling that was sent, to the service, once; Refused (400, 409) where it is none, or was made upon another state of the game."""
    word, after = word_of(sent, by), whole(sent, "after", MOST_ROWS)
    if sent.get("game") != feed.path.parent.name:
        raise Refused(409, "this was meant for another game; look at the one that is played now")
    feed.look()
    if after != feed.told.last_ruling:
        raise Refused(409, "another ruling was made meanwhile; look at the game as it stands now")
    try:
        hand_over(feed.path, word)
    except DamcamError as error:
        raise Refused(409, str(error)) from error
    feed.look()


def _sent() -> Any:
    try:
        return json.loads(request.get_data())
    except (ValueError, RecursionError) as error:
        raise Refused(400, f"this is no JSON that can be read: {error}") from error


def _may_rule(who: object) -> bool:
    return isinstance(who, Account) and who.role == Role.ARBITER


def _json(told: object) -> Response:
    return Response(json.dumps(told, ensure_ascii=False), mimetype="application/json")
