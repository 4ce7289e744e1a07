"""Where the camera stands, and how far what stands on a square leans away from it in the picture."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from rules.board.squares import board
from vision.image.geometry import Geometry

PRIOR_FOCAL = 0.85
"""The prior of the focal length, in picture widths, near that of phones, webcams and the Pi's camera. It decides where the board is seen
too squarely to estimate it."""
PRIOR_WEIGHT = 0.02**2
"""The weight of that prior against the board's own perspective: a board located to 0.01 squares shows its tilt from about ten degrees."""


@lru_cache(maxsize=8)
def lean(geometry: Geometry) -> NDArray[np.float64]:
    """The lean of each playing square, (squares, 2): how far right and down, in squares, a point one square above its centre appears."""
    places = np.array([board(geometry.size).row_col(square) for square in range(1, board(geometry.size).squares + 1)])
    foot, height = _camera(geometry)
    return np.asarray((places[:, ::-1] + 0.5 - foot) / height, float)


def _camera(geometry: Geometry) -> tuple[NDArray[np.float64], float]:
    """The board point under the camera, (2,), and the height of the camera, both in squares."""
    centre = np.array([[1, 0, -geometry.lens.centre[0]], [0, 1, -geometry.lens.centre[1]], [0, 0, 1]])
    seen = centre @ geometry.homography
    width = geometry.picture_size[0]
    seen = np.diag([1 / width, 1 / width, 1]) @ seen
    across, down = seen[:, 0], seen[:, 1]
    norm = np.sqrt(across[:2] @ across[:2] + down[:2] @ down[:2])
    a, b = across / norm, down / norm
    bent = np.array([a[:2] @ b[:2], a[:2] @ a[:2] - b[:2] @ b[:2]])
    fled = np.array([a[2] * b[2], a[2] ** 2 - b[2] ** 2])
    inverse_square = (PRIOR_WEIGHT / PRIOR_FOCAL**2 - bent @ fled) / (PRIOR_WEIGHT + bent @ bent)
    focal = 1 / np.sqrt(np.clip(inverse_square, 0.4, 4.0))
    axes = np.diag([1 / focal, 1 / focal, 1]) @ seen
    scale = (np.linalg.norm(axes[:, 0]) + np.linalg.norm(axes[:, 1])) / 2
    x, y, origin = axes.T / scale
    camera = -np.column_stack([x, y, np.cross(x, y)]).T @ origin
    return np.asarray(camera[:2], float), float(abs(camera[2]))
