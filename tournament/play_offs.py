"""Play-offs of two who are equal: what was played, who won, and the games that the text demands now."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournament.faults import ContestFault
from tournament.fields import QuestionError
from tournament.final_order import Needs
from tournament.meetings import Meeting

GAMES_OF_A_MATCH = 2


class Colours(StrEnum):
    """How the colours of the next play-off games are found."""

    REVERSED = "reversed"
    BY_LOT = "lot"
    EACH_REVERSED = "each reversed"


@dataclass(frozen=True)
class Wanted:
    """What two need now; `next` are the games, White first, or the pair as it stands where the colours are by lot.

    Of a match of teams the first named has White on the odd boards, as in the event.
    """

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

    `before` are the games in the event whose colours count: those of the two with each other; of teams all matches of both. The colours are
    reversed against the last game that they played.
    """
    played = [game for game in (*sorted(before, key=lambda game: game.round), *games) if game.is_played]
    if needs is Needs.TEAM_MATCH:
        return Wanted(needs, Colours.EACH_REVERSED, (_teams_reversed(pair, played),))
    count = GAMES_OF_A_MATCH - sum(game.points is not None for game in games) if needs is Needs.MATCH else 1
    if not played:
        return Wanted(needs, Colours.BY_LOT, (pair,) * count)
    last = played[-1]
    turned = ((last.second, last.first), (last.first, last.second))
    return Wanted(needs, Colours.REVERSED, turned[:count])


def _teams_reversed(pair: tuple[str, str], played: Sequence[Meeting]) -> tuple[str, str]:
    """The two teams, first the one that has White on the odd boards (B 7, G 6 E), by the matches that they played in order.

    Each player has the colour that he had not in his last game of the event. Where that asks the same colour of both teams, the
    colours are reversed against their last match with each other; where there is none either, the pair is as it stands.
    """
    last = [next((game for game in reversed(played) if id in game.pair), None) for id in pair]
    was_first = [game is not None and game.first == id for game, id in zip(last, pair, strict=True)]
    if None not in last and was_first[0] != was_first[1]:
        return pair if was_first[1] else pair[::-1]
    mutual = [game for game in played if game.pair == set(pair)]
    return (mutual[-1].second, mutual[-1].first) if mutual else pair
