"""Cameras on USB, and whatever else OpenCV can capture from.

The time of a picture. On Linux OpenCV gives the driver's stamp as the position in milliseconds: CLOCK_MONOTONIC when the first bytes came
in. The picture was exposed within one period before. Where a driver gives no stamp, only the time of reading is known. The driver queues
pictures until they are fetched, the oldest first, so a picture that came without any waiting may be of any age and is skipped. A picture
that was waited for was exposed within the two periods before.
"""

import time
from collections.abc import Callable, Mapping
from typing import Any

import cv2
import numpy as np

from vision.camera.device import SIZE, TIMEOUT_S, Alive, CameraError, Lock, Shot, checked_rotation, rotated, shrunk
from vision.camera.trouble import UsbTrouble
from vision.camera.v4l import why_not_opened
from vision.image.picture import Image

FPS = 30
"""The pictures a second to ask for; cameras give fewer in dim light."""
MIN_FPS = 5
"""The pictures a second to assume where a driver tells nothing credible."""
MIN_WAIT_NS = 3_000_000
"""A picture that came sooner had been waiting in the driver's queue."""
MAX_AGE_NS = 2_000_000_000
"""A stamp older than this is of another clock."""
STEADY_PICTURES = 10
"""The pictures in a row whose means must agree for the exposure to be steady."""
STEADY_LEVELS = 2.0
"""The grey levels, of 255, by which the mean may change from picture to picture while the exposure is steady."""
MAX_PICTURES = 90
"""The pictures after which the exposure is taken as it is."""
MAX_CHANGE = 0.25
"""The relative change of the mean above which fixing the exposure has changed it: the driver does not report the exposure it uses."""

_AUTO, _MANUAL = 3, 1
"""The values of CAP_PROP_AUTO_EXPOSURE, as V4L2 numbers them: aperture priority and manual."""
_EXPOSURE, _WHITE, _FOCUS = "exposure", "white balance", "focus"
_PROPERTIES: Mapping[str, tuple[int, float, float, int]] = {
    _EXPOSURE: (cv2.CAP_PROP_AUTO_EXPOSURE, _MANUAL, _AUTO, cv2.CAP_PROP_EXPOSURE),
    _WHITE: (cv2.CAP_PROP_AUTO_WB, 0, 1, cv2.CAP_PROP_WB_TEMPERATURE),
    _FOCUS: (cv2.CAP_PROP_AUTOFOCUS, 0, 1, cv2.CAP_PROP_FOCUS),
}
"""For each setting: the switch, its value when fixed, its value when free, and the property that is fixed."""
_LOOSE = {_EXPOSURE: UsbTrouble.EXPOSURE.said(), _WHITE: UsbTrouble.WHITE_BALANCE.said()}
"""What is said of each setting that could not be fixed. A lens whose focus cannot be fixed has a fixed focus."""


