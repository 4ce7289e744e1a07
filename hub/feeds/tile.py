"""The part of a board's public view (`record.papers.public_view`) that the wall shows, each value of it checked."""

from collections.abc import Mapping
from typing import Any

from record.telling.sentences import MAX_TEXT_LENGTH
from rules.board.squares import Side

TAGS = ("white", "black", "event", "round", "board")
SIDES = (Side.WHITE, Side.BLACK)
MAX_RATE = 10_000
"""The highest rate of a clock, as a multiple of real time. No replay runs faster."""


def small(view: Mapping[str, Any]) -> dict[str, Any]:
    """The position, the last move as {"number", "side", "move"} or null, names, clocks and result; {"fen": ""} before the game begins.

    With "withheld" the game cannot be shown now.
    """
    if not view.get("fen"):
        return {"fen": "", **({"withheld": True} if view.get("withheld") else {})}
    return {
        "board_size": int(view["board_size"]),
        "mirrored": view.get("mirrored") is True,
        "fen": str(view["fen"]),
        "last_move": [int(square) for square in view["last_move"]][:2],
        "move": _last_move(view["moves"]),
        "about": {tag: _text(view["about"][tag]) for tag in TAGS if tag in view["about"]},
        "clock": _clock(view["clock"]),
        "on_paper": bool(view["on_paper"]),
        "no_news": bool(view.get("no_news")),
        "catching_up": bool(view.get("catching_up")),
        "closed": bool(view["closed"]),
        "result": _text(view["result"]),
    }


def _last_move(rows: list[Mapping[str, Any]]) -> dict[str, Any] | None:
    if not rows:
        return None
    side = Side.WHITE if rows[-1]["black"] is None else Side.BLACK
    return {"number": int(rows[-1]["number"]), "side": str(side), "move": _text(rows[-1][side])}


def _clock(clock: Mapping[str, Any]) -> dict[str, Any]:
    rate, running = float(clock["rate"]), clock["running"]
    if not 0 <= rate <= MAX_RATE:
        raise ValueError(f"no clock runs {rate} times as fast")
    left = {f"{side}_ns": None if clock[f"{side}_ns"] is None else int(clock[f"{side}_ns"]) for side in SIDES}
    return {**left, "running": str(Side(running)) if running is not None else None, "rate": rate}


def _text(value: object) -> str:
    """The value as a text on one line, of a length that a page can show."""
    return " ".join(str(value)[:MAX_TEXT_LENGTH].split())
