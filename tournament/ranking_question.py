"""The question `ranking`: the points ranking (appendix 4) over a number of seasons."""

from collections.abc import Mapping
from typing import Final

from rules.errors import Phrase
from tournament.fields import Fields, QuestionError, first_twice
from tournament.ranking import CLASSES, Ranking, Season, rankings

LAST_YEAR: Final = 9999


class SeasonFault(Phrase):
    """Why a season or a class is not taken."""

    NO_CLASS = "classes has {value} for {id}; one of {choices} was expected"
    NO_PLAYER = "{field} has {id}, who is missing in classes"
    NOT_LATER = "{field} is {year}, and the season before it is {before}; the oldest season stands first"
    TWO_CLASSES = "{field} has {id} in two classes"


def ranking(question: Fields) -> dict[str, object]:
    """The answer to `ranking`."""
    question.only("classes", "seasons")
    classes = question.pairs("classes")
    for player, level in classes.items():
        if level not in CLASSES:
            raise QuestionError(SeasonFault.NO_CLASS.said(value=repr(level), id=repr(player), choices=tuple(map(repr, CLASSES))))
    found, after = rankings(classes, _seasons(question.rows("seasons"), classes))
    return {"seasons": [_told(one) for one in found], "classes": after, "article": "appendix 4"}


def _seasons(rows: list[Fields], classes: Mapping[str, str]) -> list[Season]:
    seasons: list[Season] = []
    for row in rows:
        row.only("year", "club", "swiss", "championship")
        season = Season(row.whole("year", most=LAST_YEAR), *(row.lists(field, ()) for field in ("club", "swiss", "championship")))
        if seasons and season.year <= seasons[-1].year:
            raise QuestionError(SeasonFault.NOT_LATER.said(field=row.path("year"), year=season.year, before=seasons[-1].year))
        for field, groups in (("club", season.club), ("swiss", season.swiss), ("championship", season.championship)):
            for player in (one for group in groups for one in group):
                if player not in classes:
                    raise QuestionError(SeasonFault.NO_PLAYER.said(field=row.path(field), id=repr(player)))
        if (twice := first_twice([one for group in season.championship for one in group])) is not None:
            raise QuestionError(SeasonFault.TWO_CLASSES.said(field=row.path("championship"), id=repr(twice)))
        seasons.append(season)
    return seasons


def _told(found: Ranking) -> dict[str, object]:
    return {
        "year": found.year,
        "rows": [
            {
                "id": row.player,
                "class": row.level,
                "wp": row.wp,
                "kp": row.kp,
                "sp": row.sp,
                "tp": row.tp,
                "last_four": row.last_four,
            }
            for row in found.rows
        ],
        "promoted": list(found.promoted),
        "may_go_down": list(found.may_go_down),
        "best": list(found.best),
    }
