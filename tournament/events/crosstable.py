"""The crosstable of an event's groups."""

from collections.abc import Mapping
from typing import Any

from tournament.events.changes import NEITHER_CAME
from tournament.events.groups import group_name, groups_of, is_swiss
from tournament.events.played import board_points
from tournament.events.standing import GroupStandings, awarded_wins, marked, standings_of
from tournament.events.state import EventState
from tournament.standings import Standing

OTHER_SIDE = {"1-0": "0-1", "0-1": "1-0", "draw": "draw"}
SIGNS = {"1-0": "1", "0-1": "0", "draw": "½"}
WHITE, BLACK = "w", "b"
OWN = "*"
"""Where a player would meet himself."""
BOOKED_IN_SPREADSHEETS = "1{}*", "0{}*"


def crosstables(state: EventState) -> list[dict[str, Any]]:
    """A table for each group: `ids` by number, and `rows` with the `cells` of each player, and whether he has `withdrawn`.

    A cell has `opponent`, `round`, `colour`, `result` in the row's view, `default` and `counts`; where neither came, `result` is null by
    default. A game does not count that lapsed, or that will never be played because one of the two withdrew. Of the Swiss system a cell
    stands under its round, and a bye or a round without him has no opponent; elsewhere it stands under its opponent.
    """
    return [_crosstable(state, number) for number in range(1, len(groups_of(state)) + 1)]


def rounds_told(table: Mapping[str, Any]) -> int:
    """The last round that a table tells of: that of a game that is booked may not be paired yet."""
    return max(int(table["rounds"]), *(int(cell["round"]) for row in table["rows"] for cell in row["cells"]), 0)


def _crosstable(state: EventState, group: int) -> dict[str, Any]:
    ids = groups_of(state)[group - 1]
    standing = standings_of(state, group)
    placed = {row.id: row for row in standing.table}
    cells = _cells(state, group, standing)
    rows = []
    for number, id in enumerate(ids, 1):
        figures = _figures(placed[id]) if id in placed else {}
        rows.append(
            {"number": number, "id": id, "name": state.by_id[id].shown, "withdrawn": id in state.out, "cells": cells[id], **figures}
        )
    return {"group": group_name(state, group), "swiss": is_swiss(state), "rounds": len(state.rounds), "ids": list(ids), "rows": rows}


def _figures(row: Standing) -> dict[str, Any]:
    """What a row of a crosstable has of its standing."""
    figures = figures_of(row)
    return {key: figures[key] for key in ("points", "sb", "board_points", "resistance") if key in figures} | {"place": list(row.places)}


def figures_of(row: Standing) -> dict[str, float]:
    """The figures of a row by the names of their columns, those that an event of its kind has, in the order in which they are shown."""
    figures = {"points": row.points, "board_points": row.board_points, "resistance": row.resistance, "sb": row.sb}
    return {name: figure for name, figure in figures.items() if figure is not None}


def _cells(state: EventState, group: int, standing: GroupStandings) -> dict[str, list[dict[str, Any]]]:
    """The cells of each id, in the order of the rounds."""
    awarded, lapsed = awarded_wins(state, group, standing), {*standing.lapsed}
    cells: dict[str, list[dict[str, Any]]] = {id: [] for id in groups_of(state)[group - 1]}
    seen = set()
    for one in state.rounds:
        for game in one.games:
            key = (one.round, game.white, game.black)
            seen.add(key)
            if game.group == group:
                entered = state.results.get(key)
                booked = awarded.get(key)
                result, default = (entered.result, entered.default) if entered else (booked, True) if booked else ("", False)
                is_nobodys = not result and bool(game.pair & state.out)
                _add(cells, key, result, default=default, counts=not is_nobodys and not game.pair & lapsed)
        if is_swiss(state):
            for id in one.free:
                cells[id].append({"opponent": None, "round": one.round, "colour": None, "result": "bye", "default": True, "counts": True})
    for key, booked in awarded.items():
        if key not in seen and key[1] in cells:
            _add(cells, key, booked, default=True, counts=True)
    return cells


def _add(cells: dict[str, list[dict[str, Any]]], key: tuple[int, str, str], result: str, *, default: bool, counts: bool) -> None:
    round_, white, black = key
    for id, opponent, colour in ((white, black, WHITE), (black, white, BLACK)):
        own = result if colour == WHITE else turned(result)
        own = "" if default and own == NEITHER_CAME else own
        shown = {"result": own or None, "default": default, "counts": counts}
        cells[id].append({"opponent": opponent, "round": round_, "colour": colour, **shown})


def turned(result: str) -> str:
    """The result in the view of the other side."""
    return OTHER_SIDE.get(result) or "-".join(reversed(result.split("-")))


def cell_text(cell: Mapping[str, Any], won: str = "+{}", lost: str = "-{}") -> str:
    """A cell as the crosstable shows it: `1w`, `½b`, `0w`, or `won` and `lost` with the colour where it was booked.

    A game to which neither came is lost by both. Without a result there is a dot; in brackets stands what does not count.
    """
    text = _counting_text(cell, won, lost)
    return text if cell["counts"] else f"({text})"


def _counting_text(cell: Mapping[str, Any], won: str, lost: str) -> str:
    result, colour = cell["result"], cell["colour"]
    if result == "bye":
        return "bye"
    if cell["default"] and (not result or result == "0-1"):
        return lost.format(colour)
    if cell["default"] and result == "1-0":
        return won.format(colour)
    return f"{(SIGNS.get(result) or board_points(result)[0]) if result else '·'}{colour}"


def lines_of(table: Mapping[str, Any], lang: str, *, for_spreadsheets: bool = False) -> tuple[list[str], list[list[str]]]:
    """The headings and the rows of a crosstable as texts, in which who withdrew is marked in that language.

    A spreadsheet takes `+w` for a formula and `1-2` for a day: there they are `1w*` and `1 to 2`.
    """
    booked = BOOKED_IN_SPREADSHEETS if for_spreadsheets else ()
    between = " to " if for_spreadsheets else "-"
    rounds, numbers = table["rounds"], {id: number for number, id in enumerate(table["ids"], 1)}
    columns = range(1, rounds + 1) if table["swiss"] else range(1, len(numbers) + 1)
    figures = [key for key in ("points", "board_points", "resistance", "sb", "place") if any(key in row for row in table["rows"])]
    rows = []
    for row in table["rows"]:
        shown: dict[int, list[str]] = {}
        for cell in row["cells"]:
            at = cell["round"] if table["swiss"] else numbers[cell["opponent"]]
            before = f"{numbers[cell['opponent']]}:" if table["swiss"] and cell["opponent"] else ""
            shown.setdefault(at, []).append(before + cell_text(cell, *booked))
        own = row["number"] if not table["swiss"] else 0
        texts = [OWN if at == own else " ".join(shown.get(at, ())) for at in columns]
        name = marked(row["name"], lang) if row["withdrawn"] else row["name"]
        rows.append([str(row["number"]), name, *texts, *(_figure(row, key, between) for key in figures)])
    return ["number", "name", *map(str, columns), *figures], rows


def _figure(row: Mapping[str, Any], key: str, between: str) -> str:
    value = row.get(key)
    if key == "place" and value:
        return between.join(map(str, dict.fromkeys(value)))
    return "" if value is None else str(value)
