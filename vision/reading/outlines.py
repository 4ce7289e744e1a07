"""Measures the outline of a piece against an earlier picture in which its square was bare: only the piece and its shadow have come since.

Two stacked discs have a wider outline than one; see `vision.reading.stacks`. The earlier picture removes the lines, the wood, the frame and
the neighbours, which disturb an outline that is found in one picture alone. The pictures are compared at their own resolution.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.board.squares import Content, board
from vision.image.arrays import Floats
from vision.image.geometry import Geometry, Straight
from vision.image.picture import Image
from vision.reading.features import LINEAR, Mask
from vision.reading.stacks import mean_width, rays

FINE_PX = 48
"""Pixels to a square: nearly the resolution of the pictures."""
AROUND_SQUARES = 0.75
"""How far around the square it is looked at, in squares: a king leans by half a square."""
SIDE_PX = round((1 + 2 * AROUND_SQUARES) * FINE_PX)
"""The side of what is looked at."""
BLUR_PX = 1.0
"""The standard deviation of the blur that removes the noise."""
STRAY = 0.05
"""The stray light added before taking logarithms, relative to the middle of the bare picture."""
FAR_SQUARES = 0.62
"""The distance from the centre of the square, in squares, from which on nothing of the piece shows. The light and the noise are measured
there."""
MIN_FAR_PX = 130
"""The fewest pixels from which they are measured."""
UNKNOWN_NOISE = 0.05
"""The noise, in natural logarithms, where it cannot be measured."""
MIN_NOISE = 0.03
"""The least noise; the blocks of JPEG scatter by that much."""
BESIDE_SQUARES = 0.56
"""How far from its centre, in squares each way, another square is left out where it changed as well."""
CORE_SQUARES = 0.3
"""The middle of the piece, in squares, from which its colour is taken."""
MIN_SPREAD = np.array([0.3, 0.08, 0.08])
"""The least spread of lightness and chromas over a piece: its wall is lit otherwise than its top."""
SPREADS = 1.5
"""The spread over the whole piece, relative to that of its core."""
DARKEST = 1.4
"""How much darker, in natural logarithms, a shadow makes the field."""
SHADOW_LOG_P = -0.7
"""The prior of a shadow, half of that of the bare field."""
SHADOW_CHROMA = 0.06
"""The least spread of chroma in a shadow, where coloured light of the room remains."""
TAIL = 4.0
"""The degrees of freedom of the Student distributions."""
MAX_NATS = 2.0
"""The most nats for a single pixel."""
MIN_CONTRAST_NATS = 4.0
"""The median over the middle of the piece, in nats, below which a black piece on a dark field cannot be told from its shadow. On rendered
boards the widths of such men scattered by 0.04 squares, and those of others by 0.01."""
MIN_DIAMETERS = 0.8
"""The least width, in diameters of a disc; a narrower outline is not that of a piece."""
OFF_SQUARES = 0.3
"""How far from the centre of the square the middle of the outline is looked for, in squares."""
PLATEAU = 40.0
"""The nats below the best score within which places count for the middle of the outline: a disc fits a long outline in several."""


@dataclass(frozen=True, slots=True, eq=False)
class BareSquare:
    """A picture of the surroundings of one square without a piece."""

    crop: Image
    """(SIDE_PX, SIDE_PX, 3) BGR bytes."""
    contents: Sequence[Content]
    """What stood on the board, square 1 first."""


def straightened(image: Image, geometry: Geometry) -> Straight:
    """The board from above, from which `surroundings` are cut."""
    return Straight.of(image, geometry, FINE_PX, AROUND_SQUARES)


def surroundings(straight: Straight, size: int, square: int) -> Image:
    """The part of a `straightened` picture around that square, (SIDE_PX, SIDE_PX, 3)."""
    down, right = (place * FINE_PX for place in board(size).row_col(square))
    return straight.cut(slice(down, down + SIDE_PX), slice(right, right + SIDE_PX))


def outline_width(now: Image, before: BareSquare, square: int, contents: Sequence[Content], size: int, radius: float) -> float:
    """The mean width of the piece on that square, in squares; NaN where too little of its outline shows.

    `now` are its surroundings, `contents` what seems to stand on the board (square 1 first), of which the colours matter, and `radius` is
    about that of a disc, in squares.
    """
    gain = _gain(now, before.crop, _others(square, contents, before.contents, size))
    if np.median(gain[_core()]) < MIN_CONTRAST_NATS:
        return float("nan")
    gain = np.clip(gain, -MAX_NATS, MAX_NATS)
    rows, cols = rays(FINE_PX)
    middle = _middle(gain, radius)
    x, y = middle[0] + cols, middle[1] + rows
    along = cv2.remap(gain, x[None], y[None], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    width = float(mean_width(np.asarray(along, np.float32), FINE_PX)[0])
    return width if width > MIN_DIAMETERS * 2 * radius else float("nan")


def _gain(now: Image, bare: Image, left_out: Mask) -> Floats:
    """How much better each pixel fits the piece than the bare field or a shadow on it, in nats, (SIDE_PX, SIDE_PX)."""
    shown, field = (cv2.GaussianBlur(cv2.LUT(one, LINEAR), (0, 0), BLUR_PX) for one in (now, bare))
    stray = STRAY * max(float(np.median(field[::4, ::4])), 1e-3)
    look, before = (np.asarray(cv2.log(one + np.float32(stray)), np.float32) for one in (shown, field))
    change = look - before
    far, noise = _far() & ~left_out, UNKNOWN_NOISE
    if far.sum() >= MIN_FAR_PX:
        beside = change[far]
        middle = np.median(beside, axis=0)
        change -= middle
        noise = max(1.4826 * float(np.median(np.abs(beside - middle), axis=0).max()), MIN_NOISE)
    piece = _lightness_and_chromas(look)
    core = piece[:, _core()]
    spread = np.maximum(SPREADS * core.std(axis=1), MIN_SPREAD)
    disc = _log_p(piece - np.median(core, axis=1)[:, None, None], spread)
    steps, spread = _lightness_and_chromas(change), np.array([noise, 1.2 * noise, 1.2 * noise])
    empty = _log_p(steps, spread)
    steps[0] -= np.clip(steps[0], -DARKEST, 0)
    spread = np.array([noise, *np.maximum(spread[1:], SHADOW_CHROMA)])
    shadow = _log_p(steps, spread) + np.float32(np.log(noise / DARKEST) + SHADOW_LOG_P)
    return np.asarray(np.where(left_out, 0, disc - np.logaddexp(empty, shadow)), np.float32)


def _lightness_and_chromas(logs: Floats) -> Floats:
    """The lightness and two chromas of logarithms of B, G, R, (..., 3), as (3, ...)."""
    blue, green, red = cv2.split(logs)
    return np.stack([(blue + green + red) / np.float32(3), red - green, green - blue])


def _log_p(off: Floats, spread: NDArray[np.float64]) -> Floats:
    """The Student log density, up to a constant, of deviations from the middle, (3, ...), with these spreads, (3,)."""
    squares = sum((one / np.float32(scale)) ** 2 for one, scale in zip(off, spread, strict=True))
    return np.asarray(np.float32(-(TAIL + 3) / 2) * np.log1p(squares / np.float32(TAIL)) - np.float32(np.log(spread).sum()), np.float32)


def _middle(gain: Floats, radius: float) -> tuple[float, float]:
    """Where a disc fits best, as x and y in the surroundings: the weighted mean of the best places."""
    half, reach = SIDE_PX // 2, round(OFF_SQUARES * FINE_PX)
    near = slice(half - reach, half + reach + 1)
    score = cv2.filter2D(gain, -1, _disc(radius), borderType=cv2.BORDER_CONSTANT)[near, near]
    weight = np.maximum(score - (score.max() - PLATEAU), 0)
    rows, cols = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    return half + float((weight * cols).sum() / weight.sum()), half + float((weight * rows).sum() / weight.sum())


def _others(square: int, now: Sequence[Content], before: Sequence[Content], size: int) -> Mask:
    """The pixels of the other squares whose colour is another than it was, (SIDE_PX, SIDE_PX)."""
    result = np.zeros((SIDE_PX, SIDE_PX), bool)
    row, col = board(size).row_col(square)
    for other, (here, there) in enumerate(zip(now, before, strict=True), 1):
        if other != square and here.side is not there.side:
            down, right = (np.array(board(size).row_col(other)) - (row, col)) * FINE_PX + SIDE_PX / 2
            far = BESIDE_SQUARES * FINE_PX
            result[max(round(down - far), 0) : max(round(down + far), 0), max(round(right - far), 0) : max(round(right + far), 0)] = True
    return result


@cache
def _away() -> Floats:
    """The distance of each pixel from the centre of the square, in pixels."""
    axis = np.arange(SIDE_PX, dtype=np.float32) - (SIDE_PX - 1) / 2
    return np.asarray(np.hypot(axis[:, None], axis), np.float32)


@cache
def _core() -> Mask:
    return np.asarray(_away() < CORE_SQUARES * FINE_PX)


@cache
def _far() -> Mask:
    return np.asarray(_away() > FAR_SQUARES * FINE_PX)


@cache
def _disc(radius: float) -> Floats:
    """A disc of ones with soft edges."""
    half = int(np.ceil(radius * FINE_PX)) + 1
    axis = np.arange(-half, half + 1)
    return np.clip(radius * FINE_PX - np.hypot(axis[:, None], axis) + 0.5, 0, 1).astype(np.float32)
