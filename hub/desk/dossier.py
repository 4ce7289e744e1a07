"""The dossier of a dispute, for the commission of appeal. It requires signing in."""

from importlib.metadata import version

from flask import Blueprint, Response, abort

from hub.access.login import Login
from hub.boards.board import ServedBoard
from hub.texts import languages
from hub.texts.articles import articles
from hub.web.errors import Refused
from record.papers.dossier import DossierError, dossier, read_source
from record.store.journal import JournalError
from record.store.losses import lost_of

NOBODYS_FRAME = "; frame-ancestors 'none'"


def blueprint(login: Login) -> Blueprint:
    """The routes: `/desk/BOARD/dossier` has all alerts of the game, `/desk/BOARD/dossier/ALERT` the alert with that id at the desk."""
    pages = Blueprint("dossier", __name__, url_prefix="/desk/<board:board>/dossier")
    login.guard(pages)

    @pages.get("")
    def of_all(board: ServedBoard) -> Response:
        return _dossier(board, None)

    @pages.get("/<alert>")
    def of_one(board: ServedBoard, alert: str) -> Response:
        return _dossier(board, alert)

    return pages


def _dossier(board: ServedBoard, alert: str | None) -> Response:
    """The dossier as a response, with its own content security policy, which allows only the content of the file."""
    try:
        made = dossier(read_source(board.desk.path, articles, version("damcam")), languages.readers(), alert)
    except JournalError as error:
        if lost_of(board.desk.path) is None:
            abort(404)
        raise Refused(409, error.sentence) from error
    except DossierError:
        abort(404)
    response = Response(made.html, mimetype="text/html")
    response.headers["Content-Security-Policy"] = made.policy + NOBODYS_FRAME
    response.headers["Content-Disposition"] = f'inline; filename="dossier{f"-{alert}" if alert else ""}.html"'
    return response
