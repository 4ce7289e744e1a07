"""Results, crosstable and standings of an event as CSV files."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from hub.events.crosstable import crosstables, lines_of
from hub.events.groups import group_name, groups_of
from hub.events.match_boards import has_white
from hub.events.standing import standings_of
from hub.events.state import EventState
from hub.events.telling import AT_EMPTY

MARK = "\ufeff"
"""By which spreadsheets know UTF-8."""
BOARD_HEADS = ("round", "group", "first", "second", "board", "white", "black", "result", "default")
FIGURES = ("points", "board_points", "resistance", "sb")


def csv_files(state: EventState) -> Iterator[tuple[str, str]]:
    """The name and the text of each file: all results, after each round a crosstable and the standings, and the boards of matches."""
    yield "results.csv", _written(("round", "group", "board", "white", "black", "result", "default"), _results(state))
    if state.has_boards:
        yield "boards.csv", _written(BOARD_HEADS, _boards(state))
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


def _boards(state: EventState) -> Iterator[Sequence[object]]:
    """A row for each board of a match that was entered by its boards."""
    for one in state.rounds:
        for game in one.games:
            kept = state.matches.get((one.round, game.white, game.black))
            for number, board in enumerate(kept.boards if kept else (), 1):
                white, black = (game.white, game.black) if has_white(number) else (game.black, game.white)
                told = AT_EMPTY.get(board, board), "yes" if board in AT_EMPTY else ""
                yield one.round, group_name(state, game.group), game.white, game.black, number, white, black, *told


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
