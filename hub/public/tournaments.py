"""The public pages of events: pairings, crosstable, standings, play-offs, and the same on a projector.

They show what is published, with the public's delay, and nothing that helps a player.
"""

import gzip
import threading
from collections import OrderedDict
from typing import Any

from flask import Blueprint, Response, abort, render_template, request

from hub.public.viewer import REFRESH_S
from hub.texts import languages
from hub.tournament.event_feed import EventFeed
from hub.tournament.pairings_view import rounds_view
from hub.tournament.public_event import public_game
from hub.tournament.standings_view import crosstables_view, play_offs_view, standings_view
from hub.web.assets import packed_response
from hub.web.numbers import whole_in
from hub.web.streams import streamed
from tournament.errors import TournamentError
from tournament.events.anonymous import in_language
from tournament.events.changes import EventMade
from tournament.events.sheets import sheet_by_name

KEPT = 48
"""So many pages' contents are kept: a hall asks for the same few. Those of a hundred players take a Raspberry Pi a quarter of a second."""


class PublicPages:
    """What the pages of published events show, made once for each change, language and round. Any thread may use it."""

    def __init__(self, feed: EventFeed) -> None:
        self._feed = feed
        self._kept: OrderedDict[tuple[object, ...], dict[str, Any]] = OrderedDict()
        self._lock = threading.Lock()

    def shown(self, key: str, asked: str) -> dict[str, Any]:
        """The event as the public may see it, ready for a template; 404 where it may see none."""
        _public(self._feed, key)
        of = key, self._feed.id(key, public=True), languages.readers(), asked[:4]
        with self._lock:
            if of in self._kept:
                return self._kept[of]
        told = _shown(self._feed, key, asked) | {"state_id": of[1]}
        with self._lock:
            self._kept[of] = told
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return told


def blueprint(feed: EventFeed) -> Blueprint:
    """The routes below `/tournaments`, for the events that are published."""
    pages, contents = Blueprint("tournaments", __name__, url_prefix="/tournaments"), PublicPages(feed)

    @pages.get("")
    def all_events() -> str:
        return render_template("tournaments.html", events=published(feed))

    @pages.get("/<key>")
    def page(key: str) -> Response:
        return _packed("tournament.html", contents.shown(key, request.args.get("round", "")))

    @pages.get("/<key>/screen")
    def screen(key: str) -> Response:
        return _packed("tournament_screen.html", contents.shown(key, ""))

    @pages.get("/<key>/events")
    def events(key: str) -> Response:
        _public(feed, key)
        return streamed(feed.events(key, lambda: False, public=True))

    @pages.get("/<key>/state")
    def state(key: str) -> dict[str, Any]:
        _public(feed, key)
        return {"id": feed.id(key, public=True)}

    return pages


def published(feed: EventFeed) -> list[dict[str, Any]]:
    """The events that are published: {"key", "name", "date", "competition", "class"}; none that cannot be read."""
    found = [_in_short(key, state.made) for key, state in feed.published().items()]
    return sorted(found, key=lambda one: (one["date"], one["key"]), reverse=True)


def _in_short(key: str, made: EventMade) -> dict[str, Any]:
    return {"key": key, "name": made.name or key, "date": made.date, "competition": made.competition, "in_class": made.in_class}


def _public(feed: EventFeed, key: str) -> None:
    """404 where there is no such event, or it is not published."""
    if feed.published_state(key) is None:
        abort(404)


def _shown(feed: EventFeed, key: str, asked: str) -> dict[str, Any]:
    state, said = feed.read_public(key)
    state = in_language(state, languages.readers())
    names = {one.id: one.shown for one in state.entrants}
    rounds = [_public_round(one) for one in rounds_view(state, said, names)] if state.entrants else []
    number = wanted if 0 < (wanted := whole_in(asked)) <= len(rounds) else len(rounds)
    told: dict[str, Any] = {"key": key, "made": state.made, "title": state.made.name or key, "teams": state.is_of_teams}
    told |= {"games_address": feed.results.address_of(state)}
    told |= {"refreshes": REFRESH_S, "rounds": [one["round"] for one in rounds]}
    told |= {"by_name": sheet_by_name(state, number) if rounds else []}
    told |= {"round": rounds[number - 1] if rounds else None, "entered": [names[one.id] for one in state.entrants]}
    try:
        standings = standings_view(state, names, languages.readers()) if rounds else None
        tables = crosstables_view(state, names) if rounds else []
    except TournamentError:  # the organiser's page says why
        standings, tables = None, []
    return {**told, "standings": standings, "crosstables": tables, "play_offs": play_offs_view(state, names), "view": {}}


def _public_round(told: dict[str, Any]) -> dict[str, Any]:
    groups = [{**group, "games": [public_game(game) for game in group["games"]]} for group in told["groups"]]
    return {**told, "groups": groups}


def _packed(template: str, told: dict[str, Any]) -> Response:
    html = render_template(template, **told).encode()
    return packed_response(request, html, gzip.compress(html), "text/html")
