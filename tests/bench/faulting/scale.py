"""How much of each fault is played."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Scale:
    """The numbers of clients, tries and seconds."""

    tries: int
    """Bits flipped, and cuts made, in each file."""
    crowd: int
    """Connections that drip, and listeners that read nothing."""
    stopped_s: float
    """How long a machine is stopped."""
    started_s: float
    """For how long a service may run on damaged files, if it does not end by itself."""
    put_back: bool
    """Whether each game goes on once files that are told to be damaged are put back; else only where nothing was to be told."""


FULL = Scale(tries=30, crowd=4300, stopped_s=30.0, started_s=6.0, put_back=True)
QUICK = Scale(tries=3, crowd=500, stopped_s=8.0, started_s=3.0, put_back=False)
