"""Play-offs of two who are equal: what was played, who won, and the games that the text demands now."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules.tournament.faults import ContestFault
from rules.tournament.fields import QuestionError
from rules.tournament.final_order import Needs
from rules.tournament.meetings import Meeting

GAMES_OF_A_MATCH = 2


class Colours(StrEnum):
    """How the colours of the next play-off games are found."""

    REVERSED = "reversed"
    BY_LOT = "lot"
    EACH_REVERSED = "each reversed"


@dataclass(frozen=True)
class Wanted:
    """What two need now; `next` are the games, White first, or the pair as it stands where the colours are not told by it."""

    needs: Needs
    colours: Colours
    next: tuple[tuple[str, str], ...]


def result_of_play_off(needs: Needs, games: Sequence[Meeting]) -> tuple[str | None, Needs]:
    """Who won the play-off of two by its games in order, or None and what is needed still.

    QuestionError: a game after it was won.
    """
    with_result = [game for game in games if game.points is not None]
    winner, left = None, needs
    for number, game in enumerate(with_result, 1):
        if winner is not None:
            raise QuestionError(ContestFault.WON_BEFORE.said(id=game.first, other=game.second, winner=winner, game=number))
        if needs is not Needs.MATCH or number > GAMES_OF_A_MATCH:
            winner = game.winner()
        elif number == GAMES_OF_A_MATCH:
            winner, left = _winner_of_match(with_result[:number]), Needs.GAME
    return winner, left


def _winner_of_match(games: Sequence[Meeting]) -> str | None:
    """Who won more of those games of two; None where they won as many."""
    one, other = sorted(games[0].pair)
    ahead = sum((game.winner() == one) - (game.winner() == other) for game in games)
    if ahead == 0:
        return None
    return one if ahead > 0 else other


def wanted(pair: tuple[str, str], needs: Needs, games: Sequence[Meeting], before: Sequence[Meeting]) -> Wanted:
    """The next games of two whose play-off has those games and is not won.

    `before` are their games in the event whose colours count; the colours are reversed against the last game that they played.
    """
    if needs is Needs.TEAM_MATCH:
        return Wanted(needs, Colours.EACH_REVERSED, (pair,))
    count = GAMES_OF_A_MATCH - sum(game.points is not None for game in games) if needs is Needs.MATCH else 1
    played = [game for game in (*sorted(before, key=lambda game: game.round), *games) if game.is_played]
    if not played:
        return Wanted(needs, Colours.BY_LOT, (pair,) * count)
    last = played[-1]
    turned = ((last.second, last.first), (last.first, last.second))
    return Wanted(needs, Colours.REVERSED, turned[:count])
