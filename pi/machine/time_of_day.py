"""The time of day on this machine, for people: noted beside what somebody rules."""

from pathlib import Path

from pi.machine.tidying import now
from record.papers.time_of_day import kept

SET_BY_A_SERVER = Path("/run/systemd/timesync/synchronized")
"""There once systemd's time service has set the clock, on this Pi and since it was switched on; no other can be asked without waiting."""


def noted() -> str:
    """As `record.papers.time_of_day` has it."""
    return kept(now(), is_set=SET_BY_A_SERVER.exists())
