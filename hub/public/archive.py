"""The games that are kept: the archive, the pages of events, rounds and games at their lasting addresses, and their PDN."""

import gzip
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import chain

from flask import Blueprint, Response, abort, redirect, render_template, request
from jinja2 import Environment
from werkzeug.exceptions import HTTPException

from hub.boards.board import Boards
from hub.boards.game_address import GamePlace, asked_place
from hub.boards.kept_games import KeptGame, KeptGames
from hub.feeds import server_sent
from hub.feeds.feed import Feed
from hub.public.archive_view import AT_ONCE, ListedGame, events_of, in_order, listed, of_player
from hub.public.broadcast import TYPE
from hub.public.game_parts import PlayedAt, parts_of
from hub.public.preview import preview
from hub.public.reading import ReadingRefusal, Readings
from hub.public.viewer import changed, game_as_pdn, page_of
from hub.texts import languages
from hub.tournament.board_results import addresses_of
from hub.tournament.event_download import round_file, tables_of, zip_response
from hub.tournament.event_feed import EventFeed
from hub.web.assets import packed_response
from hub.web.errors import Refused
from hub.web.fragments import Shown
from hub.web.headers import forms_allowed
from hub.web.streams import streamed
from tournament.errors import TournamentError
from tournament.events.state import EventState

MAX_FILES = 2
"""So many files of rounds and events are written at once."""
MAX_NAME = 100
"""Characters of a name that is searched for."""
GAME = "/<event:event>/<number>/<table>"


def blueprint(boards: Boards, games: KeptGames, environment: Environment, events: EventFeed | None = None) -> Blueprint:
    """The routes. Those of games begin with the names of events, so all others come before them."""
    pages = Blueprint("kept", __name__)
    readings = Readings(boards, lambda: games.now_s())
    _add_lists(pages, games, readings)
    _add_game(pages, LastingGames(games, readings), environment)
    _add_files(pages, games, readings, events)
    return pages


def _add_lists(pages: Blueprint, games: KeptGames, readings: Readings) -> None:
    def found(is_wanted: Callable[[GamePlace], bool]) -> list[ListedGame]:
        return list(listed((one for one in games.all() if is_wanted(one[1])), readings)) or abort(404)

    @pages.get("/archive")
    def archive() -> Response:
        player, page = request.args.get("player", "").strip()[:MAX_NAME], _page()
        listed_all = list(listed(games.all(), readings))
        of = of_player(listed_all, player) if player else listed_all
        return _list(of[AT_ONCE * page : AT_ONCE * (page + 1)], player=player, page=page, more=len(of) > AT_ONCE * (page + 1))

    @pages.get("/<event:event>")
    def one_event(event: str) -> Response:
        wanted = asked_place(event, "", "").event
        return _list(found(lambda place: place.event == wanted), of="event")

    @pages.get("/<event:event>/<number>")
    def one_round(event: str, number: str) -> Response:
        wanted = asked_place(event, number, "").of_round
        return _list(found(lambda place: place.of_round == wanted), of="round")


def _page() -> int:
    given = request.args.get("page", "0")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 5 else abort(404)


def _list(games: list[ListedGame], **shown: object) -> Response:
    shown = {"player": "", "page": 0, "more": False, "of": "", **shown}
    html = render_template("archive.html", events=events_of(games), **shown).encode()
    return forms_allowed(packed_response(request, html, gzip.compress(html), "text/html"))


class LastingGames:
    """The games at their lasting addresses."""

    def __init__(self, games: KeptGames, readings: Readings) -> None:
        self._games, self.readings = games, readings

    def at(self, event: str, number: str, table: str) -> KeptGame:
        """The game at that address; 404 where there is none. An address that is not its own is led there."""
        game, place = self._games.at(event, number, table) or abort(404)
        if asked_place(event, number, table) != place:
            below = request.path.split("/")[4:]
            query = f"?{request.query_string.decode(errors='replace')}" if request.query_string else ""
            abort(redirect("/".join((place.path, *below)) + query))
        return game

    def feed_at(self, event: str, number: str, table: str) -> Feed:
        """The game there as the public may know it."""
        return self.readings.feed_of(self.at(event, number, table))

    def found(self, game: KeptGame) -> tuple[Feed, PlayedAt]:
        """The game as the public may know it; where it is played, and its own address."""
        place, followed = self._games.place_of(game.journal) or abort(404), self.readings.now_at(game)
        if followed is None:
            return self.readings.feed_of(game), PlayedAt(game.board, place.path, place.path, shows_pictures=False, kept=True)
        return followed, PlayedAt(game.board, f"/board/{game.board}", place.path, followed.shows_pictures)

    def events(self, environment: Environment, lang: str, game: KeptGame) -> Iterator[bytes]:
        """Server-sent events for one listener: the whole game, what has changed, and how it ended once its board has gone on."""
        boards = self.readings.boards

        def newer(seen: Shown | None) -> tuple[Shown, bytes] | None:
            with boards.faults(game.board).share(f"the page of game {game.number}"), suppress(HTTPException):
                feed, at = self.found(game)
                return changed(parts_of(environment, lang, feed.latest, at), seen, feed.latest, feed.now_s())
            return None

        def news() -> server_sent.News:
            feed = self.readings.now_at(game)
            return feed.news if feed else boards.news

        return server_sent.stream(newer, news, lambda: boards.has_stopped)


