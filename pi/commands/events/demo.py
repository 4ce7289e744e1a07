"""The task `event demo`: a made-up championship, from the entries to what is printed."""

import random
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import Final

from hub.tournament.printing import print_html, prints_of
from pi.commands.events.standings import print_all
from pi.commands.questions.answers import event_standings_answer
from pi.setup import values
from pi.setup.options import add_json, add_language
from pi.setup.output import complain, print_json, wants_json
from record.files import write_atomically
from rules.errors import Phrase, sentence_of
from tournament.errors import TournamentError
from tournament.events.changes import Change, Entrant, EventMade, ResultsEntered, Who
from tournament.events.csv_files import csv_files
from tournament.events.entering import entered
from tournament.events.event_file import KeptEvent, append, make_event, read_event
from tournament.events.event_pdn import pdn_files
from tournament.events.making import checked
from tournament.events.pairing import paired
from tournament.events.play_off_acts import play_off_played
from tournament.events.published import NAMES, settled
from tournament.events.results import result_entered
from tournament.events.standing import all_standings
from tournament.events.state import EventState
from tournament.events.telling import change_said
from tournament.events.trf import TrfVersion, trf_files
from tournament.events.wishes import Wishes
from tournament.events.withdrawing import order_decided, withdrawn
from tournament.final_order import Needs

PLAYERS: Final = (
    ("de-vries", "Jelle de Vries", "Drachten"),
    ("hoekstra", "Sytske Hoekstra", "Ljouwert"),
    ("bouma", "Ype Bouma", "Snits"),
    ("zijlstra", "Auke Zijlstra", "Drachten"),
    ("postma", "Durk Postma", "Ljouwert"),
    ("bakker", "Hiske Bakker", "It Hearrenfean"),
    ("vos", "Wytse Vos", "Snits"),
    ("smit", "Nynke Smit", "Harns"),
)
"""Eight made-up players, by the places of the championship before."""
OUTCOMES: Final = ("1-0", "draw", "draw", "0-1")
LEAVES: Final = ("smit", 6)
"""Who withdraws, and after which round: then C 14 books the game that is left."""
BY: Final = "demo"
MOST_PLAY_OFFS: Final = 4
"""So many play-offs are drawn by chance; then the arbiter of the demo decides."""


class EventDemoSays(Phrase):
    """What the demo did, and where it lies."""

    FOLDER = "the event and what is printed of it are in {path}"
    SEE_IT = "to see it on the pages of a hub, copy {path} into the folder events of its [board] state"
    ILL = "made up: ill"
    CHANCE = "made up: by chance"
    NO_FOLDER = "{path} cannot be used as a folder: {why}"


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = """Runs a made-up championship (regulation C) with results by chance: entries, seven rounds, a correction, a
withdrawal, play-offs where they are needed, and writes all that is printed, and the files for other programs."""
    parser.add_argument("--out", type=values.target, metavar="DIR", help="the folder (default: a new one in demo/)")
    add_json(parser)
    parser.add_argument("--seed", type=values.non_negative, default=2, metavar="N", help="by which the results are drawn (default: 2)")
    add_language(parser)


def run(args: Namespace) -> int:
    """Run the championship, print its standings, and leave its files."""
    out = Path(args.out) if args.out else Path("demo") / f"event-{datetime.now():%Y-%m-%d-%H%M%S}"
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TournamentError(EventDemoSays.NO_FOLDER.said(path=str(out), why=sentence_of(error))) from error
    path = out / "championship"
    demo = EventDemo(path, random.Random(args.seed), lambda change: complain(change_said(change)))
    state = demo.play().state
    for what in prints_of(state):
        write_atomically(out / f"{what}.html", print_html(state, what, None, args.lang))
    of_trf = (trf_files(state, version) for version in TrfVersion)
    for name, text in chain(csv_files(state), *of_trf, pdn_files(state)):
        write_atomically(out / name, text)
    if wants_json(args.json):
        print_json(event_standings_answer(all_standings(state)))
    else:
        print_all(state)
    complain(EventDemoSays.FOLDER.said(path=str(out)))
    complain(EventDemoSays.SEE_IT.said(path=str(path)))
    return 0


class EventDemo:
    """The championship in the file at `path`, whose results `chance` gives; each change is told to `tell`."""

    def __init__(self, path: Path, chance: random.Random, tell: Callable[[Change], None]) -> None:
        self._chance, self._tell = chance, tell
        made = checked(EventMade("C", "KK", "", "Frysk Kampioenskip", 0, "2026-11-21"))
        make_event(path, made, Who(BY))
        tell(made)
        self.event: KeptEvent = read_event(path)

    @property
    def _state(self) -> EventState:
        return self.event.state

    def play(self) -> KeptEvent:
        """From the entries to the last play-off."""
        self._do(settled(self._state.settled, NAMES))
        self._do(entered(self._state, [Entrant(id, name, club) for id, name, club in PLAYERS]))
        for number in range(1, 8):
            self._do(paired(self._state, Wishes())[0])
            results = [self._result(number, game.white, game.black) for _, game in self._state.missing()]
            self._do(ResultsEntered(tuple(result_entered(self._state, one, default=False, corrects=False) for one in results)))
            if number == LEAVES[1]:
                self._correct(number)
                self._do(withdrawn(self._state, LEAVES[0], ""), EventDemoSays.ILL.said().told())
        self._play_off()
        return self.event

    def _do(self, change: Change, why: str = "") -> None:
        self.event = append(self.event, change, Who(BY, why))
        self._tell(change)

    def _result(self, number: int, white: str, black: str) -> tuple[str, str, str, str]:
        return str(number), white, black, self._chance.choice(OUTCOMES)

    def _correct(self, number: int) -> None:
        """The first game of the round was written down wrongly."""
        game = self._state.rounds[number - 1].games[0]
        before = self._state.results[number, game.white, game.black].result
        told = (str(number), game.white, game.black, "draw" if before != "draw" else "1-0")
        self._do(ResultsEntered((result_entered(self._state, told, default=False, corrects=True),)), EventDemoSays.CHANCE.said().told())

    def _play_off(self) -> None:
        """Play what the regulation wants, and decide what it leaves to the arbiter."""
        for turn in range(10 * MOST_PLAY_OFFS):
            waiting = [place for place in all_standings(self._state).open if place.needs is not Needs.NOTHING]
            if not waiting:
                return
            place = waiting[0]
            if place.next is None or turn >= MOST_PLAY_OFFS:
                self._do(order_decided(self._state, sorted(place.ids)), EventDemoSays.CHANCE.said().told())
                continue
            white, black = place.next.pairs[0]
            self._do(play_off_played(self._state, white, black, self._chance.choice(OUTCOMES)))
