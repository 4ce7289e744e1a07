"""Measures what has changed since the board was last known: a square that looks as it did most likely holds what it held.

Black discs on black fields look much like bare fields, and in the dark every disc does. But no square comes to look different by itself.
"""

from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.arrays import Floats
from vision.reading.features import MARGIN_PX, PX, Mask, Survey, light_fields

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
TIMES_USUAL = 2.0
"""The multiple of the usual change from which on a piece may have been touched."""
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


class FromChanges(NamedTuple):
    """The log-likelihoods of the three classes from what changed, (squares, 3) each; at most 0."""

    changed: NDArray[np.float64]
    """Of squares that look changed."""
    remembered: NDArray[np.float64]
    """Of squares that look as they did when they were known."""


@dataclass(frozen=True, slots=True, eq=False)
class SquareChanges:
    """How much the squares of one picture changed since they were known, in units of `Known.soft`."""

    squares: Floats
    """The look of each square now, (squares, PX, PX, 4)."""
    since_known: NDArray[np.float64]
    """The mean change of each square since the last known picture, (squares,)."""
    since_bare: NDArray[np.float64]
    """The same since the square was bare, (squares,); NaN where it never was, or still was when it was last known."""


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
        return Known(soft, kinds, _apart(squares, kinds), bare)

    def elsewhere(self) -> "Known":
        """The same where the board lies in another place: nothing is known of how its squares look there."""
        return replace(self, kinds=np.full_like(self.kinds, -1), bare=np.full_like(self.bare, np.nan))

    def changes(self, seen: Survey) -> SquareChanges:
        """How much the squares changed."""
        soft = _soft(seen)
        squares = _squares(soft, seen.size)
        since_known = np.maximum(_changes(soft, self.soft, seen.size), MIN_CHANGE)
        since_bare = np.full(len(squares), np.nan)
        asked = (self.kinds != EMPTY) & np.isfinite(self.bare[:, 0, 0, 0])
        if asked.any():
            since_bare[asked] = np.maximum(_bounded(squares[asked], self.bare[asked]).mean(axis=(1, 2, 3)), MIN_CHANGE)
        return SquareChanges(squares, since_known, since_bare)

    def touched(self, changes: SquareChanges, hidden: Mask) -> Mask:
        """Which squares look so much different that their piece may have been touched, (squares,)."""
        told = ~hidden & (self.kinds >= 0)
        if not told.any():
            return told
        return told & (changes.since_known > TIMES_USUAL * np.median(changes.since_known[told]))

    def log_ratios(self, changes: SquareChanges, hidden: Mask, still: Mask) -> FromChanges:
        """What the changes tell; 0 for the likeliest class.

        A square on which a piece stood, or that was unknown, is compared with its own look when it was bare as well. All three classes have
        0 where the square is hidden now or was never known, and where the classes look alike, then or now. How far apart they look now is
        measured on the squares that are `still` as they were.
        """
        told = ~hidden & (self.kinds >= 0)
        nothing = np.zeros((len(told), 3))
        if not told.any():
            return FromChanges(nothing, nothing)
        usual = float(np.median(changes.since_known[told]))
        steps = np.log(changes.since_known / usual)
        now = _apart(changes.squares, np.where(still & told, self.kinds, -1))
        apart = np.where(np.isfinite(now), np.minimum(now, self.apart), self.apart)
        spread = max(STILL_SPREAD, 1.4826 * float(np.median(np.abs(steps[told]))))
        since_known = np.where(told[:, None], _since_known(steps, self.kinds, np.log(np.hypot(apart, usual) / usual), spread), 0.0)
        since_bare = _since_bare(np.where(hidden, np.nan, changes.since_bare), apart[EMPTY], usual)
        same = told & (since_known[np.arange(len(told)), self.kinds] == 0)
        bare = (since_bare[:, EMPTY] == 0) & (since_bare.min(axis=1) < 0)
        remembered = np.where(same[:, None], since_known, 0) + np.where(bare[:, None], since_bare, 0)
        return FromChanges(since_known + since_bare - remembered, remembered)


