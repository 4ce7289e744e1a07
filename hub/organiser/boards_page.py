"""The page on which an arbiter adds boards to a hub and removes them: each gets a file with which it joins, and the same as a QR code."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple

from flask import Blueprint, Response, make_response, redirect, render_template, request
from jinja2 import Environment
from markupsafe import Markup
from werkzeug.wrappers import Response as WerkzeugResponse

from hub.access import tokens
from hub.access.accounts import Role
from hub.access.login import Login
from hub.boards.board import Boards
from hub.boards.link import hub_fault, is_cut_off, read_link
from hub.broker.hall import Hall, HallError
from hub.feeds import server_sent
from hub.feeds.watched import Watched
from hub.texts import languages
from hub.web import fragments
from hub.web.errors import Refused
from hub.web.headers import forms_allowed
from hub.web.streams import streamed
from link.addresses import own_addresses
from link.enrolment import KEY, EnrolmentError
from link.sole_machine import was_heard
from record.telling.sentences import tell
from rules.errors import Phrase, Sentence

PIXELS = 6
"""The size of a part of the QR code, which has some hundred parts in a line."""
EVENTS = "/list/events"
"""No key of a board has two parts."""
LOOKS_EVERY_S = 5
"""Seconds after which a browser asks again whether a board has joined."""


Addresses = Callable[[], tuple[str, ...]]


class BoardsFault(Phrase):
    """Why a page of a board is not shown."""

    HAS_JOINED = "board {key} has joined, and its file is shown no more: a new file is for another machine"


class AddedBoard(NamedTuple):
    """A board of the hub, as the page shows it."""

    key: str
    has_joined: bool
    """Whether a machine was heard under this key since its file was made, which then has done its work."""
    is_there: bool
    """Whether it is connected now."""


class BoardsNow(NamedTuple):
    """All boards of the hub, in the order of their keys."""

    boards: tuple[AddedBoard, ...] = ()
    fault: Sentence | None = None
    """Why the hub hears none of them (`hub.boards.link.hub_fault`)."""


class BoardsList:
    """The boards of that hall as the page lists them."""

    def __init__(self, hall: Hall, environment: Environment) -> None:
        self._hall, self._environment = hall, environment
        self._watched: Watched[BoardsNow] = Watched(self._see, BoardsNow())

    def now(self) -> BoardsNow:
        """The boards as they are now; HallError."""
        boards = tuple(_board(self._hall, key) for key in self._hall.keys())  # noqa: SIM118 - it is no dictionary
        return BoardsNow(boards, hub_fault(self._hall.boards))

    def html(self, now: BoardsNow, lang: str, *, may_rule: bool) -> Markup:
        """The list of the boards in that language, with what may be done."""
        fault = tell(now.fault, lang) if now.fault else ""
        values = {"boards": now.boards, "fault": fault, "may_rule": may_rule}
        return Markup("".join(fragments.render(self._environment, "boards_list.html", lang, **values)))

    def events(self, lang: str, ended: Callable[[], bool], *, may_rule: bool) -> Iterator[bytes]:
        """Server-sent events for one listener until `ended`: the list as it is now, and after each change."""
        return self._watched.events(lambda number, now: server_sent.event(number, self.html(now, lang, may_rule=may_rule)), ended)

    def _see(self) -> BoardsNow:
        """The boards now; as they were seen before where that cannot be read."""
        with suppress(HallError):
            return self.now()
        return self._watched.newest[1]


def blueprint(boards: Boards, hall: Hall, login: Login, environment: Environment, addresses: Addresses = own_addresses) -> Blueprint:
    """The routes of the hub with that hall: the list of its boards, a page of each with its file, and what changes them."""
    pages, all_boards = Blueprint("boards", __name__, url_prefix="/desk/boards"), BoardsList(hall, environment)
    login.guard(pages)
    pages.after_request(forms_allowed)

    def shown(error: str = "", status: int = 200) -> WerkzeugResponse:
        who = login.required()
        may_rule, now = who.role == Role.ARBITER, all_boards.now() if hall.is_set_up() else None
        page = render_template(
            "boards.html",
            who=who,
            may_rule=may_rule,
            token=tokens.token(),
            events=f"/desk/boards{EVENTS}",
            listed=None if now is None else all_boards.html(now, languages.readers(), may_rule=may_rule),
            next_key=_next_key(board.key for board in now.boards) if now else "",
            form_of_key=KEY.pattern,
            error=error,
        )
        return make_response(page, status)

    @pages.get("")
    def listed() -> WerkzeugResponse:
        return shown()

    @pages.post("")
    def change() -> WerkzeugResponse:
        """Remove the board of the field `revoke`, make a new file for that of `again`, or add one with the `key`."""
        login.arbiter()
        form = request.form
        key = form.get("again") or form.get("key", "").strip()
        try:
            if "revoke" in form:
                hall.revoke(form["revoke"])
                return redirect("/desk/boards", 303)
            hall.enroll(key, addresses(), again="again" in form)
        except (HallError, EnrolmentError) as error:
            return shown(str(error.sentence.without_remedy()), 409)
        return redirect(f"/desk/boards/{key}", 303)

    @pages.get(EVENTS)
    def events() -> Response:
        still, may_rule = login.still(), login.required().role == Role.ARBITER
        return streamed(all_boards.events(languages.readers(), lambda: boards.has_stopped or not still(), may_rule=may_rule))

    @pages.get("/<key>")
    def page(key: str) -> WerkzeugResponse:
        who = login.required(Role.ARBITER)
        board = _board(hall, _known(hall, key))
        code = None if board.has_joined else _code(hall.enrolment(key, addresses()).written())
        fault = hub_fault(hall.boards)
        says = tell(fault, languages.readers()) if fault else ""
        response = make_response(render_template("board_file.html", who=who, token=tokens.token(), board=board, code=code, fault=says))
        if not was_heard(hall.boards / key):  # a machine whose file was renewed just now is still there for a moment
            response.headers["Refresh"] = str(LOOKS_EVERY_S)
        return response

    @pages.get("/<key>/damcam-<name>.json")
    def file(key: str, name: str) -> Response:
        login.arbiter()
        if name != key or _board(hall, _known(hall, key)).has_joined:
            raise Refused(404, BoardsFault.HAS_JOINED.said(key=key))
        answer = Response(hall.enrolment(key, addresses()).written(), mimetype="application/json")
        answer.headers["Content-Disposition"] = f"attachment; filename=damcam-{key}.json"
        return answer

    return pages


def _known(hall: Hall, key: str) -> str:
    """The key, where such a board is enrolled; else 404."""
    try:
        hall.enrolled(key)
    except (HallError, EnrolmentError) as error:
        raise Refused(404, error.sentence.without_remedy()) from error
    return key


def _board(hall: Hall, key: str) -> AddedBoard:
    state = hall.boards / key
    link = read_link(state)
    is_there = link is not None and not is_cut_off(link)
    return AddedBoard(key, was_heard(state) or is_there, is_there)


def _next_key(keys: Iterable[str]) -> str:
    """The lowest number that no board has as its key."""
    taken = set(keys)
    return next(str(number) for number in range(1, len(taken) + 2) if str(number) not in taken)


def _code(text: str) -> Markup:
    """The QR code of that text, as SVG. Its parts are whole pixels: cameras then read it from any screen."""
    import segno

    return Markup(segno.make_qr(text.rstrip("\n"), error="l").svg_inline(scale=PIXELS, dark="#000", light="#fff", svgclass="code"))
