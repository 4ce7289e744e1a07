"""The board found in one picture, without markers and without hints, with the pieces on it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from rules.errors import DamcamError
from vision.image.geometry import Geometry, Lens, Points
from vision.locating.candidate import SURE, UNSURE, Candidate, Found, Plane, near, on_lattice, planes
from vision.locating.crossings import inner_crossings
from vision.locating.lattice import Lattice, lattices
from vision.locating.saddles import detect

LOOKED_AT_PX = (960, 560, 1600)
"""Longest side of the picture in which saddles are looked for, in this order: the usual case, blur and noise, a small board."""
SCALES = ((0, 1, 2), (0, 1), (1,), (1,))
"""Which of these for each of `planes`: what grey does not show is seldom seen finely."""
USUAL_SCALES = ((0,),)
ENLARGED = 1.3
"""A picture is enlarged no more than this; beyond, nothing new is seen."""
TRIED = 4
"""Lattices tried at each scale: the largest is the board unless it lies on a checked cloth."""
CONFIDENT = 0.5
"""Below this the board rather does not lie there."""
BY_HAND_SQUARES = 0.75
"""Corners given by hand may be off by so much: half a square each way."""
BENDS = (0.0, -0.07, -0.14)
"""Lenses tried for corners given by hand: from a perfect one to a wide-angle one."""
LEAST_SIDE_SQUARES = 0.3
"""Of its longest side: no camera sees a board so slantingly that one side is shorter."""
LEAST_PX = 8
"""Pixels to a square below which no crossing can be told from noise."""

LEAST_SEEN = 0.6
"""The share of the inner crossings above which it is not for want of crossings that nothing was found."""
GOES_ON = 1.3
"""So many times the crossings of a board are those of a larger lattice: its own edge and a frame's give a few more than there are."""
PARTLY_OUTSIDE = "what looks like one lies partly outside the picture; move the camera to show the whole board"
LEAST_CROSSINGS, FILLED = 20, 0.6
"""So many crossings, and such a share of the outline that they span, are a part of a board; chance gives fewer and scattered ones."""
LEAST_AREA = 0.1
"""Of the picture, that a part of a board spans which somebody meant to show."""
BLANK_PX = (48, 36)
"""A picture made so small that no noise is left, but every field of a board."""
NIGHT = 32
"""Of 255: a picture whose brightest places (99 of 100 are darker) stay below is black when no board is found in it."""
BURNT, BURNT_SHARE = 250, 0.7
"""A picture of which so much is as bright as can be shows no board, however that lies: only dark discs would be left of it."""
ONE_TONE = 8
"""Of 255, between the brightest and the darkest place of a picture that shows nothing: a lens's darker corners make so much."""


class BoardNotFound(DamcamError, LookupError):
    """No board of that size is seen in the picture, or none that is whole. `seen`: the lattice that came nearest to one, if any."""

    def __init__(self, text: str, seen: Lattice | None = None) -> None:
        super().__init__(text)
        self.seen = seen


class NonsenseCorners(DamcamError, ValueError):
    """Four points that cannot be the corners of a board in that picture."""


def locate(image: NDArray[np.uint8], size: int, thorough: bool = True) -> Found:
    """Find the board of `size` x `size` fields in a BGR picture; BoardNotFound when there is none, or none that is whole.

    Not `thorough`: in grey and at the usual scale alone, for a fraction of the time where there is none.
    """
    tried: list[Lattice] = []

    def places() -> Iterator[list[Candidate | None]]:
        for plane, lattice in _lattices(image, size, SCALES if thorough else USUAL_SCALES):
            tried.append(lattice)
            yield [on_lattice(plane, lattice)]

    best = _surest(places())
    largest = max(tried, key=lambda lattice: len(lattice.points), default=None)
    return _claim(image, best, largest, f"no board of {size} x {size} fields was found", lambda: _why(size, largest, best))


