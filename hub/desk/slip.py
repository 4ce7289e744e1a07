"""The result slip of the game that was closed last at a board. It requires signing in."""

from importlib.metadata import version
from pathlib import Path

from flask import Blueprint, Response

from hub.access.login import Login
from hub.boards.board import ServedBoard
from hub.desk.refusals import refused
from hub.texts import languages
from hub.web.errors import Refused
from record.papers.slip import read_closed, slip
from record.store.folder import numbered
from record.store.salvage import is_closed_by_a_row
from rules.errors import DamcamError, Phrase

NOBODYS_FRAME = "; frame-ancestors 'none'"
LOOKED_AT = 3
"""How many games before the newest one are looked at: the one that is played now, and one or two that never began."""


class NoSlip(Phrase):
    """Why there is no result slip."""

    NONE_CLOSED = "No game has been closed at this board yet."


def blueprint(login: Login) -> Blueprint:
    """The route `/desk/BOARD/slip`."""
    pages = Blueprint("slip", __name__, url_prefix="/desk/<board:board>/slip")
    login.guard(pages)

    @pages.get("")
    def of_last(board: ServedBoard) -> Response:
        journal = last_closed(board.desk.path)
        if journal is None:
            raise Refused(404, NoSlip.NONE_CLOSED.said())
        try:
            made = slip(read_closed(journal, version("damcam")), languages.readers())
        except DamcamError as error:
            raise refused(error) from error
        response = Response(made.html, mimetype="text/html")
        response.headers["Content-Security-Policy"] = made.policy + NOBODYS_FRAME
        response.headers["Content-Disposition"] = 'inline; filename="slip.html"'
        return response

    return pages


def last_closed(journal: Path) -> Path | None:
    """That journal, or the newest one before it in the folders of the board's games, whose game is closed."""
    games = journal.parent.parent
    try:
        folders = numbered(games)
    except OSError:
        folders = []
    earlier = folders[: folders.index(journal.parent)] if journal.parent in folders else []
    newest = (journal, *(folder / journal.name for folder in reversed(earlier[-LOOKED_AT:])))
    return next((one for one in newest if one.exists() and is_closed_by_a_row(one)), None)
