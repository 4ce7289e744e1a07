"""Detects saddles, the points of a picture where two light and two dark sectors meet: candidates for the crossings of a lattice."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.geometry import Points

RADIUS = 5
"""The radius of the ring of samples, in pixels (ChESS: Bennett and Lasenby, 2014). Discs leave a third of a square free around a
crossing."""
RING = tuple((round(RADIUS * np.cos(a)), round(RADIUS * np.sin(a))) for a in np.arange(16) * np.pi / 8)
FAINT = 6.0
"""The contrast, in grey levels of 255 after stretching, below which a response counts for little: it may be noise."""
STRIPE_WEIGHT = 3
"""The weight of the difference between ring and middle, which a stripe has. It is low because many boards have lines between the fields."""
MIN_RESPONSE = 0.2
"""The least response; a perfect crossing has 1. Crossings half under a disc reach it, text and wood grain mostly do not."""
MAX_SADDLES = 1500
"""The most candidates kept; two boards have 162 crossings."""

BAND = 64
"""The rows for which responses are computed at a time: a dozen arrays of the whole picture would take 30 MB."""


@dataclass(frozen=True, slots=True, eq=False)
class Saddles:
    """The candidates of one picture."""

    px: Points
    axis: NDArray[np.float64]
    """The direction of the light sectors, in radians modulo pi, (N,)."""
    contrast: NDArray[np.float64]
    """The difference between the light and the dark sectors, in arbitrary units, (N,)."""

    def __len__(self) -> int:
        return len(self.px)


def detect(plane: NDArray[np.uint8]) -> Saddles:
    """The saddles of a grey picture, strongest first; fields should be 15 to 80 pixels wide."""
    stretched = np.asarray(cv2.GaussianBlur(_stretched(plane), (0, 0), 1.2), np.float32)
    ring = _ring(stretched)
    response = _response(stretched, ring)
    rows, cols = _tops(response)
    phase = sum(np.exp(2j * np.pi * i / 8) * ring[i][rows, cols] for i in range(16))
    return Saddles(_centred(response, rows, cols), np.asarray(np.angle(phase) / 2, np.float64), np.asarray(np.abs(phase), np.float64))


def _response(stretched: NDArray[np.float32], ring: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    """How much each pixel looks like a saddle."""
    response, blurred = np.empty_like(stretched), cv2.blur(stretched, (5, 5))
    for first in range(0, len(stretched), BAND):
        rows = slice(first, first + BAND)
        around, none = [samples[rows] for samples in ring], np.zeros_like(stretched[rows])
        even = sum((cv2.absdiff(around[i] + around[i + 8], around[i + 4] + around[i + 12]) for i in range(4)), none)
        uneven = sum((cv2.absdiff(around[i], around[i + 8]) for i in range(8)), none)
        off_mean = np.abs(sum(around, none) / 16 - blurred[rows])
        response[rows] = (even - uneven - STRIPE_WEIGHT * off_mean) / (even + uneven + 8 * FAINT)
    return response


def _stretched(plane: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The picture with its levels stretched to about 0 to 255."""
    low, high = np.percentile(plane[::4, ::4], (0.5, 99.5))
    scale = 255 / max(float(high - low), 12.0)
    return np.asarray((plane.astype(np.float32) - float(low)) * scale, np.float32)


def _ring(plane: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    """The sixteen samples around each pixel."""
    height, width = plane.shape
    wide = np.asarray(cv2.copyMakeBorder(plane, RADIUS, RADIUS, RADIUS, RADIUS, cv2.BORDER_REPLICATE), np.float32)
    return [wide[RADIUS + dy : RADIUS + dy + height, RADIUS + dx : RADIUS + dx + width] for dx, dy in RING]


def _tops(response: NDArray[np.float32]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The rows and columns of the local maxima, the strongest first."""
    local = cv2.dilate(response, np.ones((7, 7), np.uint8))
    peak = (response == local) & (response > MIN_RESPONSE)
    peak[[0, -1]] = False
    peak[:, [0, -1]] = False
    rows, cols = np.nonzero(peak)
    order = np.argsort(-response[rows, cols])[:MAX_SADDLES]
    return rows[order], cols[order]


def _centred(response: NDArray[np.float32], rows: NDArray[np.intp], cols: NDArray[np.intp]) -> Points:
    """The peaks with sub-pixel accuracy, by parabolas, (N, 2)."""
    at = response[rows, cols]
    shifts = []
    for dy, dx in ((0, 1), (1, 0)):
        before, after = response[rows - dy, cols - dx], response[rows + dy, cols + dx]
        shifts.append(np.clip((after - before) / np.maximum(2 * (2 * at - before - after), 1e-6), -0.5, 0.5))
    return np.asarray(np.column_stack([cols + shifts[0], rows + shifts[1]]), np.float64)
