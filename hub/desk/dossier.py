"""The dossier of a dispute, for the commission of appeal. It requires signing in."""

from contextlib import suppress
from importlib.metadata import version

from flask import Blueprint, Response, abort, render_template, request

from hub.access.login import Login
from hub.boards.board import ServedBoard
from hub.desk.board_links import BoardLinks
from hub.desk.fetched_pictures import fetch_all
from hub.texts import languages
from hub.texts.articles import articles
from hub.tournament.folder import EventFolder
from hub.tournament.game_appeals import appeals_on
from hub.web.errors import Refused
from record.log.errors import LogError
from record.papers.dossier import DossierError, dossier, pictures_of, read_source
from record.store.salvage import lost_of

NOBODYS_FRAME = "; frame-ancestors 'none'"


AGAIN_S = 2
"""How soon the browser asks again while pictures are on their way."""
ASKED = "asked"
MAX_ASKED = 20
"""So often the browser asks; then the dossier comes as it is."""


def blueprint(links: BoardLinks, login: Login, events: EventFolder | None) -> Blueprint:
    """The routes: `/desk/BOARD/dossier` has all alerts of the game, `/desk/BOARD/dossier/ALERT` the alert with that id at the desk.

    Appeals on the game come from `events`.
    """
    pages = Blueprint("dossier", __name__, url_prefix="/desk/<board:board>/dossier")
    login.guard(pages)

    @pages.get("")
    def of_all(board: ServedBoard) -> Response:
        return _fetching(board, links, None) or _dossier(board, None, events)

    @pages.get("/<alert>")
    def of_one(board: ServedBoard, alert: str) -> Response:
        return _fetching(board, links, alert) or _dossier(board, alert, events)

    return pages


def _fetching(board: ServedBoard, links: BoardLinks, alert: str | None) -> Response | None:
    """The page that waits for the pictures of a board elsewhere; None where none are on their way any more."""
    asked = request.args.get(ASKED, "0")
    number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 4 else MAX_ASKED
    if number >= MAX_ASKED or links.of(board) is None:
        return None
    with suppress(LogError, DossierError):
        names = pictures_of(read_source(board.desk.path, articles, version("damcam")), alert)
        if count := fetch_all(board, links, names):
            shown = render_template("dossier_comes.html", count=count, all=len(names), without=f"{request.path}?{ASKED}={MAX_ASKED}")
            response = Response(shown, mimetype="text/html")
            response.headers["Refresh"] = f"{AGAIN_S}; url={request.path}?{ASKED}={number + 1}"
            return response
    return None


def _dossier(board: ServedBoard, alert: str | None, events: EventFolder | None) -> Response:
    """The dossier as a response, with its own content security policy, which allows only the content of the file."""
    try:
        source = read_source(board.desk.path, articles, version("damcam"))
        made = dossier(source, languages.readers(), alert, appeals_on(events, source.told.state.opened.about.tags))
    except LogError as error:
        if lost_of(board.desk.path) is None:
            abort(404)
        raise Refused(409, error.sentence) from error
    except DossierError:
        abort(404)
    response = Response(made.html, mimetype="text/html")
    response.headers["Content-Security-Policy"] = made.policy + NOBODYS_FRAME
    response.headers["Content-Disposition"] = f'inline; filename="dossier{f"-{alert}" if alert else ""}.html"'
    return response
