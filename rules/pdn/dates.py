"""The dates of other programs, in the form of PDN: `27-11-2026` and `27 november 2026` become `2026.11.27`."""

import re
from calendar import monthrange
from collections.abc import Iterator

from rules.play.notation import DASHES

UNKNOWN_DATE = "????.??.??"
_DATE = re.compile(r"([0-9?]{4})\.([0-9?]{2})\.([0-9?]{2})")
"""PDN 3.0, Date tag: a question mark stands for a digit that is not known."""
_TIME_OF_DAY = re.compile(r"(?<=[0-9])[ t][0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?$")
"""A time of day behind the date, which says no zone and thus leaves the day as it is."""
_BETWEEN = re.compile(rf"[\s.,/\\_{DASHES}]+")
_YEAR, _DAY_OR_MONTH = re.compile(r"[0-9?]{4}"), re.compile(r"[0-9?]{1,2}")
YEARS = range(1500, 2200)
"""The years that a date may have; 1026 and 2926 are slips of the pen. The oldest printed games are of 1547 (Torquemada, Valencia)."""
_LEAP_YEAR = 2000
"""Stands for a year that is not known."""
_MONTHS = (
    "jan januari january januar jannewaris",
    "feb februari february februar febrewaris",
    "mrt mar maart march märz",
    "apr april",
    "mei may mai maaie",
    "jun juni june juny",
    "jul juli july",
    "aug augustus august",
    "sep sept september septimber",
    "okt oct oktober october",
    "nov november novimber",
    "dec des december desimber dezember",
)
"""The names of the months in Dutch, Frisian, English and German."""
_MONTH_OF = {name: f"{number:02}" for number, names in enumerate(_MONTHS, 1) for name in names.split()}


def is_date(text: str) -> bool:
    """Whether the text is a date in the form of PDN, such as `2026.11.27` or `2026.??.??`, that a calendar has, in YEARS."""
    match = _DATE.fullmatch(text)
    return match is not None and _is_in_calendar(*match.groups())


def pdn_date(text: str) -> str | None:
    """The date in the form of PDN; None where the text is no date, or may be several.

    The numbers alone decide between day and month: `03-04-2026` may be two days, `27-11-2026` and `5/5/2026` are one. The year has four
    digits.
    """
    plain = text.strip().casefold()
    if is_date(plain):
        return plain
    fields = [field for field in _BETWEEN.split(_TIME_OF_DAY.sub("", plain)) if field]
    if all(set(field) == {"?"} for field in fields):
        return UNKNOWN_DATE
    readings = {f"{year}.{month:0>2}.{day:0>2}" for year, month, day in _readings(fields) if not ("?" in month and day != "??")}
    possible = list(filter(is_date, readings))
    return possible[0] if len(possible) == 1 else None


def _readings(fields: list[str]) -> Iterator[tuple[str, str, str]]:
    """The year, month and day of each reading of the fields; a calendar need not have them."""
    names = [_MONTH_OF[field] for field in fields if field in _MONTH_OF]
    years = [field for field in fields if _YEAR.fullmatch(field)]
    others = [field for field in fields if _DAY_OR_MONTH.fullmatch(field)]
    if len(years) != 1 or len(names) > 1 or len(names) + len(years) + len(others) != len(fields):
        return
    year = years[0]
    match (*names, *others):
        case ():
            yield year, "??", "??"
        case (month,):
            yield year, month, "??"
        case (month, day) if names or fields[0] == year:  # ISO 8601, and nobody writes the day between year and month
            yield year, month, day
        case (first, second) if fields[-1] == year:
            yield year, second, first
            yield year, first, second


def _is_in_calendar(year: str, month: str, day: str) -> bool:
    if not any(_fits(year, possible) for possible in YEARS):
        return False
    number = _LEAP_YEAR if "?" in year else int(year)
    return any(
        _fits(month, in_month) and any(_fits(day, on) for on in range(1, monthrange(number, in_month)[1] + 1)) for in_month in range(1, 13)
    )


def _fits(pattern: str, number: int) -> bool:
    return all(sign in ("?", digit) for sign, digit in zip(pattern, f"{number:0{len(pattern)}}", strict=True))
