"""How much of each fault is played."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Scale:
    """The numbers of clients, seconds and states."""

    crowd: int
    """Connections that drip, and listeners that read nothing."""
    stopped_s: float
    """How long a machine is stopped."""
    bits_every: int
    """Of so many bits of a file one is flipped."""
    kills_every: int
    """After so many kills a program goes on once."""
    power_cuts_every: int
    """Of so many states that a power cut may leave, a program goes on from one."""


FULL = Scale(crowd=4300, stopped_s=30.0, bits_every=1, kills_every=1, power_cuts_every=1)
QUICK = Scale(crowd=500, stopped_s=8.0, bits_every=41, kills_every=5, power_cuts_every=41)
