"""What messengers show of a shared game: its names, how it stands, and the position drawn."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from flask import Response, request

from hub.feeds.feed import Feed
from record.papers.board_png import HEIGHT, WIDTH, board_png
from record.telling.reasons import RESULTS, SIDES
from record.texts import marked, say
from rules.board.ruleset import ruleset
from rules.board.squares import Side

NAME = "preview.png"
KEPT_S = 60
"""How long a cache may keep the picture. Its address changes with the position, so nobody sees an old one."""
TITLE, ROUND, BOARD, AFTER = marked("Draughts, live"), marked("Round {round}"), marked("Board {number}"), marked("After {move}")


VERSUS = " \u2013 "
"""Between two names."""


class Preview(NamedTuple):
    """The texts and addresses of the preview; the addresses have the server's name."""

    title: str
    description: str
    url: str
    image: str
    width: int = WIDTH
    height: int = HEIGHT


def preview(view: Mapping[str, Any], path: str, below: str, lang: str) -> Preview:
    """The preview of the page at `path` with that public view, whose picture lies below `below`; before a game there is no picture."""
    about, root = view.get("about", {}), request.url_root.rstrip("/")
    if not view.get("fen"):
        return Preview(say(lang, TITLE), "", root + path, "")
    names = [about.get(side) or say(lang, SIDES[side]) for side in Side]
    title = " · ".join(filter(None, (VERSUS.join(names), about.get("event"))))
    told = [
        about.get("round") and say(lang, ROUND, round=about["round"]),
        about.get("board") and say(lang, BOARD, number=about["board"]),
        _last_move(view, lang),
        view["closed"] and say(lang, RESULTS[view["result"]]) if view["result"] in RESULTS else "",
    ]
    return Preview(title, " · ".join(filter(None, told)), root + path, f"{root}{below}/{NAME}?v={len(view['fens'])}-{view['id']}")


def picture(feed: Feed) -> Response:
    """The position as the public may know it, as PNG."""
    view = feed.latest.view
    drawn = board_png(view["fen"], ruleset(view["rules"]), tuple(view["last_move"]), mirrored=view["mirrored"])
    response = Response(drawn, mimetype="image/png")
    response.headers["Cache-Control"] = f"public, max-age={KEPT_S}"
    return response


def _last_move(view: Mapping[str, Any], lang: str) -> str:
    if not view["moves"]:
        return ""
    row = view["moves"][-1]
    move = f"{row['number']}. {row['white']}" if row["black"] is None else f"{row['number']}… {row['black']}"
    return say(lang, AFTER, move=re.sub(r"\s+", " ", move))
