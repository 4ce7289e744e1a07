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
    states: int
    """After at most so many kills, and as many power cuts, of each task a program goes on."""


FULL = Scale(crowd=4300, stopped_s=30.0, bits_every=1, states=100_000)
QUICK = Scale(crowd=500, stopped_s=8.0, bits_every=41, states=40)
