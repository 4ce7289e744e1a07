"""Finds a disc by its rim: the circle across which the picture changes most, whatever the colours of disc and field."""

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.board.squares import board
from vision.image.arrays import Doubles
from vision.image.geometry import Geometry, rectify
from vision.image.picture import Image

PX = 32
"""Pixels to a square in the straightened picture."""
REACH_PX = 15
"""How far from the centre of its square, each way, the centre of a disc is looked for: nearly half a square."""
AROUND = np.arange(36) * np.pi / 18
"""The directions, in radians, in which the rim is sampled."""
SATURATION = 0.5
"""The share of the 90th percentile of the gradients from which on a rim counts whole, so that one bright edge does not decide."""
MIN_GRADIENT = 2.0
"""Levels (of 255) a pixel below which a gradient is noise."""
DISTANCE_COST = 0.05
"""The cost of a place at REACH_PX, as a share of the rim; it decides only where the picture does not."""


class Rims:
    """The rims in one picture of a board whose discs have a radius of `radius_squares`."""

    def __init__(self, image: Image, geometry: Geometry, radius_squares: float) -> None:
        flat = cv2.GaussianBlur(rectify(image, geometry, PX, 1.0), (0, 0), 1).astype(np.float32)
        self._across = np.asarray(cv2.Sobel(flat, -1, 1, 0, scale=0.25), np.float32)
        self._down = np.asarray(cv2.Sobel(flat, -1, 0, 1, scale=0.25), np.float32)
        most = np.abs(self._across).max(axis=2).astype(np.float64)
        self._saturated = max(SATURATION * float(np.quantile(most, 0.9)), MIN_GRADIENT)
        self._radius_px = radius_squares * PX
        self._size = geometry.size

    def offset(self, square: int) -> Doubles:
        """How far right of and below the centre of its square the disc lies by its rim, in squares, (2,)."""
        row, col = board(self._size).row_col(square)
        steps = np.arange(-REACH_PX, REACH_PX + 1)
        down, right = np.meshgrid(steps, steps, indexing="ij")
        seen = np.max([self._rim(row, col, down, right, self._radius_px + off) for off in (-1, 0, 1)], axis=0)
        best = int((seen - DISTANCE_COST * (down**2 + right**2) / REACH_PX**2).argmax())
        return np.array([right.flat[best], down.flat[best]]) / PX

    def _rim(self, row: int, col: int, down: NDArray[np.intp], right: NDArray[np.intp], radius_px: float) -> Doubles:
        """For each place, how much of a circle about it the picture changes across, from 0 to 1."""
        side = self._across.shape[0]
        rows = np.round((row + 1.5) * PX - 0.5 + down[..., None] + radius_px * np.sin(AROUND)).astype(int).clip(0, side - 1)
        cols = np.round((col + 1.5) * PX - 0.5 + right[..., None] + radius_px * np.cos(AROUND)).astype(int).clip(0, side - 1)
        out = self._across[rows, cols] * np.cos(AROUND)[:, None] + self._down[rows, cols] * np.sin(AROUND)[:, None]
        return np.asarray(np.minimum(np.abs(out).max(axis=-1) / self._saturated, 1).mean(axis=-1), float)