class UsbCamera:
    """`vision.camera.device.LockableCamera` through OpenCV; CameraError when the device cannot be opened.

    `device` is a number or a path. Pictures have about `size` and are rotated clockwise by `rotation` degrees. `open_capture` makes a
    cv2.VideoCapture or a fake of one; `clock` is `time.monotonic_ns` or the clock of the fake.
    """

    def __init__(
        self,
        device: int | str = 0,
        size: tuple[int, int] = SIZE,
        rotation: int = 0,
        open_capture: Callable[[int | str], Any] | None = None,
        clock: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._device = device
        self._rotation = checked_rotation(rotation)
        self._clock = clock
        self._capture = (open_capture or _open)(device)
        if not self._capture.isOpened():
            self.close()
            raise CameraError(why_not_opened(device))
        for name, value in (
            (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG")),  # 30 pictures a second of this size, raw, are too many for USB 2
            (cv2.CAP_PROP_FRAME_WIDTH, size[0]),
            (cv2.CAP_PROP_FRAME_HEIGHT, size[1]),
            (cv2.CAP_PROP_FPS, FPS),
            (cv2.CAP_PROP_BUFFERSIZE, 1),
        ):
            self._capture.set(name, value)
        fps = self._capture.get(cv2.CAP_PROP_FPS)
        self._period_ns = round(1e9 / fps) if MIN_FPS <= fps <= 10 * FPS else round(1e9 / MIN_FPS)

    def take(self, after_ns: int = 0) -> Shot:
        deadline = max(after_ns, self._clock()) + round(TIMEOUT_S * 1e9)
        while (t_ns := self._grab()) is None or t_ns < after_ns:
            if self._clock() > deadline:
                raise CameraError(UsbTrouble.NO_NEW_PICTURE.said(_REPLUG, device=self._device, seconds=round(TIMEOUT_S)))
        image = self._retrieved()
        return Shot("", t_ns, rotated(image, self._rotation), shrunk(image))

    def lock(self, alive: Alive = lambda: None) -> Lock:
        before = self._steady_level(alive)
        told = {name: float(self._capture.get(value)) for name, (*_, value) in _PROPERTIES.items()}
        held = {name: told[name] for name, (switch, fixed, *_) in _PROPERTIES.items() if self._capture.set(switch, fixed)}
        self.hold(Lock(held))
        if _EXPOSURE in held and abs(self._steady_level(alive) - before) > MAX_CHANGE * before:
            self._free(_EXPOSURE)
            del held[_EXPOSURE]
        return Lock(held, tuple(sentence for name, sentence in _LOOSE.items() if name not in held))

    def hold(self, lock: Lock) -> None:
        for name in lock.held.keys() & _PROPERTIES.keys():
            switch, fixed, _, value = _PROPERTIES[name]
            self._capture.set(switch, fixed)
            self._capture.set(value, lock.held[name])

    def unlock(self) -> None:
        for name in _PROPERTIES:
            self._free(name)

    def close(self) -> None:
        self._capture.release()

    def _free(self, name: str) -> None:
        switch, _, free, _ = _PROPERTIES[name]
        self._capture.set(switch, free)

    def _grab(self) -> int | None:
        """Fetch the driver's next picture, for `_retrieved`: the earliest time at which its exposure began, or None where that is
        unknown."""
        asked_ns = self._clock()
        if not self._capture.grab():
            raise CameraError(UsbTrouble.NO_MORE_PICTURES.said(_REPLUG, device=self._device))
        now_ns = self._clock()
        stamp_ns: int = round(self._capture.get(cv2.CAP_PROP_POS_MSEC) * 1e6)
        if 0 <= now_ns - stamp_ns < MAX_AGE_NS:
            return stamp_ns - self._period_ns
        return now_ns - 2 * self._period_ns if now_ns - asked_ns >= MIN_WAIT_NS else None

    def _retrieved(self) -> Image:
        there, image = self._capture.retrieve()
        if not there or image is None or image.size == 0:
            raise CameraError(UsbTrouble.NOT_UNPACKED.said(_REPLUG, device=self._device))
        if image.ndim == 2:
            image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
        return np.asarray(image, np.uint8)

    def _steady_level(self, alive: Alive) -> float:
        """The mean grey level of the picture, once it is steady."""
        last, alike = self._level(), 0
        for _ in range(MAX_PICTURES):
            alive()
            level = self._level()
            alike = alike + 1 if abs(level - last) <= STEADY_LEVELS else 0
            last = level
            if alike >= STEADY_PICTURES:
                break
        return last

    def _level(self) -> float:
        return float(self.take(self._clock()).small.mean())


_REPLUG = UsbTrouble.REPLUG.said()


def _open(device: int | str) -> Any:
    is_device = isinstance(device, int) or device.startswith("/dev/")
    return cv2.VideoCapture(device, cv2.CAP_V4L2 if is_device else cv2.CAP_ANY)
