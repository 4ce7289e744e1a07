"""The next round: by the tables of the regulation, or by the Swiss system."""

from collections.abc import Sequence

from hub.events.changes import PairedGame, RoundPaired
from hub.events.groups import groups_of, is_swiss
from hub.events.pairing_faults import PairingFault, games_said
from hub.events.played import booked
from hub.events.state import EventState
from hub.events.swiss_round import by_swiss
from hub.events.tables import rounds_of_tables, sizes_of_groups
from hub.events.wishes import Wishes, check_known
from rules.errors import Sentence
from tournament.errors import TournamentError

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
    sizes = sizes_of_groups(state) if not state.lot else []
    if len(sizes) > 1:
        raise TournamentError(PairingFault.DRAW_FIRST.said(entries=len(state.entrants), sizes=tuple(sizes)))
    rounds, number = rounds_of_tables(state), len(state.rounds) + 1
    if number > len(rounds):
        raise TournamentError(PairingFault.ALL_PAIRED.said(count=len(rounds)))
    games, free = rounds[number - 1]
    if state.made.competition == "C" and number == CATCH_UP_BEFORE:
        waiting = to_catch_up(state.up_to(CATCH_UP_BEFORE - 1))
        if waiting and not wishes.anyway:
            told = PairingFault.TO_CATCH_UP.said(PairingFault.ANYWAY.said(), round=number, games=games_said(waiting))
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
