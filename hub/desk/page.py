"""The arbiter's desk of each board: the alerts, the game and the rulings. It requires signing in."""

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from flask import Blueprint, Response, abort, redirect, render_template, request, send_from_directory, url_for
from jinja2 import Environment
from markupsafe import Markup
from msgspec import to_builtins
from werkzeug.wrappers import Response as WerkzeugResponse

from hub.access import tokens
from hub.access.accounts import Account, Role
from hub.access.login import Login
from hub.board_faults import FAULTY
from hub.boards.board import Boards, ServedBoard
from hub.boards.commands import NotAnswered, command_board
from hub.boards.readiness import GIVEN_NAME
from hub.desk.board_links import DONE, BoardLinks
from hub.desk.decisions import paper_of, whole, word_of
from hub.desk.desk_parts import DeskShown, drawn_position, parts_of
from hub.desk.hall_alerts import HallAlerts
from hub.desk.health import health_parts
from hub.desk.paper_view import checked
from hub.desk.refusals import refused
from hub.desk.ruling_forms import paper_in, ruling_in
from hub.desk.ruling_texts import SentRuling
from hub.desk.slip import last_closed
from hub.feeds.desk_feed import DeskFeed
from hub.feeds.desk_rulings import undo_of
from hub.texts import languages
from hub.texts.articles import OF
from hub.web import fragments
from hub.web.drawn import drawn_clocks
from hub.web.errors import Refused, wants_json
from hub.web.headers import forms_allowed
from hub.web.numbers import whole_in
from hub.web.streams import streamed
from record.decisions.commands import ArbiterCommand, Recover
from record.files import write_atomically
from record.store.mirror_mark import is_mirrored
from record.telling.sentences import tell
from record.texts import ENGLISH, marked, say
from rules.board.ruleset import RuleSet, ruleset
from rules.errors import DamcamError, Phrase, Sentence

RECOVERED_WITHIN_S = 10.0
"""How long the page waits for the service, which copies the damaged journal and writes a new one, before it says that nothing came."""
READ_WITHIN_S = 12.0
"""The service looks for a log that was given every five seconds, and its report is written every two."""
SEEN_WITHIN_S = 0.2
"""What a desk shows besides its game is looked at for all listeners at once, for so long."""
MAX_ROW = 10**9
"""The largest row number of a journal that a page may send."""
ROW = re.compile(r"\d{1,9}", re.ASCII)


class NotRuled(Phrase):
    """Why a ruling was not handed to the service."""

    OTHER_GAME = "This was meant for another game, and nothing was done. Look at the game that is played now."
    NOT_FOUND = "The recorder does not wait for this log, and nothing was done. Look at the page as it is now."
    NO_LOG = "Choose a log first."
    SEEN = "Nothing waits here to be seen any more."


class Reader(NamedTuple):
    """For whom a desk is rendered."""

    lang: str
    may_rule: bool


