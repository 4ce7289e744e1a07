"""A place where the board may lie: how well the lattice bears it out, and whether its edges are seen to be the board's."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.geometry import Geometry, Points
from vision.locating.crossings import inner_crossings, polarity, respond
from vision.locating.lattice import Lattice
from vision.locating.track import LatticeLost, Refined, refine
from vision.locating.window import Window, best_window

Plane = NDArray[np.uint8]

ROUGHLY, EXACTLY = 0.15, 0.04
"""How far crossings are looked for, in squares, before and after the lattice is refined; a cloth's speckles are caught less."""
SURE = 0.7
"""The quality of a candidate after which nothing else is looked at."""
UNSURE = 0.35
"""The quality below which nothing is called a board."""
PLENTY = 0.7
"""The share of the crossings that a hand-free board shows."""
RESTLESS, AT_REST = 0.3, 0.1
"""A refined lattice that moves so far, in squares, when refined again is none; one that moves less than the second is at rest."""
RIVALLED = 0.4
"""What is left of a place's quality when another fits as well: it is worth drawing, not more."""
BARELY = 0.3
"""The confidence of a place of quality UNSURE: below CONFIDENT, so that good alone is enough."""
HOPELESS = 0.25
"""The score of a window on a roughly fitted lattice below which it is not looked at more closely."""
CLEAR_MARGIN = 0.08
"""By how much the best window must be above the next to be sure; a shift by one field costs far more."""
ENDED = 0.4
"""How plainly the lattice must end at each of the four edges; arms and glare leave more than half of an edge."""
ELSEWHERE = 0.5
"""Squares between two places from which on they are not the same one, seen twice."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A board in a picture. Playing squares fall on the dark fields; which of the two such edges is White's is not known yet."""

    geometry: Geometry
    confidence: float
    """From 0 to 1 how plainly this is the board and lies there. A mark, not a probability: nothing calibrates it; see Candidate."""
    seen: int
    """How many of the inner crossings of the lattice agree with it,"""
    expected: int
    """and how many there are."""
    residual_squares: float
    """Median distance of these crossings from the fitted lattice."""


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A place for the board, and what of the lattice was seen there."""

    window: Window
    refined: Refined

    @property
    def geometry(self) -> Geometry:
        return self.refined.geometry

    @property
    def whole(self) -> bool:
        """Whether the middle of every field lies in the picture."""
        n = self.geometry.size
        px = self.geometry.to_px([(0.5, 0.5), (n - 0.5, 0.5), (0.5, n - 0.5), (n - 0.5, n - 0.5)])
        return bool(((px >= 0) & (px <= np.array(self.geometry.picture_size) - 1)).all())

    @property
    def quality(self) -> float:
        """From 0 to 1: how well the window fits, less if another fits as well, little is seen, or the lattice does not come to rest."""
        seen = min(self.refined.support / PLENTY, 1)
        rest = np.clip((RESTLESS - self.refined.moved_squares) / (RESTLESS - AT_REST), 0, 1)
        return float(self.window.score * seen * rest * (RIVALLED + (1 - RIVALLED) * self._clear))

    @property
    def confidence(self) -> float:
        """A mark from 0 to 1, not a probability: the quality, less if another place fits as well or the lattice goes on at an edge,
        where it may be a part of a larger one; 0 if not all of the board is in the picture."""
        sure = BARELY + (1 - BARELY) * np.clip((self.quality - UNSURE) / (SURE - UNSURE), 0, 1)
        return float(sure * self._clear * min(self.window.ends / ENDED, 1) * self.whole)

    @property
    def _clear(self) -> float:
        return float(np.clip((self.window.score - self.window.rival) / CLEAR_MARGIN, 0, 1))

    def against(self, others: Iterable["Candidate"]) -> "Candidate":
        """The same place, its rivals those too that were seen elsewhere in another plane or scale."""
        elsewhere = [other.window.score for other in others if not self._same_place(other)]
        return replace(self, window=replace(self.window, rival=max([self.window.rival, *elsewhere])))

    def _same_place(self, other: "Candidate") -> bool:
        turns = (other.geometry.turned(quarter).corners_px() for quarter in range(4))
        return min(float(np.abs(turn - self.geometry.corners_px()).max()) for turn in turns) < ELSEWHERE * self.geometry.px_per_square()

    def lattice(self) -> Lattice:
        """The crossings of the board, all of them."""
        return Lattice(self.geometry, inner_crossings(self.geometry.size))

    def found(self, image: NDArray[np.uint8]) -> Found:
        """The board in the picture that the candidate was seen in, turned so that playing squares are dark."""
        expected = (self.geometry.size - 1) ** 2
        upright = self.geometry if _plays_on_dark(image, self.geometry) else self.geometry.turned(1)
        return Found(upright, self.confidence, round(self.refined.support * expected), expected, self.refined.residual_squares)


def on_lattice(plane: Plane, lattice: Lattice) -> Candidate | None:
    """The best place for the board on a lattice seen in a picture of one channel. None when it does not hold there."""
    window = best_window(plane, lattice.geometry, lattice.points, ROUGHLY)
    return near(plane, window.geometry) if window.score >= HOPELESS else None


def near(plane: Plane, geometry: Geometry) -> Candidate | None:
    """The best place for the board on the lattice that lies within half a square of `geometry`. None when none does."""
    try:
        refined = refine(plane, geometry, fit_lens=True)
        window = best_window(plane, refined.geometry, inner_crossings(geometry.size), EXACTLY)
        return Candidate(window, refine(plane, window.geometry, fit_lens=True))
    except LatticeLost:
        return None


def planes(image: NDArray[np.uint8]) -> Iterator[Plane]:
    """In what a board shows, in turn: grey, the strongest channel (red and black fields), the chromas (equally bright ones)."""
    yield np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    yield np.asarray(image.max(axis=2), np.uint8)
    lab = cv2.cvtColor(image, cv2.COLOR_BGR2LAB)
    yield from (np.asarray(lab[..., chroma], np.uint8) for chroma in (1, 2))


def _plays_on_dark(image: NDArray[np.uint8], geometry: Geometry) -> bool:
    """Whether the playing squares are the less bright fields, in grey, whatever the lattice was seen in."""
    response = respond(np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8), geometry)
    points: Points = inner_crossings(geometry.size)
    return bool(np.median(response.linear[response.at(points)] * polarity(points)) > 0)
