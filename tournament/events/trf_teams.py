"""An event of teams as TRF26 of FIDE: its players with the games of the boards, its teams, and the matches that were booked.

Columns are those of FIDE's description (TRF26.pdf, applied from 1 September 2025). The place in the list of a team gives the number of a
player; where a list leaves it empty there is no player. A match that is booked as a whole is a forfeited match (330), one in which a team
leaves a board empty has the order of its players (300). A match that lapses, or is never played, is a round without a game.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from rules.errors import Phrase
from tournament.competitions import BOARDS
from tournament.errors import TournamentError
from tournament.events.changes import NEITHER_CAME
from tournament.events.crosstable import BLACK, WHITE, Cell, Crosstable, CrosstableRow
from tournament.events.match_boards import BLACK_MISSING, BOTH_MISSING, NOT_PLAYED, WHITE_MISSING
from tournament.events.played import board_points
from tournament.events.state import EventState, GameKey, is_play_off
from tournament.events.tables import rounds_of_tables
from tournament.events.telling import game_said
from tournament.match import has_white

MATCH_POINTS: Final = "TW 1.0   TD 0.5   TL 0.0"
"""Those of B 5 and G 5."""
NO_GAME: Final = "0000 - Z"
WON_ALONE: Final = "0000 - +"
"""A board that is won because the other team has nobody there."""
BLANK: Final = " " * 8
SIGNS: Final[Mapping[str, tuple[str, str]]] = {
    "1-0": ("1", "0"),
    "0-1": ("0", "1"),
    "draw": ("=", "="),
    BLACK_MISSING: ("+", "-"),
    WHITE_MISSING: ("-", "+"),
    BOTH_MISSING: ("-", "-"),
}
"""The signs of White and Black of a board."""
POINTS: Final[Mapping[str, float]] = {"1": 1, "+": 1, "=": 0.5}


class TeamTrfFault(Phrase):
    """Why there is no file of an event of teams."""

    NO_BOARDS = "TRF has the games of the boards, and these matches were entered without their boards: {games}"


def team_records(state: EventState, table: Crosstable) -> list[str]:
    """The records of a group, from its crosstable, that are of teams; TournamentError where matches were entered without their boards."""
    return [*_Teams(state, table).records()]


class _Teams:
    """The teams of a group: their places by boards, and what was played there."""

    def __init__(self, state: EventState, table: Crosstable) -> None:
        self._state, self._table, self._boards = state, table, range(1, BOARDS[state.competition] + 1)
        self._teams = table.numbers
        self._players = {id: dict(zip(self._boards, self._names(id), strict=True)) for id in self._teams}

    def records(self) -> Iterator[str]:
        rows = self._table.rows
        self._check_boards()
        yield f"142 {len(rounds_of_tables(self._state))}"
        yield "192 CUSTOM_TEAM_ROUNDROBIN"
        yield "352 " + "".join("W" if has_white(board) else "B" for board in self._boards)
        yield f"362 {MATCH_POINTS}"
        yield from self._of_players()
        yield from map(self._of_team, rows)
        for row in rows:
            yield from self._of_matches(row)

    def _names(self, id: str) -> list[str]:
        """The names of the players by boards, as boards are given them; empty where the list has nobody, and nobody sat there."""
        given, team = self._state.line_ups.get(id), self._state.by_id[id].shown
        listed = given.players if given else [f"{team} {board}" for board in self._boards]
        return [name or (f"{team} {board}" if self._sat(id, board) else "") for board, name in zip(self._boards, listed, strict=True)]

    def _sat(self, id: str, board: int) -> bool:
        """Whether somebody of the team sat at that board in a round."""
        results = [(key, match.boards[board - 1]) for key, match in self._state.matches.items() if id in key[1:] and not is_play_off(key)]
        return any(result and _sign(key, id, board, result) != "-" for key, result in results)

    def _check_boards(self) -> None:
        cells = [(row, cell) for row in self._table.rows for cell in row.cells if cell.colour == WHITE and cell.counts and cell.result]
        without = [key for row, cell in cells if not cell.default and (key := _key(row, cell)) not in self._state.matches]
        if without:
            raise TournamentError(TeamTrfFault.NO_BOARDS.said(games=tuple(game_said(*key) for key in without)))

    def _number(self, id: str, board: int) -> int:
        """The number of the player at that board of a team; 0 where nobody plays there."""
        return (self._teams[id] - 1) * len(self._boards) + board if self._players[id][board] else 0

    def _of_players(self) -> Iterator[str]:
        rows = self._table.rows
        cells = {(row.id, board): self._games(row, board) for row in rows for board in self._boards if self._players[row.id][board]}
        points = {at: sum(POINTS.get(cell[-1], 0) for cell in games) for at, games in cells.items()}
        ranked = sorted(points.values(), reverse=True)
        for at, games in cells.items():
            name, rank = self._players[at[0]][at[1]][:33], ranked.index(points[at]) + 1
            start = f"001 {self._number(*at):4} {'':4} {name:33} {'':4} {'':3} {'':11} {'':10} {points[at]:4.1f} {rank:4}"
            yield start + "".join(f"  {game}" for game in games)

    def _games(self, row: CrosstableRow, board: int) -> list[str]:
        by_round = {cell.round: cell for cell in row.cells}
        return [self._game(row, by_round.get(number), board) for number in range(1, self._table.rounds_told + 1)]

    def _game(self, row: CrosstableRow, cell: Cell | None, board: int) -> str:
        """The game of that board in the round of the cell."""
        if cell is None or not cell.counts:
            return NO_GAME
        key, sign, opponent = _key(row, cell), self._sign_of(row, cell, board), self._number(_opponent(cell), board)
        if not sign:
            return BLANK
        if not opponent:
            return WON_ALONE if sign == "+" else NO_GAME
        return f"{opponent:4} {WHITE if _is_white(key, row.id, board) else BLACK} {sign}"

    def _sign_of(self, row: CrosstableRow, cell: Cell, board: int) -> str:
        """The result of that board in the view of the team; empty where it has none. A match that was booked is won at each board."""
        key = _key(row, cell)
        if key in self._state.matches:
            result = self._state.matches[key].boards[board - 1]
            return _sign(key, row.id, board, result) if result != NOT_PLAYED else ""
        return _booked(cell)[0] if cell.default else ""

    def _of_team(self, row: CrosstableRow) -> str:
        numbers = [self._number(row.id, board) for board in self._boards]
        players = " ".join(f"{number:4}" if number else " " * 4 for number in numbers)
        points, board_points, rank = (
            (row.standing.points, row.standing.board_points, row.standing.places[0]) if row.standing else (0, 0, "")
        )
        return f"310 {row.number:3} {row.name[:32]:32} {'':5} {'':6} {points:6.1f} {board_points or 0:6.1f} {rank:3}  {players}"

    def _of_matches(self, row: CrosstableRow) -> Iterator[str]:
        """The records of the matches in which the team left a board empty, and of those that were booked as a whole, of the first named."""
        numbers = [self._number(row.id, board) for board in self._boards]
        for cell in (cell for cell in row.cells if cell.counts):
            teams = f"{cell.round:03} {row.number:03} {self._teams[_opponent(cell)]:03}"
            if _key(row, cell) in self._state.matches:
                if 0 in numbers:
                    yield f"300 {teams} " + " ".join(f"{number:04}" for number in numbers)
            elif cell.default and cell.colour == WHITE:
                yield f"330 {_booked(cell)} {teams}"


def _opponent(cell: Cell) -> str:
    """The opponent, whom each match of a table has."""
    return cell.opponent or ""


def _key(row: CrosstableRow, cell: Cell) -> GameKey:
    """The match of a cell."""
    first, second = (row.id, _opponent(cell)) if cell.colour == WHITE else (_opponent(cell), row.id)
    return cell.round, first, second


def _booked(cell: Cell) -> str:
    """Who won a match that was booked, in the view of the team of the cell, as record 330 has it."""
    own, other = board_points(cell.result or NEITHER_CAME)
    return "+-" if own > other else "-+" if other > own else "--"


def _sign(key: GameKey, id: str, board: int, result: str) -> str:
    """The result of a board of the match in the view of that team."""
    return SIGNS[result][not _is_white(key, id, board)]


def _is_white(key: GameKey, id: str, board: int) -> bool:
    return (key[1] == id) == has_white(board)
