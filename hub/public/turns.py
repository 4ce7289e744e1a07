"""Turns: so many times in a second something costly is done, however many ask for it."""

import time
from collections.abc import Callable


class Turns:
    """A turn each `each_s` seconds in the long run; after a silence so many at once as had come in `burst_s`."""

    def __init__(self, each_s: float, burst_s: float, now_s: Callable[[], float] = time.monotonic) -> None:
        self._each_s, self._burst_s, self._now_s = each_s, burst_s, now_s
        self._paid_until_s = float("-inf")

    @property
    def wait_s(self) -> float:
        """Seconds until the next turn; 0 when it may be taken now."""
        return max(0.0, self._after() - self._now_s() - self._burst_s)

    def take(self) -> float:
        """Take a turn, unless it has to wait: then the seconds of `wait_s`, else 0."""
        if (wait_s := self.wait_s) == 0:
            self._paid_until_s = self._after()
        return wait_s

    def _after(self) -> float:
        return max(self._now_s(), self._paid_until_s) + self._each_s