class DeskViews:
    """What the desks of these boards show."""

    def __init__(self, boards: Boards, links: BoardLinks, hall: HallAlerts, environment: Environment) -> None:
        self.boards, self.links, self.hall, self.environment = boards, links, hall, environment
        self._rendered: WeakKeyDictionary[ServedBoard, dict[Reader, tuple[object, Mapping[str, Any], DeskShown]]] = WeakKeyDictionary()
        self._given_s: WeakKeyDictionary[ServedBoard, float] = WeakKeyDictionary()
        """When a log was last given to each board."""

    def shown(self, board: ServedBoard, reader: Reader, within_s: float = 0.0) -> DeskShown:
        """What a reader of that kind sees of the desk of that board, rendered once for each change."""
        return self._of(board, reader, within_s)[1]

    def drawn(self, board: ServedBoard, reader: Reader) -> dict[str, Any]:
        """The board and the clocks of that desk as they stand now. Nothing is drawn before a game, nor where its position is faulty."""
        feed, view = board.desk, self._of(board, reader, 0.0)[0]
        clock, shown = view.get("clock"), {"stands": view.get("stands", ""), "drawn": None, "doubted": ""}
        if shown["stands"]:
            with board.faults.share("the drawing of its desk"):
                shown |= drawn_position(reader.lang, view)
        clocks = drawn_clocks({**view, "age_ms": feed.age_ms})
        return {**shown, "clocks": clocks, "since_ms": round(feed.as_of_s * 1000), "rate": clock["rate"] if clock else None}

    def ruling(self, board: ServedBoard, sent: Mapping[str, Any], lang: str) -> SentRuling:
        """A ruling on the game as it is now."""
        view, shown = self._of(board, Reader(lang, may_rule=True), 0.0)
        return SentRuling(sent, view, shown.parts.part("undo-does").striptags(), lang)

    def _of(self, board: ServedBoard, reader: Reader, within_s: float) -> tuple[Mapping[str, Any], DeskShown]:
        lang = reader.lang
        besides = self.besides(board, lang, within_s)
        at = board.desk.seen, besides, board.desk.pictures_here
        rendered = self._rendered.setdefault(board, {})
        if reader not in rendered or rendered[reader][0] != at:
            base, heard_s, view = f"/desk/{board.key}", board.desk.as_of_s, {**board.desk.view(lang), **besides}
            rendered[reader] = at, view, parts_of(self.environment, lang, view, heard_s, base, may_rule=reader.may_rule)
        return rendered[reader][1:]

    def besides(self, board: ServedBoard, lang: str, within_s: float = 0.0) -> dict[str, Any]:
        """What a desk shows besides the game, as it was seen within that time.

        `others` are the other boards at which an alert waits, `link` is how a board elsewhere can be ruled, and `faulty` says so where what
        the board sends is faulty; else it is empty. `damaged` is what its service waits for, else null, `recording` whether it runs and
        waits for nobody, and `given` how it is with the log that the arbiter gave: `reading`, `no-more`, or empty.
        """
        link = self.links.of(board)
        is_faulty = board.faults.are_there or (link is not None and link.is_faulty)
        faulty = tell(FAULTY, lang) if is_faulty else ""
        others = self.hall.elsewhere(board, lang, within_s)
        damaged = to_builtins(board.damaged)
        told = {"link": self.links.told(board, lang), "faulty": faulty, "damaged": damaged, "recording": board.is_recording}
        return {"others": others, "given": self._given(board), **told}

    def done(self, board: ServedBoard, word: str) -> int | None:
        """The number of the last command of that name for a board elsewhere, where it was done."""
        self.links.forget(board)
        link = self.links.told(board, ENGLISH)
        done = [command["id"] for command in (link["commands"] if link else ()) if (command["name"], command["state"]) == (word, DONE)]
        return done[-1] if done else None

    def note_given(self, board: ServedBoard) -> None:
        """Note that the arbiter gave the board a log just now."""
        self._given_s[board] = board.follower.now_s()

    def _given(self, board: ServedBoard) -> str:
        damaged, given_s = board.damaged, self._given_s.get(board, -math.inf)
        if damaged is None or any(log.source.endswith(f"/{GIVEN_NAME}") for log in damaged.logs):
            return ""
        if board.follower.now_s() - given_s < READ_WITHIN_S:
            return "reading"
        return "no-more" if damaged.given_is_no_more else ""

    def events(self, board: ServedBoard, allowed: Callable[[], bool], reader: Reader) -> Iterator[bytes]:
        """Server-sent events for one listener, as `DeskFeed.events`. What is besides the game is at most SEEN_WITHIN_S old in each."""

        def newer(seen: DeskShown | None) -> tuple[DeskShown, bytes]:
            shown = self.shown(board, reader, SEEN_WITHIN_S)
            return shown, fragments.event(board.desk.row, board.desk.follower.now_s(), shown.changes(seen))

        return board.desk.events(allowed, newer, partial(self.besides, board, reader.lang, SEEN_WITHIN_S))


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
        return _page(views, login, board)

    @pages.get("/<board:board>/rule")
    @pages.get("/<board:board>/paper")
    def back(board: ServedBoard) -> WerkzeugResponse:
        """Lead to the desk: the page that answers a form has this address, and may be asked for again, also in another language."""
        return redirect(url_for("desk.page", board=board), 303)

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
    def rule(board: ServedBoard) -> WerkzeugResponse | str:
        """Carry out a ruling of the form (`ruling_forms`), or ask back what it does; `sure` among its fields is the answer.

        A script gets {"ask"} with the question, or of a ruling that was sent {"told", "good", "undo", "command", "row", "after"}: what is
        to be said, whether all is well, the time of the ruling that can be undone now and could not before, the number of the command for
        a board elsewhere that was done, and up to which row and ruling the desk has come then.
        """
        by = login.arbiter()
        return _or_why(views, login, board, lambda: _ruled(views, login, board, by))

    @pages.post("/<board:board>/undone")
    def see_undone(board: ServedBoard) -> WerkzeugResponse:
        """Show no longer that a command for a board elsewhere was not done, or that this is not known: its number is in `command`.

        Refused: 409 where there is none, such as one that another arbiter has seen.
        """
        login.arbiter()
        if not views.links.see(board, whole_in(request.form.get("command", ""))):
            raise Refused(409, NotRuled.SEEN.said())
        board.desk.wake()
        return _json({}) if wants_json() else redirect(url_for("desk.page", board=board), 303)

    @pages.post("/<board:board>/recover")
    def recover(board: ServedBoard) -> WerkzeugResponse:
        """Confirm that the game goes on from the sound beginning of its log, which ends at the row that was shown, or from another log.

        The fields of the form: `game`, and `from`, which is that row and the path of the other log.
        """
        by, damaged = login.arbiter(), board.damaged
        row, _, source = request.form.get("from", "").partition(" ")
        if not ROW.fullmatch(row):
            raise Refused(400, NotRuled.NO_LOG.said())
        if request.form.get("game") != board.desk.path.parent.name:
            raise Refused(409, NotRuled.OTHER_GAME.said())
        if source and source not in [log.source for log in (damaged.logs if damaged else ())]:
            raise Refused(409, NotRuled.NOT_FOUND.said())
        with board.desk.ruling:
            try:
                command_board(board.desk.path, Recover(by, int(row), source), RECOVERED_WITHIN_S)
            except DamcamError as error:
                raise refused(error) from error
        with suppress(DamcamError):
            board.desk.look()
        return _done(board, marked("The game goes on with what was there."))

    @pages.post("/<board:board>/given-log")
    def give(board: ServedBoard) -> WerkzeugResponse:
        """Give the board a log of its damaged game, such as a hub's download. Its service looks what is in it, and says so."""
        login.arbiter()
        if board.state is None or board.damaged is None or is_mirrored(board.desk.path):
            raise Refused(409, NotRuled.NOT_FOUND.said())
        if (log := request.files.get("log")) is None or not log.filename:
            raise Refused(400, NotRuled.NO_LOG.said())
        try:
            write_atomically(board.state / GIVEN_NAME, log.read())
        except DamcamError as error:
            raise refused(error) from error
        views.note_given(board)
        return _done(board, marked("The recorder reads the file. Where it has more of this game, it stands above in some seconds."))

    @pages.post("/<board:board>/paper")
    def paper(board: ServedBoard) -> WerkzeugResponse | str:
        """Show the outcome of these moves from paper without entering them: the part of the page for a script, else the whole page."""
        by = login.arbiter()
        return _or_why(views, login, board, lambda: _looked_through(views, login, board, by))


