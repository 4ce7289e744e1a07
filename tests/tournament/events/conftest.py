"""An event in memory and on disk, entered as the tasks do it."""

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path

import pytest

from record.log.tail import tail_of
from rules.errors import Sentence
from tests.support.says import Refusal
from tournament.errors import TournamentError
from tournament.events.changes import Change, ChangeRow, Entrant, EventMade, PairedGame, ResultsEntered, Who
from tournament.events.entering import entered
from tournament.events.event_file import make_event
from tournament.events.making import checked
from tournament.events.pairing import paired
from tournament.events.results import result_entered
from tournament.events.state import EventState, folded
from tournament.events.wishes import Wishes
from tournament.events.withdrawing import returned, undone, withdrawn

JELLE = Who("Jelle")


KK = ("p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8")
WITHDRAWN_EXAMPLE = """5-1 1, 6-2 0, 7-3 1, 8-4 1; 1-6 0, 2-5 0, 3-8 1, 4-7 0; 1-4 1, 2-3 1, 5-8 1, 6-7 ½; 7-1 1, 8-2 1, 5-3 ½, 6-4 ½;
1-8 ½, 2-7 1, 3-6 0, 4-5 1; 3-1 ½, 2-4 0, 5-7 ½, 8-6 1; 1-2 1, 4-3 1, 6-5 1, 7-8 0"""


def rounds_of(text: str) -> list[list[tuple[str, str, str]]]:
    """The games of each round of a worked example: White, Black, result."""
    results = {"1": "1-0", "0": "0-1", "½": "draw"}
    rounds = []
    for line in text.split(";"):
        games = [game.split() for game in line.split(",")]
        rounds.append([(*(f"p{number}" for number in pair.split("-")), results[told]) for pair, told in games])
    return rounds


class InMemory:
    """An event whose rows are kept in a list. Each method decides on a change as the task does, and makes it."""

    def __init__(self, competition: str, *ids: str, **made: object) -> None:
        self.rows: list[ChangeRow] = []
        self.told: list[Sentence] = []
        """What was told with the last round."""
        self.put(checked(EventMade(competition, **made)))
        if ids:
            self.enter(*map(Entrant, ids))

    @cached_property
    def state(self) -> EventState:
        """What its rows come to; made anew after each change."""
        return folded(self.rows)

    def put(self, change: Change) -> Change:
        self.rows.append(ChangeRow(len(self.rows) + 1, 0, JELLE, change))
        self.__dict__.pop("state", None)
        return change

    def enter(self, *entrants: Entrant) -> Change:
        return self.put(entered(self.state, entrants))

    def pair(self, *forced: str, absent: Sequence[str] = (), bye: str = "", anyway: bool = False) -> Change:
        round_, self.told = paired(self.state, Wishes(forced, tuple(absent), bye, anyway))
        return self.put(round_)

    def result(self, *told: object, default: bool = False, corrects: bool = False) -> Change:
        one = result_entered(self.state, [str(word) for word in told], default=default, corrects=corrects)
        return self.put(ResultsEntered((one,)))

    def fill(self, result: Callable[[PairedGame], str] = lambda game: "draw") -> None:
        """Give each game that waits a result."""
        for round_, game in self.state.missing():
            self.result(round_, game.white, game.black, result(game))

    def play(self, text: str, *, rounds: int = 9) -> "InMemory":
        """Play that many rounds of a worked example."""
        for number, games in enumerate(rounds_of(text)[:rounds], 1):
            self.pair()
            for game in games:
                self.result(number, *game)
        return self

    def withdraw(self, id: str, games: str = "") -> Change:
        return self.put(withdrawn(self.state, id, games))

    def comes_back(self, id: str) -> Change:
        return self.put(returned(self.state, id))

    def undo(self) -> Change:
        return self.put(undone(self.rows))

    def write(self, path: Path) -> None:
        """Make the file of the event."""
        made, *changes = (row.change for row in self.rows)
        make_event(path, made, JELLE, changes)


def delete(path: Path) -> None:
    """Delete the event, if it is there, with what belongs to it."""
    for file in (path, tail_of(path)):
        file.unlink(missing_ok=True)


def refuses(what: Refusal, does: Callable[..., object], /, *args: object, **kwargs: object) -> None:
    """Check that this is refused by a TournamentError that says so: `refuses(says("LotFault.drawn"), drawn, event.state, 2)`."""
    with pytest.raises(TournamentError, check=what):
        does(*args, **kwargs)


@pytest.fixture
def kk() -> InMemory:
    return InMemory("C", *KK, in_class="KK", name="FK")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "kk.event"