def locate_near(image: NDArray[np.uint8], size: int, corners_px: ArrayLike) -> Found:
    """Find the board whose corners were given by hand, (4, 2) pixels in any order, each off by half a square at most.

    NonsenseCorners when they cannot be a board's; BoardNotFound when no lattice of that size lies there.
    """
    corners = _ordered(np.asarray(corners_px, float), size, image.shape[1::-1])
    picture_size = (image.shape[1], image.shape[0])
    lenses = [Lens.of_picture(*picture_size, bend) for bend in BENDS]
    by_hand = [Geometry.from_corners(size, corners, picture_size, lens) for lens in lenses]
    best = _surest([near(plane, geometry) for geometry in by_hand] for plane in planes(image))
    found = _claim(image, best, None, f"no board of {size} x {size} fields has its corners there", lambda: _seen(best))
    if _apart(found.geometry, corners) > BY_HAND_SQUARES:
        raise BoardNotFound(by_hand_sentence(found.geometry, corners), Lattice(found.geometry, inner_crossings(size)))
    return found


def locate_hinted(image: NDArray[np.uint8], size: int, corners_px: ArrayLike | None) -> Found:
    """Find the board near the corners given by hand, or wherever else it lies: the camera may have moved since they were given."""
    if corners_px is not None:
        try:
            return locate_near(image, size, corners_px)
        except BoardNotFound:
            pass
    return locate(image, size)


def by_hand_sentence(geometry: Geometry, corners_px: ArrayLike) -> str:
    """That corners given by hand are too far off the board that is seen."""
    corners = _ordered(np.asarray(corners_px, float), geometry.size, geometry.picture_size)
    return (
        f"no board of {geometry.size} x {geometry.size} fields has its corners there: they are {_apart(geometry, corners):.1f} squares off"
        " the board that is seen; give the outer corners of the outer fields, each off by half a square at most, or none"
    )


def _surest(places: Iterable[Sequence[Candidate | None]]) -> Candidate | None:
    """The surest of the places, each with all others for its rivals; no more are looked at once one is SURE."""
    seen: list[Candidate] = []
    best: Candidate | None = None
    for some in places:
        seen += [candidate for candidate in some if candidate]
        weighed = (candidate.against(seen) for candidate in seen)
        best = max(weighed, key=lambda candidate: (candidate.confidence, candidate.quality), default=None)
        if best and best.confidence > SURE:
            break
    return best


def _claim(image: NDArray[np.uint8], best: Candidate | None, largest: Lattice | None, missing: str, why: Callable[[], str]) -> Found:
    """The board at the best place; BoardNotFound where that is none, its sentence of what is `missing` and `why`."""
    if best is None or best.confidence < CONFIDENT:
        raise BoardNotFound(f"{missing}: {_why_blank(image) or why()}", best.lattice() if best else largest)
    return best.found(image)


def _lattices(image: NDArray[np.uint8], size: int, tried: Sequence[Sequence[int]]) -> Iterator[tuple[Plane, Lattice]]:
    """The lattices seen, in the pixels of the whole picture, each with the plane it was seen in."""
    height, width = image.shape[:2]
    for plane, scales in zip(planes(image), tried, strict=False):
        for factor in (LOOKED_AT_PX[scale] / max(height, width) for scale in scales):
            if factor > ENLARGED:
                continue
            small_size = (round(width * factor), round(height * factor))
            small = cv2.resize(plane, small_size, interpolation=cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR)
            for lattice in islice(lattices(detect(np.asarray(small, np.uint8)), size, small_size), TRIED):
                scaled = lattice.geometry.scaled(1 / factor)
                yield plane, Lattice(Geometry(size, scaled.homography, scaled.lens, (width, height)), lattice.points)


