"""Finds the board in one picture with the pieces on it, without markers."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from rules.errors import DamcamError, Phrase, Sentence
from vision.image.geometry import Geometry, Lens, Points
from vision.locating.candidate import MIN_QUALITY, SUFFICIENT, Candidate, Found, Plane, near, on_lattice, planes
from vision.locating.crossings import inner_crossings
from vision.locating.lattice import Lattice, lattices
from vision.locating.saddles import detect

LOOKED_AT_PX = (960, 560, 1600)
"""The longest side of the picture in which saddles are detected, in this order: the usual case, blur and noise, a small board."""
SCALES = ((0, 1, 2), (0, 1), (1,), (1,))
"""The indices of `LOOKED_AT_PX` for each of `planes`. A board that does not show in grey is seldom seen at a fine scale."""
USUAL_SCALES = ((0,),)
"""The scales of a search that is not thorough."""
MAX_ENLARGEMENT = 1.3
"""The largest factor by which a picture is enlarged; beyond it nothing new is seen."""
MAX_LATTICES = 4
"""The lattices tried at each scale. The largest is the board unless the board lies on a checked cloth."""
CONFIDENT = 0.5
"""The confidence below which a place is not accepted as the board."""
BY_HAND_SQUARES = 0.75
"""The largest error, in squares, of corners given by hand: half a square each way."""
BENDS = (0.0, -0.07, -0.14)
"""The values of `Lens.bend` tried for corners given by hand: from a perfect lens to a wide-angle one."""
MIN_SIDE_RATIO = 0.3
"""The least side of a board over its longest; no camera sees a board from a lower angle."""
MIN_PX = 8
"""The least pixels to a square; below it a crossing cannot be told from noise."""

MIN_SEEN = 0.6
"""The share of the inner crossings above which a lack of crossings is not why nothing was found."""
LARGER_LATTICE = 1.3
"""The crossings, as a multiple of a board's, from which on a lattice is larger than the board. The edges of board and frame add a few."""
MIN_PART_CROSSINGS = 20
"""The fewest crossings of a part of a board; chance gives fewer."""
FILLED = 0.6
"""The least share of the outline of a part of a board that its crossings fill; chance gives scattered ones."""
MIN_AREA = 0.1
"""The least share of the picture for a part of a board that somebody meant to show."""
BLANK_PX = (48, 36)
"""The size at which a picture has no noise left but still shows every field of a board."""
NIGHT_LEVEL = 32
"""The 99th percentile of the levels, of 255, below which a picture without a board is black."""
BURNT_LEVEL = 250
"""The level, of 255, from which on a pixel is burnt out."""
BURNT_SHARE = 0.7
"""The share of burnt-out pixels above which a picture shows no board: only dark discs would be left of one."""
ONE_TONE = 8
"""The range of levels, of 255, below which a picture shows nothing; the darker corners of a lens make as much."""


class NoBoard(Phrase):
    """Why no board is found, and what to do."""

    NOT_FOUND = "no board of {size} x {size} fields was found: {why}"
    NOT_THERE = "no board of {size} x {size} fields has its corners there: {why}"
    FAR_OFF = "they are {squares} squares off the board that is seen"
    GIVE_CORNERS = "give the outer corners of the outer fields, each off by half a square at most, or none"
    GOES_ON = "the lattice seen goes on beyond {size} fields"
    ANOTHER_SIZE = "is the board of another size?"
    PARTLY_OUTSIDE = "what looks like one lies partly outside the picture"
    MOVE_CAMERA = "move the camera to show the whole board"
    NO_LATTICE = "no lattice of light and dark fields is seen"
    SHOW_IT_LIT = "show the whole board, sharp and lit"
    OR_BY_HAND = (
        "{remedy}; where tall pieces hide the crossings of its lines from a camera that looks from the side, corners given by hand help:"
        " --corners, or a click on each at the desk"
    )
    FEW_CROSSINGS = "of its {all} inner crossings {count} is seen", "of its {all} inner crossings {count} are seen"
    SHOW_IT_FREE = "show the whole board, free of hands"
    DOES_NOT_END = (
        "the lattice seen does not end where such a board would: "
        "another size may be meant, something covers an edge, or the picture cuts it off"
    )
    SHOW_IT_WHOLE = "show the whole board"
    IS_BLACK = "the picture is black"
    MAKE_LIGHT = "take off the lens cap or make light"
    IS_BLINDED = "the picture is blinded, nearly all of it is white"
    LESS_LIGHT = "give it less light or a shorter exposure"
    IS_EMPTY = "the picture is empty, of one tone all over"
    IN_FRONT = "is something in front of the lens?"


