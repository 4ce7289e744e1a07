"""Those who withdraw for good from a group of eight (C 14): all their games lapse, or the rest are won by their opponents."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournament.faults import ContestFault
from tournament.fields import QuestionError
from tournament.halves import LOSS, WIN
from tournament.meetings import Bye, Meeting
from tournament.tables import C_7

FEWEST_GAMES, ALL_GAMES = 5, 7


@dataclass(frozen=True)
class AfterWithdrawal:
    """The games that count, with those that were `awarded`; `lapsed` are the ids whose games count no more."""

    meetings: tuple[Meeting, ...]
    lapsed: tuple[str, ...] = ()
    awarded: tuple[Meeting, ...] = ()


def _played(id: str, meetings: Sequence[Meeting]) -> int:
    return sum(one.is_played and id in one.pair for one in meetings)


def _wanted(players: Sequence[str], meetings: Sequence[Meeting], byes: Sequence[Bye]) -> list[Meeting]:
    """The games without a result, as entered, or else as the table of C 7 has them; those of a round in the order of the table.

    Nobody plays in a round in which he is free (C 12).
    """
    free = {(bye.round, bye.id) for bye in byes}
    entered = {one.pair for one in meetings}
    of_table = [
        Meeting(number, players[first - 1], players[second - 1])
        for number, pairs in enumerate(C_7[8].rounds, 1)
        for first, second in pairs
        if max(first, second) <= len(players)
    ]
    of_table = [one for one in of_table if not free & {(one.round, id) for id in one.pair}]
    open_games = [one for one in meetings if one.points is None] + [one for one in of_table if one.pair not in entered]
    printed = {one.pair: place for place, one in enumerate(of_table)}
    return sorted(open_games, key=lambda one: (one.round, printed.get(one.pair, len(printed))))


def after_withdrawal(players: Sequence[str], meetings: Sequence[Meeting], byes: Sequence[Bye], withdrawn: Sequence[str]) -> AfterWithdrawal:
    """The games that count when those have withdrawn (C 14, R10). QuestionError: one of them has played all his games."""
    for id in withdrawn:
        games = ALL_GAMES - sum(bye.id == id for bye in byes)
        if _played(id, meetings) >= games:
            raise QuestionError(ContestFault.ALL_PLAYED.said(id=id, games=games))
    lapsed = tuple(id for id in players if id in withdrawn and _played(id, meetings) < FEWEST_GAMES)
    counting = [one for one in meetings if not one.pair & set(lapsed)]
    awarded = []
    for one in _wanted(players, meetings, byes):
        out = one.pair & set(withdrawn)
        if len(out) == 1 and not out & set(lapsed):
            points = (LOSS, WIN) if one.first in out else (WIN, LOSS)
            awarded.append(replace(one, points=points, is_default=True))
    booked = {one.pair for one in awarded}
    kept = [one for one in counting if one.points is not None or one.pair not in booked]
    return AfterWithdrawal((*kept, *awarded), lapsed, tuple(awarded))
