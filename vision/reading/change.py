"""Measures what has changed since the board was last known: a square that looks as it did most likely holds what it held.

Black discs on black fields look much like bare fields, and in the dark every disc does. But no square comes to look different by itself.
"""

from dataclasses import dataclass, replace
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.arrays import Floats
from vision.reading.features import MARGIN_PX, PX, Mask, Survey, light_fields, square_corners

BLUR_PX = 5
"""The side of the box by which the look is blurred before it is compared; that removes noise and keeps discs."""
WEIGHTS = np.diag([1.0, 2.0, 2.0, 1.0]).astype(np.float32)
"""The weights of lightness, two chromas and texture; chromas scatter half as much as lightness from picture to picture."""
MAX_CHANGE = 1.0
"""The largest change that a pixel counts for, so that a highlight is not taken for a disc."""
MIN_CHANGE = 0.004
"""The least change of a square; pictures of 8 bits do not show less."""
STILL_SPREAD = 0.12
"""The least spread, in natural logarithms, of the changes of squares on which nothing happened."""
LONG_SPREAD = 0.5
"""The spread, in natural logarithms, of the change of a bare square over a time in which pieces stood on it."""
TOUCHED_SPREAD = 0.5
"""The spread, in natural logarithms, of the change from one content to another."""
TAIL = 4.0
"""The degrees of freedom of the Student distributions of both."""
TOUCHED_STEP = 0.7
"""The change, in natural logarithms of the usual one, from which on a piece may have been touched: twice as much."""
SET_ANEW = 0.04
"""The probability that the piece of an unchanged square was touched or replaced by an equal one."""
SHADED = 0.06
"""The probability that a shadow or glare came over an unchanged square."""
ANY_CHANGE = 1 / 3
"""The density of a change by light, which is anything from a little more than the usual change to twenty times as much."""
MAX_NATS = 6.0
"""The most nats that the change of a square may say, less than its own clear look says."""


