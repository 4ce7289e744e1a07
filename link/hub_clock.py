"""The clocks of the hub's machine, and how those of a board stand to them."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from link.wire import Pulse

PULSES_KEPT = 64
"""Pulses of about a minute: the fastest of them tells best how the clocks stand, and in a minute they drift by some milliseconds."""


@dataclass(frozen=True, slots=True)
class HubClock:
    """The clocks of this machine."""

    monotonic_ns: Callable[[], int] = time.monotonic_ns
    utc_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000


class BoardsClock:
    """How the clocks of one board stand to the hub's, as its pulses tell. A pulse is late by the delay of the network, never early."""

    def __init__(self) -> None:
        self._boot = ""
        self._later: deque[tuple[int, int]] = deque(maxlen=PULSES_KEPT)

    def hear(self, pulse: Pulse, heard_ns: int, heard_utc_ms: int) -> None:
        """Take note of a pulse that came at the hub's times `heard_ns` (monotonic) and `heard_utc_ms`."""
        if pulse.boot != self._boot:
            self._boot = pulse.boot
            self._later.clear()
        self._later.append((heard_ns - pulse.t_ns, heard_utc_ms - pulse.utc_ms))

    @property
    def offset_ns(self) -> int | None:
        """What to add to the board's monotonic time to have the hub's; too much by the least delay of the network. None before a pulse."""
        return min(self._later)[0] if self._later else None

    @property
    def slow_ms(self) -> int | None:
        """By how much the board's time of day is behind the hub's, negative where it is ahead; None before a pulse."""
        if not self._later:
            return None
        latest_ns, slow_ms = self._later[-1]
        return slow_ms - (latest_ns - min(self._later)[0]) // 1_000_000
