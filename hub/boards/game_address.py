"""The lasting addresses of games: event, round and board, as addresses write them.

An unknown event is replaced by the date, an unknown board by the name of its folder, or `1` at a lone board, an unknown round by `-`. Of
several games with the same address the first keeps it, and the others have the number of their folder after a dot:
`/frysk-kampioenskip/3/2.17`.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import count
from typing import NamedTuple
from urllib.parse import quote

from hub.boards.round_games import in_address
from record.events.about import PublicTags

_OTHERS = """api archive before board boards desk desks dossier embed evening events login logout organise overlay pdn picture ready
sign-ins static streams style tablet tablets tournaments wall"""
RESERVED = frozenset(_OTHERS.split())
"""The first parts of other addresses. An event of such a name has EVENT before it."""
EVENT = "event-"
UNKNOWN = "-"
PATHS_KEPT = 512
"""So many addresses are kept as they are written: each listener of a game asks for its address at each event."""
_BOARD = re.compile(r"(?P<name>.*?)(?P<number>\.\d{1,9}(-\d{1,3})?)?", re.ASCII)


class GamePlace(NamedTuple):
    """Event, round and board, as addresses write them."""

    event: str
    round: str
    board: str

    @property
    def path(self) -> str:
        """The address on this server."""
        return _path(self)

    @property
    def of_round(self) -> tuple[str, str]:
        """The event and the round."""
        return self.event, self.round


@lru_cache(PATHS_KEPT)
def _path(place: GamePlace) -> str:
    return "".join(f"/{quote(part)}" for part in place)


def event_in_address(tags: PublicTags) -> str:
    """The event as addresses write it, or the date where there is no event; UNKNOWN without both."""
    event = in_address(tags.event or "")
    if event == UNKNOWN:
        event = in_address(tags.date or "")
    return f"{EVENT}{event}" if event in RESERVED else event


def place_of(tags: PublicTags, name: str) -> GamePlace:
    """The place of a game with these tags at a board that has that name in addresses."""
    board = in_address(tags.board or "")
    return GamePlace(event_in_address(tags), in_address(tags.round or ""), name if board == UNKNOWN else board)


def asked_place(event: str, number: str, board: str) -> GamePlace:
    """The place that somebody asks for, who may write names as they are."""
    found = _BOARD.fullmatch(board)
    name, suffix = (found["name"], found["number"] or "") if found else (board, "")
    return GamePlace(in_address(event), in_address(number), in_address(name) + suffix)


def places(place: GamePlace, number: int) -> Iterator[GamePlace]:
    """The places that a game may have, whose folder has that number, the best first."""
    yield place
    numbered = place._replace(board=f"{place.board}.{number}")
    yield numbered
    for nth in count(2):
        yield numbered._replace(board=f"{numbered.board}-{nth}")


def by_number(text: str) -> list[tuple[bool, int, str]]:
    """A sort key: `2` before `10`, and numbers before words. A number may have any count of digits."""
    parts = ((part.isdecimal(), part) for part in re.findall(r"\d+|\D+", text))
    digits = ((is_number, part.lstrip("0") if is_number else part) for is_number, part in parts)
    return [(not is_number, len(part) if is_number else 0, part) for is_number, part in digits]
