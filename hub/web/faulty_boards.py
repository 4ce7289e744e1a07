"""A page of one board whose data are faulty: it is not made, and the board is marked."""

from http import HTTPStatus

from flask import Flask, request
from werkzeug.wrappers import Response as WerkzeugResponse

from hub.board_faults import MISSHAPEN
from hub.boards.board import ServedBoard
from hub.web.errors import Refused, error_page
from rules.errors import Phrase


class FaultyBoard(Phrase):
    """Why a page of a board is not shown. Everybody may read it."""

    NO_NEWS = "there is no news from this board"


def add_to(app: Flask) -> None:
    """Answer with an error page where one of MISSHAPEN ends a route with a board in its address; other routes fail as they did."""

    def answer(error: Exception) -> WerkzeugResponse:
        board = (request.view_args or {}).get("board")
        if not isinstance(board, ServedBoard):
            raise error
        board.faults.note(f"the page {request.endpoint}", error)
        return error_page(Refused(HTTPStatus.INTERNAL_SERVER_ERROR, FaultyBoard.NO_NEWS.said()))

    for kind in MISSHAPEN:
        app.register_error_handler(kind, answer)
