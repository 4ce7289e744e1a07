"""Boards and rounds as programs see them: the public's view and no more (Art. 24), in the schemas of `hub.public.openapi`."""

import json
from collections.abc import Iterable
from typing import Any

from hub.boards.board import ServedBoard
from hub.boards.round_games import RoundGame, parts_of
from hub.feeds.feed import Update
from record.session.plies import Ply
from rules.pdn.game import RESULTS

NS_PER_MS = 1_000_000
UNKNOWN = ("?", "")


def board_told(board: ServedBoard, update: Update) -> str:
    """An update of the board as a `Board` of the interface, as JSON, without the age of its clock readings."""
    return update.once("API", lambda: json.dumps(_view(board, update), ensure_ascii=False, allow_nan=False))


def board_in_short(board: ServedBoard) -> dict[str, Any]:
    """The board as a `BoardInShort` of the interface."""
    update = board.feed.latest
    view, moves = update.view, len(update.state.plies)
    game = {"about": view["about"], "fen": view["fen"], "moves": moves, "result": _result(view)} if "fen" in view else None
    return {**_named(board, update), "game": game}


def _view(board: ServedBoard, update: Update) -> dict[str, Any]:
    game = _game(update.view, update.state.plies) if "fen" in update.view else None
    return {**_named(board, update), "game": game}


def _named(board: ServedBoard, update: Update) -> dict[str, Any]:
    return {"key": board.key, "number": board.number, "id": update.id, "phase": _phase(update.view)}


def _phase(view: dict[str, Any]) -> str:
    if "fen" not in view:
        return "withheld" if view.get("withheld") else "waiting"
    return "over" if view["closed"] else "on paper" if view["on_paper"] else "playing"


def _game(view: dict[str, Any], plies: Iterable[Ply]) -> dict[str, Any]:
    fens, clock = view["fens"], view["clock"]
    timed = clock["white_ns"] is not None
    return {
        "rules": view["rules"],
        "board_size": view["board_size"],
        "mirrored": view["mirrored"],
        "about": view["about"],
        "start_fen": fens[0],
        "fen": view["fen"],
        "moves": [_move(ply, fen, timed) for ply, fen in zip(plies, fens[1:], strict=False)],
        "counts": view["counts"][-1],
        "being_read": view["being_read"],
        "unread": view["unread"],
        "no_news": view["no_news"],
        "clock": {
            "control": clock["control"],
            "white_ms": _ms(clock["white_ns"]),
            "black_ms": _ms(clock["black_ns"]),
            "running": clock["running"],
            "rate": clock["rate"],
        },
        "result": _result(view),
        "article": view["article"],
        "not_played": view["not_played"],
    }


def _result(view: dict[str, Any]) -> str | None:
    return None if view["result"] == "*" else view["result"]


def _move(ply: Ply, fen: str, timed: bool) -> dict[str, Any]:
    clocks = (ply.white_ns, ply.black_ns) if timed else (None, None)
    return {"side": ply.side, "move": ply.move, "fen": fen, "white_ms": _ms(clocks[0]), "black_ms": _ms(clocks[1])}


def _ms(time_ns: int | None) -> int | None:
    return None if time_ns is None else time_ns // NS_PER_MS


def rounds_of(games: Iterable[RoundGame]) -> list[dict[str, Any]]:
    """The rounds of these games, in the order of their first games. Each lists its games by board number."""
    found: dict[tuple[str, str], list[RoundGame]] = {}
    for game in games:
        found.setdefault(game.round, []).append(game)
    return [_round(address, sorted(of, key=lambda game: game.place)) for address, of in found.items()]


def _round(address: tuple[str, str], games: list[RoundGame]) -> dict[str, Any]:
    tags = games[0].tags
    event, number = address
    return {
        "event": _known(tags.get("Event")),
        "round": _known(tags.get("Round")),
        "address": f"{event}/{number}",
        "pdn": f"/pdn/{event}/{number}.pdn",
        "parts": [f"/pdn/{event}/{number}/{part}.pdn" for part in sorted(parts_of(games))],
        "games": [_of_round(game) for game in games],
    }


def _of_round(game: RoundGame) -> dict[str, Any]:
    result = RESULTS.get(game.tags.get("Result", ""), "*")
    told = {key: _known(game.tags.get(key.capitalize())) for key in ("board", "white", "black")}
    return told | {"result": None if result == "*" else result}


def _known(tag: str | None) -> str | None:
    return None if tag is None or tag in UNKNOWN else tag
