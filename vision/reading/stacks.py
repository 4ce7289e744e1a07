"""Tells kings from men: two stacked discs have a wider outline than one, the more so the more the camera looks from the side."""

from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.arrays import Floats
from vision.reading.discs import Features, Placing
from vision.reading.features import PX, Mask, Survey, square_corners
from vision.reading.materials import Materials

SHOWN = 2 / np.pi
"""The share of a lengthening in one direction that the mean width over all directions shows."""
MISLAID = 0.04
"""The widening, in squares, of a king seen from straight above, because nobody lays the second disc exactly on the first. It is also the
standard deviation of that."""
FEW = 4
"""The fewest men whose widths tell the thickness."""
DIRECTIONS = 12
"""The directions in which a width is measured."""
DAY_SHIFT = 0.02
"""The shift of all widths of a colour, in squares, in the light of another moment."""
TRIMMED = 6
"""One of so many directions is left out as the widest, and one as the narrowest: a shadow or a reflection may lie there."""
STEP_PX = 0.5
"""The distance between samples along a ray."""
REACH = 0.7
"""The length of a ray, in squares."""
BIAS = 0.4
"""The gain, in nats, below which a pixel counts for the board."""
MIN_CONTRAST = 3.0
"""The difference, in spreads, between a disc and the light fields from which on its outline can be followed onto them."""
FIELD_EDGE = 0.47
"""The distance from the centre of the square, in squares, up to which an outline is followed on its own field."""


Lean = NDArray[np.float64]
"""The lean of each square, (squares, 2); see `vision.image.viewpoint.lean`."""


@dataclass(frozen=True, slots=True)
class Stacking:
    """How the measured widths of equal pieces scatter."""

    noise: float = 0.012
    """The least standard deviation, in squares."""
    few: float = 4.0
    """The number of pieces at which the scatter counts double; with more pieces it approaches what was measured."""
    strays: float = 0.08
    """The share of pieces whose width says nothing because of a shadow, a neighbour or a badly laid disc."""
    thick: float = 0.10
    """The widening of a disc, in squares for each unit of lean. It is less than the thickness because the wall is darker than the top."""
    thick_spread: float = 0.06
    """The standard deviation of `thick` over sets of pieces."""


IN_ONE_PICTURE = Stacking()


