"""The scene and the clock that the fakes of both kinds of camera share. Time passes only by waiting."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from vision.image.picture import Image

PERIOD_NS = 33_333_333
"""Nanoseconds between two pictures."""


@dataclass(slots=True)
class FakeClock:
    """Both clocks of a machine, in nanoseconds; waiting advances them."""

    now_ns: int = 5_000_000_000_000
    suspended_ns: int = 0
    """How long the machine was suspended since its start; CLOCK_BOOTTIME counts that."""

    def monotonic_ns(self) -> int:
        return self.now_ns

    def boottime_ns(self) -> int:
        return self.now_ns + self.suspended_ns

    def until(self, t_ns: int) -> None:
        """Wait until that time; return at once when it has passed."""
        self.now_ns = max(self.now_ns, t_ns)


@dataclass(slots=True)
class Scene:
    """`shows` gives the rightly exposed picture of a time, as BGR bytes."""

    shows: Callable[[int], Image]
    clock: FakeClock = field(default_factory=FakeClock)
    light: float = 1.0
    """The light: half of it needs twice the exposure."""
    plugged: bool = True
    used_elsewhere: bool = False
    """Whether another program uses the camera."""


def exposed(image: Image, share: float) -> Image:
    """The picture with that share of the right exposure."""
    return np.asarray(np.clip(image * np.float32(share), 0, 255), np.uint8)
