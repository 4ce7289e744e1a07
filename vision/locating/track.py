"""Refines an approximate geometry in one picture by its lattice."""

from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.errors import DamcamError, Phrase
from vision.image.geometry import Geometry, Points
from vision.locating.crossings import PX, Response, find_near, inner_crossings, polarity, respond
from vision.locating.fit import NoFit, fit_geometry

MAX_SHIFT = 0.66
"""The largest shift, in squares, that is tried; beyond it another crossing of the same sign is near."""
TURNS_DEG = (-6, -4, -2, 0, 2, 4, 6)
"""The turns tried; each finds boards within one degree and a half."""
REACHES = (0.25, 0.15, 0.12, 0.12, 0.12)
"""How far from its place, in squares, each crossing is looked for in each fit."""
CONVERGED = 0.01
"""The movement of a corner, in squares, below which the fit has converged."""
MIN_SUPPORT = 0.3
"""The least share of the inner crossings; with fewer, hands or another picture would decide where the board lies."""
MAX_RESIDUAL = 0.1
"""The largest distance, in squares, of a crossing that supports the fitted lattice."""
MIN_CONTRAST_RATIO = 0.3
"""The least contrast of a crossing, as a share of the usual one; fainter ones are noise, the edge of a shadow or a disc."""
SHIFT_COST = 0.3
"""The cost of a shift by a whole square, as a share of the lattice."""
LIGHT_PLAYED_WEIGHT = 0.85
"""The weight of a lattice whose playing squares are the light fields; a board seldom lies so (Art. 26)."""
MIN_SPAN = 0.5
"""The least share of the board's side that the supporting crossings must span, each way."""


class LostLattice(Phrase):
    """Why the lattice of a board is not found again."""

    FEW_SEEN = (
        "the lattice was lost: {count} of its {all} inner crossings is seen",
        "the lattice was lost: {count} of its {all} inner crossings are seen",
    )
    FEW_AGREE = (
        "the lattice was lost: {count} of its {all} inner crossings agrees on where it lies",
        "the lattice was lost: {count} of its {all} inner crossings agree on where it lies",
    )
    NO_FIT = "the lattice was lost: {why}"


