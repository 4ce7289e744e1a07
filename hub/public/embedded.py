"""A game on other screens: a page for a frame on a club's site, and a transparent page to lay over a video."""

from flask import Blueprint, Response, request

from hub.boards.board import ServedBoard
from hub.boards.kept_games import KeptGames
from hub.public.viewer import game_page
from hub.web.errors import Refused
from hub.web.headers import framed_anywhere
from rules.errors import Phrase

PARTS = {"board": "1", "clocks": "1", "names": "1", "move": "1", "flip": "0"}
"""The switches in the overlay's address, with their defaults."""
MIN_PX, DEFAULT_PX, MAX_PX = 160, 720, 2160
"""The overlay's width: a quarter of a small video, two thirds of the usual video's height, the height of the largest."""


class OverlayRefusal(Phrase):
    """What is wrong in an overlay's address."""

    NEITHER = "{name}={given} stands in the address; {name}=1 shows it, {name}=0 does not"
    NO_SIZE = "size={given} stands in the address; a width in pixels from {least} to {most} was expected"


def blueprint(games: KeptGames) -> Blueprint:
    """The routes of each board. They show the game with the public's delay."""
    pages = Blueprint("embedded", __name__)

    @pages.get("/embed/<board:board>")
    def embed(board: ServedBoard) -> Response:
        return framed_anywhere(game_page("embed.html", board, games))

    @pages.get("/overlay/<board:board>")
    def overlay(board: ServedBoard) -> Response:
        return game_page("overlay.html", board, games, parts={name: _is_on(name) for name in PARTS}, size=_size_px())

    return pages


def _is_on(name: str) -> bool:
    given = request.args.get(name, PARTS[name])
    if given not in ("0", "1"):
        raise Refused(400, OverlayRefusal.NEITHER.said(name=name, given=given))
    return given == "1"


def _size_px() -> int:
    given = request.args.get("size", str(DEFAULT_PX))
    if not (given.isascii() and given.isdigit() and len(given) < 6 and MIN_PX <= int(given) <= MAX_PX):
        raise Refused(400, OverlayRefusal.NO_SIZE.said(given=given, least=MIN_PX, most=MAX_PX))
    return int(given)
