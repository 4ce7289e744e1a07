"""What covers the board: hands, sleeves, cups. Told by the light fields, whose look is known, and by squares that look like nothing.

A shadow darkens a light field but leaves its colour; what lies over it changes its colour, or darkens it beyond any shadow.
"""

import numpy as np
from numpy.typing import NDArray

from rules.board import board
from vision.features import Floats, Mask, light_fields

COLOUR_CHANGE = 0.12
"""The change of a light field's chroma (natural logarithm) that no shadow makes; shadows in mixed light reach half of it."""
TIMES_USUAL = 5.0
"""And at least so many times the change that the fields of this picture usually show."""
TOO_DARK, TOO_BRIGHT = -1.6, 0.6
"""The change of lightness that is more than a shadow, or than a reflection."""
USUAL_FLOOR = np.array([0.03, 0.015, 0.015])
"""The usual change is at least that of the camera's noise, in lightness and chromas."""
ROUNDS = 6
STRANGE_FIT, BESIDE_FIT = -15.0, -6.0
"""Log density of the likeliest colour class below which a square is hidden: nothing covered beside it, and something."""


def covered_fields(levels: Floats, reference: Floats | None) -> Mask:
    """Which light fields something lies over, (size, size).

    `levels` and `reference` are the lights of the fields (see Survey), the reference from the same place; None when there is none.
    """
    light = light_fields(len(levels))
    change = np.asarray(levels[light] if reference is None else levels[light] - reference[light], float)
    change = np.stack([change.mean(axis=1), change[:, 2] - change[:, 1], change[:, 1] - change[:, 0]], axis=1)
    rest, usual = _beyond_plane(change, np.argwhere(light) / len(levels) - 0.5)
    colour = np.hypot(rest[:, 1], rest[:, 2]) > max(COLOUR_CHANGE, TIMES_USUAL * float(np.hypot(usual[1], usual[2])))
    slack = TIMES_USUAL * usual[0]
    result = np.zeros_like(light)
    result[light] = colour | (rest[:, 0] < min(TOO_DARK, -slack)) | (rest[:, 0] > max(TOO_BRIGHT, slack))
    return result


def hidden_squares(covered: Mask, best_log_p: NDArray[np.float64]) -> Mask:
    """Which playing squares cannot be seen, (squares,), from the covered light fields and the best log density of each square."""
    size = len(covered)
    light = np.pad(light_fields(size), 1)
    over = np.pad(covered, 1)
    rows, cols = (np.array([board(size).row_col(square) for square in range(1, board(size).squares + 1)]) + 1).T
    beside = [(rows - 1, cols), (rows + 1, cols), (rows, cols - 1), (rows, cols + 1)]
    neighbours = sum(light[place].astype(int) for place in beside)
    hands = sum((light & over)[place].astype(int) for place in beside)
    return np.asarray((best_log_p < STRANGE_FIT) | (2 * hands >= neighbours) | ((hands > 0) & (best_log_p < BESIDE_FIT)), bool)


def _beyond_plane(change: NDArray[np.float64], places: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What is left of each channel beyond a robust plane over the board, and its usual size."""
    ground = np.column_stack([np.ones(len(places)), places])
    plane = np.vstack([np.median(change, axis=0), np.zeros((2, change.shape[1]))])
    keep_flat = np.diag([0.0, 1.0, 1.0])
    for _ in range(ROUNDS):
        rest = change - ground @ plane
        usual = np.maximum(1.4826 * np.median(np.abs(rest), axis=0), USUAL_FLOOR)
        weight = 1 / (1 + ((rest / usual) ** 2).sum(axis=1) / 3)
        plane = np.linalg.solve((ground.T * weight) @ ground + keep_flat, (ground.T * weight) @ change)
    rest = change - ground @ plane
    return rest, np.maximum(1.4826 * np.median(np.abs(rest), axis=0), USUAL_FLOOR)
