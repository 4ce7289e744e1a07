"""Reads the dates and times that a regulation counts with."""

import re
from datetime import date, datetime
from typing import Final

from rules.errors import _
from tournament.errors import RegulationError

_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_TIME: Final = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{3}(\d{3})?)?)?(Z|[+-]\d\d:\d\d)?", re.ASCII)
_SHOWN: Final = 60
"""Characters of a wrong text that are shown."""


def day_in(text: str, field: str) -> date:
    """Return the date that is written as 2026-09-01. RegulationError names the field of a text that is none."""
    if _DATE.fullmatch(text):
        try:
            return date.fromisoformat(text)
        except ValueError:
            pass  # no day of the calendar
    raise RegulationError(_("{field} is {value}; a date such as 2026-09-01 was expected"), field=field, value=_shown(text))


def moment_in(text: str, field: str) -> datetime:
    """Return the time that is written as 2026-03-07T18:30:00, with its zone where it has one. RegulationError: as of `day_in`."""
    if _TIME.fullmatch(text):
        try:
            return datetime.fromisoformat(text)
        except ValueError:
            pass  # no day of the calendar, or no time of a day
    raise RegulationError(_("{field} is {value}; a time such as 2026-03-07T18:30:00 was expected"), field=field, value=_shown(text))


def _shown(text: str) -> str:
    quoted = f'"{text}"'
    return quoted if len(quoted) <= _SHOWN else f"{quoted[:_SHOWN]}..."


def written_like(text: str, moment: datetime) -> str:
    """Return the moment as `text`, a time that `moment_in` reads, is written: to the same part of a second, without its zone."""
    clock = text[len("2026-03-07T") :].rstrip("Z").partition("+")[0].partition("-")[0]
    precision = "minutes" if clock.count(":") == 1 else "milliseconds" if len(clock) == len("18:30:00.000") else "auto"
    return moment.replace(tzinfo=None).isoformat(text[10], precision)
