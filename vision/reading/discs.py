"""Finds where on its square a disc stands: the place where most pixels fit a disc inside its rim and the board outside."""

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.arrays import Floats
from vision.reading.features import CHANNELS, MARGIN_PX, PX, TEXTURE, Survey, median, square_corners
from vision.reading.materials import Materials

REACH_PX = PX // 2
"""How far from the centre of its square a disc is looked for. It may stand off the centre (Art. 25) and lean by its height."""
RIM_WEIGHT = 0.5
"""The weight of the ring outside the rim against the disc."""
SHIFT_COST = 2.0
"""The cost, in units of the score, of a shift by REACH_PX for a disc that lies wholly on the board; shadows beside a square are no
discs."""


Features = NDArray[np.float64]
IN_DISC, OUTSIDE = slice(0, 3), slice(4, 7)
"""Lightness and chromas in the disc and outside it, in the features of `describe`."""
TEXTURES = np.array([0, 0, 0, 1.0, 0, 0, 0, 1.0, 0, 0])
"""1 for the features of `describe` that are textures, 0 for the others."""


@dataclass(frozen=True, slots=True, eq=False)
class Placing:
    """The discs found on the playing squares."""

    score: Floats
    """The best score of a white and a black disc on each square, (2, squares)."""
    offset_px: NDArray[np.intp]
    """Where the better disc stands: rows below and columns right of the centre of its square, (squares, 2); 0 where none is found."""
    gains: Floats
    """How much better each pixel fits a white and a black disc than the board, (2, height, width); see `Materials.gains`."""


class MinScores(NamedTuple):
    """The scores above which a white and a black disc are found."""

    on_board: tuple[float, float] = (0.0, 0.0)
    """For discs wholly on the board."""
    over_edge: tuple[float, float] = (0.0, 0.0)
    """For discs wholly over the edge of the board."""


ANY_SCORE = MinScores()


def place(survey: Survey, materials: Materials, radius_px: float, least: MinScores = ANY_SCORE) -> Placing:
    """Look for a disc of either colour on every square; one is found where its score is above `least`.

    The limit for a disc that is partly over the edge lies between both of its limits, by its share on the board.
    """
    gains = materials.gains(survey.look, survey.size)
    scores, at, onboard = zip(*(_search(gain, survey.size, radius_px) for gain in gains), strict=True)
    score = np.stack(scores)
    better = np.where(score[0] >= score[1], 0, 1)
    offsets = np.where(better[:, None] == 0, at[0], at[1])
    inside = np.stack(onboard)
    asked = np.array(least.on_board)[:, None] * inside + np.array(least.over_edge)[:, None] * (1 - inside)
    found = np.any(score > asked, axis=0)
    return Placing(score, np.where(found[:, None], offsets, 0), gains)


