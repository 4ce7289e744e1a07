"""What stands before a camera that is none, and time that passes by waiting alone; the fakes of both kinds of camera look at it."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from vision.image.picture import Image

PERIOD_NS = 33_333_333
"""Between two pictures."""


@dataclass(slots=True)
class FakeClock:
    """Both clocks of a machine, in nanoseconds; what waits for something moves it on."""

    now_ns: int = 5_000_000_000_000
    suspended_ns: int = 0
    """How long the machine has slept since its start: CLOCK_BOOTTIME counts that."""

    def monotonic_ns(self) -> int:
        return self.now_ns

    def boottime_ns(self) -> int:
        return self.now_ns + self.suspended_ns

    def until(self, t_ns: int) -> None:
        """Wait until then; not at all when it has been."""
        self.now_ns = max(self.now_ns, t_ns)


@dataclass(slots=True)
class Scene:
    """`shows` gives what stands there at a time, BGR bytes as a camera takes it with a right exposure."""

    shows: Callable[[int], Image]
    clock: FakeClock = field(default_factory=FakeClock)
    light: float = 1.0
    """Half of it asks for twice the exposure."""
    plugged: bool = True
    used_elsewhere: bool = False
    """Another program has the camera."""


def exposed(image: Image, share: float) -> Image:
    """The picture as it is with so much of the right exposure."""
    return np.asarray(np.clip(image * np.float32(share), 0, 255), np.uint8)
