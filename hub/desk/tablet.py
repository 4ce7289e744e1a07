"""The tablet page at each board, for the two players. It shows the game without delay and sends commands, so it opens by a link only."""

from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, send_from_directory, url_for
from jinja2 import Environment
from markupsafe import Markup
from werkzeug.wrappers import Response as WerkzeugResponse

from hub.access import tokens
from hub.access.tablet_access import TabletAccess, Tablets, allowed, let_in, opens, still
from hub.boards.board import ServedBoard
from hub.boards.commands import command_board
from hub.desk.decisions import MAX_PLIES, MAX_TEXT_LENGTH, SIDES, SentWrongly, object_in, whole
from hub.desk.refusals import refused
from hub.feeds.desk_feed import DeskFeed
from hub.feeds.tablet_view import tablet_view
from hub.texts import languages
from hub.web import fragments
from hub.web.drawn import drawn_clocks
from hub.web.errors import Refused, wants_page
from hub.web.fragments import Shown
from hub.web.headers import forms_allowed
from hub.web.streams import streamed
from record.decisions.commands import EnterMove, PlayerCommand, PlayerSays
from record.events.of_players import Said
from record.telling.reasons import SIDES as SIDE_NAMES
from record.texts import marked
from record.texts import say as say_in
from rules.board.squares import Side
from rules.errors import DamcamError, Phrase

STATES = {"runs": marked("running"), "stands": marked("standing"), "stopped": marked("stopped"), "flag": marked("flag has fallen")}
"""What a clock does."""
JUDGEMENTS = {"accepted": marked("Accepted"), "refused": marked("Not accepted")}
OPENING, CLOSING = Markup('<ol id="moves" tabindex="0" aria-label="{}">'), "</ol>"
ROW = Markup('<li id="row-{number}"><span class="count">{number}.</span><span>{white}</span><span>{black}</span></li>')
KEY = "key"
"""The parameter of the link that opens the page."""
MOVE = "move"
MAX_SQUARES = 50


class TabletRefusal(Phrase):
    """Why the players' command is not sent to the service."""

    OTHER_GAME = "this was meant for another game; look at the one that is played now"
    NO_GAME = "no game is played yet"


def blueprint(tablets: Tablets, environment: Environment) -> Blueprint:
    """The routes below `/tablet`. The page ignores the public's delay, because it is the display of the clock."""
    pages = Blueprint("tablet", __name__, url_prefix="/tablet")

    pages.before_request(lambda: _opened(tablets))

    @pages.get("/<board:board>")
    def page(board: ServedBoard) -> Response:
        base = url_for("tablet.page", board=board)
        lang, now_s = languages.readers(), board.desk.follower.now_s()
        values = {
            "base": base,
            "token": tokens.token(),
            "shown": shown(environment, lang, base, view_of(board.desk), now_s),
            "now": Markup(fragments.now(now_s)),
            "events": f"{base}/events?lang={lang}",
        }
        return let_in(make_response(render_template("tablet.html", **values)), tablets, board.key, base)

    @pages.get("/<board:board>/token")
    def token(board: ServedBoard) -> dict[str, str]:  # noqa: ARG001
        return {"token": tokens.token()}  # a tablet's page stays open for longer than a session lasts

    @pages.get("/<board:board>/events")
    def events(board: ServedBoard) -> Response:
        lang, base, feed = languages.readers(), url_for("tablet.page", board=board), board.desk

        def newer(seen: Shown | None) -> tuple[Shown, bytes]:
            now_s = feed.follower.now_s()
            parts = shown(environment, lang, base, view_of(feed), now_s)
            return parts, fragments.event(feed.tablet_changes, now_s, fragments.changes(parts, seen))

        return streamed(feed.events_to_players(still(tablets, board.key), newer))

    @pages.get("/<board:board>/picture/<path:name>")
    def picture(board: ServedBoard, name: str) -> Response:
        if name != board.desk.drawing:
            abort(404)
        return send_from_directory(board.desk.folder.absolute(), name)

    @pages.post("/<board:board>/say")
    def say(board: ServedBoard) -> dict[str, bool]:
        _send_command(board.desk, object_in(request.get_data()))
        return {"done": True}

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


def shown(environment: Environment, lang: str, base: str, view: Mapping[str, Any], now_s: float) -> Shown:
    """What the tablet shows of that view, which is of that moment by the clock of the feeds, in that language."""
    view = defaultdict(lambda: None, view)  # one without a game has few of the keys
    rows, clock = view["moves"] or [], view["clock"]
    values = {
        "base": base,
        "view": view,
        "names": {side: _name(view, side, lang) for side in SIDES},
        "faces": clock and {side: _clock_state(clock, side) for side in SIDES},
        "clocks": drawn_clocks(view),
        "since_ms": round(now_s * 1000) - view["age_ms"],
        "last": rows and (rows[-1]["black"] or rows[-1]["white"]),
        "states": STATES,
        "judgements": JUDGEMENTS,
    }
    listed = {str(row["number"]): (str(ROW.format(**{side: row[side] or "" for side in SIDES}, number=row["number"])),) for row in rows}
    parts = fragments.render(environment, "tablet_parts.html", lang, **values)
    return Shown(parts, OPENING.format(say_in(lang, "Moves")), listed, CLOSING)


def _name(view: Mapping[str, Any], side: str, lang: str) -> str:
    """The name of a player, with the colour of his pieces."""
    name, colour = (view["about"] or {}).get(side), say_in(lang, SIDE_NAMES[Side(side)])
    return f"{name} · {colour}" if name else colour


def _clock_state(clock: Mapping[str, Any], side: str) -> str:
    """What the clock of that side does: one of STATES."""
    if clock["flagged"] == side:
        return "flag"
    if clock["running"] == side:
        return "runs"
    return "stopped" if clock["stopped"] == side else "stands"


def view_of(feed: DeskFeed) -> dict[str, Any]:
    """What the tablet shows now (`hub.feeds.tablet_view`)."""
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
