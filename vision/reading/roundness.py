"""Measures how far the edges on a square run around a centre: a disc has a closed rim of a known radius, and often grooves within it.

Reflections, shadows, scratches and the grain of wood have edges too, but none that runs around a centre. Only the direction of the edges
is used. So it does not matter how bright a disc is, or whether its rim is lit on one side and dark on the other.
"""

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.arrays import Floats
from vision.image.geometry import Geometry, rectify
from vision.image.picture import Image
from vision.reading.discs import Features
from vision.reading.features import LINEAR, MARGIN_PX, PX, square_corners
from vision.reading.outlines import AROUND_SQUARES, FINE_PX

REACH_PX = FINE_PX // 3
"""How far from the centre of its square the centre of a disc is looked for."""
FAINT = 0.02
"""The gradient of lightness, in natural logarithms to a pixel, at which an edge counts half: that of noise on black."""
STRAY = 0.02
"""The linear light added before taking logarithms, as a share of what the unplayed fields reflect."""
SMOOTH_PX = FINE_PX / 13
"""The standard deviation of the blur that is subtracted: light that changes more slowly than that has no edge. The edge of a spot of light
is about as wide as that, and a rim is a quarter of it."""
RING = (0.5, 1.25)
"""Where edges are looked at, from and to this multiple of the radius. It has the outer grooves, the rim and its shadow."""
LINE_PX = FINE_PX // 12
"""The distance from a line of the lattice within which edges are left out, for they are known to be there."""
COARSE = 2
"""The step of the search, in pixels."""
TAIL = 10.0
"""The degrees of freedom of the Student distributions."""
SPREAD_FLOOR = np.array([0.03, 0.02, 0.02])
"""The least spread of the roundness of bare fields, white and black discs. More edges cross bare fields than in a single picture."""
MAX_NATS = 8.0
"""The most nats that the roundness of a square says."""


class Round(NamedTuple):
    """The likeliest centres of discs, by their rims."""

    roundness: Floats
    """How far the edges run around each centre, (squares,): 1 where all do, 0.02 to 0.1 by chance."""
    offset_px: Floats
    """Where the centres are: rows below and columns right of the middle of the square, (squares, 2), with PX pixels to a square."""


