"""A board followed from picture to picture: nudged, slid by whole fields, or given a turn."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from rules.board.evidence import Evidence
from rules.board.squares import Content
from vision.image.geometry import Geometry, Points
from vision.image.picture import Image
from vision.locating.candidate import CLEAR_MARGIN, EXACTLY
from vision.locating.crossings import inner_crossings, polarity
from vision.locating.locate import locate
from vision.locating.track import LatticeLost, refine
from vision.locating.window import best_window
from vision.reading.calibration import CLASS_OF
from vision.reading.reader import Reading

STILL_SQUARES = 0.02
"""A board that moved by less has not moved: following it scatters by that much, and what is computed for a place can be used again."""
MOVED_SQUARES = 0.5
"""A corner that moved by more has not been nudged: the board or the camera was moved."""
SUPPORT_LOST = 0.05
"""By so much less of the crossings seen, the lattice may be caught one field off: a row of ten fields is a tenth of them."""
SAME_SHAPE = 0.01
"""A picture made smaller is rounded to whole pixels, and then as much wider or higher than it was."""
BESIDE_CROSSING = 0.18
"""Where around a crossing its four fields are looked at, in squares: off the lines and away from the discs."""
SAME_CONTRAST = 0.25
"""Of the usual contrast between played and unplayed fields; less does not tell which is which."""
SEEN_NATS = 3.0
"""A square contradicts a position when it clearly (20 to 1) shows another colour."""
TOLD_BY = 6
"""By so many contradictions fewer the board is known to be turned: three moves change as many squares."""
NEAR_TURN_DEG = 60
"""Boards and cameras are shoved by less; after more, the pieces must tell which edge is White's."""


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Where a board lies, and how its lattice shows there."""

    geometry: Geometry
    support: float
    """The share of the inner crossings that agree with the lattice, when most are seen."""
    contrast: float
    """How much brighter, of 255, the unplayed fields are than the played ones; negative on a board that lies wrong."""

    @staticmethod
    def of(image: Image, geometry: Geometry) -> "Place":
        """The place of a board found there, made exact where its lattice is seen well enough."""
        support = 0.0
        try:
            refined = refine(image, geometry)
            if refined.moved_squares < MOVED_SQUARES:
                geometry, support = refined.geometry, refined.support
        except LatticeLost:
            pass
        return Place(geometry, support, _contrast(image, geometry))

    def in_picture(self, image: Image) -> "Place":
        """The same place in a picture that may be of another size."""
        return replace(self, geometry=_in_size(self.geometry, (image.shape[1], image.shape[0])))


@dataclass(frozen=True, slots=True)
class Shift:
    """How far a board moved between two pictures; their sizes do not count."""

    corner_squares: float
    """The farthest that a corner moved."""
    middle_squares: float
    """How far its middle moved."""
    degrees: float
    """How far it turned, from -180 to 180."""

    @staticmethod
    def between(before: Geometry, after: Geometry) -> "Shift":
        n = after.size
        points = np.array([[0, n], [n, n], [n, 0], [0, 0], [n / 2, n / 2], [n / 2 + 1, n / 2]], float)
        now = _in_size(before, after.picture_size).to_board(after.to_px(points))
        off = np.linalg.norm(now - points, axis=1)
        right = now[5] - now[4]
        return Shift(float(off[:4].max()), float(off[4]), float(np.degrees(np.arctan2(right[1], right[0]))))


def follow(image: Image, before: Place) -> Place:
    """Where the board lies now, if it was nudged, slid or turned about; half a turn more or less is not told (see `half_turned`).

    BoardNotFound when it is not seen. A lattice looks the same one field on: the board's edges tell that it was not caught there.
    """
    try:
        refined = refine(image, before.geometry)
    except LatticeLost:
        return _found_anew(image, before)
    contrast = _contrast(image, refined.geometry)
    same_fields = contrast * before.contrast > 0 or abs(contrast) < SAME_CONTRAST * abs(before.contrast)
    nudged = refined.moved_squares <= MOVED_SQUARES and same_fields
    geometry = before.geometry if refined.moved_squares < STILL_SQUARES and same_fields else refined.geometry
    here = Place(geometry, max(refined.support, before.support), contrast)
    if nudged and refined.support > before.support - SUPPORT_LOST:
        return here
    window = best_window(_grey(image), refined.geometry, inner_crossings(before.geometry.size), EXACTLY)
    if window.score - window.rival < CLEAR_MARGIN:
        return here if nudged else _found_anew(image, before)
    if Shift.between(refined.geometry, window.geometry).corner_squares < MOVED_SQUARES and same_fields:
        return here
    return _upright(image, window.geometry, before)


def half_turned(reading: Reading, held: Sequence[Content], turn_deg: float) -> bool | None:
    """Whether the board was given half a turn more than it seems, going by the position `held` before; None when that cannot be told.

    `turn_deg` is the turn that it seems to have been given: without one, nothing but clear evidence speaks for half a turn.
    """
    as_seen = contradictions(reading.evidence, held)
    if as_seen < TOLD_BY and abs(turn_deg) < NEAR_TURN_DEG:
        return False
    turned = contradictions(reading.evidence, held[::-1])
    if turned + TOLD_BY <= as_seen and 2 * turned <= as_seen:
        return True
    if abs(turn_deg) < NEAR_TURN_DEG or (as_seen + TOLD_BY <= turned and 2 * as_seen <= turned):
        return False
    return None


def contradictions(evidence: Evidence, held: Sequence[Content]) -> int:
    """How many squares clearly show another colour than the position `held`, square 1 first."""
    log_p = np.array(evidence.log_p)
    colours = np.maximum(log_p[:, EMPTY_OR_MAN], log_p[:, EMPTY_OR_KING])
    _, second, best = np.sort(colours, axis=1).T
    another = colours.argmax(axis=1) != CLASS_OF[np.array(held, int)]
    return int(np.count_nonzero(another & (best - second >= SEEN_NATS)))


EMPTY_OR_MAN = [Content.EMPTY, Content.WHITE_MAN, Content.BLACK_MAN]
EMPTY_OR_KING = [Content.EMPTY, Content.WHITE_KING, Content.BLACK_KING]
"""The three colours, in the order of CLASS_OF."""


def nearest_turn(found: Geometry, before: Geometry) -> Geometry:
    """Of the four ways to look at the board that was found, the one whose corners lie nearest to where they lay before."""
    return min((found.turned(quarter) for quarter in range(4)), key=lambda turn: _apart(turn, before))


def _in_size(geometry: Geometry, picture_size: tuple[int, int]) -> Geometry:
    """Where the board lies in the same picture at this size; one of another shape is no such picture."""
    (was_wide, was_high), (wide, high) = geometry.picture_size, picture_size
    same_shape = abs(wide * was_high - high * was_wide) <= SAME_SHAPE * high * was_wide
    return geometry.scaled(wide / was_wide) if wide != was_wide and same_shape else geometry


def _found_anew(image: Image, before: Place) -> Place:
    return _upright(image, locate(image, before.geometry.size).geometry, before)


def _upright(image: Image, found: Geometry, before: Place) -> Place:
    """The nearest of the two ways to look at the board in which the fields played on are those that were."""
    turns = sorted((found.turned(quarter) for quarter in range(4)), key=lambda turn: _apart(turn, before.geometry))
    return Place.of(image, next((turn for turn in turns if _contrast(image, turn) * before.contrast > 0), turns[0]))


def _apart(one: Geometry, other: Geometry) -> float:
    return float(np.linalg.norm(one.corners_px() - other.corners_px(), axis=1).sum())


def _grey(image: Image) -> Image:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)


def _contrast(image: Image, geometry: Geometry) -> float:
    points = inner_crossings(geometry.size)
    fields = [_levels(image, geometry, points + BESIDE_CROSSING * np.array(way)) for way in ((-1, -1), (1, 1), (1, -1), (-1, 1))]
    return float(np.median((fields[0] + fields[1] - fields[2] - fields[3]) / 2 * polarity(points)))


def _levels(image: Image, geometry: Geometry, points: Points) -> Points:
    """The grey levels of the pixels that show these board points; of the picture's edge for those outside."""
    height, width = image.shape[:2]
    cols, rows = np.clip(np.round(geometry.to_px(points)), 0, [width - 1, height - 1]).astype(int).T
    return np.asarray(_grey(image[rows, cols][None])[0], np.float64)
