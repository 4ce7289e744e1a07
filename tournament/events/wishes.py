"""What the arbiter asks of a round: pairs, who is absent, who is free."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tournament.errors import TournamentError
from tournament.events.changes import PairedGame
from tournament.events.pairing_faults import PairingFault
from tournament.events.remedies import Remedy
from tournament.events.state import EventState

TOLD_APART: Final = "\t"
"""Between two ids in a form: no id has it."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the arbiter asks of a round."""

    forced: tuple[str, ...] = ()
    """Pairs such as `anna-bate`, White first."""
    absent: tuple[str, ...] = ()
    bye: str = ""
    anyway: bool = False
    """Pair it although games are to be caught up."""


def check_known(state: EventState, wishes: Wishes) -> None:
    """TournamentError where the wishes name somebody who is not there, or has withdrawn."""
    for id in (*wishes.absent, *filter(None, [wishes.bye])):
        if id not in state.by_id:
            raise TournamentError(PairingFault.UNKNOWN.said(id=repr(id)))
        if id in state.out:
            raise TournamentError(PairingFault.WITHDRAWN.said(Remedy.RETURN.said(), id=id))


def forced_pair(state: EventState, text: str) -> PairedGame:
    """The pair that the text names, with a hyphen between two ids, which may have hyphens themselves, or with TOLD_APART."""
    if TOLD_APART in text:
        white, _, black = text.partition(TOLD_APART)
        return PairedGame(white, black, by_hand=True)
    halves = [(text[:at], text[at + 1 :]) for at, sign in enumerate(text) if sign == "-"]
    known = [(white, black) for white, black in halves if white in state.by_id and black in state.by_id and white != black]
    if len(known) > 1:
        raise TournamentError(PairingFault.TWO_PAIRS.said(text=repr(text), pairs=tuple(" - ".join(one) for one in known)))
    if not known:
        if len(halves) == 1 and (unknown := next((one for one in halves[0] if one not in state.by_id), None)):
            raise TournamentError(PairingFault.UNKNOWN.said(id=repr(unknown)))
        raise TournamentError(PairingFault.NO_PAIR.said(text=repr(text)))
    return PairedGame(*known[0], by_hand=True)


def met_in(state: EventState) -> dict[frozenset[str], int]:
    """The round in which each pair met, or is to meet. Two whose game was booked by default have not met (R27)."""
    return {game.pair: one.round for one in state.rounds for game in one.games if not is_booked(state, one.round, game)}


def is_booked(state: EventState, round_: int, game: PairedGame) -> bool:
    """Whether the game is over and was not played: its result is by default, or one of the two withdrew before it had one."""
    result = state.result_of(round_, game)
    return result.default if result else bool(game.pair & state.out)


def byes_in(state: EventState) -> dict[str, int]:
    """The round in which each one was free."""
    return {id: one.round for one in state.rounds for id in one.free}


def check_wishes(state: EventState, wishes: Wishes, forced: Sequence[PairedGame]) -> None:
    """TournamentError where what the arbiter asks cannot be done."""
    away, named = {*wishes.absent, *state.out}, Counter(id for one in forced for id in one.pair)
    for id, times in named.items():
        if times > 1:
            raise TournamentError(PairingFault.FORCED_TWICE.said(id=id))
    for id in (*named, *filter(None, [wishes.bye])):
        if id in away or (id in named and id == wishes.bye):
            raise TournamentError(PairingFault.ABSENT_TOO.said(id=id))
    there = len(state.entrants) - len(away)
    if wishes.bye and there % 2 == 0:
        raise TournamentError(PairingFault.BYE_NOT_NEEDED.said(count=there))