def _add_game(pages: Blueprint, lasting: LastingGames, environment: Environment) -> None:
    @pages.get(GAME)
    def page(event: str, number: str, table: str) -> Response:
        game = lasting.at(event, number, table)
        feed, at = lasting.found(game)
        shown = preview(feed.latest.view, at.address, languages.readers())
        return page_of("viewer.html", feed, at, events="" if at.kept else f"{at.address}/events", preview=shown, bound=True)

    @pages.get(f"{GAME}/events")
    def events(event: str, number: str, table: str) -> Response:
        return streamed(lasting.events(environment, languages.readers(), lasting.at(event, number, table)))

    @pages.get(f"{GAME}/game.pdn")
    def game_pdn(event: str, number: str, table: str) -> Response:
        feed = lasting.feed_at(event, number, table)
        return game_as_pdn(feed) if feed.state.opening else abort(404)


def _add_files(pages: Blueprint, games: KeptGames, readings: Readings, events: EventFeed | None) -> None:
    room = threading.BoundedSemaphore(MAX_FILES)

    def found(is_wanted: Callable[[GamePlace], bool]) -> list[tuple[KeptGame, GamePlace]]:
        """The games in the order of their rounds and boards."""
        found = {place: game for game, place in games.all() if is_wanted(place)}
        in_turn = in_order(listed(((game, place) for place, game in found.items()), readings))
        return [(found[one.place], one.place) for one in in_turn]

    def sent(response: Callable[[], Response]) -> Response:
        """The response, whose content is made while it is sent: a round of many games takes a while to read."""
        if not room.acquire(blocking=False):
            raise Refused(503, ReadingRefusal.TOO_MANY.said(), 5)
        made = response()
        made.call_on_close(room.release)
        return made

    def file(name: str, is_wanted: Callable[[GamePlace], bool]) -> Response:
        """The games as one PDN."""
        in_turn = [game for game, _place in found(is_wanted)] or abort(404)
        response = sent(lambda: Response(_written(readings, in_turn), content_type=TYPE))
        response.headers["Content-Disposition"] = f'attachment; filename="{name}.pdn"'
        return response

    @pages.get("/<event:event>/event.pdn")
    def event_pdn(event: str) -> Response:
        wanted = asked_place(event, "", "").event
        return file("event", lambda place: place.event == wanted)

    @pages.get("/<event:event>/event.zip")
    def event_zip(event: str) -> Response:
        wanted = asked_place(event, "", "").event
        in_turn = found(lambda place: place.event == wanted) or abort(404)
        rounds = {round_: [game for game, place in in_turn if place.round == round_] for round_ in {place.round: 0 for _, place in in_turn}}
        pdns = ((round_file(wanted, round_), b"".join(_written(readings, of))) for round_, of in rounds.items())
        tables = tables_of(_published(events, wanted), languages.readers())
        return sent(lambda: zip_response(wanted, chain(pdns, tables)))

    @pages.get("/<event:event>/<number>/round.pdn")
    def round_pdn(event: str, number: str) -> Response:
        wanted = asked_place(event, number, "").of_round
        return file("round", lambda place: place.of_round == wanted)


def _published(events: EventFeed | None, event: str) -> Iterator[tuple[str, EventState]]:
    """The events of that name as the public may see them, by their keys."""
    if events is None:
        return
    for key, state in events.published().items():
        if event in addresses_of(state):
            with suppress(TournamentError):
                yield key, events.read_public(key)[0]


def _written(readings: Readings, games: Iterable[KeptGame]) -> Iterator[bytes]:
    between = b""
    for game, feed in readings.in_turn(games):
        text = b""
        with readings.boards.faults(game.board).share(f"the PDN of game {game.number}"):
            text = feed.latest.pdn().encode() if feed.state.opening else b""
        if text:
            yield between + text
            between = b"\n"
