"""Whether the commission of appeal takes an appeal, and by when it decides: appendix 5."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from rules.errors import Phrase
from tournament.fields import Fields, QuestionError
from tournament.times import day_in, moment_in

TERM: Final = timedelta(hours=24)
"""Point 3: the time for an appeal after the ruling was told; its last second belongs to it (R20)."""
COMPETITIONS: Final = tuple("ABCDEFGHI")
WITH_APPEAL: Final = frozenset("BCDEF")
"""The regulations that name the commission: B 8, C 16, D 8, E 6, F 7."""
CLASSES: Final[Mapping[str, tuple[str, ...]]] = {"C": ("KK", "HAA", "RHAA"), "D": ("HA", "1", "2", "3")}


class AppealFault(Phrase):
    """Why an appeal is not judged."""

    ZONES = "{one} has a zone and {other} has none; both or neither must have one"
    TOO_LATE_A_DAY = "told is {value}, and no calendar has a day after it"


def appeal(question: Fields) -> dict[str, object]:
    """The answer to `appeal`. Without a ruling the time at which it was told may be missing; then there is no `until`."""
    question.only("competition", "class", "ruled", "party", "told", "made", "written", "grounds", "next_match_day")
    competition = question.one_of("competition", COMPETITIONS)
    before_next = _before_next_day(question, competition)
    ruled = question.flag("ruled")
    told = moment_in(question.text("told"), "told") if ruled or question.has("told") else None
    made = moment_in(question.text("made"), "made")
    until = None if told is None else _until(told)
    reasons = {
        "no appeal": competition not in WITH_APPEAL,
        "no ruling": not ruled,
        "no party": not question.flag("party"),
        "too early": told is not None and _is_before(made, told),
        "too late": until is not None and _is_before(until, made),
        "form": not all([question.flag("written"), question.flag("grounds")]),
    }
    next_day = day_in(question.text("next_match_day"), "next_match_day").isoformat() if question.has("next_match_day") else None
    return {
        "admissible": not any(reasons.values()),
        "reasons": [reason for reason, holds in reasons.items() if holds],
        "until": None if until is None else _like(question.text("told"), until),
        "decide_before": next_day if before_next else None,
        "article": "appendix 5",
    }


def _before_next_day(question: Fields, competition: str) -> bool:
    """Whether the commission decides before the next match day (point 4): in the groups of eight and the HA."""
    if competition not in CLASSES:
        return False
    level = question.one_of("class", CLASSES[competition], CLASSES[competition][0] if competition == "C" else None)
    return competition == "C" or level == "HA"


def _until(told: datetime) -> datetime:
    try:
        return told + TERM
    except OverflowError as error:
        raise QuestionError(AppealFault.TOO_LATE_A_DAY.said(value=told.isoformat())) from error


def _is_before(one: datetime, other: datetime) -> bool:
    if (one.tzinfo is None) != (other.tzinfo is None):
        names = ("made", "told") if one.tzinfo else ("told", "made")
        raise QuestionError(AppealFault.ZONES.said(one=names[0], other=names[1]))
    return one < other


def _like(told: str, until: datetime) -> str:
    """The time as `told` is written, to the same part of a second, without a zone."""
    clock = told[len("2026-03-07T") :].rstrip("Z").partition("+")[0].partition("-")[0]
    precision = "minutes" if clock.count(":") == 1 else "milliseconds" if len(clock) == len("18:30:00.000") else "auto"
    return until.replace(tzinfo=None).isoformat(told[10], precision)
