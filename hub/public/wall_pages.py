"""The wall of a large hall in parts: the boards of one event or round, and as many on a page as can be read."""

from collections.abc import Iterable, Mapping, Sequence
from math import inf
from typing import Any, NamedTuple
from urllib.parse import urlencode

from hub.boards.game_address import by_number

AT_ONCE = 24
"""So many boards are on a page without scripts. A page with scripts has as many as its screen can show."""
Tile = Mapping[str, Any]
"""A board's game in small (`hub.feeds.tile`)."""


class WallGroup(NamedTuple):
    """The boards of an event, or of one of its rounds; all boards where both are empty."""

    event: str = ""
    round: str = ""

    def has(self, tile: Tile) -> bool:
        """Whether the tile is one of them; the case of letters does not matter."""
        about = tile.get("about", {})
        return all(not wanted or about.get(tag, "").casefold() == wanted.casefold() for tag, wanted in self._asdict().items())

    @property
    def asked(self) -> dict[str, str]:
        """The parameters of an address that ask for these boards."""
        return {tag: value for tag, value in self._asdict().items() if value}

    def address(self, page: int = 1) -> str:
        """The address of the wall with these boards, at that page."""
        asked = self.asked | ({"page": str(page)} if page > 1 else {})
        return f"/wall?{urlencode(asked)}" if asked else "/wall"


def groups_in(tiles: Iterable[Tile]) -> list[WallGroup]:
    """The groups to choose from: each event, and its rounds where there are several; none where there is nothing to choose."""
    rounds: dict[str, set[str]] = {}
    for tile in tiles:
        about = tile.get("about", {})
        if event := about.get("event", ""):
            rounds.setdefault(event, set()).update([about["round"]] if about.get("round") else [])
    found = []
    for event in sorted(rounds):
        several = sorted(rounds[event], key=by_number) if len(rounds[event]) > 1 else []
        found += [WallGroup(event), *(WallGroup(event, number) for number in several)]
    return found if len(found) > 1 else []


def heading_of(tiles: Iterable[Tile]) -> WallGroup:
    """Event and round of the tiles, each where all that name one name the same."""
    named = [tile.get("about", {}) for tile in tiles]
    event, number = ({about[tag] for about in named if about.get(tag)} for tag in WallGroup._fields)
    return WallGroup(event.pop() if len(event) == 1 else "", number.pop() if len(number) == 1 else "")


def board_number(key: str, tile: Tile) -> str:
    """The number of the tile's board, or its key where that is one; empty where it is not known."""
    return str(tile.get("about", {}).get("board") or (key if key.isdecimal() else ""))


def in_order(tiles: Mapping[str, Tile]) -> list[str]:
    """The keys of the tiles by the numbers of their boards; those without one come last, in their order."""
    return sorted(tiles, key=lambda key: int(number) if (number := board_number(key, tiles[key])).isdecimal() else inf)


def paged(keys: Sequence[str], page: int) -> tuple[Sequence[str], int, int]:
    """The boards of that page, the page, which is the last one where there are fewer, and how many pages there are."""
    pages = max(1, -(-len(keys) // AT_ONCE))
    page = min(max(1, page), pages)
    return keys[AT_ONCE * (page - 1) : AT_ONCE * page], page, pages
