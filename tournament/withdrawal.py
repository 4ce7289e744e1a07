"""Withdrawals for good from a group of eight (C 14): all games lapse, or those that are left are won by the opponents."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from rules.errors import _
from tournament.competitions import EIGHT, Competition
from tournament.errors import RegulationError
from tournament.games import Bye, Game, Meeting, Result
from tournament.pairing_tables import pairing_table

FEWEST_GAMES: Final = 5
"""With so many games played the rest is won by the opponents; with fewer all lapse."""
ALL_GAMES: Final = EIGHT - 1


@dataclass(frozen=True, slots=True)
class AfterWithdrawal:
    """The games of a group as they count."""

    games: tuple[Meeting, ...]
    """Those that count, with the awarded ones."""
    lapsed: tuple[str, ...] = ()
    """The ids whose games do not count."""
    awarded: tuple[Game, ...] = ()
    """Those that are booked as won by the opponents."""


def after_withdrawal(players: Sequence[str], games: Sequence[Game], byes: Sequence[Bye], withdrawn: Sequence[str]) -> AfterWithdrawal:
    """Return the games as they count when those have withdrawn (C 14, R10). RegulationError: one of them has played all his games."""
    played = {id: sum(game.is_played and id in game.pair for game in games) for id in withdrawn}
    for id in withdrawn:
        most = ALL_GAMES - sum(bye.id == id for bye in byes)
        if played[id] >= most:
            raise RegulationError(_("{id} has played all {games} games and cannot withdraw any more (C 14)"), id=id, games=most)
    lapsed = tuple(id for id in players if id in played and played[id] < FEWEST_GAMES)
    awarded = []
    for game in _unplayed(players, games, byes):
        out = game.pair & set(withdrawn)
        if len(out) == 1 and not out & set(lapsed):
            result = Result.BLACK_WINS if game.white in out else Result.WHITE_WINS
            awarded.append(replace(game, result=result, by_default=True))
    booked = {game.pair for game in awarded}
    counting = [game for game in games if not game.pair & set(lapsed) and (game.result is not None or game.pair not in booked)]
    return AfterWithdrawal((*counting, *awarded), lapsed, tuple(awarded))


def _unplayed(players: Sequence[str], games: Sequence[Game], byes: Sequence[Bye]) -> list[Game]:
    """The games without a result, as entered, or else as the table of C 7 has them; those of a round in the order of the table.

    Nobody plays in a round in which he is free (C 12).
    """
    free = {(bye.round, bye.id) for bye in byes}
    entered = {game.pair for game in games}
    of_table = [
        Game(round_, players[white - 1], players[black - 1])
        for round_, pairs in enumerate(pairing_table(Competition.C, EIGHT).rounds, 1)
        for white, black in pairs
        if max(white, black) <= len(players)
    ]
    of_table = [game for game in of_table if not free & {(game.round, id) for id in game.pair}]
    printed = {game.pair: place for place, game in enumerate(of_table)}
    unplayed = [game for game in games if game.result is None] + [game for game in of_table if game.pair not in entered]
    return sorted(unplayed, key=lambda game: (game.round, printed.get(game.pair, len(printed))))
