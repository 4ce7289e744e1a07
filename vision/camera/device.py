"""A camera as the rest knows it: what those on a ribbon cable, those on USB and the fakes of both have in common."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import cv2
import numpy as np

from vision.camera.source import Frame
from vision.image.picture import Image, PictureError

SIZE = (1280, 960)
"""Width and height in pixels: a square of a 10x10 board is 59 to 80 of them wide, and the reader was tried with 45 and more."""
MOTION_SIZE = (320, 240)
"""Of the small grey picture in which motion is looked for: a finger is still four pixels wide."""
TIMEOUT_S = 2.0
"""A camera that gives no picture for so long is told of: an exposure lasts a tenth of one at most, and a press waits two."""
ROTATIONS = {0: None, 90: cv2.ROTATE_90_CLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}


class CameraError(PictureError, OSError):
    """There is no picture to be had from the camera; the text says why and what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class Shot(Frame):
    """One picture as the camera gave it, yet without a name.

    Its exposure began no earlier than `t_ns` of `time.monotonic_ns`, the clock of the buttons' edges; `image` is turned as asked.
    """

    small: Image
    """Grey bytes of MOTION_SIZE, not turned, to look for motion in."""


@dataclass(frozen=True, slots=True)
class Lock:
    """What a camera's exposure, white balance and focus were fixed to, by the names of its driver; numbers that JSON can carry."""

    held: Mapping[str, Any]
    loose: tuple[str, ...] = ()
    """Sentences about what could not be fixed."""


class LockableCamera(Protocol):
    """A `vision.camera.source.Camera` that is open; CameraError when it cannot be opened. Used by one thread at a time."""

    def take(self, after_ns: int = 0) -> Shot:
        """The next picture whose exposure began at `after_ns` or later; CameraError when none came for TIMEOUT_S after that.

        Those between are passed over without being copied or unpacked.
        """

    def lock(self) -> Lock:
        """Focus once where it can, wait until the exposure is steady, and fix exposure, white balance and focus as they are then."""

    def hold(self, lock: Lock) -> None:
        """Fix them as they were fixed before, in a camera that was opened again in the middle of a game."""

    def unlock(self) -> None:
        """Let the camera choose again, before a recalibration."""

    def close(self) -> None:
        """Let the device go; never fails."""


def checked_rotation(degrees: int) -> int:
    """The degrees themselves; CameraError when a picture cannot be turned by so many."""
    if degrees not in ROTATIONS:
        raise CameraError(f"the camera's rotation is {degrees}; 0, 90, 180 or 270 degrees clockwise were expected")
    return degrees


def rotated(image: Image, degrees: int) -> Image:
    """The picture turned clockwise."""
    turn = ROTATIONS[degrees]
    return image if turn is None else np.asarray(cv2.rotate(image, turn), np.uint8)


def shrunk(image: Image) -> Image:
    """What motion is looked for in, from a whole picture, BGR or grey."""
    small = np.asarray(cv2.resize(image, MOTION_SIZE, interpolation=cv2.INTER_AREA), np.uint8)
    return small if small.ndim == 2 else np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
