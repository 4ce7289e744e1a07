"""The pairings of a round, by boards and by names."""

from collections.abc import Mapping
from typing import Any

from rules.errors import Phrase
from tournament.errors import TournamentError
from tournament.events.changes import NEITHER_CAME
from tournament.events.groups import group_name, groups_of
from tournament.events.played import booked, result_told
from tournament.events.same_names import alphabetical
from tournament.events.state import EventState


class SheetFault(Phrase):
    """Why there is no sheet."""

    NO_ROUNDS = "no round is paired yet"
    NO_ROUND = "round {round} is not paired; the last one is {last}"


def sheet(state: EventState, round_: int | None = None) -> list[dict[str, Any]]:
    """The rows of a round, the last one where none is named; TournamentError where it is not paired.

    A row has `round`, `board`, `group`, `white`, `black` with their names, the `result` or null, whether it was booked by `default` (with
    null: neither came), and who of the two is `absent` in this round or has `withdrawn`. Who is free has no board and no Black.
    """
    last = len(state.rounds)
    if not last:
        raise TournamentError(SheetFault.NO_ROUNDS.said())
    number = last if round_ is None else round_
    if not 1 <= number <= last:
        raise TournamentError(SheetFault.NO_ROUND.said(round=number, last=last))
    told, known = state.rounds[number - 1], state.by_id
    rows: list[dict[str, Any]] = []
    for board, game in enumerate(told.games, 1):
        result = state.result_of(number, game) or booked(state, number, game)
        rows.append(
            {
                "round": number,
                "board": board,
                "group": group_name(state, game.group),
                "white": game.white,
                "white_name": known[game.white].shown,
                "black": game.black,
                "black_name": known[game.black].shown,
                "result": result_told(result) if result else None,
                "default": bool(result and result.default),
                "absent": [id for id in (game.white, game.black) if id in told.absent],
                "withdrawn": [id for id in (game.white, game.black) if id in state.out],
            }
        )
    groups = groups_of(state)
    for id in told.free:
        group = next(at for at, ids in enumerate(groups, 1) if id in ids)
        free = {"round": number, "board": None, "group": group_name(state, group), "white": id, "white_name": known[id].shown}
        rows.append({**free, "black": None, "black_name": None, "result": None, "default": False, "absent": [], "withdrawn": []})
    return rows


def sheet_by_name(state: EventState, round_: int | None = None) -> list[dict[str, Any]]:
    """A row of the round for each entrant in it, in the order of their names, so that everybody finds himself in a long list.

    A row has `round`, `name`, `group`, `board`, `colour` (`white`, `black`, null where free), `opponent` with his `opponent_name`, and
    whether the game is not played because one of the two has withdrawn.
    """
    rows = []
    for row in sheet(state, round_):
        of_game = {key: row[key] for key in ("round", "group", "board")} | {"withdrawn": bool(row["withdrawn"])}
        sides = ("white", "black") if row["black"] else ("white",)
        for side, other in zip(sides, ("black", "white"), strict=False):
            opponent = {"opponent": row[other], "opponent_name": row[f"{other}_name"], "colour": side if row["black"] else None}
            rows.append({**of_game, "id": row[side], "name": row[f"{side}_name"], **opponent})
    return sorted(rows, key=lambda row: alphabetical(row["name"]))


def shown_result(row: Mapping[str, Any]) -> str | None:
    """The result of a row as the sheet shows it; None where there is none."""
    return row["result"] or (NEITHER_CAME if row["default"] else None)
