"""The next round: by the tables of the regulation, or by the Swiss system."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rules.errors import Sentence, _
from tournament.errors import TournamentError
from tournament.events.act import Act, Decided, Done, Event, given, reason
from tournament.events.changes import PairedGame, RoundPaired
from tournament.events.ending import rounds_remarks
from tournament.events.groups import group_name, groups_of, is_swiss
from tournament.events.hand_pairing import by_hand
from tournament.events.pairing_faults import PairingFault, games_said
from tournament.events.played import booked
from tournament.events.remedies import Remedy
from tournament.events.state import EventState
from tournament.events.swiss_round import by_swiss
from tournament.events.tables import rounds_of_tables
from tournament.events.wishes import Wishes, check_known, forced_pair

CATCH_UP_BEFORE = 6
"""Games of the rounds before this one may be caught up until it is played (C 13)."""
NAMED = 10
"""So many games without a result are named; more are counted."""


def paired(state: EventState, wishes: Wishes) -> tuple[RoundPaired, list[Sentence]]:
    """The next round, and what the arbiter is told with it; TournamentError where it cannot be paired."""
    check_known(state, wishes)
    round_, warnings = by_swiss(state, wishes) if is_swiss(state) else (_by_table(state, wishes), [])
    return round_, [*warnings, *_remarks(state, round_)]


def to_catch_up(state: EventState) -> list[tuple[int, PairedGame]]:
    """The games that wait because one of the players was absent."""
    absent = {one.round: set(one.absent) for one in state.rounds}
    return [(round_, game) for round_, game in state.missing() if game.pair & absent[round_]]


def _by_table(state: EventState, wishes: Wishes) -> RoundPaired:
    if wishes.forced or wishes.bye:
        raise TournamentError(PairingFault.TABLE_PAIRS.said())
    groups_of(state)
    rounds, number = rounds_of_tables(state), len(state.rounds) + 1
    if number > len(rounds):
        raise TournamentError(PairingFault.ALL_PAIRED.said(count=len(rounds)))
    games, free = rounds[number - 1]
    if state.made.competition == "C" and number == CATCH_UP_BEFORE:
        waiting = to_catch_up(state.up_to(CATCH_UP_BEFORE - 1))
        if waiting and not wishes.anyway:
            told = PairingFault.TO_CATCH_UP.said(Remedy.ANYWAY.said(), round=number, games=games_said(waiting))
            raise TournamentError(told)
    return RoundPaired(number, tuple(games), tuple(free), wishes.absent)


def _remarks(state: EventState, round_: RoundPaired) -> list[Sentence]:
    """What is told with a round that `state` does not know yet: who does not play, games without a result."""
    told = []
    if state.made.competition == "C" and round_.round >= CATCH_UP_BEFORE:
        told += [PairingFault.NOT_CAUGHT_UP.said(id=id, round=round_.round) for id in round_.absent]
    for game in round_.games:
        says = PairingFault.OPPONENT_WINS if booked(state, round_.round, game) else PairingFault.OPPONENT_FREE
        told += [says.said(id=id, other=next(iter(game.pair - {id}))) for id in sorted(game.pair & state.out)]
    if missing := state.missing():
        told.append(PairingFault.STILL_OPEN.said(games=games_said(missing)) if len(missing) <= NAMED else _counted(missing))
    return told


def _counted(missing: Sequence[tuple[int, PairedGame]]) -> Sentence:
    return PairingFault.MANY_OPEN.said(count=len(missing), first=missing[0][0], last=missing[-1][0])


@dataclass(frozen=True, slots=True)
class Pair:
    """Pairs the next round. A table of the regulation (A, B, C, D, E, G) is paired also before the round before has all its results; the
    Swiss system (F, and D in the HA from nine entries) only after it has them all. In competition C a game whose player was absent is to
    be caught up before round 6 (C 13). A round of the Swiss system can be made by hand as a whole; the rules that it breaks are told."""

    force: tuple[str, ...] = given("", "a pair by hand (Swiss); may be given again", metavar="WHITE-BLACK", default=())
    absent: tuple[str, ...] = given("", "who does not come to this round; may be given again", metavar="ID", default=())
    bye: str = given("", "who is free (Swiss)", metavar="ID")
    by_hand: bool = given("", "make the round of the pairs that are given alone (Swiss)", default=False)
    anyway: bool = given(
        "", "pair round 6 of competition C although games are to be caught up, or a round by hand that breaks rules", default=False
    )
    propose: bool = given("", "show the round, and write nothing", default=False)
    reason: str | None = reason("why it is paired by hand")

    @property
    def wishes(self) -> Wishes:
        return Wishes(self.force, tuple(dict.fromkeys(self.absent)), self.bye, self.anyway)


def _pair(event: Event, given: Pair) -> Decided:
    state = event.state
    if not given.by_hand:
        round_, told = paired(state, given.wishes)
        return Decided(round_, [*rounds_remarks(state), *told])
    games = [forced_pair(state, text) for text in given.force]
    round_, broken = by_hand(state, [(game.white, game.black) for game in games], given.bye, given.wishes.absent)
    if broken and not given.anyway:
        raise TournamentError(PairingFault.BREAKS.said(Remedy.ANYWAY.said(), count=len(broken), rules=tuple(broken)))
    return Decided(round_, broken)


def round_as_json(state: EventState, made: RoundPaired) -> dict[str, Any]:
    """A round for programs."""
    first, second = ("first", "second") if state.is_of_teams else ("white", "black")
    pairs = [
        {"board": board, "group": group_name(state, game.group) or None, first: game.white, second: game.black}
        for board, game in enumerate(made.games, 1)
    ]
    bye = {"bye": next(iter(made.free), None)} if is_swiss(state) else {}
    return {"round": made.round, "pairs": pairs, "free": list(made.free), **bye, "absent": list(made.absent)}


def _round_told(done: Done) -> list[dict[str, Any]]:
    return [{**round_as_json(done.before, done.change), "warnings": [str(note) for note in done.decided.notes]}]


def _played(state: EventState, _given: Pair) -> object:
    """Who takes part and what was played: neither appeals nor boards change a pairing."""
    return state.made, state.entrants, state.lot, state.rounds, state.results, state.withdrawn, state.matches


PAIR = Act("pair", Pair, _pair, "pair the next round", _("Pair the next round"), _round_told, rests_on=_played)
