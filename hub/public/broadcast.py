"""The broadcast: all boards of a round in one PDN file, which lidraughts and other readers fetch again and again.

lidraughts splits the games at an empty line before a `[`, and recognises a game by its event, round and players, or by its place.
"""

import hashlib
from collections.abc import Iterator

from flask import Blueprint, Response, abort, request
from werkzeug.wrappers import Response as WerkzeugResponse

from hub.boards.board import Boards, ServedBoard
from hub.boards.readiness import game_to_begin
from hub.boards.round_games import RoundGame, games_in, in_address, parts_of, round_pdn, written
from record.papers.game_pdn import broadcast_pdn

EARLIER_GAMES = 2
"""Finished games that are still sent of a board: the game of a round whose board is already cleared, and one that was begun by mistake."""
TYPE = "application/x-pdn; charset=utf-8"
HEADERS = {
    "Cache-Control": "public, no-cache",
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Headers": "If-None-Match",
    "Access-Control-Expose-Headers": "ETag",
}
"""Headers of every answer: caches ask again by its ETag, and the scripts of any site may read it."""


def games_by_board(boards: Boards) -> list[list[RoundGame]]:
    """The games of each board, without the boards whose data are faulty."""
    return boards.each("the games of the round", _games)


def _games(board: ServedBoard) -> list[RoundGame]:
    """The games of a board, one per round, the latest first: the current game and the last finished ones.

    A game that is about to begin comes last, and gives way to a finished game of its round.
    """
    found: dict[tuple[str, str], RoundGame] = {}
    for text in _texts(board):
        for game in games_in(text):
            found.setdefault(game.round, game)
    return list(found.values())


def _texts(board: ServedBoard) -> Iterator[str]:
    latest = board.feed.latest
    opened = latest.state.opening is not None
    if opened:
        yield latest.once("broadcast", lambda: broadcast_pdn(latest.state))
    yield from (game.broadcast for game in board.past.before(board.feed.path.parent, EARLIER_GAMES) if game.broadcast)
    to_begin = None if opened else game_to_begin(board.status)
    if to_begin is not None:
        yield broadcast_pdn(to_begin)


def blueprint(boards: Boards) -> Blueprint:
    """The routes: all games of a round, whole and in parts."""
    pages = Blueprint("broadcast", __name__)

    @pages.get("/pdn/<event>/<number>.pdn")
    def whole_round(event: str, number: str) -> WerkzeugResponse:
        text = round_pdn((in_address(event), in_address(number)), games_by_board(boards))
        if not text:
            abort(404)
        return _answer(text)

    @pages.get("/pdn/<event>/<number>/<int:part>.pdn")
    def part_of_round(event: str, number: str, part: int) -> WerkzeugResponse:
        wanted = in_address(event), in_address(number)
        found = parts_of(game for board in games_by_board(boards) for game in board if game.round == wanted)
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
