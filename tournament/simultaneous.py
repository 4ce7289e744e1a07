"""The colours of a simultaneous exhibition: I 4."""

from typing import Final

from rules.errors import Phrase
from tournament.fields import Fields, QuestionError

COLOURS: Final = ("white", "black")


class SimultaneousFault(Phrase):
    """Why no colours are told."""

    ONE_OF_TWO = "either first or giver is wanted: the colour of the first player by lot, or that of the giver at every board (I 4)"


def other(colour: str) -> str:
    return COLOURS[colour == COLOURS[0]]


def simultaneous(question: Fields) -> dict[str, object]:
    """The answer to `simultaneous`: the colours of the players in their order."""
    question.only("players", "first", "giver")
    players = question.whole("players", least=1)
    if question.has("first") == question.has("giver"):
        raise QuestionError(SimultaneousFault.ONE_OF_TWO.said())
    if question.has("giver"):
        return {"players": [other(question.one_of("giver", COLOURS))] * players, "article": "I 4"}
    first = question.one_of("first", COLOURS)
    return {"players": [first if at % 2 == 0 else other(first) for at in range(players)], "article": "I 4"}