EMPTY = 0
"""The class of a bare square; those of white and black pieces are 1 and 2."""


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """A picture in which it is known what stood on the squares."""

    soft: Floats
    """The blurred and weighted look of the board, without its margin, (size * PX, size * PX, 4)."""
    kinds: NDArray[np.intp]
    """The colour class of each square, -1 where it is unknown, (squares,)."""
    apart: NDArray[np.float64]
    """The usual difference between squares of two classes, in units of `soft`, (3, 3); infinite where a class is missing."""
    bare: Floats
    """The look of each square when it was last known to be bare, (squares, PX, PX, 4); NaN where it never was in this place."""

    @staticmethod
    def of(seen: Survey, kinds: NDArray[np.intp], before: "Known | None" = None) -> "Known":
        """Remember this picture with the class of each square, -1 where it is unknown, (squares,); `before` was known until now."""
        soft = _soft(seen)
        squares = _squares(soft, seen.size)
        bare = np.where((kinds == EMPTY)[:, None, None, None], squares, np.float32(np.nan) if before is None else before.bare)
        apart = np.full((3, 3), np.inf)
        for a, b in product(range(3), repeat=2):
            pairs = [(i, j) for i in np.flatnonzero(kinds == a) for j in np.flatnonzero(kinds == b) if i != j]
            if pairs:
                some = np.array(pairs)[:: max(1, len(pairs) // MAX_PAIRS)]
                apart[a, b] = np.median(_bounded(squares[some[:, 0]], squares[some[:, 1]]).mean(axis=(1, 2, 3)))
        return Known(soft, kinds, apart, bare)

    def elsewhere(self) -> "Known":
        """The same where the board lies in another place: nothing is known of how its squares look there."""
        return replace(self, kinds=np.full_like(self.kinds, -1), bare=np.full_like(self.bare, np.nan))

    def log_ratios(self, seen: Survey, hidden: Mask) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The log-likelihoods of the three classes from the changes since then, (squares, 3) twice, 0 for the likeliest class.

        The first are those of squares that look changed, the second of squares that look as they did when they were known. A square on
        which a piece stood, or that was unknown, is compared with its own look when it was bare as well. All three are 0 for squares that
        are hidden now or never were known, and where the classes look alike.
        """
        told = ~hidden & (self.kinds >= 0)
        if not told.any():
            return np.zeros((len(told), 3)), np.zeros((len(told), 3))
        steps, usual = self._steps(seen, told)
        since_known = np.where(told[:, None], self._since_known(steps, usual), 0.0)
        since_bare = self._since_bare(seen, ~hidden & (self.kinds != EMPTY), usual)
        same = told & (since_known[np.arange(len(told)), self.kinds] == 0)
        bare = (since_bare[:, EMPTY] == 0) & (since_bare.min(axis=1) < 0)
        as_known = np.where(same[:, None], since_known, 0) + np.where(bare[:, None], since_bare, 0)
        return since_known + since_bare - as_known, as_known

    def _since_known(self, steps: NDArray[np.float64], usual: float) -> NDArray[np.float64]:
        """The log-likelihoods of the three classes from these changes since the classes of the squares were known, (squares, 3)."""
        spread = max(STILL_SPREAD, 1.4826 * float(np.median(np.abs(steps[self.kinds >= 0]))))
        still = _student(steps, np.zeros(len(steps)), spread)
        shaded = SHADED * ANY_CHANGE * np.clip(steps, 0, 1)
        result = np.zeros((len(steps), 3))
        for kind in range(3):
            other = np.log(np.hypot(self.apart[self.kinds, kind], usual) / usual)
            touched = np.where(np.isfinite(other), _student(steps, np.nan_to_num(other, posinf=0.0), TOUCHED_SPREAD), ANY_CHANGE)
            same = (1 - SET_ANEW - SHADED) * still + SET_ANEW * touched
            result[:, kind] = np.log(np.where(self.kinds == kind, same, (1 - SHADED) * touched) + shaded)
        result -= result.max(axis=1, keepdims=True)
        return np.maximum(result, -MAX_NATS)

    def _since_bare(self, seen: Survey, asked: Mask, usual: float) -> NDArray[np.float64]:
        """The log-likelihoods of the three classes from the change since the squares `asked` were bare, (squares, 3)."""
        change = _bounded(_squares(_soft(seen), seen.size), self.bare).mean(axis=(1, 2, 3))
        asked = asked & np.isfinite(change)
        steps = np.log(np.maximum(np.where(asked, change, usual), MIN_CHANGE) / usual)
        result = np.zeros((len(asked), 3))
        result[:, EMPTY] = _student(steps, np.zeros(len(steps)), LONG_SPREAD)
        for kind in (1, 2):
            apart = self.apart[EMPTY, kind]
            other = np.full(len(steps), np.log(np.hypot(apart, usual) / usual) if np.isfinite(apart) else 0.0)
            result[:, kind] = _student(steps, other, TOUCHED_SPREAD) if np.isfinite(apart) else ANY_CHANGE
        result = np.log(result + SHADED * ANY_CHANGE)
        result -= result.max(axis=1, keepdims=True)
        return np.where(asked[:, None], np.maximum(result, -MAX_NATS), 0.0)

    def touched(self, seen: Survey, hidden: Mask) -> Mask:
        """Which squares look so much different that their piece may have been touched, (squares,)."""
        told = ~hidden & (self.kinds >= 0)
        return told & (self._steps(seen, told)[0] > TOUCHED_STEP) if told.any() else told

    def _steps(self, seen: Survey, told: Mask) -> tuple[NDArray[np.float64], float]:
        """The changes of the squares relative to the usual one, (squares,), natural logarithms, and the usual one over those `told`."""
        change = np.maximum(_changes(_soft(seen), self.soft, seen.size), MIN_CHANGE)
        usual = float(np.median(change[told]))
        return np.log(change / usual), usual


MAX_PAIRS = 60
"""About the most pairs of squares from which the difference between two classes is measured."""


def _soft(seen: Survey) -> Floats:
    """`Known.soft`."""
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
    """The absolute difference of each pixel, at most MAX_CHANGE."""
    change = cv2.absdiff(one, other)
    return np.asarray(np.minimum(change, MAX_CHANGE, out=change), np.float32)


def _student(steps: NDArray[np.float64], middle: NDArray[np.float64], spread: float) -> NDArray[np.float64]:
    """The density of the Student distribution with TAIL degrees of freedom; its constant is 3/8 for 4."""
    return np.asarray(0.375 / spread * (1 + ((steps - middle) / spread) ** 2 / TAIL) ** (-(TAIL + 1) / 2), float)
