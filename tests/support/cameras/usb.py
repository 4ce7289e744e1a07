"""A cv2.VideoCapture that needs no camera: it queues pictures and refuses settings as drivers do, on a fake clock."""

from collections.abc import Sequence

import cv2
import numpy as np

from tests.support.cameras.scene import PERIOD_NS, Scene, exposed
from vision.image.picture import Image

QUEUE = 4
"""The pictures that a driver queues where CAP_PROP_BUFFERSIZE is not set."""
MIN_FETCH_NS = 200_000
"""The least time to fetch a picture that was queued, in nanoseconds."""
TRANSFER_NS = 12_000_000
"""The time from the first bytes of a picture to the last, in nanoseconds."""
RIGHT = 156.0
"""The right exposure at light 1, in tenths of a millisecond, the unit of UVC."""
SWITCHES = (cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_WB_TEMPERATURE)
SIZES = ((640, 480), (1280, 720), (1280, 960), (1920, 1080))


class FakeCapture:
    """A capture of `scene`.

    `stamps`: whether the driver stamps its pictures. `allows`: the properties that it lets be set. `tells_exposure`: whether it reports
    the exposure that it has chosen itself, as good drivers do.
    """

    def __init__(self, scene: Scene, stamps: bool = True, allows: Sequence[int] = SWITCHES, tells_exposure: bool = True) -> None:
        self._scene, self._clock = scene, scene.clock
        self._stamps = stamps
        self._allows = allows
        self._tells_exposure = tells_exposure
        self._queue = QUEUE
        self._size = SIZES[0]
        self._properties: dict[int, float] = {cv2.CAP_PROP_AUTO_EXPOSURE: 3, cv2.CAP_PROP_EXPOSURE: RIGHT, cv2.CAP_PROP_FPS: 30}
        self._next = self._grabbed = self._clock.now_ns // PERIOD_NS
        self._kept: list[int] = []

    def isOpened(self) -> bool:  # noqa: N802  OpenCV's name
        return self._scene.plugged and not self._scene.used_elsewhere

    def set(self, name: int, value: float) -> bool:
        if name == cv2.CAP_PROP_FRAME_HEIGHT:
            wanted = (self._properties[cv2.CAP_PROP_FRAME_WIDTH], value)
            self._size = min(SIZES, key=lambda size: abs(size[0] - wanted[0]) + abs(size[1] - wanted[1]))
        elif name == cv2.CAP_PROP_BUFFERSIZE:
            self._queue = int(value)
        elif name not in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FPS, *self._allows):
            return False
        self._properties[name] = value
        return True

    def get(self, name: int) -> float:
        if name == cv2.CAP_PROP_POS_MSEC:
            return self._grabbed * PERIOD_NS / 1e6 if self._stamps else 0.0
        if name == cv2.CAP_PROP_EXPOSURE and self._tells_exposure:
            return self._exposure()
        return self._properties.get(name, -1.0)

    def grab(self) -> bool:
        """Take the oldest queued picture, or wait for the next one; pictures that did not fit into the queue are lost."""
        if not self._scene.plugged:
            return False
        newest = (self._clock.now_ns - TRANSFER_NS) // PERIOD_NS
        self._kept += range(self._next, min(newest, self._next + self._queue - len(self._kept) - 1) + 1)
        self._next = max(self._next, newest + 1)
        if not self._kept:
            self._kept.append(self._next)
            self._next += 1
        self._grabbed = self._kept.pop(0)
        self._clock.until(max(self._grabbed * PERIOD_NS + TRANSFER_NS, self._clock.now_ns + MIN_FETCH_NS))
        return True

    def retrieve(self) -> tuple[bool, Image]:
        image = exposed(self._scene.shows((self._grabbed - 1) * PERIOD_NS), self._exposure() * self._scene.light / RIGHT)
        return True, np.asarray(cv2.resize(image, self._size, interpolation=cv2.INTER_AREA), np.uint8)

    def release(self) -> None:
        """Do nothing: no device is held."""

    def _exposure(self) -> float:
        free = self._properties[cv2.CAP_PROP_AUTO_EXPOSURE] == 3
        return RIGHT / self._scene.light if free else self._properties[cv2.CAP_PROP_EXPOSURE]
