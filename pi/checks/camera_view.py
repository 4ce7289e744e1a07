"""The camera's current picture for the arbiter's desk: written while somebody looks, and deleted after that."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from link.boot import boot_id
from link.camera_view import ABOUT_NAME, PICTURE_NAME
from link.messages import ViewWanted
from link.status import Check, message_of
from pi.checks.picture import condition_checks
from pi.reading.live_reader import Begun, NotBegun, SeenAgain
from pi.reading.look import Look
from pi.reading.reading import PressReading
from record.files import OWNER_ALONE, write_atomically
from vision.camera.ring import Ring
from vision.camera.source import Frame
from vision.image.geometry import Geometry
from vision.image.only_board import only_board
from vision.image.picture import Image, encode_jpeg
from vision.watching.condition import ViewCondition
from vision.watching.watcher import Sight

MAX_WIDTH_PX = 1280
"""Pixels of the shown picture: a corner can then be pointed at within a pixel or two."""


class CameraView:
    """Writes the picture into `folder`. The loop calls `hear`, which takes no time; `update` must be called every few seconds. `wanted`
    returns whether somebody looks.

    Where the board is known to lie the picture shows the board alone, unless the whole picture is asked for.
    """

    def __init__(
        self,
        folder: Path,
        ring: Ring,
        now_ns: Callable[[], int],
        monotonic_ns: Callable[[], int],
        wanted: Callable[[], ViewWanted | None],
    ) -> None:
        self._folder, self._ring, self._now_ns, self._monotonic_ns, self._wanted = folder, ring, now_ns, monotonic_ns, wanted
        self._geometry: Geometry | None = None
        self._written: tuple[int, bool] | None = 0, False
        """Which picture is in the file, and whether it is whole; at first perhaps one that a power cut left."""
        self._checks: tuple[Check, ...] = ()

    def hear(self, message: object) -> None:
        """Take note of a message to the loop that tells where the board lies."""
        match message:
            case Begun(geometry=geometry):
                self._geometry = geometry
            case PressReading(seen=Sight() as sight) | SeenAgain(sight=sight):
                self._geometry = sight.geometry
            case NotBegun(look=Look(geometry=geometry)):
                self._geometry = geometry

    def update(self) -> None:
        """Write the newest picture where somebody looks, or delete the last one."""
        wants = self._wanted()
        latest = self._ring.latest if wants else None
        if wants is None or latest is None:
            self.close()
            return
        geometry = self._geometry
        whole = wants.whole or geometry is None
        with suppress(OSError):
            if self._written != (latest.t_ns, whole):
                picture = _jpeg(latest.image, None if whole else geometry)
                write_atomically(self._folder / PICTURE_NAME, picture, mode=OWNER_ALONE, flush=False)
                self._checks = condition_checks(_look(latest, geometry)) if geometry else ()
                self._written = latest.t_ns, whole
            about = message_of(self._about(latest, geometry, whole=whole))
            write_atomically(self._folder / ABOUT_NAME, about, mode=OWNER_ALONE, flush=False)

    def close(self) -> None:
        """Delete the picture."""
        if self._written:
            self._written = None
            for name in (PICTURE_NAME, ABOUT_NAME):
                with suppress(OSError):
                    (self._folder / name).unlink(missing_ok=True)

    def _about(self, frame: Frame, geometry: Geometry | None, *, whole: bool) -> dict[str, Any]:
        height, width = frame.image.shape[:2]
        return {
            "boot": boot_id(),
            "t_ns": self._monotonic_ns(),
            "age_ms": max(0, self._now_ns() - frame.t_ns) // 1_000_000,
            "width": width,
            "height": height,
            "whole": whole,
            "corners_px": None if geometry is None else np.round(geometry.corners_px(), 1).tolist(),
            "checks": self._checks,
        }


def _jpeg(image: Image, geometry: Geometry | None) -> bytes:
    shown = image if geometry is None else only_board(image, geometry)
    scale = min(1.0, MAX_WIDTH_PX / image.shape[1])
    return encode_jpeg(np.asarray(cv2.resize(shown, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8))


def _look(frame: Frame, geometry: Geometry) -> Look:
    return Look(ViewCondition.of(frame.image, geometry), geometry)
