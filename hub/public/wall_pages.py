"""The wall of a large hall in parts: the boards of one event or round, and as many on a page as can be read."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from hub.boards.game_address import by_number

AT_ONCE = 24
"""So many boards are on a page without scripts. A page with scripts has as many as its screen can show."""
Tiles = Sequence[Mapping[str, Any]]


class WallGroup(NamedTuple):
    """The boards of an event, or of one of its rounds; all boards where both are empty."""

    event: str = ""
    round: str = ""

    def has(self, tile: Mapping[str, Any]) -> bool:
        """Whether the tile is one of them; the case of letters does not matter."""
        about = tile.get("about", {})
        return all(not wanted or about.get(tag, "").casefold() == wanted.casefold() for tag, wanted in self._asdict().items())

    def address(self, page: int = 1) -> str:
        """The address of the wall with these boards, at that page."""
        asked = {tag: value for tag, value in self._asdict().items() if value} | ({"page": page} if page > 1 else {})
        return f"/wall?{urlencode(asked)}" if asked else "/wall"


def groups_in(tiles: Iterable[Mapping[str, Any]]) -> list[WallGroup]:
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


def paged(tiles: Tiles, page: int) -> tuple[Tiles, int, int]:
    """The tiles of that page, the page, which is the last one where there are fewer, and how many pages there are."""
    pages = max(1, -(-len(tiles) // AT_ONCE))
    page = min(max(1, page), pages)
    return tiles[AT_ONCE * (page - 1) : AT_ONCE * page], page, pages
