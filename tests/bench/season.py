"""Plays whole seasons at random, from entry to promotion, and measures how long large events take.

usage: ./damcam bench season [--quick] [--seasons N] [--seed N]

A season has club events (A, G), championships (B to F) and a ranking over six years, with ties, withdrawals, late entries and absentees. In
each event points are conserved, everybody is ranked once or named in a play-off, the order of entry changes no place, undo of everything
leaves an empty event, nobody is twice in a round, and nobody meets twice. A Swiss event of 60 players is paired and entered; a page of a
hub is asked all the while a round of 200 is paired; rounds of 200 are paired of which White wins each game, or all are drawn; a season
of 40 events is written, read and ranked. The last line is one JSON object with the figures, the bounds, and "holds".
"""

import argparse
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from tests.bench.listening.servers import served
from tests.bench.seasons.invariants import broken
from tests.bench.seasons.playing import Played
from tests.bench.seasons.year import DATE, YEAR, PlayedSeason, people
from tournament.competitions import Competition
from tournament.dutch import dutch
from tournament.events.changes import Entrant, EventMade
from tournament.events.event_file import read_event
from tournament.events.season.gathering import events_in, gathered
from tournament.events.season.of_events import SeasonChoices
from tournament.events.season.proposal import SeasonAsked, proposal
from tournament.games import Game, Result
from tournament.swiss import SwissEvent

SEASONS, QUICK_SEASONS = 200, 5
ROUNDS_BESIDE, QUICK_ROUNDS_BESIDE = 9, 3
EXTREME_ROUNDS, QUICK_EXTREME_ROUNDS = 9, 5
"""The first slow rounds are the third, where White always wins, and the fifth, where all games are drawn."""
ASKED = {
    "broken": 0,
    "swiss_60_s": 30,
    "page_waits_s": 0.5,
    "slowest_round_of_200_s": 5,
    "extreme_round_of_200_cpu_s": 5,
    "season_of_40_s": 10,
}
"""The upper bounds."""
SHOWN = 10


def seasons(count: int, seed: int) -> dict[str, Any]:
    """Whole seasons, each in a folder of its own."""
    wrong: list[str] = []
    met: Counter[str] = Counter()
    events = 0
    for number in range(count):
        with tempfile.TemporaryDirectory(prefix="damcam-season-") as folder:
            season = PlayedSeason(Path(folder), random.Random(f"{seed}.{number}"))
            season.play()
            found = season.rank()
            first = read_event(Path(folder) / "c-KK")
            season.broken += broken(first, season.chance, in_file=True)
            wrong += [f"season {number}: {one}" for one in season.broken]
            met += season.met
            met["promoted_by_points"] += sum(len(one.promoted) for one in found.ranking.seasons) if found.ranking else 0
            events += season.events
    for one in wrong[:SHOWN]:
        print(one)
    return {"seasons": count, "events": events, "met": dict(met), "broken": len(wrong)}


def timed(work: Callable[[], object]) -> float:
    began_s = time.monotonic()
    work()
    return round(time.monotonic() - began_s, 2)


def swiss(folder: Path, chance: random.Random) -> float:
    """The seconds that a Swiss event of 60 players and 9 rounds takes in all, from its making to its standings."""
    return timed(lambda: Played(folder / "swiss", EventMade("F", rounds=9), chance).play(people("s", 60), eventful=False))


def season_of_40(folder: Path, chance: random.Random) -> float:
    """The seconds in which 40 events are written, read again and ranked."""
    folder.mkdir()

    def work() -> None:
        for number in range(40):
            level = "123"[number % 3]
            made = EventMade("A", in_class=level, date=DATE)
            Played(folder / f"a-{number}", made, chance).play(people(f"k{level}x", 12, level), eventful=False)
        known = gathered(events_in(folder), [], None, SeasonChoices())
        assert proposal(SeasonAsked(YEAR, known.orders)).ranking

    return timed(work)


def waits(folder: Path, chance: random.Random, rounds: int) -> dict[str, Any]:
    """How long a page waits at most while rounds of 200 players are paired beside it, and how long the longest round took."""
    path, longest, slowest, asked = folder / "two-hundred", 0.0, 0.0, 0
    event = Played(path, EventMade("F", rounds=9), chance)
    event.enter([Entrant(f"h{number}") for number in range(1, 201)])
    with served("-m", "tests.bench.seasons.page", str(path)) as server:
        for number in range(1, rounds + 1):
            _get(server.port, "/pair")
            while True:
                began_s = time.monotonic()
                _get(server.port, "/")
                longest = max(longest, time.monotonic() - began_s)
                asked += 1
                told = _get(server.port, "/done")
                if told["error"]:
                    raise RuntimeError(told["error"])
                if told["rounds"] == number:
                    break
                time.sleep(0.02)
            slowest = max(slowest, told["took_s"])
            event.event = read_event(path)
            event.fill()
    return {"page_waits_s": round(longest, 3), "pages_asked": asked, "slowest_round_of_200_s": round(slowest, 2), "rounds_of_200": rounds}


def extremes(rounds: int) -> float:
    """The seconds of the processor of the longest round of 200 players, where White always wins, and where all games are drawn."""
    slowest = 0.0
    players = tuple(map(str, range(1, 201)))
    for result in (Result.WHITE_WINS, Result.DRAW):
        games: tuple[Game, ...] = ()
        for number in range(1, rounds + 1):
            event = SwissEvent(competition=Competition.F, rounds=9, round=number, players=players, games=games)
            began_s = time.process_time()
            round_ = dutch(event)
            slowest = max(slowest, time.process_time() - began_s)
            assert round_
            games += tuple(Game(number, white, black, result) for white, black in round_.pairs)
    return round(slowest, 2)


def _get(port: int, page: str) -> Any:
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("GET", page)
        return json.loads(connection.getresponse().read())
    finally:
        connection.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help=f"{QUICK_SEASONS} seasons, {QUICK_ROUNDS_BESIDE} rounds of 200 players")
    parser.add_argument("--seasons", type=int, help=f"how many (default: {SEASONS})")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    chance = random.Random(args.seed)
    figures = seasons(args.seasons or (QUICK_SEASONS if args.quick else SEASONS), args.seed)
    with tempfile.TemporaryDirectory(prefix="damcam-season-") as scratch:
        folder = Path(scratch)
        figures["swiss_60_s"] = swiss(folder, chance)
        figures["season_of_40_s"] = season_of_40(folder / "forty", chance)
        figures |= waits(folder, chance, QUICK_ROUNDS_BESIDE if args.quick else ROUNDS_BESIDE)
    figures["extreme_round_of_200_cpu_s"] = extremes(QUICK_EXTREME_ROUNDS if args.quick else EXTREME_ROUNDS)
    holds = all(figures[name] <= bound for name, bound in ASKED.items())
    print(json.dumps({"bench": "season", "figures": figures, "asked": ASKED, "holds": holds}))
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
