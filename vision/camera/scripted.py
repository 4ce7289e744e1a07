"""A camera that plays pictures by the clock, for the demo, the replay and the tests of the service."""

from bisect import bisect_right
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np

from vision.camera.source import Frame
from vision.camera.trouble import CameraTrouble
from vision.image.picture import Image, PictureError, read_picture

ScriptedView = Path | Image

PERIOD_NS = 250_000_000
"""Nanoseconds between two pictures."""
NOISE_LEVELS = 2
"""The noise, in levels of 255, that makes two pictures of a sensor differ."""


class ScriptedCamera:
    """A `vision.camera.source.Camera` that follows a script: `shows` gives what it shows from each time (ns) on.

    `wait_until` waits until a time has come and returns the time then.
    """

    def __init__(self, shows: Mapping[int, ScriptedView], wait_until: Callable[[int], int], period_ns: int = PERIOD_NS) -> None:
        self._times: list[int] = []
        self._shows: dict[int, ScriptedView] = {}
        self.show(shows)
        self._wait_until, self._period_ns = wait_until, period_ns
        self._taken = 0
        self._due_ns = 0
        self._loaded: tuple[Path | None, Image] = (None, np.zeros((1, 1, 3), np.uint8))

    def show(self, shows: Mapping[int, ScriptedView]) -> None:
        """Add to the script."""
        self._shows = self._shows | dict(shows)
        self._times = sorted(self._shows)

    def take(self, after_ns: int = 0) -> Frame:
        """The next picture; PictureError before the script begins."""
        now = self._wait_until(max(after_ns, self._due_ns))
        self._due_ns = now + self._period_ns
        return self.picture(now)

    def picture(self, t_ns: int) -> Frame:
        """The picture at that time; PictureError as `take`."""
        place = bisect_right(self._times, t_ns)
        if not place:
            raise PictureError(CameraTrouble.UNPLUGGED.said())
        return Frame("", t_ns, self._seen(self._shows[self._times[place - 1]]))

    def close(self) -> None:
        """Do nothing: no device is held."""

    def _seen(self, shown: ScriptedView) -> Image:
        self._taken += 1
        if isinstance(shown, Path):
            if self._loaded[0] != shown:
                self._loaded = shown, read_picture(shown)
            shown = self._loaded[1]
        noise = np.random.default_rng(self._taken).integers(0, NOISE_LEVELS, shown.shape, np.uint8)
        return np.asarray(np.where(shown > 255 - NOISE_LEVELS, shown - noise, shown + noise), np.uint8)
