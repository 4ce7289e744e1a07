"""Fits the geometry of a board to lattice points seen in a picture."""

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.errors import DamcamError, Phrase
from vision.image.geometry import Geometry, Lens, Points

MAX_STEPS = 12
"""Gauss-Newton steps. Each doubles the correct digits, so a fit that has not converged by then never will."""
BEND_SPREAD = 0.12
"""The standard deviation of the prior of `Lens.bend`, wide-angle phones included; it decides when few points are seen."""
SEEN_TO = 0.02
"""The error, in squares, of a measured crossing: the scale of the robust weights and of the prior."""
BEND_LIMITS = (-0.45, 0.2)
CONVERGED = 1e-5
"""The step, in half diagonals of the picture (a hundredth of a pixel), below which the fit has converged."""
MIN_ROOT = 1e-6
"""Keeps the derivative finite where the lens model folds over; there is no picture beyond that."""


class FitFault(Phrase):
    """Why points do not determine a geometry."""

    TOO_FEW = "{count} lattice point does not determine a board", "{count} lattice points do not determine a board"
    ON_A_LINE = "the lattice points lie on a line"


class NoFit(DamcamError, ValueError):
    """Points that do not determine a geometry."""


def fit_geometry(size: int, board: Points, px: Points, start: Geometry, with_lens: bool, near: bool = False) -> Geometry:
    """The geometry that maps the points `board` to `px`, both (N, 2), fitted with Cauchy weights.

    The lens is that of `start` unless `with_lens`. `near`: `start` fits most points already, so the fit begins with it. NoFit when
    the points do not determine the geometry.
    """
    if len(board) < 6:
        raise NoFit(FitFault.TOO_FEW.said(count=len(board)))
    spread = SEEN_TO * start.px_per_square()
    unit = _Normal(size, start.lens)
    homography = unit.of(start) if near else _first_homography(unit, board, start.lens.undistort(px), 6 * spread)
    values = np.append(homography.ravel()[:8] / homography[2, 2], start.lens.bend)
    free = 9 if with_lens else 8
    for _ in range(MAX_STEPS):
        projected, jacobian = unit.project(values, board)
        step = _step(values, px - projected, jacobian[:, :free], spread)
        values[:free] += step
        values[8] = np.clip(values[8], *BEND_LIMITS)
        if np.abs(step).max() < CONVERGED:
            break
    return unit.geometry(values, start.picture_size)


class _Normal:
    """The unknowns in well-conditioned units: board coordinates in [-1, 1], picture coordinates in half diagonals."""

    def __init__(self, size: int, lens: Lens) -> None:
        self.size = size
        self.lens = lens
        self.board = np.array([[2 / size, 0, -1], [0, 2 / size, -1], [0, 0, 1]])
        (x, y), scale = lens.centre, lens.half_diagonal
        self.picture = np.array([[scale, 0, x], [0, scale, y], [0, 0, 1]])

    def project(self, values: Points, board: Points) -> tuple[Points, Points]:
        """The pixels of the board points, both (N, 2), and their Jacobian by the nine unknowns, (2 N, 9)."""
        ours = np.column_stack([board * 2 / self.size - 1, np.ones(len(board))])
        x, y, w = (ours @ np.append(values[:8], 1.0).reshape(3, 3).T).T
        x, y = x / w, y / w
        bend, r2 = values[8], x * x + y * y
        root = np.sqrt(np.maximum(1 - 4 * bend * r2, MIN_ROOT))
        swell = 2 / (1 + root)
        by_r2, by_bend = swell**2 * bend / root, swell**2 * r2 / root
        # the derivatives of the pixel coordinates by the undistorted ones
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
        """The geometry with these nine unknowns."""
        homography = self.picture @ np.append(values[:8], 1.0).reshape(3, 3) @ self.board
        lens = Lens(self.lens.centre, self.lens.half_diagonal, float(values[8]))
        return Geometry(self.size, homography, lens, picture_size)


def _first_homography(unit: _Normal, board: Points, straight_px: Points, within_px: float) -> Points:
    """A homography by RANSAC for the fit to begin with; NoFit when the points lie on a line."""
    scale = unit.lens.half_diagonal
    ours = (board * 2 / unit.size - 1).astype(np.float32)
    theirs = ((straight_px - unit.lens.centre) / scale).astype(np.float32)
    # The lens may be unknown, so a point that it displaces by a third of a square is still an inlier.
    homography, _ = cv2.findHomography(ours, theirs, cv2.RANSAC, 3 * within_px / scale)
    if homography is None or not np.isfinite(homography).all() or abs(homography[2, 2]) < 1e-9:
        raise NoFit(FitFault.ON_A_LINE.said())
    return np.asarray(homography, np.float64)


def _step(values: Points, off: Points, jacobian: Points, spread: float) -> NDArray[np.float64]:
    """One weighted Gauss-Newton step from the residuals `off`, (N, 2), with the prior of the lens where that is free."""
    weight = np.repeat(1 / (1 + np.sum(off * off, axis=1) / spread**2 / 4), 2)
    normal = jacobian.T @ (jacobian * weight[:, None])
    pull = jacobian.T @ (off.ravel() * weight)
    if len(pull) == 9:
        normal[8, 8] += (spread / BEND_SPREAD) ** 2
        pull[8] -= values[8] * (spread / BEND_SPREAD) ** 2
    return np.asarray(np.linalg.lstsq(normal, pull, rcond=None)[0], np.float64)
