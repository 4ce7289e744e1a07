"""Reads the dates and times of a question."""

import re
from datetime import date, datetime
from typing import Final

from rules.errors import Phrase
from tournament.fields import Fields, QuestionError, shown

DATE: Final = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
TIME: Final = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{3}(\d{3})?)?)?(Z|[+-]\d\d:\d\d)?", re.ASCII)


class TimeFault(Phrase):
    """Why a date or a time is not taken."""

    NO_DATE = "{field} is {value}; a date such as 2026-09-01 was expected"
    NO_TIME = "{field} is {value}; a time such as 2026-03-07T18:30:00 was expected"


def day(question: Fields, name: str) -> date:
    """The date in that field."""
    text = question.text(name)
    if DATE.fullmatch(text):
        try:
            return date.fromisoformat(text)
        except ValueError:
            pass  # no day of the calendar
    raise QuestionError(TimeFault.NO_DATE.said(field=question.path(name), value=shown(text)))


def moment(question: Fields, name: str) -> datetime:
    """The time in that field, with its zone where it has one."""
    text = question.text(name)
    if TIME.fullmatch(text):
        try:
            return datetime.fromisoformat(text)
        except ValueError:
            pass  # no day of the calendar, or no time of a day
    raise QuestionError(TimeFault.NO_TIME.said(field=question.path(name), value=shown(text)))
