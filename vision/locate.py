"""The board found in one picture, without markers and without hints, with the pieces on it."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.errors import DamcamError
from vision.crossings import inner_crossings, polarity, respond
from vision.geometry import Geometry
from vision.lattice import Lattice, lattices
from vision.saddles import detect
from vision.track import LatticeLost, Refined, refine
from vision.window import Window, best_window

Plane = NDArray[np.uint8]

LOOKED_AT_PX = (960, 560, 1600)
"""Longest side of the picture in which saddles are looked for, in this order: the usual case, blur and noise, a small board."""
ENLARGED = 1.3
"""A picture is enlarged no more than this; beyond, nothing new is seen."""
TRIED = 4
"""Lattices tried at each scale: the largest is the board unless it lies on a checked cloth."""
ROUGHLY, EXACTLY = 0.15, 0.04
"""How far crossings are looked for, in squares, before and after the lattice is refined; a cloth's speckles are caught less."""
SURE = 0.7
"""The quality of a candidate after which nothing else is looked at."""
UNSURE = 0.35
"""The quality below which nothing is called a board."""
PLENTY = 0.7
"""The share of the crossings that a hand-free board shows."""
RESTLESS = 0.3
"""A refined lattice that moves so far, in squares, when refined again is none."""
HOPELESS = 0.25
"""The score of a window on a roughly fitted lattice below which it is not looked at more closely."""
CLEAR_MARGIN = 0.08
"""By how much the best window must be above the next to be sure; a shift by one field costs far more."""


class BoardNotFound(DamcamError, LookupError):
    """No board of that size is seen in the picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A board in a picture. Playing squares fall on the dark fields; which of the two such edges is White's is not known yet."""

    geometry: Geometry
    confidence: float
    """From 0 to 1."""
    seen: int
    """How many of the inner crossings of the lattice agree with it,"""
    expected: int
    """and how many there are."""
    residual_squares: float
    """Median distance of these crossings from the fitted lattice."""


def locate(image: NDArray[np.uint8], size: int) -> Found:
    """Find the board of `size` x `size` fields in a BGR picture; BoardNotFound when there is none, or none that is whole."""
    best: _Candidate | None = None
    largest = 0
    for plane, lattice in _lattices(image, size):
        largest = max(largest, len(lattice.points))
        candidate = _placed(plane, lattice)
        if candidate and (best is None or candidate.quality > best.quality):
            best = candidate
            if best.quality > SURE:
                break
    if best is None or best.quality < UNSURE:
        raise BoardNotFound(_sentence(size, largest, best))
    return best.found(image)


@dataclass(frozen=True, slots=True, eq=False)
class _Candidate:
    """A place for the board, and what of the lattice was seen there."""

    window: Window
    refined: Refined

    @property
    def quality(self) -> float:
        """From 0 to 1: how well the window fits, less if another fits as well, little is seen, or the lattice does not come to rest."""
        seen = min(self.refined.support / PLENTY, 1)
        rest = np.clip((RESTLESS - self.refined.moved_squares) / RESTLESS * 1.5, 0, 1)
        return float(self.window.score * seen * rest * (0.4 + 0.6 * self._clear))

    @property
    def _clear(self) -> float:
        return float(np.clip((self.window.score - self.window.rival) / CLEAR_MARGIN, 0, 1))

    def found(self, image: NDArray[np.uint8]) -> Found:
        geometry = self.refined.geometry
        sure = np.clip((self.quality - UNSURE) / (SURE - UNSURE), 0, 1) * 0.7 + 0.3
        seen, expected = round(self.refined.support * (geometry.size - 1) ** 2), (geometry.size - 1) ** 2
        upright = geometry if _plays_on_dark(image, geometry) else geometry.turned(1)
        return Found(upright, float(sure * self._clear), seen, expected, self.refined.residual_squares)


def _placed(plane: Plane, lattice: Lattice) -> _Candidate | None:
    """The best place for the board on a lattice; placed again once the lattice is known exactly. None when it does not hold there."""
    window = best_window(plane, lattice.geometry, lattice.points, ROUGHLY)
    if window.score < HOPELESS:
        return None
    try:
        refined = refine(plane, window.geometry, fit_lens=True)
        window = best_window(plane, refined.geometry, inner_crossings(refined.geometry.size), EXACTLY)
        return _Candidate(window, refine(plane, window.geometry, fit_lens=True))
    except LatticeLost:
        return None


def _plays_on_dark(image: NDArray[np.uint8], geometry: Geometry) -> bool:
    """Whether the playing squares are the less bright fields, in grey, whatever the lattice was seen in."""
    response = respond(np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8), geometry)
    points = inner_crossings(geometry.size)
    return bool(np.median(response.linear[response.at(points)] * polarity(points)) > 0)


def _looks(image: NDArray[np.uint8]) -> Iterator[tuple[Plane, int]]:
    """In what the board is looked for, in turn: grey, the strongest channel (red and black fields), the chromas (equally bright ones)."""
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    yield from ((grey, longest) for longest in LOOKED_AT_PX)
    strongest = np.asarray(image.max(axis=2), np.uint8)
    yield from ((strongest, longest) for longest in LOOKED_AT_PX[:2])
    lab = cv2.cvtColor(image, cv2.COLOR_BGR2LAB)
    yield from ((np.asarray(lab[..., chroma], np.uint8), LOOKED_AT_PX[1]) for chroma in (1, 2))


def _lattices(image: NDArray[np.uint8], size: int) -> Iterator[tuple[Plane, Lattice]]:
    """The lattices seen, in the pixels of the whole picture, each with the plane it was seen in."""
    height, width = image.shape[:2]
    for plane, longest in _looks(image):
        factor = longest / max(height, width)
        if factor > ENLARGED:
            continue
        small_size = (round(width * factor), round(height * factor))
        small = np.asarray(cv2.resize(plane, small_size, interpolation=cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR), np.uint8)
        for lattice in islice(lattices(detect(small), size, small_size), TRIED):
            scaled = lattice.geometry.scaled(1 / factor)
            yield plane, Lattice(Geometry(size, scaled.homography, scaled.lens, (width, height)), lattice.points)


def _sentence(size: int, largest: int, best: _Candidate | None) -> str:
    wanted = f"no board of {size} x {size} fields was found"
    expected = (size - 1) ** 2
    if largest > 1.3 * expected:
        return f"{wanted}: the lattice seen goes on beyond {size} fields; is the board of another size?"
    if best is None:
        return f"{wanted}: no lattice of light and dark fields is seen; show the whole board, sharp and lit"
    return f"{wanted}: of its {expected} inner crossings {best.window.seen} are seen; show the whole board, free of hands"
