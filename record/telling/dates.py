"""Dates and times as a person reads them, such as `7 March 2026 at 18:30`, in the reader's language."""

from datetime import date, datetime
from typing import Final

from rules.errors import Phrase, Sentence


class MonthName(Phrase):
    """The months."""

    JANUARY = "January"
    FEBRUARY = "February"
    MARCH = "March"
    APRIL = "April"
    MAY = "May"
    JUNE = "June"
    JULY = "July"
    AUGUST = "August"
    SEPTEMBER = "September"
    OCTOBER = "October"
    NOVEMBER = "November"
    DECEMBER = "December"


class DateSays(Phrase):
    """How a date and a time are told."""

    DAY = "{day} {month} {year}"
    MOMENT = "{day} at {time}"


MONTHS: Final = tuple(MonthName)


def day_said(text: str) -> Sentence:
    """The date of `2026-03-14`; any other text as it is."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return Sentence.plain(text)
    return _day(day)


def moment_said(text: str) -> Sentence:
    """The time of `2026-03-07T18:30`, with its seconds where it has some and its zone where it has one; any other text as it is."""
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        return Sentence.plain(text)
    clock = f"{at:%H:%M:%S}" if at.second or at.microsecond else f"{at:%H:%M}"
    return DateSays.MOMENT.said(day=_day(at.date()), time=f"{clock} ({at.tzname()})" if at.tzinfo else clock)


def _day(day: date) -> Sentence:
    return DateSays.DAY.said(day=str(day.day), month=MONTHS[day.month - 1].said(), year=str(day.year))
