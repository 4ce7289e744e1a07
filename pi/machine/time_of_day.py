"""The time of day that is noted beside a ruling."""

from pathlib import Path

from pi.machine.tidying import now
from record.papers.time_of_day import kept

SET_BY_A_SERVER = Path("/run/systemd/timesync/synchronized")
"""This file exists once systemd's time service has set the clock since the start. Other time services cannot be asked without waiting."""


def noted() -> str:
    """The time of day in the form of `record.papers.time_of_day.kept`."""
    return kept(now(), is_set=SET_BY_A_SERVER.exists())
