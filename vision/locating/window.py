"""Finds which size x size fields of a lattice are the board: they alternate inside, and the lattice does not go on beyond the edges."""

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from vision.image.geometry import Geometry, Points
from vision.locating.crossings import Response, find_near, polarity, respond

EDGE_WEIGHT = 0.5
"""The weight of single crossings on the edges against a window. A whole edge of crossings is a lattice that goes on, and counts fully."""
FULL_CONTRAST = 0.5
"""The share of the usual contrast from which on a crossing counts whole, so that one in a shadow counts like a lit one."""

Values = NDArray[np.float64]
LEFT, RIGHT, ABOVE, BELOW = range(4)


@dataclass(frozen=True, slots=True, eq=False)
class Window:
    """A board placed on a lattice."""

    geometry: Geometry
    score: float
    """1 when every field alternates inside the board and none outside."""
    rival: float
    """The score of the next best window."""
    seen: int
    """The number of inner crossings that are seen."""
    ends: float
    """From 0 to 1, how clearly the lattice ends at the edge where it does so least: fields differ along the edge but not across it."""


def best_window(plane: NDArray[np.uint8], lattice: Geometry, points: Points, within: float) -> Window:
    """The best window of `lattice.size` fields among the lattice points seen, whose error is at most `within` squares."""
    n = lattice.size
    centre = np.round((points.min(axis=0) + points.max(axis=0)) / 2).astype(int) - n // 2
    base = lattice.moved(int(centre[0]), int(centre[1]))
    margin = n // 2 + 1
    response = respond(plane, base, margin)
    axis = np.arange(-margin + 1, n + margin)
    y, x = np.meshgrid(axis, axis, indexing="ij")
    places = np.column_stack([x.ravel(), y.ravel()]).astype(np.float64)
    whole, beside = _alternation(response, places, within)
    shape = (len(axis), len(axis))
    whole = whole.reshape(shape)
    beside = beside.reshape(4, *shape)
    fits = [
        (_fit(whole[dy : dy + n + 1, dx : dx + n + 1], beside[:, dy : dy + n + 1, dx : dx + n + 1]), dx, dy)
        for dy, dx in product(range(len(axis) - n), repeat=2)
    ]
    fits.sort(reverse=True)
    (score, ends), dx, dy = fits[0]
    seen = int((whole[dy + 1 : dy + n, dx + 1 : dx + n] > 0.5).sum())
    left, top = int(axis[dx]), int(axis[dy])
    return Window(base.moved(left, top), score, fits[1][0][0], seen, ends)


def _alternation(response: Response, places: Points, within: float) -> tuple[Values, Values]:
    """From 0 to 1, how far each lattice point is a crossing, (N,), and how far the fields at its four sides differ, (4, N)."""
    signs = polarity(places)
    rows, cols = response.at(places)
    sign = float(np.sign(np.sum(response.strict[rows, cols] * signs))) or 1.0
    found, strength = find_near(response, places, signs * sign, within)
    positive = strength[strength > 0]
    usual = max(float(np.quantile(positive, 0.6)) if len(positive) else 0.0, 1.0) * FULL_CONTRAST
    rows, cols = response.at(found)
    beside = np.stack([half * signs * sign for half in response.beside(rows, cols)])
    return np.clip(strength / usual, 0, 1), np.clip(beside / usual, 0, 1)


def _fit(whole: Values, beside: Values) -> tuple[float, float]:
    """`Window.score` and `Window.ends` of one window, from its (n + 1) x (n + 1) lattice points."""
    inner = whole[1:-1, 1:-1]
    edge = np.stack([whole[0, 1:-1], whole[-1, 1:-1], whole[1:-1, 0], whole[1:-1, -1]])
    half = np.stack([beside[BELOW, 0, 1:-1], beside[ABOVE, -1, 1:-1], beside[RIGHT, 1:-1, 0], beside[LEFT, 1:-1, -1]])
    agree = inner.sum() + half.sum()
    beyond = float(np.median(edge, axis=1).max())
    score = float(agree / (inner.size + half.size)) - beyond - EDGE_WEIGHT * float(edge.mean())
    return score, float((half.mean(axis=1) - edge.mean(axis=1)).min())
