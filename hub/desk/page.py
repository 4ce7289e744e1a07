"""The arbiter's desk of each board: the alerts, the game and the rulings. It requires signing in."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from flask import Blueprint, Response, abort, render_template, request, send_from_directory
from jinja2 import Environment
from markupsafe import Markup
from msgspec import to_builtins

from hub.access import tokens
from hub.access.accounts import Account, Role
from hub.access.forms import MAX_LOG_BYTES
from hub.access.login import Login
from hub.board_faults import FAULTY
from hub.boards.board import Boards, ServedBoard
from hub.boards.commands import NotAnswered, command_board
from hub.boards.readiness import GIVEN_NAME
from hub.desk.board_links import BoardLinks
from hub.desk.decisions import object_in, paper_of, whole, word_of
from hub.desk.desk_parts import IN_PARTS, parts_of
from hub.desk.hall_alerts import HallAlerts
from hub.desk.health import health_parts
from hub.desk.paper_view import checked
from hub.desk.refusals import refused
from hub.desk.slip import last_closed
from hub.feeds.desk_feed import DeskFeed
from hub.texts import languages
from hub.texts.articles import OF
from hub.texts.desk_names import names
from hub.texts.grounds import grounds
from hub.web import fragments
from hub.web.errors import Refused
from hub.web.fragments import Shown
from hub.web.headers import forms_allowed
from hub.web.streams import streamed
from record.decisions.commands import Recover
from record.files import write_atomically
from record.store.mirror_mark import is_mirrored
from record.telling.sentences import tell
from rules.board.ruleset import RuleSet, ruleset
from rules.errors import DamcamError, Phrase, Sentence

RECOVERED_WITHIN_S = 10.0
"""How long the page waits for the service, which copies the damaged journal and writes a new one, before it says that nothing came."""
SEEN_WITHIN_S = 0.2
"""What a desk shows besides its game is looked at for all listeners at once, for so long."""
MAX_ROW = 10**9
"""The largest row number of a journal that a page may send."""


class NotRuled(Phrase):
    """Why a ruling was not handed to the service."""

    OTHER_GAME = "This was meant for another game, and nothing was done. Look at the game that is played now."
    NOT_FOUND = "The recorder does not wait for this log, and nothing was done. Look at the page as it is now."


class Reader(NamedTuple):
    """For whom a desk is rendered."""

    lang: str
    may_rule: bool


class DeskViews:
    """What the desks of these boards show."""

    def __init__(self, boards: Boards, links: BoardLinks, hall: HallAlerts, environment: Environment) -> None:
        self.boards, self.links, self.hall, self.environment = boards, links, hall, environment
        self._rendered: WeakKeyDictionary[ServedBoard, dict[Reader, tuple[object, Shown]]] = WeakKeyDictionary()

    def shown(self, board: ServedBoard, reader: Reader, within_s: float = 0.0) -> tuple[dict[str, Any], Shown]:
        """The view without what is in its parts, and these, which are rendered once for each change and kind of reader."""
        lang = reader.lang
        besides = self.besides(board, lang, within_s)
        at = board.desk.seen, besides, board.desk.pictures_here
        view = {**board.desk.view(lang), **besides}
        rendered = self._rendered.setdefault(board, {})
        if reader not in rendered or rendered[reader][0] != at:
            base, heard_s = f"/desk/{board.key}", board.desk.as_of_s
            rendered[reader] = at, parts_of(self.environment, lang, view, heard_s, base, may_rule=reader.may_rule)
        return {key: value for key, value in view.items() if key not in IN_PARTS}, rendered[reader][1]

    def told(self, board: ServedBoard, reader: Reader, seen: Shown | None, within_s: float = 0.0) -> tuple[dict[str, Any], Shown]:
        """What brings a page of `seen` up to date, all of it for None: the view with the parts as `html`; and these."""
        view, shown = self.shown(board, reader, within_s)
        return {**view, "html": fragments.now(board.desk.follower.now_s()) + fragments.changes(shown, seen)}, shown

    def besides(self, board: ServedBoard, lang: str, within_s: float = 0.0) -> dict[str, Any]:
        """What a desk shows besides the game, as it was seen within that time.

        `others` are the other boards at which an alert waits, `link` is how a board elsewhere can be ruled, and `faulty` says so where what
        the board sends is faulty; else it is empty. `damaged` is what its service waits for, else null, and
        `recording` whether it runs and waits for nobody.
        """
        link = self.links.of(board)
        is_faulty = board.faults.are_there or (link is not None and link.is_faulty)
        faulty = tell(FAULTY, lang) if is_faulty else ""
        others = self.hall.elsewhere(board, lang, within_s)
        damaged = to_builtins(board.damaged)
        told = {"link": self.links.told(board, lang), "faulty": faulty, "damaged": damaged, "recording": board.is_recording}
        return {"others": others, **told}

    def events(self, board: ServedBoard, allowed: Callable[[], bool], reader: Reader) -> Iterator[bytes]:
        """Server-sent events for one listener, as `DeskFeed.events`: the view, and the parts that changed.

        What is besides the game is at most SEEN_WITHIN_S old in each.
        """
        seen: Shown | None = None

        def view(is_anew: bool) -> dict[str, Any]:
            nonlocal seen
            told, seen = self.told(board, reader, None if is_anew else seen, SEEN_WITHIN_S)
            return told

        return board.desk.events(allowed, view, partial(self.besides, board, reader.lang, SEEN_WITHIN_S))


def blueprint(boards: Boards, links: BoardLinks, hall: HallAlerts, login: Login, environment: Environment) -> Blueprint:
    """The routes below `/desk`."""
    views = DeskViews(boards, links, hall, environment)
    pages = Blueprint("desk", __name__, url_prefix="/desk")
    login.guard(pages)
    pages.after_request(forms_allowed)
    _add_what_is_seen(pages, views, login)
    _add_rulings(pages, views, login)
    return pages


def _add_what_is_seen(pages: Blueprint, views: DeskViews, login: Login) -> None:
    """Add the page, its data and its pictures."""

    @pages.get("/<board:board>")
    def page(board: ServedBoard) -> str:
        lang, who = languages.readers(), login.required()
        view, parts = views.shown(board, Reader(lang, _may_rule(who)))
        now = Markup(fragments.now(board.desk.follower.now_s()))
        shown: dict[str, Any] = {"view": view, "parts": parts, "now": now, "may_rule": _may_rule(who), "board": board}
        shown["health"] = health_parts(views.environment, board, lang, may_see_all=_may_rule(who))
        shown["several"] = not views.boards.are_one or view["link"] is not None
        shown["has_slip"], shown["max_log_bytes"] = last_closed(board.desk.path) is not None, MAX_LOG_BYTES
        return render_template("desk.html", who=who, token=tokens.token(), grounds=grounds(lang), names=names(lang), **shown)

    @pages.get("/<board:board>/state")
    def state(board: ServedBoard) -> Response:
        return _json(views.told(board, _reader(login), None)[0])

    @pages.get("/<board:board>/moves")
    def moves(board: ServedBoard) -> Response:
        return _json(board.desk.moves())

    @pages.get("/<board:board>/events")
    def events(board: ServedBoard) -> Response:
        return streamed(views.events(board, login.still(), _reader(login)))

    @pages.get("/<board:board>/picture/<path:name>")
    def picture(board: ServedBoard, name: str) -> Response:
        if not board.desk.shows(name):
            abort(404)
        response = send_from_directory(board.desk.folder.absolute(), name)
        response.headers["Cache-Control"] = "no-store"
        return response


def _add_rulings(pages: Blueprint, views: DeskViews, login: Login) -> None:
    """Add the routes to which an arbiter's page sends."""

    @pages.post("/<board:board>/rule")
    def rule(board: ServedBoard) -> Response:
        by = login.arbiter()
        lang, note, is_done = languages.readers(), None, True
        try:
            with board.desk.ruling:
                note = _send_ruling(board.desk, object_in(request.get_data()), by)
        except NotAnswered as error:
            note, is_done = error.sentence, False
        finally:
            views.links.forget(board)
        return _json(
            {"done": is_done, "note": tell(note, lang) if note else "", "view": views.shown(board, Reader(lang, may_rule=True))[0]}
        )

    @pages.post("/<board:board>/recover")
    def recover(board: ServedBoard) -> Response:
        """Confirm that the game goes on from the sound beginning of its log, which ends at the row that was shown, or from another log."""
        by, sent = login.arbiter(), object_in(request.get_data())
        row, source, damaged = whole(sent, "row", MAX_ROW), sent.get("source", ""), board.damaged
        if sent.get("game") != board.desk.path.parent.name:
            raise Refused(409, NotRuled.OTHER_GAME.said())
        if source and source not in [log.source for log in (damaged.logs if damaged else ())]:
            raise Refused(409, NotRuled.NOT_FOUND.said())
        with board.desk.ruling:
            try:
                command_board(board.desk.path, Recover(by, row, source), RECOVERED_WITHIN_S)
            except DamcamError as error:
                raise refused(error) from error
        with suppress(DamcamError):
            board.desk.look()
        return _json({"done": True, "view": views.shown(board, _reader(login))[0]})

    @pages.post("/<board:board>/given-log")
    def give(board: ServedBoard) -> Response:
        """Give the board a log of its damaged game, such as a hub's download. Its service looks what is in it, and says so."""
        login.arbiter()
        if board.state is None or board.damaged is None or is_mirrored(board.desk.path):
            raise Refused(409, NotRuled.NOT_FOUND.said())
        try:
            write_atomically(board.state / GIVEN_NAME, request.get_data())
        except DamcamError as error:
            raise refused(error) from error
        return _json({"done": True})

    @pages.post("/<board:board>/paper")
    def paper(board: ServedBoard) -> Response:
        """Show the outcome of these moves from paper without entering them."""
        by = login.arbiter()
        word = paper_of(object_in(request.get_data()), by, languages.readers())
        board.desk.look()
        return Response(checked(views.environment, board.desk.state, word), mimetype="text/html")


