"""Paints over everything in a picture but the board and its surroundings, so that no players and no other tables are kept."""

from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.geometry import Geometry
from vision.image.picture import Image

MARGIN_SQUARES = 1.0
"""The surroundings that stay, in squares. A stack of two discs leans out by a third of that at 45 degrees, a nudge moves a board by less
than half, and the picture must show that the lattice ends at the board's edge."""
FADES_SQUARES = 0.25
"""Half the width, in squares, of the fade at the margin; a hard edge there would be sharper than a blurred picture."""
EDGE_POINTS = 8
"""Points of the outline along each side, so that it follows the distortion of the lens."""
SAMPLED = 8
"""One pixel in so many rows and columns is sampled for the colour to paint with."""
ROWS_AT_ONCE = 128
"""The rows faded at a time; all at once would take 20 MB for a moment."""


def only_board(image: Image, geometry: Geometry) -> Image:
    """A copy of the same size that has one colour, the median of what stays, beyond the margin of the board.

    Pixel positions do not change, so the copy is read as the whole picture is.
    """
    height, width = image.shape[:2]
    part = _part(geometry, (width, height))
    shown = image[part.rows, part.cols]
    inside = shown[::SAMPLED, ::SAMPLED][part.weight[::SAMPLED, ::SAMPLED] > 127]
    if not len(inside):
        return np.zeros_like(image)
    colour: list[float] = np.asarray(np.median(inside, axis=0), np.float64).round().tolist()
    kept = np.empty_like(image)
    kept[:] = colour
    fades = kept[part.rows, part.cols]
    for first in range(0, len(shown), ROWS_AT_ONCE):
        rows = slice(first, first + ROWS_AT_ONCE)
        weight = part.weight[rows] * np.float32(1 / 255)
        fades[rows] = cv2.blendLinear(np.ascontiguousarray(shown[rows]), np.ascontiguousarray(fades[rows]), weight, 1 - weight)
    return kept


class _Part(NamedTuple):
    """The rows and columns of a picture that stay in part, and the weight of each of their pixels, 0 (painted) to 255 (kept)."""

    rows: slice
    cols: slice
    weight: NDArray[np.uint8]


@lru_cache(maxsize=4)
def _part(geometry: Geometry, picture_size: tuple[int, int]) -> _Part:
    low, high = -MARGIN_SQUARES, geometry.size + MARGIN_SQUARES
    along, there = np.linspace(low, high, EDGE_POINTS), np.full(EDGE_POINTS, high)
    sides = [(along, np.full(EDGE_POINTS, low)), (there, along), (along[::-1], there), (np.full(EDGE_POINTS, low), along[::-1])]
    outline = np.concatenate([np.stack(side, axis=1) for side in sides])
    width, height = picture_size
    inside = np.zeros((height, width), np.uint8)
    cv2.fillPoly(inside, [np.round(geometry.to_px(outline)).astype(np.int32)], 255)
    reach = max(1, round(FADES_SQUARES * geometry.px_per_square()))
    weight = np.asarray(cv2.blur(inside, (2 * reach + 1, 2 * reach + 1)), np.uint8)
    left, top, wide, high_px = cv2.boundingRect(weight)
    rows, cols = slice(top, top + high_px), slice(left, left + wide)
    return _Part(rows, cols, np.ascontiguousarray(weight[rows, cols]))