def _ordered(corners: Points, size: int, picture_size: tuple[int, ...]) -> Points:
    """The corners in the order of `Geometry.corners_px()`, counter-clockwise in the picture, whichever was given first."""
    if corners.shape != (4, 2) or not np.isfinite(corners).all():
        raise NonsenseCorners("four corners are needed, each an x and a y in pixels")
    slack = np.array(picture_size) / size
    if ((corners < -slack) | (corners > np.array(picture_size) + slack)).any():
        raise NonsenseCorners(f"the corners lie outside the picture of {picture_size[0]} x {picture_size[1]} pixels")
    off = corners - corners.mean(axis=0)
    corners = corners[np.argsort(-np.arctan2(off[:, 1], off[:, 0]))]
    sides = np.roll(corners, -1, axis=0) - corners
    bends = sides[:, 0] * np.roll(sides, -1, axis=0)[:, 1] - sides[:, 1] * np.roll(sides, -1, axis=0)[:, 0]
    length = np.hypot(*sides.T)
    if (bends >= 0).any() or length.min() < LEAST_SIDE_SQUARES * length.max():
        raise NonsenseCorners("the four corners are not those of a board: they make no four-sided outline that a camera could see")
    if length.min() < LEAST_PX * size:
        raise NonsenseCorners(f"the corners lie too close together: a field of the board would be {length.min() / size:.0f} pixels wide")
    return corners


def _apart(geometry: Geometry, corners: Points) -> float:
    """How far the farthest corner lies from where it was given, in squares, whichever edge is taken for White's."""
    turns = (geometry.turned(quarter).corners_px() for quarter in range(4))
    return min(float(np.linalg.norm(turn - corners, axis=1).max()) for turn in turns) / geometry.px_per_square()


def _why(size: int, largest: Lattice | None, best: Candidate | None) -> str:
    outside = best is not None and best.quality > UNSURE and not best.whole
    if largest and len(largest.points) > GOES_ON * (size - 1) ** 2 and _is_filled(largest) and not outside:
        return f"the lattice seen goes on beyond {size} fields; is the board of another size?"
    if best is None and largest and _is_cut_off(largest):
        return PARTLY_OUTSIDE
    return _seen(best)


def _seen(best: Candidate | None) -> str:
    if best is None:
        return "no lattice of light and dark fields is seen; show the whole board, sharp and lit"
    if not best.whole:
        return PARTLY_OUTSIDE
    expected = (best.geometry.size - 1) ** 2
    if best.window.seen < LEAST_SEEN * expected:
        return f"of its {expected} inner crossings {best.window.seen} are seen; show the whole board, free of hands"
    return (
        "the lattice seen does not end where such a board would: another size may be meant, something covers an edge, or the"
        " picture cuts it off; show the whole board"
    )


def _is_filled(lattice: Lattice) -> bool:
    """Whether the crossings lie closely, as a board's do, and are not strays of a table far from it."""
    extent = np.ptp(lattice.points, axis=0) + 1
    return bool(len(lattice.points) >= max(LEAST_CROSSINGS, FILLED * extent.prod()))


def _is_cut_off(lattice: Lattice) -> bool:
    """Whether a lattice with too few crossings for a board reaches, with its next crossings, beyond the picture."""
    low, high = lattice.points.min(axis=0), lattice.points.max(axis=0)
    extent = high - low + 1
    if not _is_filled(lattice):
        return False
    outline = lattice.geometry.to_px([low, (high[0], low[1]), high, (low[0], high[1])]).astype(np.float32)
    width, height = lattice.geometry.picture_size
    if not cv2.isContourConvex(outline) or cv2.contourArea(outline) < LEAST_AREA * width * height:
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


def _why_blank(image: NDArray[np.uint8]) -> str:
    """That a picture shows nothing at all, or nothing."""
    levels = cv2.resize(image, BLANK_PX, interpolation=cv2.INTER_AREA).max(axis=2)
    if np.quantile(levels, 0.99) < NIGHT:
        return "the picture is black; take off the lens cap or make light"
    if (levels >= BURNT).mean() > BURNT_SHARE:
        return "the picture is blinded, nearly all of it is white; give it less light or a shorter exposure"
    if np.ptp(levels) < ONE_TONE:
        return "the picture is empty, of one tone all over; is something in front of the lens?"
    return ""
