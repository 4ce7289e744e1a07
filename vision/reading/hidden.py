"""Finds what covers the board, such as hands, sleeves and cups, by the light fields and by squares that fit no class.

A shadow darkens a light field but keeps its colour, and darkens the played fields beside it as much. Sunlight changes the colour as well,
of both alike. Something that lies over the field changes its colour, or darkens it beyond a shadow, and takes away its contrast to the
played fields.
"""

from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from rules.board.squares import board
from vision.image.arrays import Floats
from vision.reading.features import CHANNELS, LINEAR, MARGIN_PX, PX, Mask, Survey, light_fields, median, square_corners

COLOUR_CHANGE = 0.12
"""The change of a light field's chroma (natural logarithm) above which it is covered; shadows in mixed light reach half of it."""
TIMES_USUAL = 5.0
"""The multiple of the usual change in the picture that the change of a covered field must exceed as well."""
TOO_DARK = -1.6
"""The change of lightness (natural logarithm), against most of the board, below which a field is darker than most shadows make it."""
KEPT_CONTRAST = 0.5
"""The least share of the contrast between unplayed and played fields that those beside each other keep in any shadow or sunlight."""
TOO_BRIGHT = 0.6
"""The change of lightness (natural logarithm), against most of the board, above which a field is brighter than a reflection makes it."""
CLIPPED = float(np.log(LINEAR[248]))
"""The level of a channel from which on the camera shows it as bright as it can."""
USUAL_FLOOR = np.array([0.03, 0.015, 0.015])
"""The least usual change of lightness and two chromas, that of the camera's noise."""
ROUNDS = 6
"""Rounds of reweighted least squares."""
STRANGE_FIT = -16.0
"""The log density of the likeliest colour class below which a square is hidden."""
BESIDE_FIT = -6.0
"""The same for a square beside which something is covered."""
PATCH_PX = slice(2, 6)
"""The distance, in pixels, of the light patches around a square from the lines. Discs leave the corners of the light fields free."""
PATCH_COLOUR = 0.15
"""The change of a patch's chroma (natural logarithm) that the shadow or reflection of a disc does not make."""
PATCH_DARK = -1.2
"""The change of a patch's lightness (natural logarithm) that the shadow of a disc does not make."""
TIMES_MEDIAN = 4.0
"""The multiple of the median change in the picture that a covered patch must exceed as well; in another place everything looks a little
different."""
NO_REFERENCE = 0.45
"""The weight of a strange patch where the look of the place is unknown, for it may be a reflection."""
HIDES = 0.5
"""The share of covered patches around a square from which on the square is hidden."""
FREE_SHARE = 0.13
"""The share of covered patches, one of eight, that does not reduce the evidence of a square."""


def covered_fields(levels: Floats, reference: Floats | None) -> Mask:
    """Which light fields something covers, (size, size).

    `levels` and `reference` are `Survey.levels` of this picture and of one from the same place; None where there is no such picture.
    """
    light = light_fields(len(levels))
    change = np.asarray(levels[light] if reference is None else levels[light] - reference[light], float)
    change = np.stack([change.mean(axis=1), change[:, 2] - change[:, 1], change[:, 1] - change[:, 0]], axis=1)
    rest, usual = _beyond_plane(change, np.argwhere(light) / len(levels) - 0.5)
    colour = np.hypot(rest[:, 1], rest[:, 2]) > max(COLOUR_CHANGE, TIMES_USUAL * float(np.hypot(usual[1], usual[2])))
    slack = TIMES_USUAL * usual[0]
    strange = (rest[:, 0] < min(TOO_DARK, -slack)) | (rest[:, 0] > max(TOO_BRIGHT, slack))
    if reference is not None and (colour | strange).any():
        lit_alike = _lit_alike(levels, reference)[light]
        strange &= ~lit_alike
        colour &= ~(lit_alike & _changed_alike(levels, reference)[light])
    result = np.zeros_like(light)
    result[light] = colour | strange
    return result


def _lit_alike(levels: Floats, reference: Floats) -> Mask:
    """Which fields became darker or brighter about as much as most of the four fields of the other kind beside them, (size, size).

    In another light they do, on either side of the edge of a shadow. What covers both kinds, or is reflected by them, takes the contrast
    between them away.
    """
    light = light_fields(len(levels))
    lightness, before = levels.mean(axis=2), reference.mean(axis=2)
    contrast = float(np.median(before[light]) - np.median(before[~light]))
    change = np.pad(lightness - before, 1, constant_values=np.nan)
    beside = np.nanmedian([change[:-2, 1:-1], change[2:, 1:-1], change[1:-1, :-2], change[1:-1, 2:]], axis=0)
    return np.asarray(beside - change[1:-1, 1:-1] < (1 - KEPT_CONTRAST) * contrast, bool)


