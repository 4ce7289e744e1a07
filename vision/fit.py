"""A board's geometry fitted to lattice points seen in a picture."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Geometry, Lens, Points

STEPS = 12
"""Gauss-Newton doubles its digits at each step; what has not settled after these never will."""
BEND_SPREAD = 0.12
"""What bends lenses have, wide-angle phones included: the prior that decides when few points are seen."""
SEEN_TO = 0.02
"""How exactly, in squares, a crossing is measured; the scale of the robust weights and of the prior."""
BEND_LIMITS = (-0.45, 0.2)


def fit_geometry(size: int, board: Points, px: Points, start: Geometry, with_lens: bool) -> Geometry:
    """The geometry that takes the points `board` to `px`, robustly (Cauchy weights); the lens stays as in `start` unless `with_lens`.

    ValueError when the points do not determine it.
    """
    if len(board) < 6:
        raise ValueError(f"{len(board)} lattice points do not determine a board")
    spread = SEEN_TO * start.px_per_square()
    unit = _Normal(size, start.lens)
    homography = _first_homography(unit, board, start.lens.undistort(px), 6 * spread)
    values = np.append(homography.ravel()[:8] / homography[2, 2], start.lens.bend)
    free = 9 if with_lens else 8
    for _ in range(STEPS):
        off = px - unit.project(values, board)
        step = _step(unit, values, board, off, spread, free)
        values[:free] += step
        values[8] = np.clip(values[8], *BEND_LIMITS)
        if np.abs(step).max() < 1e-7:
            break
    return unit.geometry(values, start.picture_size)


class _Normal:
    """The unknowns in well-conditioned units: the board in [-1, 1], the picture in half diagonals."""

    def __init__(self, size: int, lens: Lens) -> None:
        self.size = size
        self.lens = lens
        self.board = np.array([[2 / size, 0, -1], [0, 2 / size, -1], [0, 0, 1]])
        (x, y), scale = lens.centre, lens.half_diagonal
        self.picture = np.array([[scale, 0, x], [0, scale, y], [0, 0, 1]])

    def project(self, values: Points, board: Points) -> Points:
        whole = self.geometry(values, (0, 0))
        return whole.to_px(board)

    def geometry(self, values: Points, picture_size: tuple[int, int]) -> Geometry:
        homography = self.picture @ np.append(values[:8], 1.0).reshape(3, 3) @ self.board
        lens = Lens(self.lens.centre, self.lens.half_diagonal, float(values[8]))
        return Geometry(self.size, homography, lens, picture_size)


def _first_homography(unit: _Normal, board: Points, straight_px: Points, within_px: float) -> Points:
    scale = unit.lens.half_diagonal
    ours = (board * 2 / unit.size - 1).astype(np.float32)
    theirs = ((straight_px - unit.lens.centre) / scale).astype(np.float32)
    # the lens may be unknown yet: what bends by a third of a square is still an inlier
    homography, _ = cv2.findHomography(ours, theirs, cv2.RANSAC, 3 * within_px / scale)
    if homography is None or not np.isfinite(homography).all() or abs(homography[2, 2]) < 1e-9:
        raise ValueError("the lattice points lie on a line")
    return np.asarray(homography, np.float64)


def _step(unit: _Normal, values: Points, board: Points, off: Points, spread: float, free: int) -> NDArray[np.float64]:
    jacobian = np.empty((off.size, free))
    for i in range(free):
        nudged = values.copy()
        nudged[i] += 1e-6
        jacobian[:, i] = (unit.project(nudged, board) - unit.project(values, board)).ravel() / 1e-6
    weight = np.repeat(1 / (1 + np.sum(off * off, axis=1) / spread**2 / 4), 2)
    normal = jacobian.T @ (jacobian * weight[:, None])
    pull = jacobian.T @ (off.ravel() * weight)
    if free == 9:
        normal[8, 8] += (spread / BEND_SPREAD) ** 2
        pull[8] -= values[8] * (spread / BEND_SPREAD) ** 2
    return np.asarray(np.linalg.lstsq(normal, pull, rcond=None)[0], np.float64)
