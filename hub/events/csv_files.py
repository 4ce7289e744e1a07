"""Results, crosstable and standings of an event as CSV files."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from hub.events.crosstable import crosstables, lines_of
from hub.events.groups import group_name, groups_of
from hub.events.standing import standings_of
from hub.events.state import EventState

MARK = "\ufeff"
"""By which spreadsheets know UTF-8."""
FIGURES = ("points", "board_points", "resistance", "sb")


def csv_files(state: EventState) -> Iterator[tuple[str, str]]:
    """The name and the text of each file: all results, and after each round a crosstable and the standings."""
    yield "results.csv", _written(("round", "group", "board", "white", "black", "result", "default"), _results(state))
    for number in range(1, len(state.rounds) + 1):
        then = state.up_to(number)
        for group, table in enumerate(crosstables(then), 1):
            end = f"-group-{group}" if len(groups_of(state)) > 1 else ""
            heads, rows = lines_of(table)
            yield f"crosstable-round-{number}{end}.csv", _written(heads, rows)
            yield f"standings-round-{number}{end}.csv", _standings(then, group)


def _results(state: EventState) -> Iterator[Sequence[object]]:
    """A row for each game; `damcam event result --csv` reads them back."""
    for one in state.rounds:
        for board, game in enumerate(one.games, 1):
            result = state.result_of(one.round, game)
            told = (result.result, "yes" if result.default else "") if result else ("", "")
            yield one.round, group_name(state, game.group), board, game.white, game.black, *told


def _standings(state: EventState, group: int) -> str:
    table, known = standings_of(state, group)["table"], state.by_id
    figures = [key for key in FIGURES if any(key in row for row in table)]
    rows = [
        (_place(row["place"]), row["id"], known[row["id"]].shown, known[row["id"]].club, *(row.get(key, "") for key in figures), row["by"])
        for row in table
    ]
    return _written(("place", "id", "name", "club", *figures, "by"), rows)


def _place(place: Sequence[int]) -> str:
    return str(place[0]) if place[0] == place[1] else f"{place[0]} to {place[1]}"


def _written(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(heads)
    writer.writerows(rows)
    return MARK + text.getvalue()