def _search(gain: Floats, size: int, radius_px: float) -> tuple[Floats, NDArray[np.intp], Floats]:
    """The score of the best disc on each square, (squares,), its offset, (squares, 2), and its share on the board, (squares,).

    The search goes in steps of COARSE pixels; a parabola through the peak gives the place.
    """
    coarse = cv2.resize(gain, None, fx=1 / COARSE, fy=1 / COARSE, interpolation=cv2.INTER_AREA)
    response = np.asarray(cv2.filter2D(coarse, -1, _kernel(radius_px / COARSE), borderType=cv2.BORDER_CONSTANT), np.float32)
    rows, cols = (square_corners(size) + PX // 2).T // COARSE
    reach = np.arange(-REACH_PX // COARSE, REACH_PX // COARSE + 1)
    windows = response[rows[:, None, None] + reach[:, None], cols[:, None, None] + reach]
    onboard = _onboard(size, radius_px)[rows[:, None, None] + reach[:, None], cols[:, None, None] + reach]
    # Only a part of a disc over the edge is seen, and that part lies nearer to the centre of the square.
    far = (reach[:, None] ** 2 + reach**2) * (COARSE / REACH_PX) ** 2
    windows = np.where(far <= 1, windows - SHIFT_COST * far * onboard**2, -np.inf).reshape(len(rows), -1)
    best = windows.argmax(axis=1)
    score = np.take_along_axis(windows, best[:, None], 1)[:, 0]
    down, right = (step + reach[0] for step in np.divmod(best, len(reach)))
    shift = [_peak(response, rows + down, cols + right, step) for step in ((1, 0), (0, 1))]
    # The middle of a coarse pixel lies between two fine ones.
    offset = np.stack([down + shift[0], right + shift[1]], axis=1) * COARSE + (COARSE - 1) / 2
    shares = np.take_along_axis(onboard.reshape(len(rows), -1), best[:, None], 1)[:, 0]
    return np.asarray(score, np.float32), np.round(offset).astype(np.intp), shares


COARSE = 2
"""The step of the search, in pixels; the score of a disc changes little within a twelfth of a square."""


@cache
def _onboard(size: int, radius_px: float) -> Floats:
    """The share of a disc about each coarse pixel that lies on the board."""
    margin = MARGIN_PX // COARSE
    board = np.pad(np.ones((size * PX // COARSE,) * 2, np.float32), margin)
    disc = np.maximum(_kernel(radius_px / COARSE), 0)
    return np.asarray(cv2.filter2D(board, -1, disc / disc.sum(), borderType=cv2.BORDER_CONSTANT), np.float32)


def _peak(response: Floats, rows: NDArray[np.intp], cols: NDArray[np.intp], step: tuple[int, int]) -> NDArray[np.float64]:
    """The place of the top, between -1/2 and 1/2, of a parabola through three neighbouring values."""
    before, at, after = (response[rows + k * step[0], cols + k * step[1]].astype(float) for k in (-1, 0, 1))
    return np.asarray(np.clip((after - before) / np.maximum(2 * (2 * at - before - after), 1e-6), -0.5, 0.5), float)


@cache
def _kernel(radius: float) -> Floats:
    """The mean inside the disc minus RIM_WEIGHT times the mean in the ring around it; pixels on an edge count in part."""
    half = int(np.ceil(1.35 * radius))
    fine = 8
    places = (np.arange((2 * half + 1) * fine) + 0.5) / fine - half - 0.5
    away = np.hypot(places[:, None], places)
    masks = away <= radius, (away > 1.08 * radius) & (away <= 1.35 * radius)
    disc, ring = (mask.reshape(2 * half + 1, fine, -1, fine).mean(axis=(1, 3)) for mask in masks)
    return np.asarray(disc / disc.sum() - RIM_WEIGHT * ring / ring.sum(), np.float32)


def describe(survey: Survey, placing: Placing, radius_px: float) -> Features:
    """The ten features of each square, (squares, 10).

    Four are the median look inside the disc where it stands, three the lightness and chromas of the field outside it. Then come the texture
    along the rim and the scores of a white and a black disc.
    """
    middles = square_corners(survey.size) + PX // 2 + placing.offset_px
    disc, ring = (pixels_around(survey.look, middles, mask) for mask in _masks(radius_px))
    inside = median(disc.transpose(0, 2, 1))
    rest = _outside(survey.look, placing.offset_px, radius_px)
    return np.concatenate([inside, rest, ring[..., TEXTURE].mean(axis=1)[:, None], placing.score.T], axis=1).astype(float)


def disc_pixels(survey: Survey, placing: Placing, radius_px: float) -> Floats:
    """The look inside each disc where it stands, (squares, pixels, 4)."""
    return pixels_around(survey.look, square_corners(survey.size) + PX // 2 + placing.offset_px, _masks(radius_px)[0])


def pixels_around(look: Floats, centres: NDArray[np.intp], offsets: NDArray[np.intp]) -> Floats:
    """The look at each centre (N, 2) plus each offset (M, 2), (N, M, 4)."""
    width = look.shape[1]
    where = (centres @ [width, 1])[:, None] + offsets @ [width, 1]
    return np.asarray(look.reshape(-1, CHANNELS)[where], np.float32)


def _outside(look: Floats, offset_px: NDArray[np.intp], radius_px: float) -> Floats:
    """The median look of the field of each square away from the disc, without its lines, (squares, 3)."""
    far = round(max((PX - 2) ** 2 - np.pi * (1.15 * radius_px) ** 2, MIN_FIELD_PIXELS))
    places = np.stack([_farthest(int(down), int(right), far) for down, right in offset_px])
    at = square_corners((look.shape[0] - 2 * MARGIN_PX) // PX)[:, None] + PX // 2 + places
    return median(look[at[..., 0], at[..., 1], :3].transpose(0, 2, 1))


@lru_cache(1000)
def _farthest(down_px: int, right_px: int, count: int) -> NDArray[np.intp]:
    """The pixels of a square's field that lie farthest from that place, as offsets from its centre, (count, 2)."""
    away = ((_field() - (down_px, right_px)) ** 2).sum(axis=1)
    return np.asarray(_field()[np.argpartition(away, -count)[-count:]], np.intp)


MIN_FIELD_PIXELS = 20
"""The fewest pixels, the farthest from the disc, from which the field around it is measured. A small disc leaves more."""


@cache
def _field() -> NDArray[np.intp]:
    """The pixels of a square without its edge, as offsets from its centre, (pixels, 2)."""
    reach = np.arange(1, PX - 1) - PX // 2
    return np.stack(np.meshgrid(reach, reach, indexing="ij"), axis=-1).reshape(-1, 2)


@cache
def _masks(radius_px: float) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The pixels of the middle and of the rim of a disc, as offsets from its centre, (N, 2) each."""
    half = int(np.ceil(1.2 * radius_px))
    places = np.indices((2 * half + 1, 2 * half + 1)).reshape(2, -1).T - half
    away = np.hypot(*places.T)
    return places[away <= 0.8 * radius_px], places[np.abs(away - radius_px) <= 1.2]
