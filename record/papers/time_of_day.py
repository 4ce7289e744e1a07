"""The time of day at which somebody ruled, as it is kept: local, ISO 8601 to the second, with its distance from UTC.

A `?` behind it says that nobody knows whether the machine's clock was set: a Pi without a network begins where it was switched off.
"""

from datetime import datetime

UNSURE = "?"


def kept(at: datetime, *, is_set: bool) -> str:
    """The time, which has a zone, as it is kept; `is_set` where the machine's clock is known to be."""
    return at.isoformat(timespec="seconds") + ("" if is_set else UNSURE)


def read(at: str) -> tuple[datetime, bool] | None:
    """The time as it was kept, and whether the machine's clock was known to be set; None where none was."""
    try:
        return datetime.fromisoformat(at.removesuffix(UNSURE)), not at.endswith(UNSURE)
    except ValueError:
        return None