def _page(views: DeskViews, login: Login, board: ServedBoard, *, why: Refused | None = None, found: str = "") -> str:
    """The desk as it is now, with what was typed in the form that was sent.

    `why` says why nothing was done, and `found` is the outcome of moves from paper, as a part of the page.
    """
    who, reader = login.required(), _reader(login)
    lang, desk = reader.lang, views.shown(board, reader)
    now = Markup(fragments.now(board.desk.follower.now_s()))
    shown: dict[str, Any] = {"desk": desk, "parts": desk.parts, "now": now, "may_rule": reader.may_rule, "board": board}
    shown["health"] = health_parts(views.environment, board, lang, may_see_all=reader.may_rule)
    shown |= views.drawn(board, reader)
    shown["several"] = not views.boards.are_one or views.links.of(board) is not None
    shown["has_slip"] = last_closed(board.desk.path) is not None
    shown["why"], shown["why_lang"] = why.told(lang) if why else ("", lang)
    return render_template("desk.html", who=who, token=tokens.token(), typed=request.form, found=Markup(found), **shown)


def _or_why(views: DeskViews, login: Login, board: ServedBoard, answer: Callable[[], WerkzeugResponse | str]) -> WerkzeugResponse | str:
    """The answer. Where it is refused a browser without scripts gets the desk as it is then, with the reason and what was typed."""
    try:
        return answer()
    except Refused as error:
        if wants_json():
            raise
        return Response(_page(views, login, board, why=error), error.code)


