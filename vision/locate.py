"""The board found in one picture, without markers and without hints, with the pieces on it."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.errors import DamcamError
from vision.geometry import Geometry
from vision.lattice import Lattice, lattices
from vision.saddles import detect
from vision.track import LatticeLost, Refined, refine
from vision.window import Window, best_window

Plane = NDArray[np.uint8]

LOOKED_AT_PX = (960, 560, 1600)
"""Longest side of the picture in which saddles are looked for, in this order: the usual case, blur and noise, a small board."""
TRIED = 4
"""Lattices tried at each scale: the largest is the board unless it lies on a checked cloth."""
SURE = 0.7
"""The score of a window after which no other scale is looked at."""
UNSURE = 0.35
"""The score below which nothing is called a board."""
CLEAR_MARGIN = 0.08
"""By how much the best window must be above the next to be sure; a shift by one field costs about 0.15."""


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
    largest = 0
    best: tuple[float, Window, Plane] | None = None
    for plane in _planes(image):
        for longest in LOOKED_AT_PX:
            for window, points in _windows(plane, size, longest):
                largest = max(largest, points)
                if best is None or window.score > best[0]:
                    best = window.score, window, plane
            if best and best[0] > SURE:
                break
        if best and best[0] > UNSURE:
            break
    if best is None or best[0] < UNSURE:
        raise BoardNotFound(_sentence(size, largest, best[1] if best else None))
    return _found(best[2], best[1])


def _planes(image: NDArray[np.uint8]) -> Iterator[Plane]:
    """Grey first; then the two chromas, for boards whose fields are equally bright."""
    yield np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    lab = cv2.cvtColor(image, cv2.COLOR_BGR2LAB)
    yield np.asarray(lab[..., 1], np.uint8)
    yield np.asarray(lab[..., 2], np.uint8)


def _windows(plane: Plane, size: int, longest: int) -> Iterator[tuple[Window, int]]:
    """The best window of each lattice at one scale, in the pixels of the whole picture, and how many crossings the lattice has."""
    height, width = plane.shape
    factor = longest / max(height, width)
    if factor > 1.2:
        return
    small_size = (round(width * factor), round(height * factor))
    small = np.asarray(cv2.resize(plane, small_size, interpolation=cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR), np.uint8)
    for tried, lattice in enumerate(lattices(detect(small), size, small_size)):
        if tried == TRIED:
            return
        yield best_window(plane, _in_whole(lattice, 1 / factor, (width, height)), lattice.points), len(lattice.points)


def _in_whole(lattice: Lattice, factor: float, picture_size: tuple[int, int]) -> Geometry:
    scaled = lattice.geometry.scaled(factor)
    return Geometry(scaled.size, scaled.homography, scaled.lens, picture_size)


def _found(plane: Plane, window: Window) -> Found:
    size = window.geometry.size
    try:
        refined = refine(plane, window.geometry, fit_lens=True)
    except LatticeLost as error:
        raise BoardNotFound(f"no board of {size} x {size} fields was found: {error}") from error
    geometry = refined.geometry if window.sign > 0 else refined.geometry.turned(1)
    expected = (size - 1) ** 2
    return Found(geometry, _confidence(window, refined), round(refined.support * expected), expected, refined.residual_squares)


def _confidence(window: Window, refined: Refined) -> float:
    """The weakest of: how well the window fits, how far it is above the next, how little it moved when refined, how much is seen."""
    parts = (
        (window.score - UNSURE) / (SURE - UNSURE) / 2 + 0.5,
        (window.score - window.rival) / CLEAR_MARGIN,
        (0.3 - refined.moved_squares) / 0.2,
        refined.support / 0.6,
    )
    return float(prod(np.clip(parts, 0, 1)))


def _sentence(size: int, largest: int, window: Window | None) -> str:
    wanted = f"no board of {size} x {size} fields was found"
    if window is None:
        return f"{wanted}: no lattice of light and dark fields is seen; show the whole board, sharp and lit"
    expected = (size - 1) ** 2
    if largest > 1.3 * expected:
        return f"{wanted}: the lattice seen goes on beyond {size} fields; is the board of another size?"
    return f"{wanted}: of its {expected} inner crossings {window.seen} are seen; show the whole board, free of hands"
