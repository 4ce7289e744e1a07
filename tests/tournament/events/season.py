"""Events that are played out and written to a folder, and the season that follows from them, as the task and the organiser make it."""

from collections.abc import Callable, Iterable
from pathlib import Path
from string import ascii_lowercase

from tests.tournament.events.conftest import InMemory, delete
from tournament.errors import TournamentError
from tournament.events.changes import Entrant, ResultsEntered, Who
from tournament.events.drawing import drawn
from tournament.events.event_file import make_event
from tournament.events.results import result_entered
from tournament.events.season.gathering import Gathered, events_in, gathered
from tournament.events.season.of_events import SeasonChoices
from tournament.events.season.proposal import SeasonAsked, SeasonProposal, proposal

HEAD = "year,kind,event,group,place,id,name,class\n"
LEVELS = {"KK": ("C", 8), "HAA": ("C", 8), "RHAA": ("C", 8), "HA": ("D", 6)}

Result = Callable[[str, str], str]


def ids(level: str, *numbers: int) -> list[str]:
    return [f"{level.lower()}{number}" for number in numbers]


def better_wins(white: str, black: str) -> str:
    """The lower number in the id wins, so that nobody is equal."""
    first, second = (int(id.lstrip(ascii_lowercase)) for id in (white, black))
    return "1-0" if first < second else "0-1"


def play_out(event: InMemory, *, result: Result = better_wins, rounds: int = 99, seed: int | None = None) -> InMemory:
    """Play all rounds of the event, or that many; `seed` draws its groups by lot."""
    if seed is not None:
        event.put(drawn(event.state, seed))
    for number in range(1, rounds + 1):
        try:
            event.pair()
        except TournamentError:
            break
        state = event.state
        games = [[str(number), game.white, game.black, result(game.white, game.black)] for game in state.rounds[-1].games]
        event.put(ResultsEntered(tuple(result_entered(state, words, default=False, corrects=False) for words in games)))
    return event


def played(
    competition: str,
    entrants: Iterable[Entrant],
    *,
    result: Result = better_wins,
    rounds: int = 99,
    seed: int | None = None,
    **made: object,
) -> InMemory:
    """An event of October 2025 that was played out; of F `rounds` are its rounds."""
    event = InMemory(competition, **{"date": "2025-10-04", "rounds": rounds if competition == "F" else 0} | made)
    event.enter(*entrants)
    return play_out(event, result=result, rounds=rounds, seed=seed)


def write(path: Path, event: InMemory) -> None:
    """Write the file of the event, in the place of one that is there."""
    delete(path)
    make_event(path, event.rows[0].change, Who("Jelle"), [row.change for row in event.rows[1:]])


def write_level(folder: Path, level: str, **options: object) -> None:
    """Play the championship of that class out, and write its file."""
    competition, size = LEVELS[level]
    players = [Entrant(id, f"Spiler {id}", "Drachten") for id in ids(level, *range(1, size + 1))]
    write(folder / level.lower(), played(competition, players, in_class=level, name=f"FK {level}", **options))


def write_teams(folder: Path, group: str, *numbers: int) -> None:
    """Play a group of the club championships out, and write its file."""
    by_boards = {"1-0": "5-3", "0-1": "3-5"}
    teams = [Entrant(f"t{number}") for number in numbers]
    write(folder / f"b-{group}", played("B", teams, group=group, result=lambda *two: by_boards[better_wins(*two)]))


def csv(*lines: str) -> tuple[str, bytes]:
    """A list of seasons with these lines below its headings."""
    return "older.csv", (HEAD + "\n".join(lines) + "\n").encode()


class Season:
    """The events of a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def gathered(
        self, *lists: tuple[str, bytes], classes: tuple[str, bytes] | None = None, events: Iterable[Path] | None = None, **choices: object
    ) -> Gathered:
        return gathered(events_in(self.folder) if events is None else events, lists, classes, SeasonChoices(**choices))

    def proposal(
        self,
        *lists: tuple[str, bytes],
        year: int = 2025,
        absent: tuple[str, ...] = (),
        upper: tuple[str, ...] = (),
        classes: tuple[str, bytes] | None = None,
        **choices: object,
    ) -> SeasonProposal:
        known = self.gathered(*lists, classes=classes, **choices)
        return proposal(SeasonAsked(year, known.orders, absent, upper, known.classes))
