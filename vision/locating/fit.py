"""A board's geometry fitted to lattice points seen in a picture."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.geometry import Geometry, Lens, Points

STEPS = 12
"""Gauss-Newton doubles its digits at each step; what has not settled after these never will."""
BEND_SPREAD = 0.12
"""What bends lenses have, wide-angle phones included: the prior that decides when few points are seen."""
SEEN_TO = 0.02
"""How exactly, in squares, a crossing is measured; the scale of the robust weights and of the prior."""
BEND_LIMITS = (-0.45, 0.2)
SETTLED = 1e-5
"""A step of less, in half diagonals of the picture, is a hundredth of a pixel."""
LEAST_ROOT = 1e-6
"""Beyond where the lens model folds over there is no picture; keeps the derivative finite."""


def fit_geometry(size: int, board: Points, px: Points, start: Geometry, with_lens: bool, near: bool = False) -> Geometry:
    """The geometry that takes the points `board` to `px`, robustly (Cauchy weights); the lens stays as in `start` unless `with_lens`.

    `near` says that `start` fits most points already, so that the fit may begin with it. ValueError when the points do not determine it.
    """
    if len(board) < 6:
        raise ValueError(f"{len(board)} lattice points do not determine a board")
    spread = SEEN_TO * start.px_per_square()
    unit = _Normal(size, start.lens)
    homography = unit.of(start) if near else _first_homography(unit, board, start.lens.undistort(px), 6 * spread)
    values = np.append(homography.ravel()[:8] / homography[2, 2], start.lens.bend)
    free = 9 if with_lens else 8
    for _ in range(STEPS):
        projected, jacobian = unit.project(values, board)
        step = _step(values, px - projected, jacobian[:, :free], spread)
        values[:free] += step
        values[8] = np.clip(values[8], *BEND_LIMITS)
        if np.abs(step).max() < SETTLED:
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

    def project(self, values: Points, board: Points) -> tuple[Points, Points]:
        """Where the board points (N, 2) fall in pixels, and how these change with the nine unknowns, (2 N, 9)."""
        ours = np.column_stack([board * 2 / self.size - 1, np.ones(len(board))])
        x, y, w = (ours @ np.append(values[:8], 1.0).reshape(3, 3).T).T
        x, y = x / w, y / w
        bend, r2 = values[8], x * x + y * y
        root = np.sqrt(np.maximum(1 - 4 * bend * r2, LEAST_ROOT))
        swell = 2 / (1 + root)
        by_r2, by_bend = swell**2 * bend / root, swell**2 * r2 / root
        # how the two pixel coordinates follow the straight ones
        xx, xy, yy = swell + 2 * by_r2 * x * x, 2 * by_r2 * x * y, swell + 2 * by_r2 * y * y
        rows = []
        for of_x, of_y, bent in ((xx, xy, x * by_bend), (xy, yy, y * by_bend)):
            straight = (of_x[:, None] * ours, of_y[:, None] * ours, -(of_x * x + of_y * y)[:, None] * ours[:, :2])
            rows.append(np.column_stack([np.column_stack(straight) / w[:, None], bent]))
        scale = self.lens.half_diagonal
        return np.column_stack([x, y]) * (scale * swell)[:, None] + self.lens.centre, np.stack(rows, axis=1).reshape(-1, 9) * scale

    def of(self, geometry: Geometry) -> Points:
        """The homography of a geometry in these units."""
        return np.asarray(np.linalg.inv(self.picture) @ geometry.homography @ np.linalg.inv(self.board), np.float64)

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


def _step(values: Points, off: Points, jacobian: Points, spread: float) -> NDArray[np.float64]:
    weight = np.repeat(1 / (1 + np.sum(off * off, axis=1) / spread**2 / 4), 2)
    normal = jacobian.T @ (jacobian * weight[:, None])
    pull = jacobian.T @ (off.ravel() * weight)
    if len(pull) == 9:
        normal[8, 8] += (spread / BEND_SPREAD) ** 2
        pull[8] -= values[8] * (spread / BEND_SPREAD) ** 2
    return np.asarray(np.linalg.lstsq(normal, pull, rcond=None)[0], np.float64)
