"""A round of the Swiss system: asked of the engine, and checked before anybody is told."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from hub.events.asking import asked
from hub.events.changes import PairedGame, RoundPaired
from hub.events.faults import TournamentError
from hub.events.groups import rounds_of_swiss
from hub.events.pairing_faults import PairingFault, games_said
from hub.events.questions import pair_question
from hub.events.state import EventState
from hub.events.wishes import Wishes, byes_in, check_wishes, forced_pair, met_in


def by_swiss(state: EventState, wishes: Wishes) -> RoundPaired:
    """The next round of the Swiss system; TournamentError where it cannot be paired, or what the engine pairs does not hold."""
    number, rounds = len(state.rounds) + 1, rounds_of_swiss(state)
    if number > rounds:
        raise TournamentError(PairingFault.ALL_PAIRED.said(count=rounds))
    if missing := state.missing():
        round_ = missing[0][0]
        waiting = games_said([one for one in missing if one[0] == round_])
        do = PairingFault.ENTER_THEM.said(count=len(waiting))
        raise TournamentError(PairingFault.NOT_COMPLETE.said(do, round=round_, count=len(waiting), games=waiting))
    forced = tuple(forced_pair(state, text) for text in wishes.forced)
    check_wishes(state, wishes, forced)
    absent = [*wishes.absent, *sorted(state.out), *filter(None, [wishes.bye])]
    told = asked(pair_question(state, number, absent, forced))
    games = tuple(_game(one, forced) for one in told["pairs"])
    free = wishes.bye or told["bye"] or ""
    round_paired = RoundPaired(
        round=number,
        games=games,
        free=tuple(filter(None, [free])),
        absent=wishes.absent,
        warnings=tuple(map(str, told["warnings"])),
    )
    check_pairs(state, round_paired, wishes, told["bye"])
    return round_paired


def _game(told: Mapping[str, str], forced: Sequence[PairedGame]) -> PairedGame:
    game = PairedGame(told["white"], told["black"])
    return replace(game, by_hand=any(one.pair == game.pair for one in forced))


def check_pairs(state: EventState, round_: RoundPaired, wishes: Wishes, engine_bye: str | None) -> None:
    """TournamentError where what came back does not hold: one twice, one left out, two who met, or a second bye.

    `engine_bye` is whom the engine left free; the arbiter may have named another one.
    """
    there = {one.id for one in state.entrants} - {*round_.absent, *state.out}
    seats = Counter([id for game in round_.games for id in (game.white, game.black)] + list(round_.free))
    met, byes = met_in(state), byes_in(state)
    for id, times in seats.items():
        if times > 1 or id not in there or (wishes.bye and id == engine_bye):
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