@dataclass(frozen=True, slots=True)
class Widths:
    """The widths of single discs, in squares; pairs are for white and black."""

    width: tuple[float, float]
    """The mean width of a man seen from straight above."""
    scatter: tuple[float, float]
    """The standard deviation of the width."""
    thick: float
    """`Stacking.thick` for these discs."""
    thick_doubt: float = 0.0
    """The standard deviation of that."""
    usual_lean: float = 0.0
    """The mean lean of the pieces from which all this was learned."""
    scatters: Stacking = IN_ONE_PICTURE

    @staticmethod
    def learn(widths: Features, white: Mask, black: Mask, kings: Mask, lean: Lean, scatters: Stacking = IN_ONE_PICTURE) -> "Widths":
        """Learn from the widths of all squares, (squares,), the squares that hold white and black pieces and kings, and the lean."""
        far = np.linalg.norm(lean, axis=1)
        known = np.isfinite(widths)
        thick, doubt = _thickness(widths, far, [side & known & ~kings for side in (white, black)], scatters)
        bare = widths - _expected(far, kings, thick)
        learned = [_middle(bare[side & known], scatters) for side in (white, black)]
        return Widths(
            width=(learned[0][0], learned[1][0]),
            scatter=(learned[0][1], learned[1][1]),
            thick=thick,
            thick_doubt=doubt,
            usual_lean=float(far[known].mean()) if known.any() else 0.0,
            scatters=scatters,
        )

    def in_picture(self, widths: NDArray[np.float64], side: NDArray[np.intp], lean: Lean, kings: NDArray[np.intp]) -> "Widths":
        """The widths in one picture, from its pieces of known height: `kings` (squares,) is 1 for kings, 0 for men, -1 for all others.

        The light of the picture shifts all widths of a colour by about DAY_SHIFT, and may scatter them more than they did.
        """
        far = np.linalg.norm(lean, axis=1)
        rest = widths - _expected(far, kings == 1, self.thick)
        width, scatter = list(self.width), list(self.scatter)
        for colour in (0, 1):
            known = rest[(side == colour) & (kings >= 0) & np.isfinite(rest)] - width[colour]
            n = len(known)
            if n >= FEW:
                middle = float(np.median(known))
                spread = 1.4826 * float(np.median(np.abs(known - middle)))
                variance = (FEW * scatter[colour] ** 2 + n * spread**2) / (FEW + n)
                shifts = DAY_SHIFT**2 / (DAY_SHIFT**2 + variance / n)
                width[colour] += shifts * middle
                scatter[colour] = max(float(np.sqrt(variance + (1 - shifts) * DAY_SHIFT**2)), self.scatters.noise)
        return replace(self, width=(width[0], width[1]), scatter=(scatter[0], scatter[1]))

    def log_ratio(self, widths: NDArray[np.float64], side: NDArray[np.intp], lean: Lean) -> NDArray[np.float64]:
        """log p(width | king) - log p(width | man) for pieces of each side (0 white, 1 black), (squares,); 0 where no width was
        measured."""
        far = np.linalg.norm(lean, axis=1)
        scatter = np.hypot(np.array(self.scatter)[side], SHOWN * self.thick_doubt * (far - self.usual_lean))
        rest = widths - np.array(self.width)[side]
        man = log_density(rest - _expected(far, np.zeros(len(far), bool), self.thick), scatter, self.scatters.strays)
        king = log_density(rest - _expected(far, np.ones(len(far), bool), self.thick), np.hypot(scatter, MISLAID), self.scatters.strays)
        return np.asarray(np.where(np.isfinite(rest), king - man, 0.0), float)