def _ruled(views: DeskViews, login: Login, board: ServedBoard, by: str) -> WerkzeugResponse | str:
    """Carry out the ruling of `by` in the form, or ask back what it does."""
    rules, lang = _rules(board.desk), languages.readers()
    sent = ruling_in(request.form, rules.name, lang)
    word, after = word_of(sent, by, rules, lang), whole(sent, "after", MAX_ROW)
    _refuse_other(board.desk, sent)
    ruling = views.ruling(board, sent, lang)
    if "sure" not in request.form and (question := ruling.question):
        return _asked(board, login.required(), question)
    command = None
    try:
        with board.desk.ruling:
            _refuse_other(board.desk, sent)
            note = _send_ruling(views, board, word, after)
        told, is_good, command = ruling.done, note is None, views.done(board, ruling.word)
        told = f"{told} · {tell(note, lang)}" if note else told
    except NotAnswered as error:
        if not wants_json():
            raise Refused(HTTPStatus.GATEWAY_TIMEOUT, error.sentence) from error
        told, is_good = tell(error.sentence, lang), False
    finally:
        views.links.forget(board)
    undo = undo_of(board.desk.state)
    ruled_ns = undo["ruled_ns"] if undo and undo != ruling.view["undo"] else None
    if not wants_json():
        return redirect(url_for("desk.page", board=board), 303)
    shows = {"row": board.desk.row, "after": board.desk.last_ruling}
    return _json({"told": told, "good": is_good, "undo": ruled_ns, "command": command, **shows})


def _looked_through(views: DeskViews, login: Login, board: ServedBoard, by: str) -> Response | str:
    """The outcome of the moves from paper in the form, which are not entered."""
    word = paper_of(paper_in(request.form), by, languages.readers())
    board.desk.look()
    found = checked(views.environment, board.desk.state, word)
    return Response(found, mimetype="text/html") if wants_json() else _page(views, login, board, found=found)


def _refuse_other(feed: DeskFeed, sent: Mapping[str, Any]) -> None:
    """Refuse (409) a ruling on another game than that of now, or on one whose journal has lost something."""
    with suppress(DamcamError):
        feed.look()
    if feed.lost:
        raise Refused(409, feed.lost.damage)
    if sent.get("game") != feed.path.parent.name:
        raise Refused(409, NotRuled.OTHER_GAME.said())


def _send_ruling(views: DeskViews, board: ServedBoard, word: ArbiterCommand, after: int) -> Sentence | None:
    """Hand the ruling to the service, once; what to say of one that is done and not on disk yet.

    Refused: 409 when it belongs to another state of the game.
    """
    feed = board.desk

    def show_pending() -> None:
        views.links.forget(board)
        feed.wake()

    try:
        held = command_board(feed.path, word, based_on_row=after, when_sent=show_pending)
    except NotAnswered:
        raise
    except DamcamError as error:
        raise refused(error) from error
    if held:
        feed.held_ruling = held.row
    feed.look()
    return held.note if held else None


def _rules(feed: DeskFeed) -> RuleSet:
    """The rule set of the game; before a game the rule set of the regulation."""
    return ruleset(feed.state.opening.rules if feed.state.opening else OF)


def _reader(login: Login) -> Reader:
    return Reader(languages.readers(), _may_rule(login.required()))


def _may_rule(who: Account) -> bool:
    return who.role == Role.ARBITER


def _asked(board: ServedBoard, who: Account, question: str) -> Response | str:
    """The question for a script, or as a page whose form has the fields that were sent."""
    if wants_json():
        return _json({"ask": question})
    return render_template("desk_asked.html", who=who, token=tokens.token(), board=board, question=question, fields=request.form.items())


def _done(board: ServedBoard, says: str) -> WerkzeugResponse:
    """What a script is told of a form that was sent; a browser without scripts gets the desk as it is then."""
    if wants_json():
        return _json({"told": say(languages.readers(), says)})
    return redirect(url_for("desk.page", board=board), 303)


def _json(told: object) -> Response:
    return Response(json.dumps(told, ensure_ascii=False), mimetype="application/json")