class NoCorners(Phrase):
    """Why four points are not the corners of a board."""

    NOT_FOUR = "four corners are needed, each an x and a y in pixels"
    OUTSIDE = "the corners lie outside the picture of {width} x {height} pixels"
    NO_OUTLINE = "the four corners are not those of a board: they make no four-sided outline that a camera could see"
    TOO_CLOSE = "the corners lie too close together: a field of the board would be {width} pixels wide"


class BoardNotFound(DamcamError, LookupError):
    """No board of that size, or no whole one, is seen in the picture. `seen`: the lattice that came nearest to one, if any."""

    def __init__(self, told: Sentence, seen: Lattice | None = None, about: str = "") -> None:
        super().__init__(told, about)
        self.seen = seen


class NonsenseCorners(DamcamError, ValueError):
    """Four points that cannot be the corners of a board in that picture."""


def locate(image: NDArray[np.uint8], size: int, thorough: bool = True) -> Found:
    """Find the board of `size` x `size` fields in a BGR picture; BoardNotFound when there is none, or no whole one.

    A search that is not `thorough` uses grey and the usual scale only, which takes a fraction of the time where there is no board.
    """
    tried: list[Lattice] = []

    def places() -> Iterator[list[Candidate | None]]:
        for plane, lattice in _lattices(image, size, SCALES if thorough else USUAL_SCALES):
            tried.append(lattice)
            yield [on_lattice(plane, lattice)]

    best = _surest(places())
    largest = max(tried, key=lambda lattice: len(lattice.points), default=None)
    return _claim(image, best, largest, partial(NoBoard.NOT_FOUND.said, size=size), lambda: _why(size, largest, best))


def locate_near(image: NDArray[np.uint8], size: int, corners_px: ArrayLike) -> Found:
    """Find the board whose corners were given by hand, (4, 2) pixels in any order, each off by half a square at most.

    NonsenseCorners when they cannot be those of a board; BoardNotFound when no lattice of that size lies there.
    """
    corners = _ordered(np.asarray(corners_px, float), size, image.shape[1::-1])
    picture_size = (image.shape[1], image.shape[0])
    lenses = [Lens.of_picture(*picture_size, bend) for bend in BENDS]
    by_hand = [Geometry.from_corners(size, corners, picture_size, lens) for lens in lenses]
    best = _surest([near(plane, geometry) for geometry in by_hand] for plane in planes(image))
    found = _claim(image, best, None, partial(NoBoard.NOT_THERE.said, size=size), lambda: _seen(best))
    if _apart(found.geometry, corners) > BY_HAND_SQUARES:
        raise BoardNotFound(by_hand_sentence(found.geometry, corners), Lattice(found.geometry, inner_crossings(size)))
    return found


def locate_hinted(image: NDArray[np.uint8], size: int, corners_px: ArrayLike | None) -> Found:
    """Find the board near corners given by hand, or else anywhere, since the camera may have moved; errors as `locate_near` and
    `locate`."""
    if corners_px is not None:
        try:
            return locate_near(image, size, corners_px)
        except BoardNotFound:
            pass
    return locate(image, size)


