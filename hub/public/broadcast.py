"""The broadcast: all boards of a round in one PDN file, which lidraughts and other readers fetch again and again.

lidraughts splits the games at an empty line before a `[`, and recognises a game by its event, round and players, or by its place.
"""

import hashlib
from collections.abc import Iterator
from functools import lru_cache

from flask import Blueprint, Response, abort, request
from werkzeug.wrappers import Response as WerkzeugResponse

from hub.board_faults import MISSHAPEN
from hub.boards.board import Boards, ServedBoard
from hub.boards.kept_games import KeptGame, KeptGames
from hub.boards.readiness import game_to_begin
from hub.boards.round_games import RoundGame, games_in, in_address, parts_of, round_pdn, written
from record.papers.game_pdn import broadcast_pdn
from record.store.journal import Journal, fold
from rules.errors import DamcamError

EARLIER_GAMES = 2
"""Finished games that are still sent of a board: the game of a round whose board is already cleared, and one that was begun by mistake."""
FINISHED_KEPT = 256
"""Those of a hundred boards; four megabytes."""
TYPE = "application/x-pdn; charset=utf-8"
HEADERS = {
    "Cache-Control": "public, no-cache",
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Headers": "If-None-Match",
    "Access-Control-Expose-Headers": "ETag",
}
"""Headers of every answer: caches ask again by its ETag, and the scripts of any site may read it."""


def games_by_board(boards: Boards, games: KeptGames, wanted: tuple[str, str] | None = None) -> list[list[RoundGame]]:
    """The games of each board, without the boards whose data are faulty; of an event and round perhaps those of that alone."""
    return boards.each("the games of the round", lambda board: _games(board, games, wanted))


def _games(board: ServedBoard, games: KeptGames, wanted: tuple[str, str] | None) -> list[RoundGame]:
    """The games of a board, one per round, the latest first: the current game and the last finished ones.

    A game that is about to begin comes last, and gives way to a finished game of its round.
    """
    found: dict[tuple[str, str], RoundGame] = {}
    for text in _texts(board, games, wanted):
        for game in games_in(text):
            found.setdefault(game.round, game)
    return list(found.values())


def _texts(board: ServedBoard, games: KeptGames, wanted: tuple[str, str] | None) -> Iterator[str]:
    latest = board.feed.latest
    opened = latest.state.opening is not None
    if opened and board.key not in games.hidden():
        yield latest.once("broadcast", lambda: broadcast_pdn(latest.state))
    for game in games.before(board, EARLIER_GAMES):
        tags = game.short.tags
        is_wanted = wanted is None or wanted == (in_address(tags.event or ""), in_address(tags.round or ""))
        written = _finished(game) if game.short.over and is_wanted else ""
        if isinstance(written, Exception):
            board.faults.note(f"the PDN of game {game.number}", written)
        elif written:
            yield written
    to_begin = None if opened else game_to_begin(board.status)
    if to_begin is not None:
        yield broadcast_pdn(to_begin)


@lru_cache(FINISHED_KEPT)
def _finished(game: KeptGame) -> str | Exception:
    """The game as PDN, empty where it cannot be read; what a row raised that is no sound event."""
    try:
        with Journal.reader(game.journal) as journal:
            return broadcast_pdn(fold(journal))
    except (DamcamError, OSError):
        return ""
    except MISSHAPEN as error:
        return error


def blueprint(boards: Boards, games: KeptGames) -> Blueprint:
    """The routes: all games of a round, whole and in parts."""
    pages = Blueprint("broadcast", __name__)

    @pages.get("/pdn/<event>/<number>.pdn")
    def whole_round(event: str, number: str) -> WerkzeugResponse:
        wanted = in_address(event), in_address(number)
        text = round_pdn(wanted, games_by_board(boards, games, wanted))
        if not text:
            abort(404)
        return _answer(text)

    @pages.get("/pdn/<event>/<number>/<int:part>.pdn")
    def part_of_round(event: str, number: str, part: int) -> WerkzeugResponse:
        wanted = in_address(event), in_address(number)
        found = parts_of(game for board in games_by_board(boards, games, wanted) for game in board if game.round == wanted)
        return _answer(written(found.get(part) or abort(404)))

    @pages.after_request
    def to_all_sites(response: Response) -> Response:
        response.headers.update(HEADERS)
        return response

    return pages


def _answer(text: str) -> WerkzeugResponse:
    response = Response(text, content_type=TYPE)
    response.set_etag(hashlib.sha256(text.encode()).hexdigest()[:32])
    return response.make_conditional(request)
