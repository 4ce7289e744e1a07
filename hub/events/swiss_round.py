"""A round of the Swiss system: asked of the engine, and checked before anybody is told."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from hub.events.asking import Asker, asked
from hub.events.changes import PairedGame, RoundPaired
from hub.events.faults import TournamentError
from hub.events.groups import rounds_of_swiss
from hub.events.pairing_faults import PairingFault, games_said
from hub.events.questions import pair_question
from hub.events.state import EventState
from hub.events.wishes import Wishes, byes_in, check_wishes, forced_pair, met_in
from rules.errors import Sentence


def by_swiss(state: EventState, wishes: Wishes, ask: Asker = asked) -> tuple[RoundPaired, list[Sentence]]:
    """The next round of the Swiss system, and the engine's warnings; TournamentError where it cannot be paired, or does not hold."""
    number, rounds = len(state.rounds) + 1, rounds_of_swiss(state)
    if number > rounds:
        raise TournamentError(PairingFault.ALL_PAIRED.said(count=rounds))
    check_complete(state)
    forced = tuple(forced_pair(state, text) for text in wishes.forced)
    check_wishes(state, wishes, forced)
    told = ask(pair_question(state, wishes, forced))
    games = tuple(_game(one, forced) for one in told["pairs"])
    free = tuple(filter(None, [told["bye"]]))
    round_ = RoundPaired(round=number, games=games, free=free, absent=wishes.absent, warnings=tuple(map(str, told["warnings"])))
    check_pairs(state, round_, wishes)
    return round_, list(told["warnings"])


def check_complete(state: EventState) -> None:
    """TournamentError where a round before has games without a result; of two who both withdrew nobody waits for one."""
    for one in state.rounds:
        waiting = [(one.round, game) for game in one.games if not state.result_of(one.round, game) and not game.pair <= state.out]
        if waiting:
            do = PairingFault.ENTER_THEM.said(count=len(waiting))
            told = PairingFault.NOT_COMPLETE.said(do, round=one.round, count=len(waiting), games=games_said(waiting))
            raise TournamentError(told)


def _game(told: Mapping[str, str], forced: Sequence[PairedGame]) -> PairedGame:
    game = PairedGame(told["white"], told["black"])
    return replace(game, by_hand=any(one.pair == game.pair for one in forced))


def check_pairs(state: EventState, round_: RoundPaired, wishes: Wishes) -> None:
    """TournamentError where what came back does not hold: one twice, one left out, two who met, or a second bye."""
    there = {one.id for one in state.entrants} - {*round_.absent, *state.out}
    seats = Counter([id for game in round_.games for id in (game.white, game.black)] + list(round_.free))
    met, byes = met_in(state), byes_in(state)
    for id, times in seats.items():
        if times > 1 or id not in there:
            raise TournamentError(PairingFault.TWICE_IN_ROUND.said(PairingFault.PAIR_BY_HAND.said(), id=id))
    for id in sorted(there - seats.keys()):
        raise TournamentError(PairingFault.LEFT_OUT.said(PairingFault.PAIR_BY_HAND.said(), id=id))
    for game in round_.games:
        if game.pair in met and not game.by_hand:
            told = PairingFault.MET.said(PairingFault.PAIR_BY_HAND.said(), white=game.white, black=game.black, round=met[game.pair])
            raise TournamentError(told)
    for id in round_.free:
        if id in byes and id != wishes.bye:
            raise TournamentError(PairingFault.HAD_BYE.said(PairingFault.PAIR_BY_HAND.said(), id=id, round=byes[id]))