def by_hand_sentence(geometry: Geometry, corners_px: ArrayLike) -> Sentence:
    """A sentence that says how far corners given by hand are off the board that is seen."""
    corners = _ordered(np.asarray(corners_px, float), geometry.size, geometry.picture_size)
    why = NoBoard.FAR_OFF.said(squares=round(_apart(geometry, corners), 1))
    return NoBoard.NOT_THERE.said(NoBoard.GIVE_CORNERS.said(), size=geometry.size, why=why)


def _surest(places: Iterable[Sequence[Candidate | None]]) -> Candidate | None:
    """The place with the highest confidence, each with all others as its rivals. The search stops once one is SUFFICIENT."""
    seen: list[Candidate] = []
    best: Candidate | None = None
    for some in places:
        seen += [candidate for candidate in some if candidate]
        weighed = (candidate.against(seen) for candidate in seen)
        best = max(weighed, key=lambda candidate: (candidate.confidence, candidate.quality), default=None)
        if best and best.confidence > SUFFICIENT:
            break
    return best


def _claim(
    image: NDArray[np.uint8], best: Candidate | None, largest: Lattice | None, missing: Callable[..., Sentence], why: Callable[[], Sentence]
) -> Found:
    """The board at the best place; BoardNotFound, with a sentence of `missing` and `why`, where that place is not accepted."""
    if best is None or best.confidence < CONFIDENT:
        seen = _why_blank(image) or why()
        told = missing(seen.remedy, why=seen.without_remedy())
        raise BoardNotFound(told, best.lattice() if best else largest)
    return best.found(image)


def _lattices(image: NDArray[np.uint8], size: int, tried: Sequence[Sequence[int]]) -> Iterator[tuple[Plane, Lattice]]:
    """The lattices seen, in pixels of the whole picture, each with the plane in which it was seen."""
    height, width = image.shape[:2]
    for plane, scales in zip(planes(image), tried, strict=False):
        for factor in (LOOKED_AT_PX[scale] / max(height, width) for scale in scales):
            if factor > MAX_ENLARGEMENT:
                continue
            small_size = (round(width * factor), round(height * factor))
            small = cv2.resize(plane, small_size, interpolation=cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR)
            for lattice in islice(lattices(detect(np.asarray(small, np.uint8)), size, small_size), MAX_LATTICES):
                scaled = lattice.geometry.scaled(1 / factor)
                yield plane, Lattice(Geometry(size, scaled.homography, scaled.lens, (width, height)), lattice.points)


def _ordered(corners: Points, size: int, picture_size: tuple[int, ...]) -> Points:
    """The corners counter-clockwise in the picture, as in `Geometry.corners_px()`, whichever was given first.

    NonsenseCorners when they cannot be those of a board.
    """
    if corners.shape != (4, 2) or not np.isfinite(corners).all():
        raise NonsenseCorners(NoCorners.NOT_FOUR.said())
    slack = np.array(picture_size) / size
    if ((corners < -slack) | (corners > np.array(picture_size) + slack)).any():
        raise NonsenseCorners(NoCorners.OUTSIDE.said(width=int(picture_size[0]), height=int(picture_size[1])))
    off = corners - corners.mean(axis=0)
    corners = corners[np.argsort(-np.arctan2(off[:, 1], off[:, 0]))]
    sides = np.roll(corners, -1, axis=0) - corners
    bends = sides[:, 0] * np.roll(sides, -1, axis=0)[:, 1] - sides[:, 1] * np.roll(sides, -1, axis=0)[:, 0]
    length = np.hypot(*sides.T)
    if (bends >= 0).any() or length.min() < MIN_SIDE_RATIO * length.max():
        raise NonsenseCorners(NoCorners.NO_OUTLINE.said())
    if length.min() < MIN_PX * size:
        raise NonsenseCorners(NoCorners.TOO_CLOSE.said(width=round(float(length.min()) / size)))
    return corners


