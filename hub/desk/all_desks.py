"""The desk of the whole hall: every open alert of all boards, and who sees to it. It requires signing in."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from flask import Blueprint, Response, redirect, render_template, request, url_for
from jinja2 import Environment
from markupsafe import Markup
from werkzeug.wrappers import Response as WerkzeugResponse

from hub.access import tokens
from hub.access.accounts import Account, Role
from hub.access.login import Login
from hub.boards.board import Boards
from hub.desk.board_links import BoardLinks
from hub.desk.hall_alerts import AT_ONCE_KIND, LOST_KIND, ON_CLAIM_KIND, PLAYERS_KIND, Hall, HallAlerts
from hub.desk.taken_alerts import NotGiven, TakenAlerts
from hub.feeds import server_sent
from hub.feeds.watched import LOOK_S
from hub.texts import languages
from hub.web import fragments
from hub.web.errors import Refused
from hub.web.fragments import Shown
from hub.web.headers import forms_allowed
from hub.web.streams import streamed
from record.telling.sentences import tell
from record.texts import marked
from rules.errors import sentence_of

KINDS = {
    PLAYERS_KIND: marked("Players' words"),
    AT_ONCE_KIND: marked("At once"),
    ON_CLAIM_KIND: marked("When a player claims it"),
    LOST_KIND: marked("Lost rows"),
}
"""The kinds of alerts, by which the list can be narrowed."""
TAKE, GIVE_BACK = "take", "give-back"
"""The fields of the form by which an arbiter takes an alert, or gives it back: its name, and who has had it so far."""


class DesksShown(NamedTuple):
    """What one arbiter sees of the hall at one moment, or all operators in a language."""

    alerts: Shown
    boards: Shown

    def changes(self, seen: "DesksShown | None") -> str:
        """The HTML that makes a page of `seen` this one, as `fragments.changes`."""
        before = seen or (None, None)
        return "".join(map(fragments.changes, self, before))


class AllDesks:
    """What the desk of the hall shows. It is rendered when somebody looks, once for each change, language and arbiter."""

    def __init__(self, hall: HallAlerts, environment: Environment) -> None:
        self._hall, self._environment = hall, environment
        self._rendered: dict[tuple[str, str], tuple[int, DesksShown]] = {}

    def shown(self, lang: str, by: str, within_s: float = 0.0) -> DesksShown:
        """The hall for the arbiter `by`, empty for an operator; what somebody saw of it within that time will do."""
        number, hall = self._hall.look(within_s)
        known = self._rendered.get((lang, by))
        if known is None or known[0] != number:
            known = self._rendered[lang, by] = number, self._render(hall, lang, by)
        return known[1]

    def now(self) -> Markup:
        """The element that tells the time by which the hall is shown."""
        return Markup(fragments.now(self._hall.now_s()))

    def events(self, lang: str, by: str, ended: Callable[[], bool]) -> Iterator[bytes]:
        """Server-sent events for one listener until `ended`: all that he sees, then what has changed."""

        def newer(seen: DesksShown | None) -> tuple[DesksShown, bytes] | None:
            shown = self.shown(lang, by, LOOK_S if seen else 0.0)
            html = shown.changes(seen)
            return (shown, fragments.event(0, self._hall.now_s(), html)) if html else None

        return server_sent.stream(newer, lambda: self._hall.news, ended, LOOK_S)

    def _render(self, hall: Hall, lang: str, by: str) -> DesksShown:
        alerts, boards = hall.alerts, hall.boards
        values = {"by": by, "kinds": KINDS, "take": TAKE, "give_back": GIVE_BACK, "since": self._since}

        def rendered(template: str, **more: object) -> fragments.Fragment:
            return fragments.render(self._environment, template, lang, **values, **more)

        fault = tell(hall.fault, lang) if hall.fault else ""
        head = rendered("hall_head.html", fault=fault, is_open=bool(alerts), view={"boards": boards})
        cards = {alert.name: rendered("hall_alert.html", alert=alert, board=alert.board) for alert in alerts}
        rows = {board.key: rendered("hall_board.html", board=board) for board in boards}
        return DesksShown(Shown(head, '<ol id="alerts">', cards, "</ol>"), Shown((), '<ul id="desks">', rows, "</ul>"))

    def _since(self, at_s: float) -> Markup:
        """That moment as a time of day: by this machine's clock, until the page's script says it by the reader's."""
        return Markup('<time data-since="{}">{}</time>').format(round(at_s * 1000), self._hall.time_of_day(at_s))


def blueprint(boards: Boards, links: BoardLinks, taken: TakenAlerts, hall: HallAlerts, login: Login, environment: Environment) -> Blueprint:
    """The routes: the page, what is new of it, and the form by which an arbiter takes an alert.

    An only board of this machine leads to its desk directly.
    """
    pages, desks = Blueprint("desks", __name__), AllDesks(hall, environment)
    login.guard(pages)
    pages.after_request(forms_allowed)

    @pages.get("/desk")
    def page() -> WerkzeugResponse | str:
        if (first := boards.first) and boards.are_one and links.of(first) is None:
            return redirect(url_for("desk.page", board=first), 303)
        who, lang = login.required(), languages.readers()
        shown = desks.shown(lang, _arbiter(who))
        values = {"shown": shown, "now": desks.now(), "events": f"/desks/events?lang={lang}", "kinds": KINDS}
        return render_template("desks.html", who=who, may_rule=bool(_arbiter(who)), token=tokens.token(), **values)

    @pages.get("/desks/events")
    def events() -> Response:
        still, by = login.still(), _arbiter(login.required())
        return streamed(desks.events(languages.readers(), by, lambda: boards.has_stopped or not still()))

    @pages.post("/desks/take")
    def take() -> WerkzeugResponse:
        """Note that the arbiter sees to an alert, or does so no longer."""
        by, is_taken = login.arbiter(), TAKE in request.form
        name, _, was = request.form.get(TAKE if is_taken else GIVE_BACK, "").partition(" ")
        if not hall.is_open(name):
            raise Refused(409, NotGiven.SETTLED.said())
        try:
            taken.give(name, by if is_taken else "", was)
        except OSError as error:
            raise Refused(409, NotGiven.NOT_WRITTEN.said(why=sentence_of(error))) from error
        hall.look(0.0)
        return redirect(url_for("desks.page"), 303)

    return pages


def _arbiter(who: Account) -> str:
    """The name by which it takes alerts; empty for an operator."""
    return who.name if who.role == Role.ARBITER else ""
