"""The headings of lists in the reader's language, each with the word that is always accepted where that is another one."""

from rules.errors import Phrase, Sentence, in_context


class HeadingSays(Phrase):
    """Each heading by its name. A translation is an accepted word, followed by the English one in brackets: `naam (name)`."""

    ID = in_context("heading", "id")
    NAME = in_context("heading", "name")
    CLUB = in_context("heading", "club")
    CLASS = in_context("heading", "class")
    BORN = in_context("heading", "born")
    NUMBER = in_context("heading", "number")
    RATING = in_context("heading", "rating")
    ROUND = in_context("heading", "round")
    WHITE = in_context("heading", "white")
    BLACK = in_context("heading", "black")
    RESULT = in_context("heading", "result")
    DEFAULT = in_context("heading", "default")
    BOARD = in_context("heading", "board")
    GROUP = in_context("heading", "group")
    YEAR = in_context("heading", "year")
    KIND = in_context("heading", "kind")
    EVENT = in_context("heading", "event")
    PLACE = in_context("heading", "place")


def heading_said(name: str) -> Sentence:
    """The heading of that name."""
    return HeadingSays[name.upper()].said()
