"""Where on its square a disc stands: found as the place where most pixels fit the disc inside and the board outside its rim."""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.features import PX, Floats, Survey, square_corners
from vision.materials import Materials, most

REACH_PX = round(0.5 * PX)
"""A disc is looked for so far from the centre of its square: off-centre (Art. 25) and leaning by its height, still nearest to this one."""
RIM = 0.5
"""The weight of the ring outside the rim against the disc."""
CENTRED = 0.8
"""What a shift by REACH_PX costs, in the units of the score: decides only where the picture does not."""


Features = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Placing:
    """For each playing square: the best score of a white and a black disc (2, squares), and where the better one stands."""

    score: Floats
    offset_px: NDArray[np.intp]
    """Rows down and columns right of the centre of the square, (squares, 2); 0 where no disc is found."""


def place(survey: Survey, materials: Materials, radius_px: float) -> Placing:
    """Look for a disc of either colour on every square."""
    ground = materials.ground(survey.look, survey.size)
    found = [_search(most(m.log_density(survey.look), ground), survey.size, radius_px) for m in (materials.white, materials.black)]
    scores = np.stack([score for score, _ in found])
    at = [offset for _, offset in found]
    better = np.where(scores[0] >= scores[1], 0, 1)
    offsets = np.where(better[:, None] == 0, at[0], at[1])
    return Placing(scores, np.where(scores.max(axis=0)[:, None] > 0, offsets, 0))


def _search(gain: Floats, size: int, radius_px: float) -> tuple[Floats, NDArray[np.intp]]:
    response = cv2.filter2D(gain, -1, _kernel(radius_px), borderType=cv2.BORDER_CONSTANT)
    centres = square_corners(size) + PX // 2
    reach = np.arange(-REACH_PX, REACH_PX + 1)
    windows = response[centres[:, 0, None, None] + reach[:, None], centres[:, 1, None, None] + reach]
    far = (reach[:, None] ** 2 + reach**2) / REACH_PX**2
    windows = np.where(far <= 1, windows - CENTRED * far, -np.inf).reshape(len(centres), -1)
    best = windows.argmax(axis=1)
    offset = np.stack(np.divmod(best, len(reach)), axis=1) - REACH_PX
    return np.asarray(np.take_along_axis(windows, best[:, None], 1)[:, 0], np.float32), offset


@cache
def _kernel(radius_px: float) -> Floats:
    """Mean inside the disc less RIM times the mean in the ring around it."""
    half = int(np.ceil(1.35 * radius_px))
    away = np.hypot(*np.indices((2 * half + 1, 2 * half + 1)) - half)
    disc, ring = away <= radius_px, (away > 1.08 * radius_px) & (away <= 1.35 * radius_px)
    return np.asarray(disc / disc.sum() - RIM * ring / ring.sum(), np.float32)


def describe(survey: Survey, placing: Placing, radius_px: float) -> Features:
    """Ten numbers for each square, (squares, 10).

    The look within the disc where it stands (medians of four channels), of the square's own field outside it (lightness and chromas),
    the texture along the rim, and the scores of a white and a black disc.
    """
    corners = square_corners(survey.size)
    middles = corners + PX // 2 + placing.offset_px
    disc, ring = (pixels_around(survey.look, middles, mask) for mask in _masks(radius_px))
    rest = _outside(survey.look, corners, placing.offset_px, radius_px)
    return np.concatenate([np.median(disc, axis=1), rest, ring[..., 3].mean(axis=1)[:, None], placing.score.T], axis=1).astype(float)


def disc_pixels(survey: Survey, placing: Placing, radius_px: float) -> Floats:
    """The look within each disc where it stands, (squares, pixels, 4)."""
    return pixels_around(survey.look, square_corners(survey.size) + PX // 2 + placing.offset_px, _masks(radius_px)[0])


def pixels_around(look: Floats, centres: NDArray[np.intp], offsets: NDArray[np.intp]) -> Floats:
    """The look at each centre (N, 2) plus each offset (M, 2), (N, M, 4)."""
    where = centres[:, None, :] + offsets
    return np.asarray(look[where[..., 0], where[..., 1]], np.float32)


def _outside(look: Floats, corners: NDArray[np.intp], offset_px: NDArray[np.intp], radius_px: float) -> Floats:
    """The median look of each square's field outside the disc, its lines left out; the disc's own where it covers all, (squares, 3)."""
    grid = np.arange(1, PX - 1)
    field = look[corners[:, 0, None, None] + grid[:, None], corners[:, 1, None, None] + grid][..., :3].reshape(len(corners), -1, 3)
    rows, cols = (np.indices((PX - 2, PX - 2)) - (PX - 3) / 2).reshape(2, -1)
    away = np.hypot(rows - offset_px[:, :1], cols - offset_px[:, 1:])
    limit = np.minimum(1.15 * radius_px, np.sort(away, axis=1)[:, -REST_PIXELS])
    return np.asarray(np.nanmedian(np.where((away >= limit[:, None])[..., None], field, np.nan), axis=1), np.float32)


REST_PIXELS = 20
"""At least so many pixels, the farthest from the disc, tell of the field around it."""


@cache
def _masks(radius_px: float) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The pixels of the disc's middle and of its rim, as offsets (N, 2)."""
    half = int(np.ceil(1.2 * radius_px))
    places = np.indices((2 * half + 1, 2 * half + 1)).reshape(2, -1).T - half
    away = np.hypot(*places.T)
    return places[away <= 0.8 * radius_px], places[np.abs(away - radius_px) <= 1.2]
