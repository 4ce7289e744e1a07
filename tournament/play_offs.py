"""Play-offs of two who are equal: who won, and the games that the text demands now."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from rules.errors import _
from tournament.errors import RegulationError
from tournament.final_order import Needs
from tournament.games import Meeting

GAMES_OF_A_MATCH: Final = 2


class Colours(StrEnum):
    """How the colours of the next play-off games are found."""

    REVERSED = "reversed"
    BY_LOT = "lot"
    EACH_REVERSED = "each reversed"
    """In a match of teams the colours of each player are reversed."""


@dataclass(frozen=True, slots=True)
class NextGames:
    """The play-off games that are to be played now."""

    colours: Colours
    pairs: tuple[tuple[str, str], ...]
    """White first; of teams the one that has White on the odd boards; where the colours are by lot as the two are numbered."""


def play_off_result(needs: Needs, games: Sequence[Meeting]) -> tuple[str | None, Needs]:
    """Return who won the play-off of two by its games in order, None while nobody has, and what is needed still.

    RegulationError: a game after it was won.
    """
    with_result = [game for game in games if game.points is not None]
    winner, left = None, needs
    for number, game in enumerate(with_result, 1):
        if winner is not None:
            one, other = game.sides
            sentence = _("the play-off of {id} and {other} was won by {winner} before its game {game}")
            raise RegulationError(sentence, id=one, other=other, winner=winner, game=number)
        if needs is not Needs.MATCH or number > GAMES_OF_A_MATCH:
            winner = game.winner
        elif number == GAMES_OF_A_MATCH:
            winner, left = _winner_of_match(with_result[:number]), Needs.GAME
    return winner, left


def _winner_of_match(games: Sequence[Meeting]) -> str | None:
    """Who won more of those games of two; None where they won as many."""
    one, other = games[0].sides
    ahead = sum((game.winner == one) - (game.winner == other) for game in games)
    return None if ahead == 0 else one if ahead > 0 else other


def next_games(pair: tuple[str, str], needs: Needs, games: Sequence[Meeting], before: Sequence[Meeting]) -> NextGames:
    """Return the next games of two whose play-off has those games and is not won.

    `before` are the games in the event whose colours count: those of the two with each other; of teams all matches of both. The colours
    are reversed against the last game that they played.
    """
    played = [game for game in (*sorted(before, key=lambda game: game.round), *games) if game.is_played]
    if needs is Needs.TEAM_MATCH:
        return NextGames(Colours.EACH_REVERSED, (_teams_reversed(pair, played),))
    count = GAMES_OF_A_MATCH - sum(game.points is not None for game in games) if needs is Needs.MATCH else 1
    if not played:
        return NextGames(Colours.BY_LOT, (pair,) * count)
    white, black = played[-1].sides
    return NextGames(Colours.REVERSED, ((black, white), (white, black))[:count])


def _teams_reversed(pair: tuple[str, str], played: Sequence[Meeting]) -> tuple[str, str]:
    """The two teams, first the one that has White on the odd boards (B 7, G 6 E), by the matches that they played in order.

    Each player has the colour that he had not in his last game of the event. Where that asks the same colour of both teams, the
    colours are reversed against their last match with each other; where there is none either, the pair is as it stands.
    """
    last = [next((match for match in reversed(played) if id in match.pair), None) for id in pair]
    was_first = [match is not None and match.sides[0] == id for match, id in zip(last, pair, strict=True)]
    if None not in last and was_first[0] != was_first[1]:
        return pair if was_first[1] else pair[::-1]
    mutual = [match.sides for match in played if match.pair == set(pair)]
    return mutual[-1][::-1] if mutual else pair
