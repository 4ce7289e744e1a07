"""The board found in one picture, without markers and without hints, with the pieces on it."""

from collections.abc import Iterator
from itertools import islice

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from rules.errors import DamcamError
from vision.candidate import SURE, UNSURE, Candidate, Found, Plane, near, on_lattice, planes
from vision.geometry import Geometry, Lens, Points
from vision.lattice import Lattice, lattices
from vision.saddles import detect

LOOKED_AT_PX = (960, 560, 1600)
"""Longest side of the picture in which saddles are looked for, in this order: the usual case, blur and noise, a small board."""
SCALES = ((0, 1, 2), (0, 1), (1,), (1,))
"""Which of these for each of `planes`: what grey does not show is seldom seen finely."""
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


class BoardNotFound(DamcamError, LookupError):
    """No board of that size is seen in the picture, or none that is whole. `seen`: the lattice that came nearest to one, if any."""

    def __init__(self, text: str, seen: Lattice | None = None) -> None:
        super().__init__(text)
        self.seen = seen


class NonsenseCorners(DamcamError, ValueError):
    """Four points that cannot be the corners of a board in that picture."""


def locate(image: NDArray[np.uint8], size: int) -> Found:
    """Find the board of `size` x `size` fields in a BGR picture; BoardNotFound when there is none, or none that is whole."""
    seen: list[Candidate] = []
    best: Candidate | None = None
    largest: Lattice | None = None
    for plane, lattice in _lattices(image, size):
        if largest is None or len(lattice.points) > len(largest.points):
            largest = lattice
        candidate = on_lattice(plane, lattice)
        seen += [candidate] if candidate else []
        best = _best(seen)
        if best and best.confidence > SURE:
            break
    if best is None or best.confidence < CONFIDENT:
        raise BoardNotFound(_sentence(size, largest, best), best.lattice() if best else largest)
    return best.found(image)


def locate_near(image: NDArray[np.uint8], size: int, corners_px: ArrayLike) -> Found:
    """Find the board whose corners were given by hand, (4, 2) pixels in any order, each off by half a square at most.

    NonsenseCorners when they cannot be a board's; BoardNotFound when no lattice of that size lies there.
    """
    corners = _ordered(np.asarray(corners_px, float), size, image.shape[1::-1])
    picture_size = (image.shape[1], image.shape[0])
    seen: list[Candidate] = []
    best: Candidate | None = None
    for plane in planes(image):
        for bend in BENDS:
            by_hand = Geometry.from_corners(size, corners, picture_size, Lens.of_picture(*picture_size, bend))
            candidate = near(plane, by_hand)
            seen += [candidate] if candidate else []
        best = _best(seen)
        if best and best.confidence > SURE:
            break
    if best is None or best.confidence < CONFIDENT or _apart(best.geometry, corners) > BY_HAND_SQUARES:
        text = f"no board of {size} x {size} fields has its corners there: {_seen(best)}; give the outer corners of the outer fields"
        raise BoardNotFound(text, best.lattice() if best else None)
    return best.found(image)


def _best(seen: list[Candidate]) -> Candidate | None:
    """The surest of the places, each with all others for its rivals."""
    weighed = (candidate.against(seen) for candidate in seen)
    return max(weighed, key=lambda candidate: (candidate.confidence, candidate.quality), default=None)


def _lattices(image: NDArray[np.uint8], size: int) -> Iterator[tuple[Plane, Lattice]]:
    """The lattices seen, in the pixels of the whole picture, each with the plane it was seen in."""
    height, width = image.shape[:2]
    for plane, scales in zip(planes(image), SCALES, strict=True):
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


def _sentence(size: int, largest: Lattice | None, best: Candidate | None) -> str:
    wanted = f"no board of {size} x {size} fields was found"
    outside = best is not None and best.quality > UNSURE and not best.whole
    if largest and len(largest.points) > 1.3 * (size - 1) ** 2 and not outside:
        return f"{wanted}: the lattice seen goes on beyond {size} fields; is the board of another size?"
    return f"{wanted}: {_seen(best)}"


def _seen(best: Candidate | None) -> str:
    if best is None:
        return "no lattice of light and dark fields is seen; show the whole board, sharp and lit"
    if not best.whole:
        return "what looks like one lies partly outside the picture; show the whole board"
    expected = (best.geometry.size - 1) ** 2
    if best.window.seen < LEAST_SEEN * expected:
        return f"of its {expected} inner crossings {best.window.seen} are seen; show the whole board, free of hands"
    return "the lattice seen does not end where such a board would; is the board of another size, or does something cover an edge?"


LEAST_SEEN = 0.6
"""The share of the inner crossings above which it is not for want of crossings that nothing was found."""
