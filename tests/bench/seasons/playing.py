"""Plays an event at random in its file, as the tasks of `damcam event` do it, with corrections, absentees and withdrawals."""

import random
from pathlib import Path

from msgspec import structs

from tournament.competitions import BOARDS
from tournament.errors import TournamentError
from tournament.events.changes import Change, Entrant, EventMade, ResultsEntered, Who
from tournament.events.drawing import drawn
from tournament.events.entering import entered
from tournament.events.event_file import KeptEvent, append, make_event, read_event
from tournament.events.groups import groups_of, is_swiss, rounds_of_swiss
from tournament.events.making import checked
from tournament.events.pairing import paired
from tournament.events.play_off_acts import play_off_played
from tournament.events.results import result_entered
from tournament.events.standing import standings_of
from tournament.events.state import EventState
from tournament.events.tables import rounds_of_tables, sizes_of_groups
from tournament.events.wishes import Wishes
from tournament.events.withdrawing import order_decided, withdrawn
from tournament.final_order import Needs
from tournament.standings import OpenPlaces

WHO = Who("bench", "played at random")
RESULTS = ("1-0", "0-1", "draw", "draw")
"""Half of the games are drawn, so that many end equal."""


class Played:
    """An event in a file that is being played."""

    def __init__(self, path: Path, made: EventMade, chance: random.Random) -> None:
        make_event(path, checked(made), WHO)
        self.event: KeptEvent = read_event(path)
        self.chance = chance
        self.met = {"withdrawals": 0, "late": 0, "absentees": 0, "defaults": 0, "play_offs": 0, "decided": 0, "corrections": 0}

    @property
    def state(self) -> EventState:
        return self.event.state

    def put(self, change: Change) -> None:
        self.event = append(self.event, change, WHO)

    def play(self, entrants: list[Entrant], late: tuple[Entrant, ...] = (), *, eventful: bool = True) -> "Played":
        """From the entries to a final order, as far as the regulation gives one."""
        self.enter(entrants)
        if self.state.made.competition not in "BC" and (len(sizes_of_groups(self.state)) > 1 or self.chance.random() < 0.5):
            self.put(drawn(self.state, self.chance.randrange(10**6)))
        while len(self.state.rounds) < self._rounds():
            self._round(eventful=eventful)
            if late and len(self.state.rounds) == 1:
                self.put(entered(self.state, late))
                self.met["late"] += len(late)
        self._results(everything=True)
        self._settle()
        return self

    def enter(self, entrants: list[Entrant]) -> None:
        self.put(entered(self.state, entrants))

    def fill(self) -> None:
        """Give each game that waits a result."""
        self._results(everything=True)

    def _rounds(self) -> int:
        return rounds_of_swiss(self.state) if is_swiss(self.state) else len(rounds_of_tables(self.state))

    def _round(self, *, eventful: bool) -> None:
        absent: tuple[str, ...] = ()
        there = [one.id for one in self.state.entrants if one.id not in self.state.out]
        is_early = len(self.state.rounds) < 5
        if eventful and is_early and self.chance.random() < 0.15 and (is_swiss(self.state) or self.state.made.competition == "C"):
            absent = (self.chance.choice(there),)
            self.met["absentees"] += 1
        round_, _ = paired(self.state, Wishes(absent=absent, anyway=True))
        self.put(round_)
        self._results(everything=is_swiss(self.state))
        if eventful and self.chance.random() < 0.06 and not self.state.is_of_teams and len(there) > 4:
            self._withdraw(self.chance.choice(there))

    def _withdraw(self, id: str) -> None:
        says_it = self.state.made.competition == "C" or is_swiss(self.state)
        try:
            self.put(withdrawn(self.state, id, "" if says_it else self.chance.choice(("lapse", "won"))))
            self.met["withdrawals"] += 1
        except TournamentError:  # he has played all his games
            pass

    def _results(self, *, everything: bool) -> None:
        """Results of the games that wait, in any order; one that is absent has his later, or never where nobody waits for it."""
        away = {id for one in self.state.rounds for id in one.absent}
        waiting = self.state.missing()
        if is_swiss(self.state):  # of one who withdrew the opponent gets his point
            waiting += [
                (one.round, game)
                for one in self.state.rounds
                for game in one.games
                if len(game.pair & self.state.out) == 1 and not self.state.result_of(one.round, game)
            ]
        self.chance.shuffle(waiting)
        told = []
        for number, game in waiting:
            if everything or not game.pair & away:
                told.append(self._result(number, game.white, game.black))
        if told:
            self.put(ResultsEntered(tuple(told)))
        if told and self.chance.random() < 0.05:
            one = told[0]
            put = result_entered(self.state, [str(one.round), one.white, one.black, "*"], default=False, corrects=True)
            self.put(ResultsEntered((put,)))
            self.put(ResultsEntered((self._result(one.round, one.white, one.black),)))
            self.met["corrections"] += 1

    def _result(self, number: int, white: str, black: str):
        out = {white, black} & self.state.out
        is_default = bool(out) or (not self.state.is_of_teams and self.chance.random() < 0.04)
        result = self.chance.choice(RESULTS[:2] if is_default else RESULTS)
        if out:
            result = "0-1" if white in out else "1-0"
        if self.state.is_of_teams:
            boards = BOARDS[self.state.competition]
            halves = self.chance.choice((boards, boards, self.chance.randint(0, 2 * boards)))
            result = f"{halves / 2:g}-{boards - halves / 2:g}"
        self.met["defaults"] += is_default
        return result_entered(self.state, [str(number), white, black, result], default=is_default, corrects=False)

    def _settle(self) -> None:
        """Play-offs until they are won, and what the arbiter decides."""
        for group in range(1, len(groups_of(self.state)) + 1):
            while left := [one for one in standings_of(self.state, group).open if one.needs is not Needs.NOTHING]:
                self._settle_one(left[0])

    def _settle_one(self, left: OpenPlaces) -> None:
        if left.next is None:
            self.put(order_decided(self.state, self.chance.sample(left.ids, len(left.ids))))
            self.met["decided"] += 1
            return
        white, black = left.next.pairs[0]
        result = self.chance.choice(RESULTS)
        if self.state.is_of_teams:
            result = {"B": {"1-0": "5-3", "0-1": "3-5", "draw": "4-4"}, "G": {"1-0": "3-1", "0-1": "1-3", "draw": "2-2"}}[
                self.state.made.competition
            ][result]
        self.put(play_off_played(self.state, white, black, result))
        self.met["play_offs"] += 1


def with_numbers(entrants: list[Entrant]) -> list[Entrant]:
    """They with the numbers of their order."""
    return [structs.replace(one, number=number) for number, one in enumerate(entrants, 1)]
