"""The public pages of events: pairings, crosstable, standings, play-offs, and the same on a projector.

They show what is published, with the public's delay, and nothing that helps a player.
"""

import gzip
import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, render_template, request
from jinja2 import Environment
from markupsafe import Markup

from hub.feeds.watched import LOOK_S
from hub.public.viewer import REFRESH_S
from hub.texts import languages
from hub.tournament.event_feed import EventFeed
from hub.tournament.pairings_view import rounds_view
from hub.tournament.public_event import public_game
from hub.tournament.standings_view import crosstables_view, play_offs_view, standings_view
from hub.web import fragments
from hub.web.assets import packed_response
from hub.web.fragments import Shown
from hub.web.numbers import whole_in
from hub.web.streams import streamed
from record.texts import marked, say
from tournament.errors import TournamentError
from tournament.events.anonymous import in_language
from tournament.events.changes import EventMade
from tournament.events.sheets import sheet_by_name

KEPT = 48
"""So many pages' contents are kept: a hall asks for the same few. Those of a hundred players take a Raspberry Pi a quarter of a second."""
PARTS = ("standings", "play-offs", "pairings", "crosstable")
"""The parts of an event's page."""
NONE = marked("No event is published here.")


class EventPage(NamedTuple):
    """A page of an event as somebody asks for it."""

    key: str
    lang: str
    asked: str = ""
    """The round; empty for the latest."""
    is_screen: bool = False
    """Whether it is the page for a projector."""

    @property
    def events(self) -> str:
        """The address of its stream."""
        asked = {"lang": self.lang} | ({"round": self.asked} if self.asked else {}) | ({"screen": "1"} if self.is_screen else {})
        return f"/tournaments/{self.key}/events?{urlencode(asked)}"


class PublicPages:
    """What the pages of published events show, made once for each change, language and round. Any thread may use it."""

    def __init__(self, feed: EventFeed, environment: Environment) -> None:
        self._feed, self._environment = feed, environment
        self._kept: OrderedDict[tuple[int, EventPage], tuple[dict[str, Any], Shown]] = OrderedDict()
        self._lock = threading.Lock()

    def told(self, page: EventPage) -> tuple[dict[str, Any], Shown]:
        """The event as the public may see it, for a template, and its parts; one without values once it is no longer published."""
        of = self._feed.id(page.key, public=True), page
        with self._lock:
            if of in self._kept:
                return self._kept[of]
        made = self._make(page)
        with self._lock:
            self._kept[of] = made
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return made

    def events(self, page: EventPage) -> Iterator[bytes]:
        """Server-sent events for one listener until the boards stop: the parts, then those that have changed."""
        news, boards = self._feed.news(page.key, public=True), self._feed.results.boards
        return fragments.stream(lambda: self.told(page)[1], lambda: news, lambda: boards.has_stopped, LOOK_S)

    def _make(self, page: EventPage) -> tuple[dict[str, Any], Shown]:
        opening = f'<main id="{"panels" if page.is_screen else "event"}">'
        if self._feed.published_state(page.key) is None:
            gone = Markup("<p>{}</p>").format(say(page.lang, NONE))
            return {}, Shown((), opening, {"none": (gone,)}, "</main>")
        told = _shown(self._feed, page.key, page.asked, page.lang)
        template = "tournament_panel.html" if page.is_screen else "tournament_part.html"
        parts = _panels(told) if page.is_screen else PARTS
        listed = {part: fragments.render(self._environment, template, page.lang, part=part, **told) for part in parts}
        return told, Shown((), opening, listed, "</main>")


def blueprint(feed: EventFeed, environment: Environment) -> Blueprint:
    """The routes below `/tournaments`, for the events that are published."""
    pages, contents = Blueprint("tournaments", __name__, url_prefix="/tournaments"), PublicPages(feed, environment)

    @pages.get("")
    def all_events() -> str:
        return render_template("tournaments.html", events=published(feed))

    @pages.get("/<key>")
    def page(key: str) -> Response:
        return _packed("tournament.html", contents, _asked(feed, key))

    @pages.get("/<key>/screen")
    def screen(key: str) -> Response:
        return _packed("tournament_screen.html", contents, _asked(feed, key, is_screen=True))

    @pages.get("/<key>/events")
    def events(key: str) -> Response:
        return streamed(contents.events(_asked(feed, key, is_screen="screen" in request.args)))

    return pages


def published(feed: EventFeed) -> list[dict[str, Any]]:
    """The events that are published: {"key", "name", "date", "competition", "class"}; none that cannot be read."""
    found = [_in_short(key, state.made) for key, state in feed.published().items()]
    return sorted(found, key=lambda one: (one["date"], one["key"]), reverse=True)


def _in_short(key: str, made: EventMade) -> dict[str, Any]:
    return {"key": key, "name": made.name or key, "date": made.date, "competition": made.competition, "in_class": made.in_class}


def _asked(feed: EventFeed, key: str, *, is_screen: bool = False) -> EventPage:
    """The page that is asked for; 404 where there is no such event, or it is not published."""
    if feed.published_state(key) is None:
        abort(404)
    return EventPage(key, languages.readers(), "" if is_screen else request.args.get("round", "")[:4], is_screen)


def _panels(told: Mapping[str, Any]) -> list[str]:
    """What a projector shows of the event."""
    if not told["round"]:
        return ["entries"]
    values = {"standings": told["standings"], "play-offs": told["play_offs"], "crosstable": told["crosstables"]}
    return ["pairings", "by-name", *(name for name, value in values.items() if value)]


def _shown(feed: EventFeed, key: str, asked: str, lang: str) -> dict[str, Any]:
    state, said = feed.read_public(key)
    state = in_language(state, lang)
    names = state.names
    rounds = [_public_round(one) for one in rounds_view(state, said, names)] if state.entrants else []
    number = wanted if 0 < (wanted := whole_in(asked)) <= len(rounds) else len(rounds)
    told: dict[str, Any] = {"key": key, "made": state.made, "title": state.made.name or key, "teams": state.is_of_teams}
    told |= {"games_address": feed.results.address_of(state)}
    told |= {"refreshes": REFRESH_S, "rounds": [one["round"] for one in rounds]}
    told |= {"by_name": sheet_by_name(state, number) if rounds else []}
    told |= {"round": rounds[number - 1] if rounds else None, "entered": [names[one.id] for one in state.entrants]}
    try:
        standings = standings_view(state, names, lang) if rounds else None
        tables = crosstables_view(state, names, lang) if rounds else []
    except TournamentError:  # the organiser's page says why
        standings, tables = None, []
    return {**told, "standings": standings, "crosstables": tables, "play_offs": play_offs_view(state, names), "view": {}}


def _public_round(told: dict[str, Any]) -> dict[str, Any]:
    groups = [{**group, "games": [public_game(game) for game in group["games"]]} for group in told["groups"]]
    return {**told, "groups": groups}


def _packed(template: str, contents: PublicPages, page: EventPage) -> Response:
    told, shown = contents.told(page)
    if not told:
        abort(404)
    html = render_template(template, **told, shown=shown, events=page.events).encode()
    return packed_response(request, html, gzip.compress(html), "text/html")
