"""The time of day that is noted beside a ruling, and at the beginning of a game."""

from pi.machine.kernel_clock import time_is_set
from pi.machine.tidying import now
from record.papers.time_of_day import kept


def noted() -> str:
    """The time of day in the form of `record.papers.time_of_day.kept`."""
    return kept(now(), is_set=bool(time_is_set()))
