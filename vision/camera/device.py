"""What all cameras have in common: those on a ribbon cable and those on USB."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from rules.errors import Sentence
from vision.camera.source import Frame
from vision.camera.trouble import CameraTrouble
from vision.image.picture import Image, PictureError

SIZE = (1280, 960)
"""Width and height in pixels: a square of a 10x10 board is 59 to 80 pixels wide, and the reader was tested with 45 and more."""
MOTION_SIZE = (320, 240)
"""Width and height of the small grey picture in which motion is detected: a finger is still four pixels wide."""
TIMEOUT_S = 2.0
"""Seconds without a picture after which a camera has failed: an exposure lasts a tenth of a second at most, and a press waits two."""
ROTATIONS = {0: None, 90: "ROTATE_90_CLOCKWISE", 180: "ROTATE_180", 270: "ROTATE_90_COUNTERCLOCKWISE"}
"""OpenCV's names of the rotations, in degrees clockwise."""


class CameraError(PictureError, OSError):
    """The camera gives no picture; the text says why and what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class Shot(Frame):
    """One picture as the camera gave it; it has no name yet.

    Its exposure began at `t_ns` of `time.monotonic_ns` or later. The edges of the buttons have the same clock. `image` is rotated as asked.
    """

    small: Image
    """The picture in which motion is detected: grey bytes of MOTION_SIZE, not rotated."""


@dataclass(frozen=True, slots=True)
class Lock:
    """The values to which a camera's exposure, white balance and focus are fixed."""

    held: Mapping[str, Any]
    """The values by the names of the camera's driver; JSON can carry them."""
    loose: tuple[Sentence, ...] = ()
    """Sentences about what could not be fixed."""


class LockableCamera(Protocol):
    """A `vision.camera.source.Camera` that is open; CameraError when it cannot be opened. Used by one thread at a time."""

    def take(self, after_ns: int = 0) -> Shot:
        """The next picture whose exposure began at `after_ns` or later; CameraError when none came within TIMEOUT_S after that.

        Earlier pictures are skipped without being copied or unpacked.
        """

    def lock(self) -> Lock:
        """Focus once where the lens can, wait until the exposure is steady, then fix exposure, white balance and focus."""

    def hold(self, lock: Lock) -> None:
        """Fix exposure, white balance and focus to earlier values, in a camera that was opened again in the middle of a game."""

    def unlock(self) -> None:
        """Let the camera choose exposure and white balance again."""

    def close(self) -> None:
        """Close the device; never fails."""


Alive = Callable[[], object]
"""Called by a long driver call, at least once in two seconds as long as it makes progress."""


class Driver(LockableCamera, Protocol):
    """A camera whose long call tells that it makes progress."""

    def lock(self, alive: Alive = ...) -> Lock: ...


def checked_rotation(degrees: int) -> int:
    """The degrees themselves; CameraError when they are no key of ROTATIONS."""
    if degrees not in ROTATIONS:
        raise CameraError(CameraTrouble.ROTATION.said(CameraTrouble.ROTATIONS.said(), degrees=degrees))
    return degrees


def rotated(image: Image, degrees: int) -> Image:
    """The picture rotated clockwise by 0, 90, 180 or 270 degrees."""
    turn = ROTATIONS[degrees]
    if turn is None:
        return image
    import cv2

    return np.asarray(cv2.rotate(image, getattr(cv2, turn)), np.uint8)


def shrunk(image: Image) -> Image:
    """The grey picture of MOTION_SIZE from a whole picture, BGR or grey."""
    if image.shape == MOTION_SIZE[::-1]:
        return np.array(image)
    import cv2

    small = np.asarray(cv2.resize(image, MOTION_SIZE, interpolation=cv2.INTER_AREA), np.uint8)
    return small if small.ndim == 2 else np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
