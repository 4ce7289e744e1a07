"""In which class of the clubs' events somebody plays: A 2."""

from collections.abc import Mapping
from typing import Final

from tournament.fields import MANY, Fields

EIGHT: Final = 8
"""C 2: the players of a group of eight are numbered from 1 to 8."""
CHOOSES: Final = range(5, 9)
"""A 2: the numbers of the RHAA that choose between EK and HA."""
CLASS_OF: Final[Mapping[str, str]] = {"KK": "EK", "HAA": "EK", "RHAA": "EK", "HA": "HA", "1": "1", "2": "2", "3": "3"}
GROUPS_OF_EIGHT: Final = ("KK", "HAA", "RHAA")


def classes(question: Fields) -> dict[str, object]:
    """The answer to `classes`. The number matters in the RHAA alone, and may be missing for the others."""
    question.only("list", "number")
    level = question.one_of("list", CLASS_OF)
    most = EIGHT if level in GROUPS_OF_EIGHT else MANY
    number = question.whole("number", None if level == "RHAA" else 1, least=1, most=most)
    may_choose = level == "RHAA" and number in CHOOSES
    return {"may_play": [CLASS_OF[level], *(["HA"] if may_choose else [])], "article": "A 2"}
