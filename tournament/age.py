"""Who is young enough for the championships of juniors: E 4."""

from collections.abc import Mapping
from datetime import date
from typing import Final

from rules.errors import Phrase
from tournament.fields import Fields, QuestionError
from tournament.times import day

YOUNGER_THAN: Final[Mapping[str, int]] = {"pupillen": 12, "jeugd": 16, "junioren": 21}
"""The age that a player has not reached on 1 September."""
SEPTEMBER: Final = 9
FIRST_YEAR, LAST_YEAR = 1, 9999


class AgeFault(Phrase):
    """Why an age is not told."""

    NOT_BORN = "born is {born}, which is after 1 September {year}"


def age_on(born: date, on: date) -> int:
    """The age in whole years on that day, which is not before the day of birth."""
    return on.year - born.year - ((on.month, on.day) < (born.month, born.day))


def age(question: Fields) -> dict[str, object]:
    """The answer to `age`: on 1 September of the year in which the season begins (R17)."""
    question.only("born", "year")
    born, year = day(question, "born"), question.whole("year", least=FIRST_YEAR, most=LAST_YEAR)
    on = date(year, SEPTEMBER, 1)
    if born > on:
        raise QuestionError(AgeFault.NOT_BORN.said(born=born.isoformat(), year=year))
    years = age_on(born, on)
    return {"age": years, "may_play": [name for name, limit in YOUNGER_THAN.items() if years < limit], "article": "E 4"}
