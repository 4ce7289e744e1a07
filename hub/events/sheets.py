"""The pairings of a round on paper: A4, with room for each result and both signatures."""

from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from hub.events.changes import NEITHER_CAME
from hub.events.groups import group_name, groups_of
from hub.events.played import booked, result_told
from hub.events.same_names import alphabetical
from hub.events.state import EventState
from record.texts import say
from rules.errors import Phrase
from tournament.errors import TournamentError

FOLDER = Path(__file__).parents[1] / "templates"


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


def sheet_html(state: EventState, round_: int | None, lang: str) -> str:
    """The sheet of a round as one HTML file that prints on A4."""
    rows = sheet(state, round_)
    names = {name: [row for row in rows if row["group"] == name] for name in dict.fromkeys(row["group"] for row in rows)}
    return printed("event_sheet.html", state, lang, groups=names, round=rows[0]["round"], teams=state.is_of_teams)


def sheet_by_name_html(state: EventState, round_: int | None, lang: str) -> str:
    """The pairings of a round by name, to hang up, as one HTML file that prints on A4."""
    rows = sheet_by_name(state, round_)
    has_groups = any(row["group"] for row in rows)
    return printed("event_by_name.html", state, lang, rows=rows, round=rows[0]["round"], teams=state.is_of_teams, has_groups=has_groups)


def printed(template: str, state: EventState, lang: str, **shown: object) -> str:
    """The template as one HTML file that prints on A4."""
    return str(_templates().get_template(template).render(_=partial(say, lang), lang=lang, made=state.made, **shown))


@cache
def _templates() -> Environment:
    loader = FileSystemLoader(FOLDER, encoding="utf-8")
    return Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined)
