"""A round of the Swiss system."""

from dataclasses import replace

from rules.errors import Sentence
from tournament.errors import RegulationError, TournamentError
from tournament.events.changes import PairedGame, RoundPaired
from tournament.events.groups import rounds_of_swiss
from tournament.events.pairing_faults import PairingFault, games_said
from tournament.events.played import swiss_event
from tournament.events.remedies import Remedy
from tournament.events.state import EventState
from tournament.events.wishes import Wishes, check_known, check_wishes, forced_pair
from tournament.swiss import pair_round


def by_swiss(state: EventState, wishes: Wishes) -> tuple[RoundPaired, list[Sentence]]:
    """The next round of the Swiss system, and the warnings; TournamentError where it cannot be paired."""
    from tournament.dutch import dutch  # networkx takes a moment to load

    forced = check_swiss(state, wishes)
    try:
        paired = pair_round(swiss_event(state, wishes, forced), dutch)
    except RegulationError as error:
        if (pairs_by_hand := error.sentence.remedy) is None:
            raise
        ways = replace(pairs_by_hand, remedy=Remedy.PAIR_OR_END.said())
        raise TournamentError(replace(error.sentence, remedy=ways)) from error
    by_hand = {game.pair for game in forced}
    games = tuple(PairedGame(white, black, by_hand={white, black} in by_hand) for white, black in paired.pairs)
    free = (paired.bye,) if paired.bye else ()
    return RoundPaired(len(state.rounds) + 1, games, free, wishes.absent), list(paired.warnings)


def check_swiss(state: EventState, wishes: Wishes) -> tuple[PairedGame, ...]:
    """The pairs of the wishes; TournamentError where it is clear without the engine that the next round cannot be paired so."""
    check_known(state, wishes)
    rounds = rounds_of_swiss(state)
    if len(state.rounds) >= rounds:
        raise TournamentError(PairingFault.ALL_PAIRED.said(count=rounds))
    check_complete(state)
    forced = tuple(forced_pair(state, text) for text in wishes.forced)
    check_wishes(state, wishes, forced)
    return forced


def check_complete(state: EventState) -> None:
    """TournamentError where a round before has games without a result; of two who both withdrew nobody waits for one."""
    for one in state.rounds:
        waiting = [(one.round, game) for game in one.games if not state.result_of(one.round, game) and not game.pair <= state.out]
        if waiting:
            told = PairingFault.NOT_COMPLETE.said(round=one.round, count=len(waiting), games=games_said(waiting))
            raise TournamentError(told)
