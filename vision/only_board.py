"""A picture with nothing left on it but the board and what is close around it: no players, no neighbouring tables."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Geometry, Image

MARGIN_SQUARES = 1.0
"""So much around the board stays: a stack of two discs leans out by a third of that at 45 degrees, a nudge moves a board by less than half,
and that a lattice ends where the board does must be seen."""
FADES_SQUARES = 0.25
"""The picture fades out over twice so much, so that no edge is made that a blurred picture does not have."""
EDGE_POINTS = 8
"""Along each side, so that a lens's bend is followed."""


def only_board(image: Image, geometry: Geometry) -> Image:
    """A copy of the same size with one colour, the middle one of what stays, beyond the margin of the board that lies so.

    Positions in pixels stay what they are, so that a picture kept like this is read as the whole one.
    """
    weight = _weight(geometry, (image.shape[1], image.shape[0]))
    fill = np.empty_like(image)
    fill[:] = np.median(image[::8, ::8][weight[::8, ::8] > 0.5], axis=0) if weight.any() else 0
    return np.asarray(cv2.blendLinear(image, fill, weight, 1 - weight), np.uint8)


@lru_cache(maxsize=4)
def _weight(geometry: Geometry, picture_size: tuple[int, int]) -> NDArray[np.float32]:
    """Of each pixel from 1, on the board, to 0, beyond its margin."""
    low, high = -MARGIN_SQUARES, geometry.size + MARGIN_SQUARES
    along, there = np.linspace(low, high, EDGE_POINTS), np.full(EDGE_POINTS, high)
    sides = [(along, np.full(EDGE_POINTS, low)), (there, along), (along[::-1], there), (np.full(EDGE_POINTS, low), along[::-1])]
    outline = np.concatenate([np.stack(side, axis=1) for side in sides])
    width, height = picture_size
    inside = np.zeros((height, width), np.uint8)
    cv2.fillPoly(inside, [np.round(geometry.to_px(outline)).astype(np.int32)], 255)
    reach = max(1, round(FADES_SQUARES * geometry.px_per_square()))
    return np.asarray(cv2.blur(inside, (2 * reach + 1, 2 * reach + 1)) / 255, np.float32)
