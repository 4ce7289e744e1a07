"""Following the lattice: an approximate geometry made exact in one picture."""

from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.errors import DamcamError
from vision.image.geometry import Geometry, Points
from vision.locating.crossings import PX, Response, find_near, inner_crossings, polarity, respond
from vision.locating.fit import fit_geometry

FAR = 0.66
"""Squares that the board may have moved; beyond, another crossing of the same sign comes near."""
TURNS_DEG = (-6, -4, -2, 0, 2, 4, 6)
"""Turns tried; each catches one degree and a half to either side."""
REACHES = (0.25, 0.15, 0.12, 0.12, 0.12)
"""How far from its place each crossing is looked for, in squares, fit after fit."""
SETTLED = 0.01
"""A fit that moves no corner by more than this, in squares, is the last."""
LEAST_SUPPORT = 0.3
"""Of the inner crossings: with fewer, hands or another picture decide where the board lies."""
CLOSE = 0.1
"""A crossing farther than this from the fitted lattice, in squares, does not support it."""
CLEAR = 0.3
"""Of the usual contrast of a crossing: what is fainter is noise, a shadow's edge or a disc."""
NEARER = 0.3
"""What a shift by a whole square costs, in shares of the lattice."""
DARK_PLAYED = 0.85
"""How far a lattice counts whose playing squares are the light fields: boards do lie wrong (Art. 26), but seldom."""
SPAN = 0.5
"""Of the board's side, each way, that the supporting crossings must span."""


class LatticeLost(DamcamError, LookupError):
    """The lattice cannot be followed in this picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Refined:
    """The lattice as it lies in one picture."""

    geometry: Geometry
    moved_squares: float
    """The farthest that a corner moved."""
    residual_squares: float
    """Median distance of the supporting crossings from the lattice."""
    support: float
    """The share of the inner crossings that support it."""


def refine(image: NDArray[np.uint8], geometry: Geometry, fit_lens: bool = False) -> Refined:
    """The geometry made exact in a BGR or grey picture; it may be off by half a square and a few degrees.

    Of two lattices equally near, the one whose playing squares are dark is taken. LatticeLost when too little of the lattice is seen,
    or what is seen does not agree.
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
        if within == REACHES[-1] and _moved(before, current) < SETTLED:
            break
    found, strength = find_near(response, points, polarity(points) * sign, REACHES[-1])
    return _judged(geometry, current, points, found, strength)


def _standing(response: Response, geometry: Geometry, points: Points) -> Refined | None:
    """The geometry itself, where the crossings lie on it: the usual case, told in a tenth of the time. None when it is not so plain."""
    rows, cols = response.at(points)
    sign = float(np.sign(response.strict[rows, cols] @ polarity(points)))
    found, strength = find_near(response, points, polarity(points) * sign, REACHES[-1])
    distance = np.linalg.norm(found - points, axis=1)
    supports = (strength > CLEAR * _usual(strength)) & (distance < CLOSE)
    if sign <= 0 or supports.mean() < PLAIN:
        return None
    moved = _first_order(points[supports], (found - points)[supports], geometry.size)
    if moved > STANDS:
        return None
    return Refined(geometry, moved, float(np.median(distance[supports])), float(supports.mean()))


PLAIN = 0.6
"""The share of the crossings that must be seen where they were to say at once that the board stands still."""
STANDS = 0.02
"""A corner that seems to have moved by no more, in squares, stands: so far apart are two fits in the noise of two pictures."""


def _first_order(points: Points, off: Points, size: int) -> float:
    """How far, in squares, the farthest corner moves by the small homography that explains `off` best; strays pull little."""
    x, y = (2 * points / size - 1).T
    one, none = np.ones_like(x), np.zeros_like(x)
    across = np.stack([one, x, y, none, none, none, x * x, x * y], axis=1)
    down = np.stack([none, none, none, one, x, y, x * y, y * y], axis=1)
    weight = np.ones(len(points))
    for _ in range(3):
        weighed = np.concatenate([across * weight[:, None], down * weight[:, None]])
        motion = np.linalg.solve(weighed.T @ np.concatenate([across, down]), weighed.T @ off.T.ravel())
        rest = np.hypot(off[:, 0] - across @ motion, off[:, 1] - down @ motion)
        weight = 1 / (1 + (rest / (2 * SETTLED)) ** 2)
    right, low = motion[1:3] @ _CORNERS, motion[4:6] @ _CORNERS
    bent = motion[6:] @ _CORNERS
    return float(np.hypot(motion[0] + right + _CORNERS[0] * bent, motion[3] + low + _CORNERS[1] * bent).max())


_CORNERS = np.array([[-1.0, 1, 1, -1], [1, 1, -1, -1]])


def _nearest(response: Response, points: Points, size: int) -> tuple[Points, float]:
    """Where the crossings are expected after the best of the turns and shifts within FAR, and the sign with which they respond."""
    scale = float(np.quantile(np.abs(response.linear), 0.9)) + 1e-3
    evidence = response.linear / (np.abs(response.linear) + 0.3 * scale)
    steps = np.arange(-round(FAR * PX), round(FAR * PX) + 1, 2) / PX
    shifts = np.array(list(product(steps, steps)))
    signs = polarity(points)
    best, near, sign = -1.0, points, 1.0
    for degrees in TURNS_DEG:
        turn = np.radians(degrees)
        turned = (points - size / 2) @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) + size / 2
        rows, cols = response.at((turned[None] + shifts[:, None]).reshape(-1, 2))
        scores = evidence[rows, cols].reshape(len(shifts), -1) @ signs / len(points)
        weighed = np.where(scores > 0, scores, -DARK_PLAYED * scores) - NEARER * np.sum(shifts**2, axis=1)
        top = int(weighed.argmax())
        if weighed[top] > best:
            best, near, sign = float(weighed[top]), turned + shifts[top], float(np.sign(scores[top]))
    return near, sign


def _fitted(current: Geometry, points: Points, found: Points, strength: NDArray[np.float64], fit_lens: bool) -> Geometry:
    clear = strength > CLEAR * _usual(strength)
    if clear.mean() < LEAST_SUPPORT:
        raise LatticeLost(f"the lattice was lost: {clear.sum()} of its {len(points)} inner crossings are seen")
    try:
        return fit_geometry(current.size, points[clear], current.to_px(found[clear]), current, fit_lens)
    except ValueError as error:
        raise LatticeLost(f"the lattice was lost: {error}") from error


def _judged(before: Geometry, after: Geometry, points: Points, found: Points, strength: NDArray[np.float64]) -> Refined:
    distance = np.linalg.norm(found - points, axis=1)
    supports = (strength > CLEAR * _usual(strength)) & (distance < CLOSE)
    support = float(supports.mean())
    if support < LEAST_SUPPORT or np.ptp(points[supports], axis=0).min() < SPAN * after.size:
        raise LatticeLost(f"the lattice was lost: {supports.sum()} of its {len(points)} inner crossings agree on where it lies")
    return Refined(after, _moved(before, after), float(np.median(distance[supports])), support)


def _moved(before: Geometry, after: Geometry) -> float:
    """The farthest that a corner moved, in squares."""
    off = before.to_board(after.corners_px()) - before.to_board(before.corners_px())
    return float(np.linalg.norm(off, axis=1).max())


def _usual(strength: NDArray[np.float64]) -> float:
    """The contrast of a plainly visible crossing."""
    return max(float(np.quantile(strength, 0.75)), 1.0)