def _changed_alike(levels: Floats, reference: Floats) -> Mask:
    """Which fields changed as most of the four fields of the other kind beside them did, in lightness and colour, (size, size).

    Sunlight and lamps change both kinds alike. A channel that the camera shows as bright as it can does not count; where all are, the field
    did not.
    """
    change = np.where(np.maximum(levels, reference) > CLIPPED, np.nan, levels - reference)
    wide = np.pad(change, ((1, 1), (1, 1), (0, 0)), constant_values=np.nan)
    beside = np.sort([wide[:-2, 1:-1], wide[2:, 1:-1], wide[1:-1, :-2], wide[1:-1, 2:]], axis=0)
    # NaN is sorted last. So the middle of those that count is found without a warning where none does.
    count = np.isfinite(beside).sum(axis=0)
    middle = [np.take_along_axis(beside, np.maximum(place, 0)[None] // 2, axis=0)[0] for place in (count - 1, count)]
    apart = (middle[0] + middle[1]) / 2 - change
    off, whole = (np.nansum(part**2, axis=2) for part in (apart, np.where(np.isfinite(apart), change, np.nan)))
    return np.asarray(off < (1 - KEPT_CONTRAST) ** 2 * whole, bool)


def light_patches(seen: Survey) -> Floats:
    """The look of eight patches of light field around each playing square, two at each corner, (squares, 8, 4); NaN off the board."""
    where, inside = _patches(seen.size)
    looks = np.moveaxis(seen.look.reshape(-1, CHANNELS)[where], 2, 3)
    return np.where(inside[..., None], median(np.ascontiguousarray(looks)), np.float32(np.nan))


@cache
def _patches(size: int) -> tuple[NDArray[np.intp], Mask]:
    """The pixels of the patches, numbered row by row over the look, (squares, 8, pixels), and which patches lie on the board, (squares,
    8)."""
    corners = square_corners(size)
    near = np.arange(PX)[PATCH_PX]
    steps = {0: -1 - near, 1: near}
    where, inside = [], []
    for down, right in product((0, 1), repeat=2):
        node = corners + np.array([down, right]) * PX
        for rows, cols in ((steps[down], steps[1 - right]), (steps[1 - down], steps[right])):
            middle = node + np.array([rows.mean(), cols.mean()]) - MARGIN_PX
            inside.append(np.all((middle > 0) & (middle < size * PX), axis=1))
            pixels = (node[:, 0, None, None] + rows[:, None]) * (size * PX + 2 * MARGIN_PX) + node[:, 1, None, None] + cols
            where.append(pixels.reshape(len(corners), -1))
    return np.stack(where, axis=1), np.stack(inside, axis=1)


def covered_share(patches: Floats, light: Floats, reference: Floats | None) -> NDArray[np.float64]:
    """The share of the patches around each square that look neither like the material `light`, (4,), nor like the reference, (squares,)."""
    off = np.minimum(_strangeness(patches - light), np.inf if reference is None else _strangeness(patches - reference))
    limit = max(1.0, TIMES_MEDIAN * float(np.median(off)))
    share = (off > limit).sum(axis=1) / np.isfinite(patches[..., 0]).sum(axis=1)
    return np.asarray(share if reference is not None else NO_REFERENCE * share, float)


def hidden_squares(covered: Mask, share: NDArray[np.float64], best_log_p: NDArray[np.float64], same_place: bool) -> Mask:
    """Which playing squares are hidden, (squares,).

    The inputs are the covered light fields, (size, size), the share of covered patches around each square, (squares,), and the log density
    of its likeliest colour class, (squares,). Covered neighbours count in the `same_place` only; elsewhere they may be reflections.
    """
    beside = _beside(len(covered))
    neighbours = np.pad(light_fields(len(covered)), 1)[beside].sum(axis=0)
    hands = np.pad(covered, 1)[beside].sum(axis=0)
    doubtful = (best_log_p < BESIDE_FIT) & ((hands > 0) | (share > HIDES / 2))
    return np.asarray((best_log_p < STRANGE_FIT) | (share >= HIDES) | (2 * hands >= neighbours) & same_place | doubtful, bool)


def light_steps(levels: Floats, covered: Mask, reference: Floats | None) -> NDArray[np.float64]:
    """How much more the light changes across each playing square than it did, (squares,), natural logarithms: the edge of a shadow.

    `levels` and `reference` are `Survey.levels` of this picture and of the one learned from; None when that shows another place.
    """
    change = np.asarray(levels if reference is None else levels - reference, float).mean(axis=2)
    beside = np.pad(np.where(light_fields(len(levels)) & ~covered, change, np.nan), 1, constant_values=np.nan)[_beside(len(levels))]
    return np.asarray(np.fmax.reduce(beside, axis=0) - np.fmin.reduce(beside, axis=0), float)


@cache
def _beside(size: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns of the light fields above, below, left and right of each playing square, (4, squares), in a board padded by one."""
    rows, cols = (np.array([board(size).row_col(square) for square in range(1, board(size).squares + 1)]) + 1).T
    return np.stack([rows - 1, rows + 1, rows, rows]), np.stack([cols, cols, cols - 1, cols + 1])


def _strangeness(change: Floats) -> Floats:
    """The change of each patch relative to the largest that light and shadow make; 0 where it is NaN."""
    colour = np.hypot(change[..., 1], change[..., 2]) / PATCH_COLOUR
    lightness = np.maximum(change[..., 0] / PATCH_DARK, change[..., 0] / TOO_BRIGHT)
    return np.asarray(np.nan_to_num(np.maximum(colour, lightness), nan=0.0), np.float32)


def _beyond_plane(change: NDArray[np.float64], places: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The residuals of each channel from a robust plane over the board, (fields, 3), and their usual size, (3,)."""
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
