"""What changes on an organiser's page of an event, rendered once for each change, language, role and round, and the stream that brings it.

The forms of such a page lie outside of what is sent. A button in a row belongs to one of them, and holds what it says as a query (`HELD`).
A form with fields is asked for (`OPEN`) and lies in a dialog, which is a page too.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qsl, urlencode

from jinja2 import Environment
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from hub.evening.evening_games import EveningGames
from hub.feeds.watched import LOOK_S
from hub.organiser.act_asked import BETWEEN
from hub.organiser.appeals_page import appeals_page
from hub.organiser.pairing_runs import PairingRuns
from hub.organiser.shown import ShownEvent
from hub.organiser.wording import PageSays, told
from hub.tournament.event_feed import EventFeed
from hub.web import fragments
from hub.web.fragments import Shown
from tournament.errors import TournamentError
from tournament.events.contest import check_games

HELD: Final = "with"
"""The name of a button that holds fields, as a query."""
OPEN: Final = "open"
"""The name of a button that asks for the form that its value names."""
KEPT = 16
"""So many pages' contents are kept."""
PARTS: Final[Mapping[str, Sequence[str]]] = {
    "round": ("glance", "pair", "round", "boards"),
    "standings": ("standings", "open", "crosstable"),
    "appeals": ("appeals",),
    "contest": ("problems",),
    "log": ("log",),
}
"""The parts of each page that change while it is open."""


class LivePage(NamedTuple):
    """A page of an event as somebody has it open."""

    key: str
    name: str
    lang: str
    may_rule: bool
    round: str = ""
    """The round that is asked for; empty for the latest."""

    @property
    def events(self) -> str:
        """The address of its stream."""
        asked = {"page": self.name, "lang": self.lang} | ({"round": self.round} if self.round else {})
        return f"/organise/{self.key}/events?{urlencode(asked)}"


@dataclass(frozen=True, slots=True)
class Opened:
    """The form that somebody asks for: of a game, or a board of a match; or of a place that is to be decided."""

    asked: str
    """What asks for it: its kind, and the game or the place."""
    kind: str
    game: Mapping[str, Any] | None = None
    place: Mapping[str, Any] | None = None


