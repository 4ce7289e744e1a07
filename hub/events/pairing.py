"""The next round: by the tables of the regulation, or by the Swiss system."""

from hub.events.changes import PairedGame, RoundPaired
from hub.events.faults import TournamentError
from hub.events.groups import is_swiss
from hub.events.pairing_faults import PairingFault, games_said
from hub.events.state import EventState
from hub.events.swiss_round import by_swiss
from hub.events.tables import rounds_of_tables, sizes_of_groups
from hub.events.wishes import Wishes, check_known
from rules.errors import Sentence

CATCH_UP_BEFORE = 6
"""Games of the rounds before this one may be caught up until it is played (C 13)."""


def paired(state: EventState, wishes: Wishes) -> RoundPaired:
    """The next round; TournamentError where it cannot be paired."""
    check_known(state, wishes)
    return by_swiss(state, wishes) if is_swiss(state) else _by_table(state, wishes)


def to_catch_up(state: EventState) -> list[tuple[int, PairedGame]]:
    """The games that wait because one of the players was absent."""
    absent = {one.round: set(one.absent) for one in state.rounds}
    return [(round_, game) for round_, game in state.missing() if game.pair & absent[round_]]


def _by_table(state: EventState, wishes: Wishes) -> RoundPaired:
    if wishes.forced or wishes.bye:
        raise TournamentError(PairingFault.TABLE_PAIRS.said())
    sizes = sizes_of_groups(state) if not state.lot else []
    if len(sizes) > 1:
        raise TournamentError(PairingFault.DRAW_FIRST.said(entries=len(state.entrants), sizes=tuple(sizes)))
    rounds, number = rounds_of_tables(state), len(state.rounds) + 1
    if number > len(rounds):
        raise TournamentError(PairingFault.ALL_PAIRED.said(count=len(rounds)))
    games, free = rounds[number - 1]
    warnings = []
    if state.made.competition == "C" and number >= CATCH_UP_BEFORE:
        warnings = [str(PairingFault.NOT_CAUGHT_UP.said(id=id, round=number)) for id in wishes.absent]
        waiting = to_catch_up(state.up_to(CATCH_UP_BEFORE - 1))
        if waiting and not wishes.anyway and number == CATCH_UP_BEFORE:
            told = PairingFault.TO_CATCH_UP.said(PairingFault.ANYWAY.said(), round=number, games=games_said(waiting))
            raise TournamentError(told)
    return RoundPaired(number, tuple(games), tuple(free), wishes.absent, tuple(warnings))


def remarks(state: EventState, round_: RoundPaired) -> list[Sentence]:
    """What the arbiter is told with the round: games before it that have no result."""
    missing = state.missing(state.rounds[: round_.round - 1])
    return [PairingFault.STILL_OPEN.said(games=games_said(missing))] if missing else []
