"""Pictures of a press that lie at a board elsewhere: they come when an arbiter opens them. It requires signing in."""

import json
from collections.abc import Collection
from os.path import isfile

from flask import Blueprint, Response, abort, request

from hub.access.login import Login
from hub.boards.board import ServedBoard
from hub.desk.board_links import BoardLinks
from hub.desk.decisions import object_in
from hub.texts import languages
from link.board_socket import want_picture
from link.wire import MAX_PICTURE
from record.telling.sentences import spoken, tell
from rules.errors import Sentence, _

HERE, FETCHING, ABSENT = "here", "fetching", "absent"


def blueprint(links: BoardLinks, login: Login) -> Blueprint:
    """The route `fetch` below each board's desk: it has a picture sent, and says whether it is here."""
    pages = Blueprint("fetched", __name__, url_prefix="/desk/<board:board>")
    login.guard(pages)

    @pages.post("/fetch")
    def fetch(board: ServedBoard) -> Response:
        """{"state", "why", "lang"}: `here`, `fetching`, or `absent` with the reason. The page asks again while it is being fetched."""
        sent, lang = object_in(request.get_data()), languages.readers()
        name = str(sent.get("name", ""))
        if not board.desk.shows(name):
            abort(404)
        state, why = fetched(board, links, name)
        told = {"state": state, "why": tell(why, lang) if why else "", "lang": spoken(why, lang) if why else lang}
        return Response(json.dumps(told, ensure_ascii=False), mimetype="application/json")

    return pages


def fetched(board: ServedBoard, links: BoardLinks, name: str) -> tuple[str, Sentence | None]:
    """How it is with that picture of the newest game, which is asked for; and why it does not come."""
    if isfile(board.desk.folder / name):
        return HERE, None
    link = links.of(board)
    if link is None or board.state is None:
        return ABSENT, Sentence("", _("this picture is not there any more"))
    if link.is_cut_off:
        return ABSENT, Sentence("", _("the board cannot be reached from here: try again when it can, or look at its own desk"))
    game = board.desk.folder.name
    if f"{game}/{name}" in link.absent:
        text = _("the board has no such picture any more, or it is larger than the {kb} kB that are sent: look at its own desk")
        return ABSENT, Sentence("", text, {"kb": MAX_PICTURE // 1000})
    want_picture(board.state, game, name)
    return FETCHING, None


def fetch_all(board: ServedBoard, links: BoardLinks, names: Collection[str]) -> int:
    """Have all these pictures sent; how many of them are on their way."""
    return sum(fetched(board, links, name)[0] == FETCHING for name in sorted(names))
