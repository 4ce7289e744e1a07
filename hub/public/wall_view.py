"""What the wall shows of a board's public view (`record.papers.public_view`): less than there is, and nothing that it did not look at."""

from collections.abc import Mapping
from typing import Any

from hub.boards.readiness import LONGEST
from rules.board.fen import parse_fen, write_fen
from rules.board.ruleset import ruleset
from rules.board.squares import Side

TAGS = ("white", "black", "event", "round", "board")
SIDES = (Side.WHITE, Side.BLACK)
FASTEST = 10_000
"""Times the speed of people's time: beyond what a replay may run at."""
NO_VIEW = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError)
"""What `checked` raises where it is given none, and what reading it may raise before."""


def small(view: Mapping[str, Any]) -> dict[str, Any]:
    """Position, last move as {"number", "side", "move"} or null, names, clocks and result; before the game has begun an empty `fen`."""
    if not view.get("fen"):
        return {"fen": ""}
    return {
        "board_size": int(view["board_size"]),
        "fen": str(view["fen"]),
        "last_move": [int(square) for square in view["last_move"]][:2],
        "move": _last_move(view["moves"]),
        "about": {tag: str(view["about"][tag])[:LONGEST] for tag in TAGS if tag in view["about"]},
        "clock": _clock(view["clock"]),
        "on_paper": bool(view["on_paper"]),
        "closed": bool(view["closed"]),
        "result": str(view["result"])[:LONGEST],
    }


def checked(view: Mapping[str, Any]) -> dict[str, Any]:
    """The same of a view that came from elsewhere; one of NO_VIEW where it is none."""
    told = small(view)
    if not told["fen"]:
        return told
    rules = ruleset(str(view["rules"]))
    return told | {"board_size": rules.board_size, "fen": write_fen(parse_fen(told["fen"], rules))}


def _last_move(rows: list[Mapping[str, Any]]) -> dict[str, Any] | None:
    if not rows:
        return None
    side = Side.WHITE if rows[-1]["black"] is None else Side.BLACK
    return {"number": int(rows[-1]["number"]), "side": str(side), "move": str(rows[-1][side])[:LONGEST]}


def _clock(clock: Mapping[str, Any]) -> dict[str, Any]:
    rate, running = float(clock["rate"]), clock["running"]
    if not 0 <= rate <= FASTEST:
        raise ValueError(f"no clock runs {rate} times as fast")
    left = {f"{side}_ns": None if clock[f"{side}_ns"] is None else int(clock[f"{side}_ns"]) for side in SIDES}
    return {**left, "running": str(Side(running)) if running is not None else None, "rate": rate}
