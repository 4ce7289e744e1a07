"""What messengers show of a shared game: its names, and how it stands."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from flask import request

from hub.texts.rounds import round_name
from record.telling.reasons import RESULTS, SIDES
from record.texts import marked, say
from rules.board.squares import Side

TITLE, BOARD, AFTER = marked("Draughts, live"), marked("Board {number}"), marked("After {move}")


VERSUS = " \u2013 "
"""Between two names."""


class Preview(NamedTuple):
    """The texts of the preview, and the page's address with the server's name."""

    title: str
    description: str
    url: str


def preview(view: Mapping[str, Any], path: str, lang: str) -> Preview:
    """The preview of the page at `path` with that public view; before a game it has no description."""
    about, url = view.get("about", {}), request.url_root.rstrip("/") + path
    if not view.get("fen"):
        return Preview(say(lang, TITLE), "", url)
    names = [about.get(side) or say(lang, SIDES[side]) for side in Side]
    title = " · ".join(filter(None, (VERSUS.join(names), about.get("event"))))
    told = [
        about.get("round") and round_name(lang, about["round"]),
        about.get("board") and say(lang, BOARD, number=about["board"]),
        _last_move(view, lang),
        view["closed"] and say(lang, RESULTS[view["result"]]) if view["result"] in RESULTS else "",
    ]
    return Preview(title, " · ".join(filter(None, told)), url)


def _last_move(view: Mapping[str, Any], lang: str) -> str:
    if not view["moves"]:
        return ""
    row = view["moves"][-1]
    move = f"{row['number']}. {row['white']}" if row["black"] is None else f"{row['number']}… {row['black']}"
    return say(lang, AFTER, move=re.sub(r"\s+", " ", move))
