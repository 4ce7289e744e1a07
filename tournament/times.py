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