def find_rims(image: Image, geometry: Geometry, squares: NDArray[np.intp], radius_px: float) -> Round:
    """Look for the rim of a disc on each of these squares, numbered from 0; `radius_px` is that of a disc with PX pixels to a square."""
    kernels = _kernels(radius_px * FINE_PX / PX / COARSE)
    half = REACH_PX + (len(kernels[0]) // 2 + 1) * COARSE
    middles = (square_corners(geometry.size)[squares] - MARGIN_PX) // PX * FINE_PX + FINE_PX // 2
    rows, cols = (middles.T[:, None] + np.arange(-half, half)[:, None] + MARGIN).astype(np.intp)
    straight = np.pad(rectify(image, geometry, FINE_PX, AROUND_SQUARES), ((BEYOND, BEYOND), (BEYOND, BEYOND), (0, 0)), mode="edge")
    stray = np.float32(STRAY * _light_of(straight, geometry.size))
    lightness = np.log(LINEAR[straight[rows[:, None], cols]].mean(axis=-1) + stray)
    across, down = _gradient(lightness)
    free = np.zeros_like(lightness)
    for fields in _fields(geometry.size):
        inside = fields[rows[:, None], cols].astype(np.float32)
        free += inside
        weight = _smooth(inside) + np.float32(1e-3)
        for gradient, smooth in zip((across, down), _gradient(_smooth(lightness * inside) / weight), strict=True):
            gradient -= smooth * inside
    # Twice the angle of a gradient is the same for both sides of an edge.
    free /= across * across + down * down + np.float32(FAINT**2)
    parts = (across * across - down * down) * free, 2 * across * down * free
    response = sum(
        cv2.filter2D(cv2.resize(part, None, fx=1 / COARSE, fy=1 / COARSE, interpolation=cv2.INTER_AREA), -1, kernel)
        for part, kernel in zip(parts, kernels, strict=True)
    )
    middle, reach = half // COARSE, REACH_PX // COARSE
    near = np.asarray(response).reshape(2 * middle, 2 * middle, -1)[middle - reach : middle + reach, middle - reach : middle + reach]
    near = np.where(_near(reach)[..., None], near, -np.inf).reshape(4 * reach * reach, -1)
    best = near.argmax(axis=0)
    offset = (np.stack(np.divmod(best, 2 * reach), axis=1) - reach + 0.5) * (COARSE * PX / FINE_PX)
    return Round(np.asarray(near.max(axis=0), np.float32), np.asarray(offset, np.float32))


def _light_of(straight: Image, size: int) -> float:
    """The median linear light of the unplayed fields, at least that of one step of 255."""
    light = LINEAR[straight[::4, ::4]].mean(axis=-1)[_fields(size)[1, ::4, ::4]]
    return max(float(np.median(light)), float(LINEAR[1]))


BEYOND = FINE_PX
"""The pixels added around the straightened picture."""
MARGIN = round(AROUND_SQUARES * FINE_PX) + BEYOND
"""The pixels around the board then."""


def _gradient(lightness: Floats) -> tuple[Floats, Floats]:
    """The gradients of squares (side, side, squares) across and down."""
    across, down = (cv2.Sobel(lightness, -1, *axis, scale=0.125).reshape(lightness.shape) for axis in ((1, 0), (0, 1)))
    return np.asarray(across, np.float32), np.asarray(down, np.float32)


def _smooth(values: Floats) -> Floats:
    """The values (side, side, squares) without what changes within SMOOTH_PX."""
    coarse = cv2.resize(values, None, fx=1 / COARSE, fy=1 / COARSE, interpolation=cv2.INTER_AREA)
    blurred = cv2.GaussianBlur(coarse, (0, 0), SMOOTH_PX / COARSE)
    return np.asarray(cv2.resize(blurred, values.shape[1::-1], interpolation=cv2.INTER_LINEAR).reshape(values.shape), np.float32)


@cache
def _fields(size: int) -> NDArray[np.bool_]:
    """The pixels of the padded picture within the playing fields and within the others, off the lines, (2, side, side)."""
    field, place = np.divmod(np.arange(size * FINE_PX), FINE_PX)
    inside = (place >= LINE_PX) & (place < FINE_PX - LINE_PX)
    played = (field[:, None] + field) % 2 == 1
    return np.stack([np.pad(inside[:, None] & inside & kind, MARGIN) for kind in (played, ~played)])


@dataclass(frozen=True, slots=True, eq=False)
class Rims:
    """The usual roundness of the squares of a board."""

    centres: Features
    """Of bare squares, white and black discs, (3,)."""
    spread: Features
    """The spread within each class, (3,)."""

    @staticmethod
    def usual() -> "Rims":
        """Those of boards and discs of which nothing was learned."""
        return Rims(np.array([0.05, 0.6, 0.35]), np.array([0.03, 0.08, 0.08]))

    @staticmethod
    def learn(values: Floats, kinds: NDArray[np.intp]) -> "Rims":
        """Learn from the roundness of squares of these classes, each of which is among them."""
        classes = [values[kinds == kind] for kind in range(3)]
        centres = np.array([np.median(rows) for rows in classes], float)
        usual = [1.4826 * np.median(np.abs(rows - centre)) for rows, centre in zip(classes, centres, strict=True)]
        return Rims(centres, np.hypot(usual, SPREAD_FLOOR))

    def in_another_light(self) -> "Rims":
        """The same where the light falls otherwise, so that the rims of the discs may show less or more."""
        return Rims(self.centres, np.hypot(self.spread, RELIT))

    def log_ratios(self, values: Floats, sides: NDArray[np.intp], blurred: float) -> Features:
        """log p(roundness | disc) - log p(roundness | bare), (squares,), for discs of these `sides`, 0 for white.

        A disc that is rounder than usual is no less a disc, and a field that is less round no less bare. `blurred` is the change of every
        texture by noise or blur since the rims were learned; it widens both.
        """
        disc, bare = self.centres[1 + sides], self.centres[0]
        spread = np.hypot(self.spread, BLURRED * blurred)
        below, above = np.minimum(values - disc, 0) / spread[1 + sides], np.maximum(values - bare, 0) / spread[0]
        ratio = (TAIL + 1) / 2 * (np.log1p(above**2 / TAIL) - np.log1p(below**2 / TAIL))
        return np.where(disc > bare, np.clip(ratio, -MAX_NATS, MAX_NATS), 0.0)


RELIT = np.array([0, 0.1, 0.1])
"""The change of the roundness of bare fields, white and black discs from light to light: as much as between black and white discs."""
BLURRED = 0.1
"""The change of roundness where every texture changes by 1, a natural logarithm: a rim is half as strong or twice as noisy then."""


@cache
def _near(reach: int) -> NDArray[np.bool_]:
    """The places of a window, (2 * reach, 2 * reach), within the reach of its middle."""
    axis = np.arange(2 * reach) - reach + 0.5
    return np.asarray(np.hypot(axis[:, None], axis) <= reach)


@cache
def _kernels(radius: float) -> tuple[Floats, Floats]:
    """The cosine and the sine of twice the direction from the centre, over RING; pixels on an edge count in part."""
    half, fine = int(np.ceil(RING[1] * radius)), 8
    places = (np.arange((2 * half + 1) * fine) + 0.5) / fine - half - 0.5
    away = np.hypot(places[:, None], places)
    twice = 2 * np.arctan2(places[:, None], places)
    ring = (away >= RING[0] * radius) & (away <= RING[1] * radius)
    waves = (np.where(ring, wave, 0).reshape(2 * half + 1, fine, -1, fine).mean(axis=(1, 3)) for wave in (np.cos(twice), np.sin(twice)))
    cosine, sine = (np.asarray(wave * fine**2 / ring.sum(), np.float32) for wave in waves)
    return cosine, sine
