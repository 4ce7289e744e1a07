"""What has changed since the board was last surely known: a square that looks as it did then most likely holds what it held then.

Black discs on black fields look much like bare ones, in the dark every disc does; but no square comes to look different by itself.
"""

from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.features import MARGIN_PX, PX, Floats, Mask, Survey, light_fields, square_corners

BLUR_PX = 5
"""The look is blurred by so much before it is compared: noise goes, discs stay."""
WEIGHTS = np.diag([1.0, 2.0, 2.0, 1.0]).astype(np.float32)
"""Of lightness, chromas and texture: chromas stray half as much as lightness from picture to picture."""
MOST = 1.0
"""A pixel counts for no greater change than this: a highlight is no disc."""
LEAST = 0.004
"""A change smaller than this is none: pictures of 8 bits do not tell."""
STILL_SPREAD = 0.12
"""How much the changes of squares that nothing happened on differ at the least, in natural logarithms."""
TOUCHED_SPREAD = 0.5
"""How much the change from one content to another differs from square to square, likewise."""
TAIL = 4.0
"""Degrees of freedom of both."""
SET_ANEW, SHADED = 0.04, 0.06
"""How often a square that holds the same shows a change: its piece was touched or another one took its place; a shadow or glare came."""
ANY_CHANGE = 1 / 3
"""The density of a change by light: anything from a little more than the usual to twenty times that."""
MOST_NATS = 6.0
"""A square's change says at most so much, less than its own clear look."""


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """A picture of which it is known what stood on each square."""

    soft: Floats
    """The blurred and weighted look of the board, without its margin, (size * PX, size * PX, 4)."""
    kinds: NDArray[np.intp]
    """The colour class of each square, or -1 where it is not known, (squares,)."""
    apart: NDArray[np.float64]
    """How far squares of one class look from those of another, in units of `soft`, (3, 3); infinite where a class is not there."""

    @staticmethod
    def of(seen: Survey, kinds: NDArray[np.intp]) -> "Known":
        """Remember this picture, with the class of each square (-1 where it is not known)."""
        soft = _soft(seen)
        squares = _squares(soft, seen.size)
        apart = np.full((3, 3), np.inf)
        for a, b in product(range(3), repeat=2):
            pairs = [(i, j) for i in np.flatnonzero(kinds == a) for j in np.flatnonzero(kinds == b) if i != j]
            if pairs:
                some = np.array(pairs)[:: max(1, len(pairs) // PAIRS)]
                apart[a, b] = np.median(_bounded(squares[some[:, 0]], squares[some[:, 1]]).mean(axis=(1, 2, 3)))
        return Known(soft, kinds, apart)

    def log_ratios(self, seen: Survey, hidden: Mask) -> NDArray[np.float64]:
        """What the change since then tells of each square's three classes, (squares, 3): log-likelihoods, 0 for the likeliest.

        All 0 for squares that are hidden now or were not known then, and where the classes look alike.
        """
        told = ~hidden & (self.kinds >= 0)
        result = np.zeros((len(self.kinds), 3))
        if not told.any():
            return result
        change = np.maximum(_changes(_soft(seen), self.soft, seen.size), LEAST)
        usual = float(np.median(change[told]))
        steps = np.log(change / usual)
        spread = max(STILL_SPREAD, 1.4826 * float(np.median(np.abs(steps[told]))))
        still = _student(steps, np.zeros(len(steps)), spread)
        shaded = SHADED * ANY_CHANGE * np.clip(steps, 0, 1)
        for kind in range(3):
            other = np.log(np.hypot(self.apart[self.kinds, kind], usual) / usual)
            touched = np.where(np.isfinite(other), _student(steps, np.nan_to_num(other, posinf=0.0), TOUCHED_SPREAD), ANY_CHANGE)
            same = (1 - SET_ANEW - SHADED) * still + SET_ANEW * touched
            result[:, kind] = np.log(np.where(self.kinds == kind, same, (1 - SHADED) * touched) + shaded)
        result -= result.max(axis=1, keepdims=True)
        return np.where(told[:, None], np.maximum(result, -MOST_NATS), 0.0)


PAIRS = 60
"""So many pairs of squares tell how far two classes look apart."""


def _soft(seen: Survey) -> Floats:
    inner = slice(MARGIN_PX, -MARGIN_PX)
    return np.asarray(cv2.transform(cv2.blur(seen.look, (BLUR_PX, BLUR_PX))[inner, inner], WEIGHTS), np.float32)


def _squares(soft: Floats, size: int) -> Floats:
    """The look of each playing square, (squares, PX, PX, 4)."""
    corners, within = square_corners(size) - MARGIN_PX, np.arange(PX)
    return np.asarray(soft[corners[:, 0, None, None] + within[:, None], corners[:, 1, None, None] + within], np.float32)


def _changes(one: Floats, other: Floats, size: int) -> NDArray[np.float64]:
    """The mean change of each playing square's pixels, (squares,)."""
    fields = cv2.resize(_bounded(one, other), (size, size), interpolation=cv2.INTER_AREA).mean(axis=2)
    return np.asarray(fields[~light_fields(size)], float)


def _bounded(one: Floats, other: Floats) -> Floats:
    change = cv2.absdiff(one, other)
    return np.asarray(np.minimum(change, MOST, out=change), np.float32)


def _student(steps: NDArray[np.float64], middle: NDArray[np.float64], spread: float) -> NDArray[np.float64]:
    """The density of Student's distribution at TAIL degrees of freedom (its constant is 3/8 at 4)."""
    return np.asarray(0.375 / spread * (1 + ((steps - middle) / spread) ** 2 / TAIL) ** (-(TAIL + 1) / 2), float)