class LivePages:
    """The live parts of all organisers' pages. Any thread may use it."""

    def __init__(
        self, feed: EventFeed, games: Callable[[], Mapping[str, EveningGames]], runs: PairingRuns, environment: Environment
    ) -> None:
        self._feed, self._games, self._runs, self._environment = feed, games, runs, environment
        self._kept: OrderedDict[tuple[Any, ...], Shown] = OrderedDict()
        self._lock = threading.Lock()

    def values(self, page: LivePage, shown: ShownEvent) -> dict[str, Any]:
        """What the templates of the page have, of that event; TournamentError where it is a page of another kind of event."""
        if page.name not in ("contest", "log"):
            check_games(shown.state)
        values = {"page": page.name, "may_rule": page.may_rule, "value_of": value_of, **shown.common()}
        match page.name:
            case "round":
                values |= {**shown.round_page(page.round, self._games()), **self._pairing(page.key, shown)}
            case "standings":
                values |= shown.standings_page(self._games())
            case "appeals":
                values |= appeals_page(shown)
            case "contest":
                values |= shown.contest_page()
            case "log":
                values |= shown.log_page()
        return values

    def rendered(self, page: LivePage, values: Mapping[str, Any]) -> Shown:
        """The parts of the page with these values."""
        opening = f'<div id="event" class="organise{" two" if page.name == "round" else ""}">'
        template = f"organise_{page.name}_parts.html"
        listed = {part: fragments.render(self._environment, template, page.lang, part=part, **values) for part in PARTS[page.name]}
        parts = fragments.render(self._environment, "organise_rows.html", page.lang, **values) if page.may_rule else ()
        return Shown(parts, opening, listed, "</div>")

    def events(self, page: LivePage, allowed: Callable[[], bool]) -> Iterator[bytes]:
        """Server-sent events for one listener as long as it is `allowed` to listen: the parts, then those that have changed."""
        news, boards = self._feed.news(page.key, public=False), self._feed.results.boards
        return fragments.stream(lambda: self._shown(page), lambda: news, lambda: boards.has_stopped or not allowed(), LOOK_S)

    def _shown(self, page: LivePage) -> Shown:
        of = page, self._feed.id(page.key, public=False), self._runs.running_s(page.key), self._runs.ended(page.key)
        with self._lock:
            if of in self._kept:
                return self._kept[of]
        try:
            event, said = self._feed.read(page.key)
            shown = self.rendered(page, self.values(page, ShownEvent(page.key, event, said, page.lang)))
        except TournamentError as error:
            fault = Markup('<p class="fault">{}</p>').format(told(error.sentence, page.lang))
            shown = Shown((), '<div id="event">', {"fault": (fault,)}, "</div>")
        with self._lock:
            self._kept[of] = shown
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return shown

    def _pairing(self, key: str, shown: ShownEvent) -> dict[str, Any]:
        """For how long the next round is being paired, what became of the last such run, and whether boards have later rounds."""
        lang, ended = shown.lang, self._runs.ended(key)
        rounds = self._feed.results.rounds_after(shown.event)
        values: dict[str, Any] = {"running_s": self._runs.running_s(key), "paired": [], "not_paired": ""}
        values["played_later"] = told(PageSays.MAY_BE_OLDER.said(rounds=rounds), lang) if rounds else ""
        try:
            values["paired"] = [told(one, lang, shown.names) for one in ended.told(shown.names)] if ended else []
        except TournamentError as error:
            values["not_paired"] = told(error.sentence, lang, shown.names)
        return values


def round_asked(asked: MultiDict[str, str]) -> str:
    """The round that a page is asked for: that of the form which is to be opened, else the one that is named."""
    _, _, of = asked.get(OPEN, "").partition(" ")
    number = of.partition(BETWEEN)[0]
    return (number if number.isdecimal() else asked.get("round", ""))[:4]


def opened(asked: str, values: Mapping[str, Any]) -> Opened | None:
    """The form that is asked for on a page with these values; None where there is no such game or place."""
    kind, _, of = asked.partition(" ")
    if {"pair": values.get("may_pair"), "boards": values.get("round"), "rounds": values["page"] == "round"}.get(kind):
        return Opened(asked, kind)
    for place in _open_places(values):
        if kind == "decide" and of == BETWEEN.join(place["ids"]):
            return Opened(asked, kind, place=place)
    game = next((game for game in _games(values) if of == value_of(game)), None)
    return Opened(asked, kind, game) if game and kind in ("game", "board", "play-off", "seats") else None


def value_of(game: Mapping[str, Any]) -> str:
    """The game, or the board of a match, as the buttons name it."""
    number = [game["number"]] if "number" in game else []
    return BETWEEN.join(map(str, (game["round"], game["white"], game["black"], *number)))


def with_held(form: MultiDict[str, str]) -> MultiDict[str, str]:
    """The fields of the form, with those that its button holds."""
    return MultiDict([*form.items(multi=True), *parse_qsl(form.get(HELD, ""), keep_blank_values=True)])


def _open_places(values: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    standings = values.get("standings")
    return [place for group in [*standings["groups"], {"open": standings["first"]}] for place in group["open"]] if standings else []


def _games(values: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """All games of the page, and the boards of its matches."""
    of_round = [game for group in round_["groups"] for game in group["games"]] if (round_ := values.get("round")) else []
    play_offs = [game for place in _open_places(values) for game in place.get("games", ())]
    for game in (*of_round, *play_offs, *(over["game"] for over in values.get("play_offs", ()))):
        yield game
        yield from game.get("boards", ())
