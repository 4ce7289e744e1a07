"""A round of the Swiss system that the arbiter pairs by hand, with a warning for each rule that it breaks."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from rules.errors import Phrase, Sentence
from tournament.errors import TournamentError
from tournament.events.changes import NEITHER_CAME, PairedGame, RoundPaired
from tournament.events.groups import groups_of, is_swiss, rounds_of_swiss
from tournament.events.pairing_faults import PairingFault
from tournament.events.remedies import Remedy
from tournament.events.state import EventState
from tournament.events.swiss_round import check_complete
from tournament.events.wishes import byes_in, met_in

POINTS = {"1-0": (Fraction(1), Fraction()), "0-1": (Fraction(), Fraction(1)), "draw": (Fraction(1, 2), Fraction(1, 2))}
POINTS[NEITHER_CAME] = Fraction(), Fraction()
NEARLY = 1
"""Scores that differ by more are neither equal nor nearly equal (appendix 3)."""
SIDES = (1, -1)


class HandPairFault(Phrase):
    """Why a round by hand cannot be, or which rule it breaks."""

    NOT_SWISS = "the table of the regulation says who plays whom; nothing is paired by hand"
    TWICE = "{id} is there twice"
    MISSING = "{id} is neither paired nor free nor absent"
    ITSELF = "{id} cannot play against the same player"
    MET = "{white} and {black} met in round {round} already; opponents meet once at most (appendix 3)"
    HAD_BYE = "{id} was free in round {round} already, and is free once at most"
    SCORES = "{white} has {mine} and {black} has {other}: these scores are not nearly equal (appendix 3)"
    THREE_WHITE = "{id} would have White more than twice in a row"
    THREE_BLACK = "{id} would have Black more than twice in a row"
    MORE_WHITE = "{id} would have White three times more often than Black"
    MORE_BLACK = "{id} would have Black three times more often than White"


def by_hand(state: EventState, pairs: Sequence[tuple[str, str]], free: str, absent: Sequence[str]) -> tuple[RoundPaired, list[Sentence]]:
    """The next round with these pairs, White first, and a warning for each rule that it breaks.

    TournamentError where it is no round: somebody stands in it twice, is missing or unknown, or a game before has no result.
    """
    if not is_swiss(state):
        raise TournamentError(HandPairFault.NOT_SWISS.said())
    number = len(state.rounds) + 1
    if number > rounds_of_swiss(state):
        raise TournamentError(PairingFault.ALL_PAIRED.said(count=rounds_of_swiss(state)))
    check_complete(state)
    _check_seats(state, pairs, free, absent)
    games = tuple(PairedGame(white, black, by_hand=True) for white, black in pairs)
    round_ = RoundPaired(number, games, (free,) if free else (), tuple(absent))
    return round_, broken_by(state, round_)


def _check_seats(state: EventState, pairs: Sequence[tuple[str, str]], free: str, absent: Sequence[str]) -> None:
    """TournamentError where not everybody who plays is there once."""
    seats = Counter([*(id for pair in pairs for id in pair), *filter(None, [free]), *absent])
    for white, black in pairs:
        if white == black:
            raise TournamentError(HandPairFault.ITSELF.said(id=white))
    for id, times in seats.items():
        if id not in state.by_id:
            raise TournamentError(PairingFault.UNKNOWN.said(id=repr(id)))
        if id in state.out:
            raise TournamentError(PairingFault.WITHDRAWN.said(Remedy.RETURN.said(), id=id))
        if times > 1:
            raise TournamentError(HandPairFault.TWICE.said(id=id))
    for one in state.entrants:
        if one.id not in seats and one.id not in state.out:
            raise TournamentError(HandPairFault.MISSING.said(id=one.id))


def broken_by(state: EventState, round_: RoundPaired, names: Mapping[str, str] | None = None) -> list[Sentence]:
    """The rules that the pairs by hand of the next round break, and who is free in it, with the names by the ids, or with the ids."""
    met, byes, points, colours = met_in(state), byes_in(state), points_of(state), colours_of(state)
    shown = {one.id: (names or {}).get(one.id, one.id) for one in state.entrants}
    told = []
    for game in (one for one in round_.games if one.by_hand):
        white, black = shown[game.white], shown[game.black]
        if earlier := met.get(game.pair):
            told.append(HandPairFault.MET.said(white=white, black=black, round=earlier))
        if abs(points[game.white] - points[game.black]) > NEARLY:
            mine, other = (float(points[id]) for id in (game.white, game.black))
            told.append(HandPairFault.SCORES.said(white=white, mine=f"{mine:g}", black=black, other=f"{other:g}"))
        for id, side in zip((game.white, game.black), SIDES, strict=True):
            told += colour_broken(shown[id], colours[id], side)
    return told + [HandPairFault.HAD_BYE.said(id=shown[id], round=byes[id]) for id in round_.free if id in byes]


def colour_broken(id: str, before: Sequence[int], side: int) -> list[Sentence]:
    """The rule of colours that another game with that colour breaks, after those `before`."""
    if list(before[-2:]) == [side, side]:
        return [(HandPairFault.THREE_WHITE if side == SIDES[0] else HandPairFault.THREE_BLACK).said(id=id)]
    if abs(sum(before) + side) > 2 and sum(before) * side > 0:
        return [(HandPairFault.MORE_WHITE if side == SIDES[0] else HandPairFault.MORE_BLACK).said(id=id)]
    return []


def points_of(state: EventState) -> dict[str, Fraction]:
    """The points of each one; a bye is a point (R21)."""
    points = {id: Fraction() for group in groups_of(state) for id in group}
    for (round_, white, black), one in state.results.items():
        if round_ < 0:
            continue
        mine, other = POINTS[one.result]
        points[white] += mine
        points[black] += other
    for told in state.rounds:
        for id in told.free:
            points[id] += 1
    return points


def colours_of(state: EventState) -> dict[str, list[int]]:
    """The colours of each one in the games that were played, 1 for White and -1 for Black."""
    colours: dict[str, list[int]] = {one.id: [] for one in state.entrants}
    for told in state.rounds:
        for game in told.games:
            result = state.result_of(told.round, game)
            if result and not result.default:
                colours[game.white].append(SIDES[0])
                colours[game.black].append(SIDES[1])
    return colours