def measure_widths(seen: Survey, materials: Materials, placing: Placing, side: NDArray[np.intp]) -> NDArray[np.float64]:
    """The width of a disc of that side on each square, in squares, (squares,): the mean over the directions in which it shows.

    It is NaN where too few directions show it, and where `side` is NO_SIDE.
    """
    tellable = np.array([_apart(m.centre - materials.light.centre, m.spread) > MIN_CONTRAST for m in (materials.white, materials.black)])
    rows, cols = rays(PX)
    centre = (square_corners(seen.size) + (PX - 1) / 2).astype(np.float32)
    result = np.full(len(side), np.nan)
    for colour, gain in enumerate(placing.gains):
        own = np.flatnonzero(side == colour)
        if len(own):
            off = placing.offset_px[own].astype(np.float32)
            y, x = off[:, :1] + rows, off[:, 1:] + cols
            at = centre[own]
            along = cv2.remap(gain, at[:, 1:] + x, at[:, :1] + y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            off = np.maximum(np.abs(x), np.abs(y))
            result[own] = mean_width(np.asarray(along), PX, None if tellable[colour] else off)
    return result


def mean_width(gain: Floats, px: int, off: Floats | None = None) -> NDArray[np.float64]:
    """The widths of discs, in squares of `px` pixels, (N,), from the gains along their `rays`; NaN where too few directions show one.

    `off` is how far each sample lies from the centre of its square, in pixels (the larger of both coordinates), for discs that can be
    followed on their own field only.
    """
    shape = (len(gain), 2 * DIRECTIONS, _SIDEWAYS, -1)
    reach = np.argmax(np.cumsum(gain.reshape(shape).mean(axis=2) - BIAS, axis=2), axis=2) * STEP_PX
    good = reach < REACH * px - 2 * STEP_PX
    if off is not None:
        good &= reach < (off.reshape(shape).max(axis=2) <= FIELD_EDGE * px).sum(axis=2) * STEP_PX - STEP_PX
    width = np.where(good, reach, np.nan).reshape(len(gain), 2, DIRECTIONS).sum(axis=1) / px
    known = np.isfinite(width).sum(axis=1)
    width = np.sort(width, axis=1)  # the unknown ones last
    place = np.arange(DIRECTIONS)
    trimmed = known[:, None] // TRIMMED
    middle = (place >= trimmed) & (place < known[:, None] - trimmed)
    mean = np.where(middle, width, 0).sum(axis=1) / np.maximum(middle.sum(axis=1), 1)
    return np.asarray(np.where(known >= DIRECTIONS // 4, mean, np.nan), float)


NO_SIDE = -1
"""The side of a bare square."""
_SIDEWAYS = 5
"""The samples across a ray."""


@cache
def rays(px: int) -> tuple[Floats, Floats]:
    """The rows and columns, relative to a centre, of the samples along broad rays in all directions; opposite rays are DIRECTIONS apart.

    A square has `px` pixels.
    """
    angle = np.arange(2 * DIRECTIONS)[:, None, None] * np.pi / DIRECTIONS
    side = np.linspace(-0.12, 0.12, _SIDEWAYS)[:, None] * px
    along = np.arange(0, REACH * px + STEP_PX / 2, STEP_PX)
    rows, cols = np.sin(angle) * along + np.cos(angle) * side, np.cos(angle) * along - np.sin(angle) * side
    return rows.ravel().astype(np.float32), cols.ravel().astype(np.float32)


def _expected(lean: NDArray[np.float64], kings: NDArray[np.bool_], thick: float) -> NDArray[np.float64]:
    """How much wider than a man seen from straight above a piece shows at this lean."""
    return np.asarray(SHOWN * thick * lean + second_disc(lean, thick) * kings, float)


def _thickness(
    widths: NDArray[np.float64], lean: NDArray[np.float64], men: list[NDArray[np.bool_]], scatters: Stacking
) -> tuple[float, float]:
    """`Stacking.thick`, corrected by how the widths of the men of each side grow with their lean, and its standard deviation."""
    weight, pull = 1 / scatters.thick_spread**2, 0.0
    for side in men:
        if side.sum() < FEW:
            continue
        far = SHOWN * (lean[side] - lean[side].mean())
        wide = widths[side] - np.median(widths[side]) - scatters.thick * far
        scatter = max(1.4826 * float(np.median(np.abs(wide))), scatters.noise)
        weight += float(far @ far) / scatter**2
        pull += float(far @ np.clip(wide, -3 * scatter, 3 * scatter)) / scatter**2
    return max(scatters.thick + pull / weight, 0.0), float(1 / np.sqrt(weight))


def _middle(widths: NDArray[np.float64], scatters: Stacking) -> tuple[float, float]:
    """The median width and its standard deviation, enlarged for few widths."""
    if len(widths) == 0:
        return float("nan"), scatters.noise
    middle = float(np.median(widths))
    scatter = 1.4826 * float(np.median(np.abs(widths - middle)))
    return middle, max(scatter, scatters.noise) * (1 + scatters.few / len(widths))


def log_density(rest: NDArray[np.float64], scatter: NDArray[np.float64] | float, strays: float) -> NDArray[np.float64]:
    """The log density of a normal distribution with strays uniform over a quarter of a square."""
    with np.errstate(invalid="ignore"):
        normal = np.exp(-0.5 * (rest / scatter) ** 2) / (scatter * np.sqrt(2 * np.pi))
    return np.asarray(np.log((1 - strays) * normal + strays / 0.25), float)


def second_disc(lean: NDArray[np.float64], thick: float) -> NDArray[np.float64]:
    """How much wider a king shows than a man at this lean, in squares."""
    return np.asarray(SHOWN * thick * lean + MISLAID, float)


def _apart(change: Floats, spread: Floats) -> float:
    """The difference of two looks without their texture, in spreads."""
    return float(np.linalg.norm((change / spread)[:3]))