def _apart(geometry: Geometry, corners: Points) -> float:
    """The largest distance, in squares, of a corner from where it was given, whichever edge is White's."""
    turns = (geometry.turned(quarter).corners_px() for quarter in range(4))
    return min(float(np.linalg.norm(turn - corners, axis=1).max()) for turn in turns) / geometry.px_per_square()


def _why(size: int, largest: Lattice | None, best: Candidate | None) -> Sentence:
    """Why no board was found."""
    outside = best is not None and best.quality > MIN_QUALITY and not best.whole
    if largest and len(largest.points) > LARGER_LATTICE * (size - 1) ** 2 and _is_filled(largest) and not outside:
        return NoBoard.GOES_ON.said(NoBoard.ANOTHER_SIZE.said(), size=size)
    if best is None and largest and _is_cut_off(largest):
        return NoBoard.PARTLY_OUTSIDE.said(NoBoard.MOVE_CAMERA.said())
    seen = _seen(best)
    if seen.remedy is None or (best is not None and not best.whole):
        return seen
    return replace(seen, remedy=NoBoard.OR_BY_HAND.said(remedy=seen.remedy))


def _seen(best: Candidate | None) -> Sentence:
    """What is wrong with the best place."""
    if best is None:
        return NoBoard.NO_LATTICE.said(NoBoard.SHOW_IT_LIT.said())
    if not best.whole:
        return NoBoard.PARTLY_OUTSIDE.said(NoBoard.MOVE_CAMERA.said())
    expected = (best.geometry.size - 1) ** 2
    if best.window.seen < MIN_SEEN * expected:
        return NoBoard.FEW_CROSSINGS.said(NoBoard.SHOW_IT_FREE.said(), all=expected, count=int(best.window.seen))
    return NoBoard.DOES_NOT_END.said(NoBoard.SHOW_IT_WHOLE.said())


def _is_filled(lattice: Lattice) -> bool:
    """Whether the crossings lie closely, as those of a board do, and are not strays of a table."""
    extent = np.ptp(lattice.points, axis=0) + 1
    return bool(len(lattice.points) >= max(MIN_PART_CROSSINGS, FILLED * extent.prod()))


def _is_cut_off(lattice: Lattice) -> bool:
    """Whether a lattice with too few crossings for a board would continue outside the picture."""
    low, high = lattice.points.min(axis=0), lattice.points.max(axis=0)
    extent = high - low + 1
    if not _is_filled(lattice):
        return False
    outline = lattice.geometry.to_px([low, (high[0], low[1]), high, (low[0], high[1])]).astype(np.float32)
    width, height = lattice.geometry.picture_size
    if not cv2.isContourConvex(outline) or cv2.contourArea(outline) < MIN_AREA * width * height:
        return False
    middle = (low + high) / 2
    for axis in (0, 1):
        for end in (low[axis] - 1, high[axis] + 1):
            place = middle.copy()
            place[axis] = end
            px = lattice.geometry.to_px(place[None])[0]
            outside = bool(((px < 0) | (px > np.array(lattice.geometry.picture_size) - 1)).any())
            if outside and extent[axis] < lattice.geometry.size - 1:
                return True
    return False


def _why_blank(image: NDArray[np.uint8]) -> Sentence | None:
    """A sentence about a picture that shows nothing at all; "" for any other."""
    levels = cv2.resize(image, BLANK_PX, interpolation=cv2.INTER_AREA).max(axis=2)
    if np.quantile(levels, 0.99) < NIGHT_LEVEL:
        return NoBoard.IS_BLACK.said(NoBoard.MAKE_LIGHT.said())
    if (levels >= BURNT_LEVEL).mean() > BURNT_SHARE:
        return NoBoard.IS_BLINDED.said(NoBoard.LESS_LIGHT.said())
    if np.ptp(levels) < ONE_TONE:
        return NoBoard.IS_EMPTY.said(NoBoard.IN_FRONT.said())
    return None
