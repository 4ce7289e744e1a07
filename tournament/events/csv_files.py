"""Results, crosstable and standings of an event as CSV files."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence

from babel.numbers import get_decimal_symbol

from record.texts import ENGLISH
from tournament.events.crosstable import crosstables, figures_of, lines_of
from tournament.events.groups import group_name, groups_of
from tournament.events.play_offs import group_of_play_off, round_told
from tournament.events.standing import standings_of
from tournament.events.state import EventState, GameKey, is_play_off
from tournament.events.telling import AT_EMPTY
from tournament.match import has_white

_DECIMAL = re.compile(r"^(-?\d+)\.(\d+)$")
MARK = "\ufeff"
"""By which spreadsheets know UTF-8."""
BOARD_HEADS = ("round", "group", "first", "second", "board", "white", "black", "result", "default")


def csv_files(state: EventState, lang: str = ENGLISH) -> Iterator[tuple[str, str]]:
    """The name and the text of each file: all results, those of play-offs, the boards of matches, and after each round both tables.

    They are written as a spreadsheet in that language reads them: where numbers have a decimal comma, semicolons separate the values.
    """
    has_commas = get_decimal_symbol(lang) == ","
    for name, heads, rows in _tables(state, lang):
        yield name, _written(heads, rows, has_commas=has_commas)


def _tables(state: EventState, lang: str) -> Iterator[tuple[str, Sequence[str], Iterable[Sequence[object]]]]:
    """The name of each file, its headings and its rows."""
    yield "results.csv", ("round", "group", "board", "white", "black", "result", "default"), _results(state)
    if state.play_offs:
        yield "play-offs.csv", ("group", "number", "white", "black", "result"), _play_offs(state)
    if state.matches:
        yield "boards.csv", BOARD_HEADS, _boards(state)
    for number in range(1, len(state.rounds) + 1):
        then = state.up_to(number)
        for group, table in enumerate(crosstables(then), 1):
            end = f"-group-{group}" if len(groups_of(state)) > 1 else ""
            heads, rows = lines_of(table, lang, for_spreadsheets=True)
            yield f"crosstable-round-{number}{end}.csv", heads, rows
            yield f"standings-round-{number}{end}.csv", *_standings(then, group)


def _results(state: EventState) -> Iterator[Sequence[object]]:
    """A row for each game; `damcam event result --csv` reads them back."""
    for one in state.rounds:
        for board, game in enumerate(one.games, 1):
            result = state.result_of(one.round, game)
            told = (_told(state, result.result), "yes" if result.default else "") if result else ("", "")
            yield one.round, group_name(state, game.group), board, game.white, game.black, *told


def _play_offs(state: EventState) -> Iterator[Sequence[object]]:
    """A row for each play-off that has a result, numbered among those of the two with these colours."""
    for one in state.play_offs:
        yield group_of_play_off(state, one.white, one.black), -one.round, one.white, one.black, _told(state, one.result)


def _told(state: EventState, result: str) -> str:
    """The result as it is written; board points have a decimal, for a spreadsheet takes 4-4 for a day."""
    if not state.is_of_teams or not result:
        return result
    return "-".join(f"{float(points):.1f}" for points in result.split("-"))


def _boards(state: EventState) -> Iterator[Sequence[object]]:
    """A row for each board of a match, or of a play-off, that was entered by its boards."""
    for one in state.rounds:
        for game in one.games:
            yield from _boards_of(state, (one.round, game.white, game.black), group_name(state, game.group))
    for key in filter(is_play_off, state.matches):
        yield from _boards_of(state, key, group_of_play_off(state, *key[1:]))


def _boards_of(state: EventState, key: GameKey, group: str) -> Iterator[Sequence[object]]:
    kept, (_, first, second) = state.matches.get(key), key
    for number, board in enumerate(kept.boards if kept else (), 1):
        white, black = (first, second) if has_white(number) else (second, first)
        told = AT_EMPTY.get(board, board), "yes" if board in AT_EMPTY else ""
        yield round_told(key[0]), group, first, second, number, white, black, *told


def _standings(state: EventState, group: int) -> tuple[Sequence[str], Iterable[Sequence[object]]]:
    table, known = standings_of(state, group).table, state.by_id
    figures = [*figures_of(table[0])]
    rows = []
    for row in table:
        named = row.id, known[row.id].shown, known[row.id].club, "yes" if row.id in state.out else ""
        rows.append((_place(row.places), *named, *figures_of(row).values(), row.by.criterion))
    return ("place", "id", "name", "club", "withdrawn", *figures, "by"), rows


def _place(place: Sequence[int]) -> str:
    return str(place[0]) if place[0] == place[1] else f"{place[0]} to {place[1]}"


def _written(heads: Sequence[str], rows: Iterable[Sequence[object]], *, has_commas: bool) -> str:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";" if has_commas else ",")
    writer.writerow(heads)
    writer.writerows(map(_with_commas, rows) if has_commas else rows)
    return MARK + text.getvalue()


def _with_commas(row: Sequence[object]) -> list[str]:
    """The row with decimal commas in its numbers: with points a spreadsheet would take them for days."""
    return [_DECIMAL.sub(r"\1,\2", str(value)) for value in row]
