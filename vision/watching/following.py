"""Follows a board from picture to picture: nudged, slid by whole fields, or turned."""

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
"""A board that moved by less counts as unmoved. Following scatters by that much, and what was computed for a place can be used again."""
MOVED_SQUARES = 0.5
"""A corner that moved by more was not nudged: the board or the camera was moved."""
SUPPORT_LOST = 0.05
"""The loss of support from which on the lattice may have been caught one field off; a row of ten fields is a tenth of the crossings."""
SAME_SHAPE = 0.01
"""The relative difference in aspect ratio that rounding to whole pixels can make when a picture is resized."""
BESIDE_CROSSING = 0.18
"""How far from a crossing, in squares each way, its four fields are sampled: off the lines and away from the discs."""
SAME_CONTRAST = 0.25
"""The share of the usual contrast between unplayed and played fields below which the contrast does not tell which is which."""
SEEN_NATS = 3.0
"""The margin (20 to 1) from which on a square of another colour contradicts a position."""
MIN_DIFFERENCE = 6
"""The difference in contradictions, in squares, that tells which way round the board lies; three moves change as many squares."""
NEAR_TURN_DEG = 60
"""Boards and cameras are shoved by smaller angles. After a larger turn the pieces must tell which edge is White's."""


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Where a board lies, and how its lattice shows there."""

    geometry: Geometry
    support: float
    """The largest share of the inner crossings that has agreed with the lattice here."""
    contrast: float
    """How much brighter, of 255, the unplayed fields are than the played ones; negative where the pieces stand on the light fields."""

    @staticmethod
    def of(image: Image, geometry: Geometry) -> "Place":
        """The place of a board found at `geometry`, refined where its lattice is seen well enough."""
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
    """How far a board moved between two pictures, whose sizes may differ."""

    corner_squares: float
    """The largest distance that a corner moved, in squares."""
    middle_squares: float
    """The distance that the middle moved, in squares."""
    degrees: float
    """The angle that the board turned as seen in the picture, from -180 to 180, clockwise positive."""

    @staticmethod
    def between(before: Geometry, after: Geometry) -> "Shift":
        n = after.size
        points = np.array([[0, n], [n, n], [n, 0], [0, 0], [n / 2, n / 2], [n / 2 + 1, n / 2]], float)
        now = _in_size(before, after.picture_size).to_board(after.to_px(points))
        off = np.linalg.norm(now - points, axis=1)
        right = now[5] - now[4]
        clockwise = -right[1] if after.is_mirrored else right[1]
        return Shift(float(off[:4].max()), float(off[4]), float(np.degrees(np.arctan2(clockwise, right[0]))))


def follow(image: Image, before: Place) -> Place:
    """Where the board lies now if it was nudged, slid or turned. A further half turn goes unnoticed; see `half_turned`.

    BoardNotFound when the board is not seen. A lattice looks the same one field further, so the edges of the board are checked too.
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
    """Whether the board was given half a turn more than it seems, going by the position `held` before; None when that is unknown.

    `turn_deg` is the turn that the board seems to have been given. Where that is small, only clear evidence speaks for half a turn.
    """
    as_seen = contradictions(reading.evidence, held)
    if as_seen < MIN_DIFFERENCE and abs(turn_deg) < NEAR_TURN_DEG:
        return False
    turned = contradictions(reading.evidence, held[::-1])
    if turned + MIN_DIFFERENCE <= as_seen and 2 * turned <= as_seen:
        return True
    if abs(turn_deg) < NEAR_TURN_DEG or (as_seen + MIN_DIFFERENCE <= turned and 2 * as_seen <= turned):
        return False
    return None


def contradictions(evidence: Evidence, held: Sequence[Content]) -> int:
    """How many squares clearly show another colour than the position `held` (square 1 first)."""
    log_p = np.array(evidence.log_p)
    colours = np.maximum(log_p[:, EMPTY_OR_MAN], log_p[:, EMPTY_OR_KING])
    _, second, best = np.sort(colours, axis=1).T
    another = colours.argmax(axis=1) != CLASS_OF[np.array(held, int)]
    return int(np.count_nonzero(another & (best - second >= SEEN_NATS)))


EMPTY_OR_MAN = [Content.EMPTY, Content.WHITE_MAN, Content.BLACK_MAN]
"""The columns of the three colours for men, in the order of the classes in `CLASS_OF`."""
EMPTY_OR_KING = [Content.EMPTY, Content.WHITE_KING, Content.BLACK_KING]
"""The columns of the three colours for kings, in the same order."""


def nearest_turn(found: Geometry, before: Geometry) -> Geometry:
    """The quarter turn of the board that was found whose corners lie nearest to where they lay before; mirrored where it was so before."""
    return _turns(found, before)[0]


def _turns(found: Geometry, before: Geometry) -> list[Geometry]:
    """The quarter turns of a board, the nearest to where it lay before first; mirrored where it was so before."""
    found = found.mirrored(before.is_mirrored)
    return sorted((found.turned(quarter) for quarter in range(4)), key=lambda turn: _apart(turn, before))


def _in_size(geometry: Geometry, picture_size: tuple[int, int]) -> Geometry:
    """Where the board lies in the same picture resized; unchanged where the picture has the same width or another shape."""
    (was_wide, was_high), (wide, high) = geometry.picture_size, picture_size
    same_shape = abs(wide * was_high - high * was_wide) <= SAME_SHAPE * high * was_wide
    return geometry.scaled(wide / was_wide) if wide != was_wide and same_shape else geometry


def _found_anew(image: Image, before: Place) -> Place:
    return _upright(image, locate(image, before.geometry.size).geometry, before)


def _upright(image: Image, found: Geometry, before: Place) -> Place:
    """The nearest quarter turn of the board in which the played fields are those that were played before."""
    turns = _turns(found, before.geometry)
    return Place.of(image, next((turn for turn in turns if _contrast(image, turn) * before.contrast > 0), turns[0]))


def _apart(one: Geometry, other: Geometry) -> float:
    return float(np.linalg.norm(one.corners_px() - other.corners_px(), axis=1).sum())


def _grey(image: Image) -> Image:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)


def _contrast(image: Image, geometry: Geometry) -> float:
    """`Place.contrast`: the median over the inner crossings."""
    points = inner_crossings(geometry.size)
    fields = [_levels(image, geometry, points + BESIDE_CROSSING * np.array(way)) for way in ((-1, -1), (1, 1), (1, -1), (-1, 1))]
    return float(np.median((fields[0] + fields[1] - fields[2] - fields[3]) / 2 * polarity(points)))


def _levels(image: Image, geometry: Geometry, points: Points) -> Points:
    """The grey levels of the pixels that show these board points; a point outside the picture takes the nearest edge pixel's."""
    height, width = image.shape[:2]
    cols, rows = np.clip(np.round(geometry.to_px(points)), 0, [width - 1, height - 1]).astype(int).T
    return np.asarray(_grey(image[rows, cols][None])[0], np.float64)
