"""The crosstable of an event's groups."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from record.telling.sentences import in_figures
from tournament.events.changes import NEITHER_CAME
from tournament.events.groups import group_name, groups_of, is_swiss
from tournament.events.played import board_points
from tournament.events.standing import GroupStandings, awarded_wins, marked, standings_of
from tournament.events.state import EventState, GameKey
from tournament.standings import Standing

OTHER_SIDE = {"1-0": "0-1", "0-1": "1-0", "draw": "draw"}
SIGNS = {"1-0": "1", "0-1": "0", "draw": "½"}
WHITE, BLACK = "w", "b"
BYE = "bye"
OWN = "*"
"""Where a player would meet himself."""
BOOKED = "+{}", "-{}"
"""How a game that was booked is written with its colour, by who won it and who lost it."""
BOOKED_IN_SPREADSHEETS = "1{}*", "0{}*"


@dataclass(frozen=True, slots=True)
class Cell:
    """A game of somebody, or a bye."""

    opponent: str | None
    """None for a bye."""
    round: int
    colour: str | None
    """WHITE or BLACK; None for a bye."""
    result: str | None
    """In the row's view, or BYE. None without a result, and where neither came, which is by default."""
    default: bool
    counts: bool = True
    """Not of a game that lapsed, or that will never be played because one of the two withdrew."""


@dataclass(slots=True)
class CrosstableRow:
    """A player or team."""

    number: int
    id: str
    name: str
    withdrawn: bool
    standing: Standing | None
    """None of whom the games lapsed."""
    cells: list[Cell] = field(default_factory=list)
    """In the order of the rounds."""


@dataclass(frozen=True, slots=True)
class Crosstable:
    """The crosstable of a group."""

    group: str
    is_swiss: bool
    """Whether a cell stands under its round, and not under its opponent. A round without somebody has no cell."""
    rounds: int
    """How many are paired."""
    rows: tuple[CrosstableRow, ...]
    """By number."""

    @property
    def numbers(self) -> dict[str, int]:
        """The number of each id."""
        return {row.id: row.number for row in self.rows}

    @property
    def columns(self) -> range:
        """The numbers that head the columns of cells."""
        return range(1, 1 + (self.rounds if self.is_swiss else len(self.rows)))

    @property
    def figures(self) -> tuple[str, ...]:
        """The figures that rows have, by the names of their columns."""
        return next((tuple(figures_of(row.standing)) for row in self.rows if row.standing), ())

    def figure_texts_of(self, row: CrosstableRow) -> list[str]:
        """What stands in the columns of the figures; empty texts where the games of the row lapsed."""
        return [str(figure) for figure in figures_of(row.standing).values()] if row.standing else [""] * len(self.figures)

    @property
    def rounds_told(self) -> int:
        """The last round of which there is a cell, or that is paired: that of a game that is booked may not be paired yet."""
        return max([self.rounds, *(cell.round for row in self.rows for cell in row.cells)])

    def texts_of(self, row: CrosstableRow, booked: tuple[str, str] = BOOKED) -> list[str]:
        """What stands in each column of the row."""
        numbers, shown = self.numbers, dict[int, list[str]]()
        for cell in row.cells:
            opponent = numbers[cell.opponent] if cell.opponent else 0
            before = f"{opponent}:" if self.is_swiss and opponent else ""
            shown.setdefault(cell.round if self.is_swiss else opponent, []).append(before + cell_text(cell, booked))
        own = 0 if self.is_swiss else row.number
        return [OWN if at == own else " ".join(shown.get(at, ())) for at in self.columns]


def crosstables(state: EventState) -> list[Crosstable]:
    """The table of each group."""
    return [_crosstable(state, number) for number in range(1, len(groups_of(state)) + 1)]


def figures_of(row: Standing) -> dict[str, float]:
    """The figures of a row by the names of their columns, those that an event of its kind has, in the order in which they are shown."""
    figures = {"points": row.points, "board_points": row.board_points, "resistance": row.resistance, "sb": row.sb}
    return {name: figure for name, figure in figures.items() if figure is not None}


def _crosstable(state: EventState, group: int) -> Crosstable:
    standing = standings_of(state, group)
    placed = {row.id: row for row in standing.table}
    names = state.names
    rows = {
        id: CrosstableRow(number, id, names[id], id in state.out, placed.get(id))
        for number, id in enumerate(groups_of(state)[group - 1], 1)
    }
    _fill(state, group, standing, rows)
    return Crosstable(group_name(state, group), is_swiss(state), len(state.rounds), tuple(rows.values()))


def _fill(state: EventState, group: int, standing: GroupStandings, rows: Mapping[str, CrosstableRow]) -> None:
    """Put the cells into the rows, in the order of the rounds."""
    awarded, lapsed = awarded_wins(state, group, standing), {*standing.lapsed}
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
                _add(rows, key, result, default=default, counts=not is_nobodys and not game.pair & lapsed)
        if is_swiss(state):
            for id in one.free:
                rows[id].cells.append(Cell(None, one.round, None, BYE, default=True))
    for key, booked in awarded.items():
        if key not in seen and key[1] in rows:
            _add(rows, key, booked, default=True, counts=True)


def _add(rows: Mapping[str, CrosstableRow], key: GameKey, result: str, *, default: bool, counts: bool) -> None:
    round_, white, black = key
    for id, opponent, colour in ((white, black, WHITE), (black, white, BLACK)):
        own = result if colour == WHITE else turned(result)
        own = "" if default and own == NEITHER_CAME else own
        rows[id].cells.append(Cell(opponent, round_, colour, own or None, default, counts))


def turned(result: str) -> str:
    """The result in the view of the other side."""
    return OTHER_SIDE.get(result) or "-".join(reversed(result.split("-")))


def cell_text(cell: Cell, booked: tuple[str, str] = BOOKED) -> str:
    """A cell as the crosstable shows it: `1w`, `½b`, `0w`, or as `booked`.

    A game to which neither came is lost by both. Without a result there is a dot; in brackets stands what does not count.
    """
    text = _counting_text(cell, booked)
    return text if cell.counts else f"({text})"


def _counting_text(cell: Cell, booked: tuple[str, str]) -> str:
    result, colour, (won, lost) = cell.result, cell.colour, booked
    if result == BYE:
        return BYE
    if cell.default and (not result or result == "0-1"):
        return lost.format(colour)
    if cell.default and result == "1-0":
        return won.format(colour)
    return f"{(SIGNS.get(result) or board_points(result)[0]) if result else '·'}{colour}"


def lines_of(table: Crosstable, lang: str, *, for_spreadsheets: bool = False) -> tuple[list[str], list[list[str]]]:
    """The headings and the rows of a crosstable as texts in that language, in which who withdrew is marked.

    A spreadsheet takes `+w` for a formula and `1-2` for a day: there they are `1w*` and `1 to 2`, and all figures have a full stop.
    """
    booked, between = (BOOKED_IN_SPREADSHEETS, " to ") if for_spreadsheets else (BOOKED, "-")
    rows = []
    for row in table.rows:
        name = marked(row.name, lang) if row.withdrawn else row.name
        texts = [*table.texts_of(row, booked), *table.figure_texts_of(row)]
        place = between.join(map(str, dict.fromkeys(row.standing.places))) if row.standing else ""
        rows.append([str(row.number), name, *(texts if for_spreadsheets else [in_figures(text, lang) for text in texts]), place])
    return ["number", "name", *map(str, table.columns), *table.figures, "place"], rows
