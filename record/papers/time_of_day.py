"""The stored form of the time of day of a ruling: local time in ISO 8601 to the second, with the offset from UTC.

A `?` after it means that the machine's clock may not have been set: a Pi without a network resumes the time of its last shutdown.
"""

from datetime import datetime, timedelta

from record.session.state import State

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


def at_moment(state: State, t_ns: int) -> datetime | None:
    """The time of day at that moment of the game, from that of its first moment; the time of power cuts is not counted.

    None where that is not surely known, and for a game that did not run in real time.
    """
    settings = state.opened.about.settings
    first = read(settings.began or "")
    if first is None or settings.began_unsure or (settings.clock_rate or "1") != "1":
        return None
    return first[0] + timedelta(microseconds=t_ns // 1000)


def when_ruled(state: State, t_ns: int, at: str) -> tuple[datetime, bool] | None:
    """The time of day of a ruling at that moment of the game, and whether it is sure; None where none was noted.

    What was noted before the machine's clock was set follows from the moment at which it came to be known.
    """
    noted = read(at)
    if noted is None or noted[1]:
        return noted
    held = (one for one in state.times_known if (one.since_ns < t_ns or not one.since_ns) and t_ns <= one.t_ns)
    known = next(held, None)
    later = read(known.at) if known else None
    return (later[0] - timedelta(microseconds=(known.t_ns - t_ns) // 1000), True) if known and later else noted
