"""The stored form of the time of day of a ruling: local time in ISO 8601 to the second, with the offset from UTC.

A `?` after it means that the machine's clock may not have been set: a Pi without a network resumes the time of its last shutdown.
"""

from datetime import datetime

UNSURE = "?"


def kept(at: datetime, *, is_set: bool) -> str:
    """The stored form of `at`, which must have a time zone; `is_set` is whether the machine's clock is known to be set."""
    return at.isoformat(timespec="seconds") + ("" if is_set else UNSURE)


def read(at: str) -> tuple[datetime, bool] | None:
    """The time from its stored form, and whether the machine's clock was known to be set; None where no time was stored."""
    try:
        return datetime.fromisoformat(at.removesuffix(UNSURE)), not at.endswith(UNSURE)
    except ValueError:
        return None
