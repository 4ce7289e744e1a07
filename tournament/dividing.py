"""How many players or teams each group gets: A 4, B 2, D 5 and G 2."""

from collections.abc import Mapping
from typing import Final

from rules.errors import Phrase
from tournament.articles import article_said
from tournament.fields import Fields, QuestionError

FOUR: Final = 4
"""The size of a group, of which there are as many as may be."""
LAST: Final[Mapping[str, Mapping[int, tuple[int, ...]]]] = {
    "A": {0: (), 1: (5,), 2: (6,), 3: (3,)},
    "B": {0: (), 1: (5,), 2: (6,), 3: (7,)},
    "D": {0: (), 1: (5,), 2: (6,), 3: (3,)},
    "G": {0: (), 1: (5,), 2: (6,), 3: (3,)},
}
"""The last group by what is left over after fours: A 4, D 5 and G 2 as R18 reads them; B 2."""
LEAST: Final[Mapping[str, int]] = {"A": 3, "B": 4, "D": 3, "G": 3}
"""The smallest group there is."""
HA: Final = "HA"
CLASSES_OF_D: Final = (HA, "1", "2", "3")
"""D 3."""
LEAST_OF_HA: Final = 2
"""Appendix 2."""
ARTICLES: Final[Mapping[str, str]] = {"A": "A 4", "B": "B 2", "D": "D 5", "G": "G 2"}


class GroupsFault(Phrase):
    """Why no groups are made."""

    TOO_FEW = (
        "{count} entry is too few for a group; {article} wants {least}",
        "{count} entries are too few for a group; {article} wants {least}",
    )


def sizes(competition: str, entries: int) -> tuple[int, ...]:
    """The sizes of the groups from the highest down. QuestionError: there are fewer entries than the smallest group has."""
    least, article = LEAST[competition], ARTICLES[competition]
    if entries < least:
        raise QuestionError(GroupsFault.TOO_FEW.said(count=entries, article=article_said(article), least=least))
    fours, left = divmod(entries, FOUR)
    last = LAST[competition][left]
    taken = 1 if last and last[0] > FOUR else 0
    return (FOUR,) * (fours - taken) + last


def groups(question: Fields) -> dict[str, object]:
    """The answer to `groups`. The HA of D has one group, of all who meet once or play by the Swiss system (D 4)."""
    question.only("competition", "class", "entries")
    competition, entries = question.one_of("competition", LAST), question.whole("entries")
    if competition == "D" and question.one_of("class", CLASSES_OF_D, CLASSES_OF_D[-1]) == HA:
        if entries < LEAST_OF_HA:
            raise QuestionError(GroupsFault.TOO_FEW.said(count=entries, article=article_said("appendix 2"), least=LEAST_OF_HA))
        return {"sizes": [entries], "article": "D 4"}
    return {"sizes": list(sizes(competition, entries)), "article": ARTICLES[competition]}
