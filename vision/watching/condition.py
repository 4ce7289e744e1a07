"""What a picture of a board is like for whoever sets up camera and lamps: focus, light, and where in it the board lies."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.geometry import Geometry, rectify
from vision.image.picture import Image
from vision.reading.features import light_fields
from vision.watching.health import IN_FOCUS, PictureFault, burnt_share, light_fault, lines

PX = 12
"""Pixels of a field: enough for its light, and noise is averaged."""
MIDDLE = slice(PX // 4, -(PX // 4))
"""Of a field: where discs lean in and lines are printed is left out."""


@dataclass(frozen=True, slots=True)
class ViewCondition:
    """Of a board that lies so in a picture. Levels are of 255, lengths in squares."""

    fault: PictureFault | None
    """Why nothing can be learned from the picture: BLACK, BLINDED or OUT_OF_FOCUS; None when it can."""
    sharpness: float
    """Of the lattice's lines: 1 in focus, else a third; below `vision.watching.health.IN_FOCUS` the picture is refused."""
    level: float
    """Of the light fields, in the middle of all."""
    burnt: float
    """The share of the board that is white in all colours."""
    evenness: float
    """The light of the darkest light fields over that of the brightest, a tenth of them left out each way; 1 is even."""
    px_per_square: float
    to_edge: float
    """From the corner of the board that comes nearest to the picture's edge; negative beyond it."""

    @staticmethod
    def of(image: Image, geometry: Geometry) -> "ViewCondition":
        """Measured in that picture, of the board that lies so."""
        sharpness = max((lines(image, geometry, channel) for channel in range(3)), key=lambda one: one.contrast).sharpness
        straight = rectify(image, geometry, PX)
        levels = _light(straight, geometry.size)
        dark, middle, bright = np.quantile(levels, (0.1, 0.5, 0.9))
        return ViewCondition(
            light_fault(image, geometry) or (PictureFault.OUT_OF_FOCUS if sharpness < IN_FOCUS else None),
            sharpness,
            float(middle),
            burnt_share(straight),
            float(dark / max(bright, 1.0)),
            geometry.px_per_square(),
            _to_edge(geometry),
        )


def _light(straight: Image, size: int) -> NDArray[np.float64]:
    """The grey level of each field that no piece stands on, (fields,)."""
    fields = cv2.cvtColor(straight, cv2.COLOR_BGR2GRAY).reshape(size, PX, size, PX).swapaxes(1, 2)[light_fields(size)]
    return np.asarray(np.median(fields[:, MIDDLE, MIDDLE].reshape(len(fields), -1), axis=1), np.float64)


def _to_edge(geometry: Geometry) -> float:
    corners, size = geometry.corners_px(), np.array(geometry.picture_size)
    return float(np.minimum(corners + 0.5, size - 0.5 - corners).min() / geometry.px_per_square())
