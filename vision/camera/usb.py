"""Cameras on USB, and whatever else OpenCV can capture from.

The time of a picture. On Linux OpenCV tells, as its position in milliseconds, the stamp that the driver gave the picture: CLOCK_MONOTONIC
when its first bytes came in, and it was exposed within one period before. Where a driver gives none, the moment of reading is known
alone. The driver keeps pictures back until they are fetched, the oldest first, so one that was there without any waiting may be of any age
and is passed over; one that was waited for was exposed within the two periods before.
"""

import os
import time
from collections.abc import Callable, Mapping
from typing import Any

import cv2
import numpy as np

from vision.camera.device import SIZE, TIMEOUT_S, CameraError, Lock, Shot, checked_rotation, rotated, shrunk
from vision.image.picture import Image

FPS = 30
"""Asked for; cameras give less in dim light."""
SLOWEST_FPS = 5
"""What is taken for the period where a driver tells nothing credible."""
WAITED_NS = 3_000_000
"""A picture that was there sooner had been waiting in the driver."""
OLDEST_NS = 2_000_000_000
"""A stamp older than that is of another clock."""
STEADY, STEADY_LEVELS, PATIENCE = 10, 2.0, 90
"""The exposure is steady when the picture's mean stays within two grey levels for so many in a row; after 90 it is taken as it is."""
KEPT_SHARE = 0.25
"""A picture whose mean changes by more when the exposure is fixed was fixed to another exposure: the driver does not tell the right one."""

_AUTO, _MANUAL = 3, 1
"""Of CAP_PROP_AUTO_EXPOSURE, as V4L2 numbers them: aperture priority and manual."""
_EXPOSURE, _WHITE, _FOCUS = "exposure", "white balance", "focus"
_PROPERTIES: Mapping[str, tuple[int, float, float, int]] = {
    _EXPOSURE: (cv2.CAP_PROP_AUTO_EXPOSURE, _MANUAL, _AUTO, cv2.CAP_PROP_EXPOSURE),
    _WHITE: (cv2.CAP_PROP_AUTO_WB, 0, 1, cv2.CAP_PROP_WB_TEMPERATURE),
    _FOCUS: (cv2.CAP_PROP_AUTOFOCUS, 0, 1, cv2.CAP_PROP_FOCUS),
}
"""The switch, what it is when fixed and when free, and the value that is fixed."""
_LOOSE: Mapping[str, str] = {
    _EXPOSURE: "this camera's driver does not let its exposure be fixed; hands over the board may make its pictures brighter or darker",
    _WHITE: "this camera's driver does not let its white balance be fixed; colours may drift during the game",
}
"""A focus that cannot be fixed is a lens without one."""


class UsbCamera:
    """`vision.camera.device.LockableCamera` through OpenCV: a device by its number or path, pictures of about `size`, turned clockwise.

    `open_capture` makes a cv2.VideoCapture, or a fake of one; `clock` is `time.monotonic_ns`, or the fake's.
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
            raise CameraError(f"the camera {device} cannot be opened; {_why_not(device)}")
        for name, value in (
            (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG")),  # 30 pictures a second of this size, raw, are too many for USB 2
            (cv2.CAP_PROP_FRAME_WIDTH, size[0]),
            (cv2.CAP_PROP_FRAME_HEIGHT, size[1]),
            (cv2.CAP_PROP_FPS, FPS),
            (cv2.CAP_PROP_BUFFERSIZE, 1),
        ):
            self._capture.set(name, value)
        fps = self._capture.get(cv2.CAP_PROP_FPS)
        self._period_ns = round(1e9 / fps) if SLOWEST_FPS <= fps <= 10 * FPS else round(1e9 / SLOWEST_FPS)

    def take(self, after_ns: int = 0) -> Shot:
        deadline = max(after_ns, self._clock()) + round(TIMEOUT_S * 1e9)
        while (t_ns := self._grab()) is None or t_ns < after_ns:
            if self._clock() > deadline:
                raise CameraError(f"the camera {self._device} gave no new picture for {TIMEOUT_S:.0f} s; {_REPLUG}")
        image = self._retrieved()
        return Shot("", t_ns, rotated(image, self._rotation), shrunk(image))

    def lock(self) -> Lock:
        before = self._steady_level()
        told = {name: float(self._capture.get(value)) for name, (*_, value) in _PROPERTIES.items()}
        held = {name: told[name] for name, (switch, fixed, *_) in _PROPERTIES.items() if self._capture.set(switch, fixed)}
        self.hold(Lock(held))
        if _EXPOSURE in held and abs(self._steady_level() - before) > KEPT_SHARE * before:
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
        """Have the driver's next picture ready to be retrieved: when at the earliest its exposure began, None where nothing tells."""
        asked_ns = self._clock()
        if not self._capture.grab():
            raise CameraError(f"the camera {self._device} gives no picture any more; {_REPLUG}")
        now_ns = self._clock()
        stamp_ns: int = round(self._capture.get(cv2.CAP_PROP_POS_MSEC) * 1e6)
        if 0 <= now_ns - stamp_ns < OLDEST_NS:
            return stamp_ns - self._period_ns
        return now_ns - 2 * self._period_ns if now_ns - asked_ns >= WAITED_NS else None

    def _retrieved(self) -> Image:
        there, image = self._capture.retrieve()
        if not there or image is None or image.size == 0:
            raise CameraError(f"the camera {self._device} gave a picture that cannot be unpacked; {_REPLUG}")
        if image.ndim == 2:
            image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
        return np.asarray(image, np.uint8)

    def _steady_level(self) -> float:
        """The mean of the picture, once it changes no more."""
        last, alike = self._level(), 0
        for _ in range(PATIENCE):
            level = self._level()
            alike = alike + 1 if abs(level - last) <= STEADY_LEVELS else 0
            last = level
            if alike >= STEADY:
                break
        return last

    def _level(self) -> float:
        return float(self.take(self._clock()).small.mean())


_REPLUG = "check that it is plugged in, into a socket of the computer itself rather than a hub"


def _open(device: int | str) -> Any:
    is_device = isinstance(device, int) or device.startswith("/dev/")
    return cv2.VideoCapture(device, cv2.CAP_V4L2 if is_device else cv2.CAP_ANY)


def _why_not(device: int | str) -> str:
    path = f"/dev/video{device}" if isinstance(device, int) else device
    if not os.path.exists(path):
        return f"there is no {path}; plug the camera in (ls /dev/v4l/by-id names those that are there)"
    if not os.access(path, os.R_OK | os.W_OK):
        return f"the user needs to read and write {path}: sudo usermod -aG video $USER, and log in again"
    return f"it is used by another program (fuser -v {path} shows which), or is no camera"
