"""Why a round is not paired, and what is told with one that is."""

from collections.abc import Sequence

from rules.errors import Phrase, Sentence
from tournament.events.changes import PairedGame


class PairingFault(Phrase):
    """Why a round is not paired, or what is told with one that is."""

    DRAW_FIRST = "{entries} entries play in groups of {sizes}, which the lot makes first"
    ALL_PAIRED = "all {count} rounds are paired"
    NOT_COMPLETE = "round {round} has {count} game without a result: {games}", "round {round} has {count} games without a result: {games}"
    TABLE_PAIRS = "the table of the regulation says who plays whom; pairs and who is free are asked for in the Swiss system alone"
    UNKNOWN = "nobody here has the id {id}"
    NO_PAIR = "{text} names no pair; two ids with a hyphen between them were expected, White first"
    TWO_PAIRS = "{text} may be any of {pairs}"
    FORCED_TWICE = "{id} is named for more than one pair"
    ABSENT_TOO = "{id} is absent and cannot play or be free"
    BYE_NOT_NEEDED = "{count} are there, and so nobody is free"
    WITHDRAWN = "{id} has withdrawn"
    OPPONENT_FREE = "{id} has withdrawn, and {other} is free"
    OPPONENT_WINS = "{id} has withdrawn, and {other} wins by default"
    GAME = "{white} - {black} (round {round})"
    BREAKS = "this round breaks {count} rule: {rules}", "this round breaks {count} rules: {rules}"
    TO_CATCH_UP = "these games are to be caught up before round {round} is played (C 13): {games}"
    MANY_OPEN = "{count} game of rounds {first} to {last} has no result yet", "{count} games of rounds {first} to {last} have no result yet"
    STILL_OPEN = "these games have no result yet: {games}"
    NOT_CAUGHT_UP = "{id} is prevented in round {round}, and rounds 6 and 7 are not caught up (C 13)"


def games_said(games: Sequence[tuple[int, PairedGame]]) -> tuple[Sentence, ...]:
    """The games as part of a sentence, each with its round."""
    return tuple(PairingFault.GAME.said(white=game.white, black=game.black, round=round_) for round_, game in games)
