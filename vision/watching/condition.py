"""Measures a picture for whoever sets up camera and lamps: focus, light, and where the board lies in it."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.board.squares import board
from vision.image.geometry import Geometry, rectify
from vision.image.picture import Image
from vision.reading.features import LEVEL_FLOOR, LINEAR, light_fields
from vision.watching.health import IN_FOCUS, PictureFault, burnt_share, light_fault, lines

AROUND = 2
"""The distance, in fields, up to which light fields are compared."""
MIRRORED = 1.5
"""How many times as much light as its like around it a light field sends where a lamp is mirrored in it; on matt boards 1.2."""
PX = 12
"""Pixels to a square in the straightened picture: enough for the light of a field."""
MIDDLE = slice(PX // 4, -(PX // 4))
"""The pixels of a field that are measured; discs lean into the rest and lines are printed there."""


@dataclass(frozen=True, slots=True)
class ViewCondition:
    """What a picture of a board is like."""

    fault: PictureFault | None
    """Why nothing can be learned from the picture: BLACK, BLINDED or OUT_OF_FOCUS; None when it can be used."""
    sharpness: float
    """The sharpness of the lattice's lines, about 1 in focus; below `vision.watching.health.IN_FOCUS` the picture is refused."""
    level: float
    """The median level of the light fields, of 255."""
    burnt: float
    """The share of the board that is white in all colours."""
    evenness: float
    """The level of the darkest light fields over that of the brightest (10th and 90th percentile); 1 is even."""
    px_per_square: float
    to_edge: float
    """The distance, in squares, from the picture's edge to the nearest corner of the board; negative where the corner lies outside."""
    mirrored: tuple[int, ...] = ()
    """The squares beside light fields that are much brighter than the light fields around them: a lamp is mirrored there, or shines."""

    drift: float = 0.0
    """How much brighter the light fields are than when the board was found, a natural logarithm of light; negative for darker."""

    def since(self, before: "ViewCondition") -> "ViewCondition":
        """The same with the `drift` since `before`."""
        now, then = (LINEAR[round(one.level)] + LEVEL_FLOOR for one in (self, before))
        return replace(self, drift=float(np.log(now / then)))

    @staticmethod
    def of(image: Image, geometry: Geometry) -> "ViewCondition":
        """Measure a picture in which the board lies as `geometry` says."""
        sharpness = max((lines(image, geometry, channel) for channel in range(3)), key=lambda one: one.contrast).sharpness
        straight = rectify(image, geometry, PX)
        levels = _light(straight, geometry.size)
        dark, middle, bright = np.quantile(levels, (0.1, 0.5, 0.9))
        return ViewCondition(
            light_fault(image, geometry) or (PictureFault.OUT_OF_FOCUS if sharpness < IN_FOCUS else None),
            sharpness,
            float(middle),
            burnt_share(straight),
            evenness=float(dark / max(bright, 1.0)),
            px_per_square=geometry.px_per_square(),
            to_edge=_to_edge(geometry),
            mirrored=_mirrored(levels, geometry.size),
        )


def _light(straight: Image, size: int) -> NDArray[np.float64]:
    """The grey level of each light field, (fields,)."""
    fields = cv2.cvtColor(straight, cv2.COLOR_BGR2GRAY).reshape(size, PX, size, PX).swapaxes(1, 2)[light_fields(size)]
    return np.asarray(np.median(fields[:, MIDDLE, MIDDLE].reshape(len(fields), -1), axis=1), np.float64)


def _mirrored(levels: NDArray[np.float64], size: int) -> tuple[int, ...]:
    """`ViewCondition.mirrored`, from the level of each light field, (fields,)."""
    light = np.full((size, size), np.nan)
    light[light_fields(size)] = LINEAR[np.round(levels).astype(int)] + LEVEL_FLOOR
    wide = np.pad(light, AROUND, constant_values=np.nan)
    usual = np.nanmedian(np.lib.stride_tricks.sliding_window_view(wide, (2 * AROUND + 1,) * 2), axis=(2, 3))
    bright = np.pad(np.nan_to_num(light / usual) > MIRRORED, 1)
    beside = bright[:-2, 1:-1] | bright[2:, 1:-1] | bright[1:-1, :-2] | bright[1:-1, 2:]
    return tuple(square for square in range(1, board(size).squares + 1) if beside[board(size).row_col(square)])


def _to_edge(geometry: Geometry) -> float:
    """`ViewCondition.to_edge`."""
    corners, size = geometry.corners_px(), np.array(geometry.picture_size)
    return float(np.minimum(corners + 0.5, size - 0.5 - corners).min() / geometry.px_per_square())
