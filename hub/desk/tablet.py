"""The tablet page at each board, for the two players. It shows the game without delay and sends commands, so it opens by a link only."""

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, send_from_directory, url_for
from werkzeug.wrappers import Response as WerkzeugResponse

from hub.access import tokens
from hub.access.tablet_access import TabletAccess, Tablets, allowed, let_in, opens, still
from hub.boards.board import ServedBoard
from hub.boards.commands import command_board
from hub.desk.decisions import MAX_PLIES, MAX_TEXT_LENGTH, SIDES, SentWrongly, object_in, whole
from hub.desk.refusals import refused
from hub.feeds.desk_feed import DeskFeed
from hub.feeds.tablet_view import tablet_view
from hub.web.errors import Refused, wants_page
from hub.web.headers import forms_allowed
from hub.web.streams import streamed
from record.decisions.commands import EnterMove, PlayerCommand, PlayerSays
from record.events.of_players import Said
from rules.errors import DamcamError, Phrase

KEY = "key"
"""The parameter of the link that opens the page."""
MOVE = "move"
MAX_SQUARES = 50


class TabletRefusal(Phrase):
    """Why the players' command is not sent to the service."""

    OTHER_GAME = "this was meant for another game; look at the one that is played now"
    NO_GAME = "no game is played yet"


def blueprint(tablets: Tablets) -> Blueprint:
    """The routes below `/tablet`. The page ignores the public's delay, because it is the display of the clock."""
    pages = Blueprint("tablet", __name__, url_prefix="/tablet")

    pages.before_request(lambda: _opened(tablets))

    @pages.get("/<board:board>")
    def page(board: ServedBoard) -> Response:
        base = url_for("tablet.page", board=board)
        shown = {"base": base, "token": tokens.token(), "view": view_of(board.desk)}
        return let_in(make_response(render_template("tablet.html", **shown)), tablets, board.key, base)

    @pages.get("/<board:board>/state")
    def state(board: ServedBoard) -> Response:
        return _json(view_of(board.desk))

    @pages.get("/<board:board>/token")
    def token(board: ServedBoard) -> Response:  # noqa: ARG001
        return _json({"token": tokens.token()})  # a tablet's page stays open for longer than a session lasts

    @pages.get("/<board:board>/events")
    def events(board: ServedBoard) -> Response:
        stream = board.desk.events(still(tablets, board.key), lambda _is_anew: view_of(board.desk), to_players=True)
        return streamed(stream)

    @pages.get("/<board:board>/picture/<path:name>")
    def picture(board: ServedBoard, name: str) -> Response:
        if name != board.desk.drawing:
            abort(404)
        return send_from_directory(board.desk.folder.absolute(), name)

    @pages.post("/<board:board>/say")
    def say(board: ServedBoard) -> Response:
        _send_command(board.desk, object_in(request.get_data()))
        return _json({"done": True, "view": view_of(board.desk)})

    pages.after_request(forms_allowed)
    return pages


def _opened(tablets: Tablets) -> WerkzeugResponse | None:
    """None for a client with access; else a redirect that sets the cookie, for the right link, or the page that says it is closed."""
    board: ServedBoard = (request.view_args or {})["board"]
    given = request.args.get(KEY)
    if given is not None and request.endpoint == "tablet.page" and opens(tablets, board.key, given):
        page = url_for("tablet.page", board=board)
        return let_in(make_response(redirect(page, 303)), tablets, board.key, page)
    if not allowed(tablets, board.key):
        return _closed()
    return None


def view_of(feed: DeskFeed) -> dict[str, Any]:
    """What the tablet shows now, ready for JSON."""
    withheld = {"withheld": True} if feed.lost else {}
    drawn = {"drawn": feed.drawing} if feed.state.opening else {}
    return feed.aged(lambda: tablet_view(feed.state, feed.tablet_changes, feed.folder.name) | drawn | withheld)


def _send_command(feed: DeskFeed, sent: Any) -> None:
    """Send the players' command to the service, once. Refused: 400 when it is malformed, 409 when it does not fit the game now."""
    body = _command_in(sent)
    with suppress(DamcamError):
        feed.look()
    if sent.get("game") != feed.path.parent.name:
        raise Refused(409, TabletRefusal.OTHER_GAME.said())
    if feed.state.opening is None:
        raise Refused(409, TabletRefusal.NO_GAME.said())
    try:
        command_board(feed.path, body)
    except DamcamError as error:
        raise refused(error) from error
    feed.look()


def _command_in(sent: Mapping[str, Any]) -> PlayerCommand:
    """The players' command: `sent` names it in `say`, with its details beside it. Refused (400) says what is missing or wrong."""
    say = _one_of(sent, "say", (MOVE, *map(str, Said)))
    if say != MOVE:
        return PlayerSays(_one_of(sent, "side", SIDES), say)
    start = sent.get("start")
    if not isinstance(start, str) or not 0 < len(start) <= MAX_TEXT_LENGTH:
        raise Refused(400, SentWrongly.NO_START.said())
    origin, target = (whole(sent, key, MAX_SQUARES, 1) for key in ("from", "to"))
    return EnterMove(whole(sent, "seq", MAX_PLIES, 1), origin, target, _captured(sent), start)


def _captured(sent: Mapping[str, Any]) -> tuple[int, ...]:
    squares = sent.get("captured", [])
    if not isinstance(squares, list) or len(squares) > MAX_SQUARES:
        raise Refused(400, SentWrongly.NO_SQUARES.said(most=MAX_SQUARES))
    return tuple(whole({"captured": square}, "captured", MAX_SQUARES, 1) for square in squares)


def _one_of(sent: Mapping[str, Any], key: str, values: tuple[str, ...]) -> str:
    value = sent.get(key)
    if not isinstance(value, str) or value not in values:
        raise Refused(400, SentWrongly.NONE_OF.said(key=key, values=values, value=f"{value!r:.50}"))
    return value


def _closed() -> WerkzeugResponse:
    """For a reader a page (403) that says how the tablet is opened; Refused (403) for a script."""
    if not wants_page():
        raise Refused(403, TabletAccess.CLOSED.said())
    return make_response(render_template("tablet_closed.html"), 403)


def _json(told: object) -> Response:
    return Response(json.dumps(told, ensure_ascii=False), mimetype="application/json")