def _send_ruling(feed: DeskFeed, sent: Mapping[str, Any], by: str) -> Sentence | None:
    """Hand the ruling to the service, once; what to say of one that is done and not on disk yet.

    Refused: 400 when it is malformed, 409 when it belongs to another state of the game.
    """
    lang = languages.readers()
    with suppress(DamcamError):
        feed.look()
    if feed.lost:
        raise Refused(409, feed.lost.damage)
    word, after = word_of(sent, by, _rules(feed), lang), whole(sent, "after", MAX_ROW)
    journal = feed.path
    if sent.get("game") != journal.parent.name:
        raise Refused(409, NotRuled.OTHER_GAME.said())
    try:
        held = command_board(journal, word, based_on_row=after)
    except NotAnswered:
        raise
    except DamcamError as error:
        raise refused(error) from error
    feed.look()
    if held:
        feed.held_ruling = held.row
    return held.note if held else None


def _rules(feed: DeskFeed) -> RuleSet:
    """The rule set of the game; before a game the rule set of the regulation."""
    return ruleset(feed.state.opening.rules if feed.state.opening else OF)


def _reader(login: Login) -> Reader:
    return Reader(languages.readers(), _may_rule(login.required()))


def _may_rule(who: Account) -> bool:
    return who.role == Role.ARBITER


def _json(told: object) -> Response:
    return Response(json.dumps(told, ensure_ascii=False), mimetype="application/json")
