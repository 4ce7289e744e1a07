"""The download of an event for arbiters: what everybody may see of it, and the dossiers of games with alerts or appeals.

Games that are still played are left out, and named: whoever publishes the files would be ahead of the public's delay.
"""

from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import version

from flask import Blueprint, Response, abort

from hub.access.login import Login
from hub.board_faults import MISSHAPEN
from hub.boards.game_address import GamePlace, asked_place, by_number
from hub.boards.kept_games import KeptGame, KeptGames
from hub.texts import languages
from hub.texts.articles import articles
from hub.tournament.board_results import addresses_of
from hub.tournament.event_download import in_file_name, round_file, tables_of, zip_response
from hub.tournament.folder import EventFolder
from hub.tournament.game_appeals import appeals_on
from record.papers.dossier import dossier, read_source
from record.papers.game_pdn import export_pdn
from record.telling.sentences import tell
from rules.errors import DamcamError, Phrase, Sentence, sentence_of
from tournament.errors import TournamentError
from tournament.events.state import EventState

DOSSIERS, LEFT_OUT = "dossiers_not_public", "left-out.txt"
"""In the zip. No event has a folder with an underscore in its name."""


class LeftOut(Phrase):
    """What is left out, and why."""

    GAME = "Board {board}, round {round}, {white} - {black}: {why}"
    PLAYED = "it is still played"


def blueprint(games: KeptGames, login: Login, events: EventFolder | None) -> Blueprint:
    """The route `/dossier/EVENT/event.zip`, for arbiters alone."""
    pages = Blueprint("event-files", __name__, url_prefix="/dossier")
    login.guard(pages)

    @pages.get("/<event:event>/event.zip")
    def event_zip(event: str) -> Response:
        login.arbiter()
        wanted = asked_place(event, "", "").event
        found = sorted(((game, place) for game, place in games.all() if place.event == wanted), key=_in_order)
        if not found:
            abort(404)
        return zip_response(wanted, EventFiles(found, events, languages.readers()).all(wanted))

    return pages


def _in_order(listed: tuple[KeptGame, GamePlace]) -> tuple[object, ...]:
    _game, place = listed
    return by_number(place.round), by_number(place.board)


class EventFiles:
    """The files of these games, which are in the order of their rounds and boards, with texts in that language."""

    def __init__(self, games: list[tuple[KeptGame, GamePlace]], events: EventFolder | None, lang: str) -> None:
        self._games, self._events, self._lang = games, events, lang
        self._left_out: list[Sentence] = []

    def all(self, event: str) -> Iterator[tuple[str, bytes]]:
        """The name and content of each file."""
        for round_ in dict.fromkeys(place.round for _, place in self._games):
            texts = list[str]()
            for game, place in self._games:
                if place.round == round_:
                    yield from self._of_game(game, place, texts)
            if texts:
                yield round_file(event, round_), "\n".join(texts).encode()
        yield from tables_of(self._states(event), self._lang)
        if self._left_out:
            lines = (f"{tell(said, self._lang)}\n" for said in self._left_out)
            yield LEFT_OUT, "".join(lines).encode()

    def _of_game(self, game: KeptGame, place: GamePlace, texts: list[str]) -> Iterator[tuple[str, bytes]]:
        """The dossier of a game, where there is one; its PDN is added to `texts`."""
        if not game.short.over:
            self._leave_out(game, place, LeftOut.PLAYED.said())
            return
        try:
            source = read_source(game.journal, articles, version("damcam"))
            appeals = appeals_on(self._events, source.told.state.opened.about.tags)
            text = export_pdn(source.told.state, remarks=False)
            paper = dossier(source, self._lang, appeals=appeals).html if source.told.disputes or appeals.told else ""
        except (DamcamError, *MISSHAPEN) as error:
            self._leave_out(game, place, sentence_of(error))
            return
        texts.append(text)
        if paper:
            name = "-".join(map(in_file_name, place))
            yield f"{DOSSIERS}/{name}.html", paper.encode()

    def _leave_out(self, game: KeptGame, place: GamePlace, why: Sentence) -> None:
        tags = game.short.tags
        names = {"white": tags.white or "?", "black": tags.black or "?"}
        self._left_out.append(LeftOut.GAME.said(board=place.board, round=place.round, why=why, **names))

    def _states(self, event: str) -> Iterator[tuple[str, EventState]]:
        """The events of that name, by their keys; none that cannot be read."""
        if self._events is None:
            return
        for key in self._events.listed():
            with suppress(TournamentError):
                state = self._events.read(key).state
                if not state.is_contest and event in addresses_of(state):
                    yield key, state
