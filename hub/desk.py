"""The arbiter's desk of each board: what was told to the arbiter, and his rulings; for those alone who signed in."""

import json
from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request, send_from_directory, url_for
from werkzeug.wrappers import Response as WerkzeugResponse

from hub import languages, tokens
from hub.accounts import Account, Role
from hub.board import Board, Boards
from hub.decisions import whole, word_of
from hub.desk_feed import DeskFeed
from hub.desk_texts import DESK
from hub.errors import Refused
from hub.handing import hand_over
from hub.headers import forms_allowed
from hub.login import Login
from rules.errors import DamcamError

MOST_ROWS = 10**9


def blueprint(boards: Boards, login: Login) -> Blueprint:
    """The routes below `/desk`. The boards' desks follow their journals from the first request on, where the boards are followed at all."""
    pages = Blueprint("desk", __name__, url_prefix="/desk")

    @pages.before_request
    def signed_in() -> WerkzeugResponse | None:
        who = login.required()
        if not isinstance(who, Account):
            return who
        if boards.follows:
            for board in boards.values():
                board.desk.start()
        return None

    @pages.get("")
    def all_boards() -> WerkzeugResponse | str:
        if len(boards) == 1:
            return redirect(url_for("desk.page", board=boards.first), 303)
        text, who = DESK[languages.readers()], login.required()
        return render_template(
            "desks.html", text=text, who=who, token=tokens.token(), boards=[_summary(board) for board in boards.values()]
        )

    @pages.get("/<board:board>")
    def page(board: Board) -> str:
        text, who = DESK[languages.readers()], login.required()
        shown = {"view": board.desk.view(), "may_rule": _may_rule(who), "key": board.key, "several": len(boards) > 1}
        return render_template("desk.html", text=text, who=who, token=tokens.token(), **shown)

    @pages.get("/<board:board>/state")
    def state(board: Board) -> Response:
        return _json(board.desk.view())

    @pages.get("/<board:board>/events")
    def events(board: Board) -> Response:
        stream = board.desk.events(login.still())
        return Response(stream, mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})

    @pages.get("/<board:board>/picture/<path:name>")
    def picture(board: Board, name: str) -> Response:
        if name not in board.desk.told.pictures:
            abort(404)
        response = send_from_directory(board.desk.folder.absolute(), name)
        response.headers["Cache-Control"] = "no-store"
        return response

    @pages.post("/<board:board>/rule")
    def rule(board: Board) -> Response:
        who = login.required(Role.ARBITER)
        with board.desk.ruling:
            _hand_over(board.desk, _sent(), who.name if isinstance(who, Account) else "")
        return _json({"done": True, "view": board.desk.view()})

    pages.after_request(forms_allowed)
    return pages


def _hand_over(feed: DeskFeed, sent: Any, by: str) -> None:
    """The ruling that was sent, to the service, once; Refused (400, 409) where it is none, or was made upon another state of the game."""
    word, after = word_of(sent, by), whole(sent, "after", MOST_ROWS)
    feed.look()
    journal = feed.path
    if sent.get("game") != journal.parent.name:
        raise Refused(409, "this was meant for another game; look at the one that is played now")
    if after != feed.told.last_ruling:
        raise Refused(409, "another ruling was made meanwhile; look at the game as it stands now")
    try:
        hand_over(journal, word)
    except DamcamError as error:
        raise Refused(409, str(error)) from error
    feed.look()


def _sent() -> Any:
    try:
        return json.loads(request.get_data())
    except (ValueError, RecursionError) as error:
        raise Refused(400, f"this is no JSON that can be read: {error}") from error


def _summary(board: Board) -> dict[str, Any]:
    return {"key": board.key, "number": board.number}


def _may_rule(who: object) -> bool:
    return isinstance(who, Account) and who.role == Role.ARBITER


def _json(told: object) -> Response:
    return Response(json.dumps(told, ensure_ascii=False), mimetype="application/json")