def step_densities(before: Floats, now: Floats) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The densities of the change of each square between two pictures, (squares,) each, from `SquareChanges.squares` of both.

    The first is that of a square on which nothing happened, the second that of a piece that was touched, or got or lost a disc. Both are
    NaN where a look is. A shadow changes a square as a whole, and does not count.
    """
    seen = np.isfinite(before[:, 0, 0, 0]) & np.isfinite(now[:, 0, 0, 0])
    nothing = np.full(len(now), np.nan)
    if not seen.any():
        return nothing, nothing
    change = now[seen] - before[seen]
    change -= np.median(change, axis=(1, 2), keepdims=True)
    mean = np.maximum(np.minimum(np.abs(change), MAX_CHANGE).mean(axis=(1, 2, 3)), MIN_CHANGE)
    steps = np.log(mean / np.median(mean))
    still, touched = nothing.copy(), nothing.copy()
    still[seen] = _student(steps, np.zeros(len(steps)), max(STILL_SPREAD, 1.4826 * float(np.median(np.abs(steps)))))
    touched[seen] = ANY_CHANGE * np.clip(steps, 0, 1)
    return still, touched


def _since_known(steps: NDArray[np.float64], kinds: NDArray[np.intp], apart: NDArray[np.float64], spread: float) -> NDArray[np.float64]:
    """The log-likelihoods of the three classes from changes of squares of these `kinds`, (squares, 3).

    `steps` (squares,) and the usual difference of two classes, `apart` (3, 3), are natural logarithms relative to the usual change.
    `spread` is that of squares on which nothing happened.
    """
    still = _student(steps, np.zeros(len(steps)), spread)
    shaded = SHADED * ANY_CHANGE * np.clip(steps, 0, 1)
    result = np.zeros((len(steps), 3))
    for kind in range(3):
        other = apart[kinds, kind]
        touched = np.where(np.isfinite(other), _student(steps, np.nan_to_num(other, posinf=0.0), TOUCHED_SPREAD), ANY_CHANGE)
        same = (1 - SET_ANEW - SHADED) * still + SET_ANEW * touched
        result[:, kind] = np.log(np.where(kinds == kind, same, (1 - SHADED) * touched) + shaded)
    return _bounded_below(result)


def _since_bare(change: NDArray[np.float64], apart: NDArray[np.float64], usual: float) -> NDArray[np.float64]:
    """The log-likelihoods of the three classes from the change since a square was bare, (squares, 3); 0 where it is NaN.

    `apart` (3,) is the usual difference of a bare square and one of each class.
    """
    steps = np.log(np.where(np.isfinite(change), change, usual) / usual)
    result = np.zeros((len(steps), 3))
    result[:, EMPTY] = _student(steps, np.zeros(len(steps)), LONG_SPREAD)
    for kind in (1, 2):
        known = np.isfinite(apart[kind])
        other = np.log(np.hypot(apart[kind], usual) / usual) if known else 0.0
        result[:, kind] = _student(steps, np.full(len(steps), other), TOUCHED_SPREAD) if known else ANY_CHANGE
    return np.where(np.isfinite(change)[:, None], _bounded_below(np.log(result + SHADED * ANY_CHANGE)), 0.0)


def _bounded_below(log_p: NDArray[np.float64]) -> NDArray[np.float64]:
    """The log-likelihoods with 0 for the likeliest class, at least -MAX_NATS."""
    return np.asarray(np.maximum(log_p - log_p.max(axis=1, keepdims=True), -MAX_NATS), float)


def _apart(squares: Floats, kinds: NDArray[np.intp]) -> NDArray[np.float64]:
    """`Known.apart` of squares with these looks, (squares, PX, PX, 4); a negative kind is left out."""
    apart = np.full((3, 3), np.inf)
    of_kind = [np.flatnonzero(kinds == kind) for kind in range(3)]
    for a, b in combinations_with_replacement(range(3), 2):
        one, other = np.repeat(of_kind[a], len(of_kind[b])), np.tile(of_kind[b], len(of_kind[a]))
        pairs = np.flatnonzero(one != other)
        if len(pairs):
            some = pairs[:: -(-len(pairs) // MAX_PAIRS)]
            apart[a, b] = apart[b, a] = np.median(_bounded(squares[one[some]], squares[other[some]]).mean(axis=(1, 2, 3)))
    return apart


MAX_PAIRS = 12
"""The most pairs of squares from which the difference between two classes is measured."""


def _soft(seen: Survey) -> Floats:
    """`Known.soft`."""
    inner = slice(MARGIN_PX, -MARGIN_PX)
    return np.asarray(cv2.transform(cv2.blur(seen.look, (BLUR_PX, BLUR_PX))[inner, inner], WEIGHTS), np.float32)


def _squares(soft: Floats, size: int) -> Floats:
    """The look of each playing square, (squares, PX, PX, 4)."""
    fields = soft.reshape(size, PX, size, PX, -1).swapaxes(1, 2)
    return np.asarray(fields[~light_fields(size)], np.float32)


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
