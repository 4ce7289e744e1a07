"""An event as the report file of FIDE, TRF16 or TRF26, a file for each group; of teams TRF26 alone.

Columns are those of FIDE's descriptions (Handbook C.04 Annex 2, version 2016; TRF26.pdf, applied from 1 September 2025). A bye of the Swiss
system is `U`, a round in which somebody was absent or free in a table `Z`, as the game of one who withdrew that is not played any more; the
regulations know no half-point bye, so that `H` is never written. A game won by default is `+`, lost `-`, by both where neither came. A
game without a result is blank.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum

from rules.errors import Phrase
from tournament.errors import TournamentError
from tournament.events.crosstable import Cell, Crosstable, CrosstableRow, crosstables
from tournament.events.groups import groups_of, is_swiss, rounds_of_swiss
from tournament.events.played import group_played
from tournament.events.state import EventState
from tournament.events.tables import rounds_of_tables
from tournament.events.trf_teams import team_records
from tournament.final_order import FinalOrder, PlacedBy

BYE, ABSENT = "0000 - U", "0000 - Z"
BLANK = " " * 8
PLAYED = {"1-0": "1", "0-1": "0", "draw": "="}
LOST = "-"
BOOKED = {"1-0": "+", "0-1": LOST}
ASSIGNED = {"1": "W", "=": "D", "+": "+"}
"""The results that give points, as record 299 of TRF26 names them."""
CONTROLLER = "damcam"
TIE_BREAKS = {PlacedBy.SB: "SB", PlacedBy.MUTUAL: "DE"}
"""The criteria that FIDE has too (C.07), by its codes. Its Buchholz counts what was not played otherwise than the resistance (R21)."""


class TrfVersion(StrEnum):
    """The version of the description."""

    TRF16 = "trf"
    TRF26 = "trf26"


class TrfFault(Phrase):
    """Why there is no such file."""

    TEAMS = "TRF16 is written for individuals; of teams there is TRF26, and their matches are in the CSV files"


def trf_files(state: EventState, version: TrfVersion) -> Iterator[tuple[str, str]]:
    """The name and the text of each file; TournamentError for an event of teams in TRF16, or whose matches were entered without boards."""
    if state.is_of_teams and version is TrfVersion.TRF16:
        raise TournamentError(TrfFault.TEAMS.said())
    name = "event" if version is TrfVersion.TRF16 else f"event-{version}"
    groups = len(groups_of(state))
    for group in range(1, groups + 1):
        yield (f"{name}.trf" if groups == 1 else f"{name}-group-{group}.trf"), _trf(state, group, version)


def _trf(state: EventState, group: int, version: TrfVersion) -> str:
    table = crosstables(state)[group - 1]
    if state.is_of_teams:
        records = [*team_records(state, table)]
        count = sum(record.startswith("001") for record in records)
        return _lines([*_head(state, count, len(table.rows)), f"182 {CONTROLLER}", *records], version)
    numbers, is_of_2026 = table.numbers, version is TrfVersion.TRF26
    players = []
    for row in table.rows:
        by_round = {cell.round: cell for cell in row.cells}
        cells = [_cell(by_round.get(number), numbers, is_paired=number <= table.rounds) for number in range(1, table.rounds_told + 1)]
        at, points = (row.number, _rank(row, table, ties=is_of_2026)), row.standing.points if row.standing else 0
        players.append(_player(state, row.id, at, points) + "".join(f"  {one}" for one in cells))
    by_version = _of_2026(state, group, table, numbers) if is_of_2026 else _of_2016(state, numbers)
    lines = [*_head(state, len(numbers)), *by_version, *_by_hand(state, numbers), *_withdrawn(state, numbers), *players]
    return _lines(lines, version)


def _lines(lines: Iterable[str], version: TrfVersion) -> str:
    end = "\r\n" if version is TrfVersion.TRF26 else "\n"
    return "".join(f"{line.rstrip()}{end}" for line in lines)


def _head(state: EventState, players: int, teams: int = 0) -> list[str]:
    """The records of both versions, of players or of so many teams."""
    made = state.made
    day = made.date.replace("-", "/")
    rated = sum(bool(one.rating) for one in state.entrants)
    system = "Swiss-System" if is_swiss(state) else "Round-Robin"
    dates = [f"042 {day}", f"052 {day}"] if day else []
    of_teams = [f"082 {teams}", f"092 Team: {system}"] if teams else [f"092 Individual: {system}"]
    return [f"012 {made.name or made.competition}", *dates, f"062 {players}", f"072 {rated}", *of_teams]


def _of_2016(state: EventState, numbers: Mapping[str, int]) -> Iterator[str]:
    """The records of pairing programs that extend TRF16: in a Swiss event the first number has White in round 1."""
    yield f"XXR {_rounds(state)}"
    if is_swiss(state):
        yield "XXC white1"
    if absent := _absent_next(state, numbers):
        yield " ".join(["XXZ", *map(str, absent)])


def _of_2026(state: EventState, group: int, table: Crosstable, numbers: Mapping[str, int]) -> Iterator[str]:
    """The records that replace the extensions of TRF16, and those of the points that lapsed games do not give."""
    yield f"142 {_rounds(state)}"
    if is_swiss(state):
        yield "152 W"
    yield f"182 {CONTROLLER}"
    yield f"192 {'FIDE_DUTCH' if is_swiss(state) else 'CUSTOM_ROUNDROBIN'}"
    if tie_breaks := _tie_breaks(group_played(state, group).order):
        yield f"202 {tie_breaks}"
        yield f"212 PTS,{tie_breaks}"
    if absent := _absent_next(state, numbers):
        yield f"240 Z {len(state.rounds) + 1:03} " + " ".join(f"{number:4}" for number in absent)
    lapsed: dict[tuple[int, str], list[int]] = {}
    for row in table.rows:
        for cell in row.cells:
            if not cell.counts and cell.result and (assigned := ASSIGNED.get(_sign(cell))):
                lapsed.setdefault((cell.round, assigned), []).append(row.number)
    for (round_, assigned), players in sorted(lapsed.items()):
        yield f"299 {assigned}  {'':4}  {0.0:4.1f}  {round_:03} " + " ".join(f"{number:4}" for number in players)


def _tie_breaks(order: FinalOrder) -> str:
    """The tie-breaks by the codes of FIDE; empty where one has none, or the first place has a rule of its own."""
    criteria = [by for by, _ in order.criteria if by is not PlacedBy.POINTS]
    is_told = order.for_first == len(order.criteria) and all(by in TIE_BREAKS for by in criteria)
    return ",".join(TIE_BREAKS[by] for by in criteria) if is_told else ""


def _rounds(state: EventState) -> int:
    return rounds_of_swiss(state) if is_swiss(state) else len(rounds_of_tables(state))


def _absent_next(state: EventState, numbers: Mapping[str, int]) -> list[int]:
    """The numbers of those who withdrew, while rounds are to be paired by the Swiss system."""
    is_to_pair = is_swiss(state) and len(state.rounds) < rounds_of_swiss(state)
    return [number for id, number in numbers.items() if id in state.out] if is_to_pair else []


def _by_hand(state: EventState, numbers: Mapping[str, int]) -> list[str]:
    """A comment for each pair that the arbiter made by hand."""
    return [
        f"### round {one.round}: {numbers[game.white]} - {numbers[game.black]} was paired by hand"
        for one in state.rounds
        for game in one.games
        if game.by_hand
    ]


def _withdrawn(state: EventState, numbers: Mapping[str, int]) -> list[str]:
    """A comment for each who withdrew."""
    return [f"### {number} withdrew" for id, number in numbers.items() if id in state.out]


def _rank(row: CrosstableRow, table: Crosstable, *, ties: bool) -> int:
    """The place of a player, a shared one where the version has ties; whose games lapsed comes behind all others."""
    last = len(table.rows), len(table.rows)
    ranked = sorted(table.rows, key=lambda row: row.standing.places if row.standing else last)
    at = next(at for at, one in enumerate(ranked, 1) if one is row)
    return row.standing.places[0] if ties and row.standing else at


def _player(state: EventState, id: str, at: tuple[int, int], points: float) -> str:
    """The line of a player without the rounds; `at` is his number and his rank."""
    number, rank = at
    one = state.by_id[id]
    rating = f"{one.rating:4}" if one.rating else "    "
    born = one.born.replace("-", "/")
    return f"001 {number:4} {'':1}{'':3} {one.shown[:33]:33} {rating} {'':3} {'':11} {born:10} {points:4.1f} {rank:4}"


def _cell(cell: Cell | None, numbers: Mapping[str, int], *, is_paired: bool) -> str:
    if cell is None:
        return ABSENT if is_paired else BLANK
    if cell.opponent is None:
        return BYE
    if not cell.result and not cell.default:
        return BLANK if cell.counts else ABSENT
    return f"{numbers[cell.opponent]:4} {cell.colour} {_sign(cell)}"


def _sign(cell: Cell) -> str:
    """The result of a game."""
    return BOOKED.get(cell.result or "", LOST) if cell.default else PLAYED[cell.result or ""]
