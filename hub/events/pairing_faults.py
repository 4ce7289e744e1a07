"""Why a round is not paired, and what is told with one that is."""

from collections.abc import Sequence

from hub.events.changes import PairedGame
from rules.errors import Phrase, Sentence


class PairingFault(Phrase):
    """Why a round is not paired, or what is told with one that is."""

    DRAW_FIRST = "{entries} entries play in groups of {sizes}; damcam event draw makes the groups first"
    ALL_PAIRED = "all {count} rounds are paired"
    NOT_COMPLETE = "round {round} has {count} game without a result: {games}", "round {round} has {count} games without a result: {games}"
    ENTER_THEM = "enter it with damcam event result", "enter them with damcam event result"
    TABLE_PAIRS = "the table of the regulation says who plays whom; --force and --bye are for the Swiss system"
    UNKNOWN = "nobody here has the id {id}"
    NO_PAIR = "{text} names no pair; two ids with a hyphen between them were expected, White first"
    TWO_PAIRS = "{text} may be any of {pairs}"
    FORCED_TWICE = "{id} is named for more than one pair"
    ABSENT_TOO = "{id} is absent and cannot play or be free"
    BYE_NOT_NEEDED = "{count} are there, and so nobody is free; --bye goes with an odd number"
    WITHDRAWN = "{id} has withdrawn"
    OPPONENT_FREE = "{id} has withdrawn, and {other} is free"
    OPPONENT_WINS = "{id} has withdrawn, and {other} wins by default"
    GAME = "{white} - {black} (round {round})"
    TO_CATCH_UP = "these games are to be caught up before round {round} is played (C 13): {games}"
    ANYWAY = "--anyway pairs it, with the arbiter's consent"
    MANY_OPEN = "{count} game of rounds {first} to {last} has no result yet", "{count} games of rounds {first} to {last} have no result yet"
    STILL_OPEN = "these games have no result yet: {games}"
    NOT_CAUGHT_UP = "{id} is prevented in round {round}, and rounds 6 and 7 are not caught up (C 13)"


def games_said(games: Sequence[tuple[int, PairedGame]]) -> tuple[Sentence, ...]:
    """The games as part of a sentence, each with its round."""
    return tuple(PairingFault.GAME.said(white=game.white, black=game.black, round=round_) for round_, game in games)
