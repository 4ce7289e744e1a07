"""The interface for programs: boards, their games in progress, and rounds, as JSON that `/api/openapi.json` describes.

It is read-only, open to the scripts of any site, and delayed like the pages.
"""

import hashlib
import json
from functools import partial
from itertools import chain
from typing import Any

from flask import Blueprint, Response, abort, request
from werkzeug.wrappers import Response as WerkzeugResponse

from hub.boards.board import Boards, ServedBoard
from hub.boards.kept_games import KeptGames
from hub.boards.round_games import in_address
from hub.feeds.feed import aged
from hub.feeds.stream import event_stream
from hub.public.api_view import board_in_short, board_told, rounds_of
from hub.public.broadcast import TYPE, games_by_board
from hub.public.openapi import described
from hub.public.tournament_api import tournament_of, tournaments_of
from hub.texts import languages
from hub.tournament.event_feed import EventFeed
from hub.web.streams import streamed

ROOT = "/api"
HEADERS = {
    "Cache-Control": "public, no-cache",
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Headers": "If-None-Match, Last-Event-ID",
    "Access-Control-Expose-Headers": "ETag, Retry-After",
}
"""Headers of every answer: caches ask again by its ETag, and the scripts of any site may read it."""


def blueprint(boards: Boards, games: KeptGames, event_feed: EventFeed | None = None) -> Blueprint:
    """The routes for these boards, and for the rounds of all games in the hall."""
    pages = Blueprint("api", __name__, url_prefix=ROOT)

    @pages.get("/openapi.json")
    def description() -> WerkzeugResponse:
        return _json(described())

    @pages.get("/boards")
    def all_boards() -> WerkzeugResponse:
        hidden = games.hidden()
        listed = boards.each("the list of boards", lambda board: None if board.key in hidden else board_in_short(board))
        return _json({"boards": [board for board in listed if board]})

    @pages.get("/boards/<board:board>")
    def one_board(board: ServedBoard) -> WerkzeugResponse:
        latest = board.feed.latest
        text = board_told(board, latest)
        return _answer(aged(text, board.feed.now_s() - latest.clock_since_s), text, "application/json")

    @pages.get("/boards/<board:board>/events")
    def events(board: ServedBoard) -> Response:
        return streamed(event_stream(board.feed, partial(board_told, board)))

    @pages.get("/boards/<board:board>/game.pdn")
    def game_pdn(board: ServedBoard) -> WerkzeugResponse:
        latest = board.feed.latest
        if latest.state.opening is None:
            abort(404)
        return _answer(latest.pdn(), latest.pdn(), TYPE)

    _add_rounds(pages, boards, games)
    _add_tournaments(pages, event_feed)

    @pages.after_request
    def to_all_sites(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    return pages


def _add_rounds(pages: Blueprint, boards: Boards, games: KeptGames) -> None:
    @pages.get("/rounds")
    def all_rounds() -> WerkzeugResponse:
        return _json({"rounds": rounds_of(chain.from_iterable(games_by_board(boards, games)))})

    @pages.get("/rounds/<event>/<number>")
    def one_round(event: str, number: str) -> WerkzeugResponse:
        wanted = in_address(event), in_address(number)
        found = rounds_of(game for game in chain.from_iterable(games_by_board(boards, games)) if game.round == wanted)
        return _json(found[0] if found else abort(404))


def _add_tournaments(pages: Blueprint, feed: EventFeed | None) -> None:
    @pages.get("/tournaments")
    def all_tournaments() -> WerkzeugResponse:
        return _json({"tournaments": tournaments_of(feed) if feed else []})

    @pages.get("/tournaments/<tournament>")
    def one_tournament(tournament: str) -> WerkzeugResponse:
        return _json((tournament_of(feed, tournament, languages.readers()) if feed else None) or abort(404))


def _json(data: Any) -> WerkzeugResponse:
    text = json.dumps(data, ensure_ascii=False)
    return _answer(text, text, "application/json")


def _answer(text: str, unchanged: str, content_type: str) -> WerkzeugResponse:
    """The response with that text. Its weak ETag comes from `unchanged`, the text without the age of its clock readings."""
    response = Response(text, content_type=content_type)
    response.set_etag(hashlib.sha256(unchanged.encode()).hexdigest()[:32], weak=True)
    return response.make_conditional(request)
