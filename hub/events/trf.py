"""An event of individuals as TRF16, the report file of FIDE, a file for each group.

Columns are those of FIDE's description. A bye of the Swiss system is `U`, a round in which somebody was absent or free in a table `Z`, as
the game of one who withdrew that is not played any more; the regulations know no half-point bye, so that `H` is never written. A game won
by default is `+`, lost `-`, by both where neither came. A game without a result is blank.
"""

from collections.abc import Iterator

from hub.events.crosstable import crosstables
from hub.events.groups import groups_of, is_swiss, rounds_of_swiss
from hub.events.state import EventState
from hub.events.tables import rounds_of_tables
from rules.errors import Phrase
from tournament.errors import TournamentError

BYE, ABSENT = "0000 - U", "0000 - Z"
BLANK = " " * 8
FIRST_COLOUR = "XXC white1"
"""The first number has White in round 1, by which an engine pairs the next round."""
ABSENT_NEXT = "XXZ"
"""Who does not play in the next round."""
PLAYED = {"1-0": "1", "0-1": "0", "draw": "="}
LOST = "-"
BOOKED = {"1-0": "+", "0-1": LOST}


class TrfFault(Phrase):
    """Why there is no such file."""

    TEAMS = "TRF16 is written for individuals; the matches of teams are in the CSV files"


def trf_files(state: EventState) -> Iterator[tuple[str, str]]:
    """The name and the text of each file; TournamentError for an event of teams."""
    if state.is_of_teams:
        raise TournamentError(TrfFault.TEAMS.said())
    groups = len(groups_of(state))
    for group in range(1, groups + 1):
        yield ("event.trf" if groups == 1 else f"event-group-{group}.trf"), _trf(state, group)


def _trf(state: EventState, group: int) -> str:
    table = crosstables(state)[group - 1]
    numbers = {id: number for number, id in enumerate(table["ids"], 1)}
    lines = [*_head(state, len(numbers)), *_by_hand(state, numbers), *_withdrawn(state, numbers)]
    ranks = {row["id"]: at for at, row in enumerate(sorted(table["rows"], key=lambda row: row.get("place") or [len(numbers)] * 2), 1)}
    for row in table["rows"]:
        by_round = {cell["round"]: cell for cell in row["cells"]}
        cells = [_cell(by_round.get(number), numbers) for number in range(1, table["rounds"] + 1)]
        lines.append(
            _player(state, row["id"], (row["number"], ranks[row["id"]]), row.get("points") or 0) + "".join(f"  {one}" for one in cells)
        )
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _head(state: EventState, players: int) -> list[str]:
    made = state.made
    day = made.date.replace("-", "/")
    rated = sum(bool(one.rating) for one in state.entrants)
    system = "Individual: Swiss-System" if is_swiss(state) else "Individual: Round-Robin"
    rounds = rounds_of_swiss(state) if is_swiss(state) else len(rounds_of_tables(state))
    dates = [f"042 {day}", f"052 {day}"] if day else []
    known = [f"012 {made.name or made.competition}", *dates, f"062 {players}", f"072 {rated}", f"092 {system}"]
    return [*known, f"XXR {rounds}", *([FIRST_COLOUR] if is_swiss(state) else [])]


def _by_hand(state: EventState, numbers: dict[str, int]) -> list[str]:
    """A comment for each pair that the arbiter made by hand."""
    return [
        f"### round {one.round}: {numbers[game.white]} - {numbers[game.black]} was paired by hand"
        for one in state.rounds
        for game in one.games
        if game.by_hand
    ]


def _withdrawn(state: EventState, numbers: dict[str, int]) -> list[str]:
    """A comment for each who withdrew; while rounds are to be paired by the Swiss system, also who is absent from the next one."""
    out = [number for id, number in numbers.items() if id in state.out]
    is_to_pair = is_swiss(state) and len(state.rounds) < rounds_of_swiss(state)
    absent = [" ".join([ABSENT_NEXT, *map(str, out)])] if out and is_to_pair else []
    return [*(f"### {number} withdrew" for number in out), *absent]


def _player(state: EventState, id: str, at: tuple[int, int], points: float) -> str:
    """The line of a player without the rounds; `at` is his number and his rank."""
    number, rank = at
    one = state.by_id[id]
    rating = f"{one.rating:4}" if one.rating else "    "
    born = one.born.replace("-", "/")
    return f"001 {number:4} {'':1}{'':3} {one.shown[:33]:33} {rating} {'':3} {'':11} {born:10} {points:4.1f} {rank:4}"


def _cell(cell: dict[str, object] | None, numbers: dict[str, int]) -> str:
    if cell is None or (not cell["counts"] and not cell["result"]):
        return ABSENT
    if cell["opponent"] is None:
        return BYE
    if not cell["result"] and not cell["default"]:
        return BLANK
    sign = BOOKED.get(str(cell["result"]), LOST) if cell["default"] else PLAYED[str(cell["result"])]
    return f"{numbers[str(cell['opponent'])]:4} {cell['colour']} {sign}"
