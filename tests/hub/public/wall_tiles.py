"""Reads the tiles of the wall out of the HTML of a page or a fragment."""

from bs4 import BeautifulSoup


def tiles_in(html):
    """By the keys of the boards: what each tile says, its position, and its clocks; times left in ms."""
    return {tile["id"].removesuffix(".tile"): _told(tile) for tile in BeautifulSoup(html, "html.parser").select(".tile")}


def _told(tile):
    clocks = {clock["data-side"]: clock for clock in tile.select(".clock")}
    pieces = tile.select(".board use[x]")
    moved = [(f"{piece['x']} {piece['y']}", piece["data-from"]) for piece in pieces if piece.has_attr("data-from")]
    return {
        "is": tile["data-state"],
        "title": tile.select_one("h2").text,
        "link": tile.select_one("a")["href"],
        "white": tile.select(".name")[1].text,
        "position": tile.select_one(".board")["aria-label"],
        "pieces": len(pieces),
        "moved": moved[0] if moved else None,
        "running": [side for side, clock in clocks.items() if clock.has_attr("data-running")],
        "left": {side: int(clock["data-left"]) for side, clock in clocks.items() if clock.has_attr("data-left")},
        "state": tile.select_one(".state").text,
    }