class LatticeLost(DamcamError, LookupError):
    """The lattice cannot be followed in this picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Refined:
    """The lattice as it lies in one picture."""

    geometry: Geometry
    moved_squares: float
    """The largest distance that a corner moved, in squares."""
    residual_squares: float
    """The median distance of the supporting crossings from the lattice, in squares."""
    support: float
    """The share of the inner crossings that support the lattice."""


def refine(image: NDArray[np.uint8], geometry: Geometry, fit_lens: bool = False) -> Refined:
    """Refine a geometry in a BGR or grey picture; it may be off by half a square and a few degrees.

    Of two lattices at the same distance, the one whose playing squares are dark is chosen. LatticeLost when too little of the lattice is
    seen, or when the crossings do not agree.
    """
    points = inner_crossings(geometry.size)
    current, response = geometry, respond(image, geometry)
    standing = None if fit_lens else _standing(response, geometry, points)
    if standing:
        return standing
    plane = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY) if image.ndim == 3 else image, np.uint8)
    near, sign = _nearest(response, points, geometry.size)
    for within in REACHES:
        found, strength = find_near(response, near, polarity(points) * sign, within)
        before, current = current, _fitted(current, points, found, strength, fit_lens)
        response, near = respond(plane, current), points
        if within == REACHES[-1] and _moved(before, current) < CONVERGED:
            break
    found, strength = find_near(response, points, polarity(points) * sign, REACHES[-1])
    return _judged(geometry, current, points, found, strength)


def _standing(response: Response, geometry: Geometry, points: Points) -> Refined | None:
    """The geometry unchanged where the crossings lie on it, which is the usual case and takes a tenth of the time; None otherwise."""
    rows, cols = response.at(points)
    sign = float(np.sign(response.strict[rows, cols] @ polarity(points)))
    found, strength = find_near(response, points, polarity(points) * sign, REACHES[-1])
    distance = np.linalg.norm(found - points, axis=1)
    supports = (strength > MIN_CONTRAST_RATIO * _usual(strength)) & (distance < MAX_RESIDUAL)
    if sign <= 0 or supports.mean() < STANDING_SUPPORT:
        return None
    moved = _first_order(points[supports], (found - points)[supports], geometry.size)
    if moved > STANDING_SQUARES:
        return None
    return Refined(geometry, moved, float(np.median(distance[supports])), float(supports.mean()))


STANDING_SUPPORT = 0.6
"""The share of the crossings that must be seen where they were for the board to count as unmoved without a fit."""
STANDING_SQUARES = 0.02
"""The movement of a corner, in squares, up to which the board counts as unmoved; two fits differ by as much because of noise."""


def _first_order(points: Points, off: Points, size: int) -> float:
    """The largest movement of a corner, in squares, under the small homography that explains the offsets best (robust least squares)."""
    x, y = (2 * points / size - 1).T
    one, none = np.ones_like(x), np.zeros_like(x)
    across = np.stack([one, x, y, none, none, none, x * x, x * y], axis=1)
    down = np.stack([none, none, none, one, x, y, x * y, y * y], axis=1)
    weight = np.ones(len(points))
    for _ in range(3):
        weighed = np.concatenate([across * weight[:, None], down * weight[:, None]])
        motion = np.linalg.solve(weighed.T @ np.concatenate([across, down]), weighed.T @ off.T.ravel())
        rest = np.hypot(off[:, 0] - across @ motion, off[:, 1] - down @ motion)
        weight = 1 / (1 + (rest / (2 * CONVERGED)) ** 2)
    right, low = motion[1:3] @ _CORNERS, motion[4:6] @ _CORNERS
    bent = motion[6:] @ _CORNERS
    return float(np.hypot(motion[0] + right + _CORNERS[0] * bent, motion[3] + low + _CORNERS[1] * bent).max())


_CORNERS = np.array([[-1.0, 1, 1, -1], [1, 1, -1, -1]])


def _nearest(response: Response, points: Points, size: int) -> tuple[Points, float]:
    """The places of the crossings after the best turn and shift within MAX_SHIFT, and the sign of their response."""
    scale = float(np.quantile(np.abs(response.linear), 0.9)) + 1e-3
    evidence = response.linear / (np.abs(response.linear) + 0.3 * scale)
    steps = np.arange(-round(MAX_SHIFT * PX), round(MAX_SHIFT * PX) + 1, 2) / PX
    shifts = np.array(list(product(steps, steps)))
    signs = polarity(points)
    best, near, sign = -1.0, points, 1.0
    for degrees in TURNS_DEG:
        turn = np.radians(degrees)
        turned = (points - size / 2) @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) + size / 2
        rows, cols = response.at((turned[None] + shifts[:, None]).reshape(-1, 2))
        scores = evidence[rows, cols].reshape(len(shifts), -1) @ signs / len(points)
        weighed = np.where(scores > 0, scores, -LIGHT_PLAYED_WEIGHT * scores) - SHIFT_COST * np.sum(shifts**2, axis=1)
        top = int(weighed.argmax())
        if weighed[top] > best:
            best, near, sign = float(weighed[top]), turned + shifts[top], float(np.sign(scores[top]))
    return near, sign


def _fitted(current: Geometry, points: Points, found: Points, strength: NDArray[np.float64], fit_lens: bool) -> Geometry:
    """The geometry fitted to the clear crossings among those found; LatticeLost when there are too few."""
    clear = strength > MIN_CONTRAST_RATIO * _usual(strength)
    if clear.mean() < MIN_SUPPORT:
        raise LatticeLost(LostLattice.FEW_SEEN.said(count=int(clear.sum()), all=len(points)))
    try:
        return fit_geometry(current.size, points[clear], current.to_px(found[clear]), current, fit_lens)
    except NoFit as error:
        raise LatticeLost(LostLattice.NO_FIT.said(why=error.sentence)) from error


def _judged(before: Geometry, after: Geometry, points: Points, found: Points, strength: NDArray[np.float64]) -> Refined:
    """The result of the last fit; LatticeLost when too few crossings support it."""
    distance = np.linalg.norm(found - points, axis=1)
    supports = (strength > MIN_CONTRAST_RATIO * _usual(strength)) & (distance < MAX_RESIDUAL)
    support = float(supports.mean())
    if support < MIN_SUPPORT or np.ptp(points[supports], axis=0).min() < MIN_SPAN * after.size:
        raise LatticeLost(LostLattice.FEW_AGREE.said(count=int(supports.sum()), all=len(points)))
    return Refined(after, _moved(before, after), float(np.median(distance[supports])), support)


def _moved(before: Geometry, after: Geometry) -> float:
    """The largest distance that a corner moved, in squares."""
    off = before.to_board(after.corners_px()) - before.to_board(before.corners_px())
    return float(np.linalg.norm(off, axis=1).max())


def _usual(strength: NDArray[np.float64]) -> float:
    """The contrast of a clearly visible crossing."""
    return max(float(np.quantile(strength, 0.75)), 1.0)
