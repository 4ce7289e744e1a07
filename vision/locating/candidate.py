"""A place where the board may lie: how well it fits the lattice, and whether the lattice ends at the edges of the board."""

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

ROUGHLY = 0.15
"""How far from its place, in squares, a crossing is looked for before the lattice is refined."""
EXACTLY = 0.04
"""The same after the lattice is refined; at so short a distance few speckles of a cloth are taken for crossings."""
SUFFICIENT = 0.7
"""The quality that counts whole in the confidence, and the confidence above which no further place is examined."""
MIN_QUALITY = 0.35
"""The quality below which nothing is called a board."""
FULL_SUPPORT = 0.7
"""The share of the crossings that a board without hands shows; more support does not raise the quality."""
MAX_UNREST = 0.3
"""A lattice that moves this far, in squares, when it is refined again is no lattice."""
AT_REST = 0.1
"""A lattice that moves less than this, in squares, when it is refined again is at rest."""
RIVALLED = 0.4
"""The share of its quality that a place keeps when another fits as well: enough to be drawn, not to be accepted."""
MIN_CONFIDENCE = 0.3
"""The confidence of a place of quality MIN_QUALITY. It is below `locate.CONFIDENT`, so such a place is not accepted."""
MIN_ROUGH_SCORE = 0.25
"""The score of a window on a roughly fitted lattice below which it is not examined further."""
CLEAR_MARGIN = 0.08
"""The lead in score over the next window from which on the best one is certain; a shift by one field costs far more."""
ENDED = 0.4
"""The value of `Window.ends` from which on the lattice ends at the edges; arms and glare leave more than half of an edge."""
ELSEWHERE = 0.5
"""The distance, in squares, from which on two places are different ones, not the same one seen twice."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A board in a picture. The playing squares fall on the dark fields; which of the two edges that allow this is White's is not known
    yet."""

    geometry: Geometry
    confidence: float
    """A mark from 0 to 1 for how certainly the board lies there. It is not a probability; see `Candidate.confidence`."""
    seen: int
    """The number of inner crossings that agree with the lattice."""
    expected: int
    """The number of inner crossings of the board."""
    residual_squares: float
    """The median distance of the crossings seen from the fitted lattice, in squares."""


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A place for the board, and how the lattice was seen there."""

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
        """From 0 to 1, how well the window fits. It is less where another fits as well, little is seen, or the lattice is not at rest."""
        seen = min(self.refined.support / FULL_SUPPORT, 1)
        rest = np.clip((MAX_UNREST - self.refined.moved_squares) / (MAX_UNREST - AT_REST), 0, 1)
        return float(self.window.score * seen * rest * (RIVALLED + (1 - RIVALLED) * self._clear))

    @property
    def confidence(self) -> float:
        """A mark from 0 to 1, not a probability: the quality, reduced where another place fits as well or the lattice goes on at an edge.

        A lattice that goes on may be part of a larger one. The confidence is 0 where a part of the board lies outside the picture.
        """
        sure = MIN_CONFIDENCE + (1 - MIN_CONFIDENCE) * np.clip((self.quality - MIN_QUALITY) / (SUFFICIENT - MIN_QUALITY), 0, 1)
        return float(sure * self._clear * min(self.window.ends / ENDED, 1) * self.whole)

    @property
    def _clear(self) -> float:
        return float(np.clip((self.window.score - self.window.rival) / CLEAR_MARGIN, 0, 1))

    def against(self, others: Iterable["Candidate"]) -> "Candidate":
        """The same place with these others, seen in any plane or scale, among its rivals, except those at the same place."""
        elsewhere = [other.window.score for other in others if not self._same_place(other)]
        return replace(self, window=replace(self.window, rival=max([self.window.rival, *elsewhere])))

    def _same_place(self, other: "Candidate") -> bool:
        turns = (other.geometry.turned(quarter).corners_px() for quarter in range(4))
        return min(float(np.abs(turn - self.geometry.corners_px()).max()) for turn in turns) < ELSEWHERE * self.geometry.px_per_square()

    def lattice(self) -> Lattice:
        """The lattice with all inner crossings of the board."""
        return Lattice(self.geometry, inner_crossings(self.geometry.size))

    def found(self, image: NDArray[np.uint8]) -> Found:
        """The board in the picture in which the candidate was seen, turned so that the playing squares are dark."""
        expected = (self.geometry.size - 1) ** 2
        upright = self.geometry if _plays_on_dark(image, self.geometry) else self.geometry.turned(1)
        return Found(upright, self.confidence, round(self.refined.support * expected), expected, self.refined.residual_squares)


def on_lattice(plane: Plane, lattice: Lattice) -> Candidate | None:
    """The best place for the board on a lattice seen in a picture of one channel; None when no place fits."""
    window = best_window(plane, lattice.geometry, lattice.points, ROUGHLY)
    return near(plane, window.geometry) if window.score >= MIN_ROUGH_SCORE else None


def near(plane: Plane, geometry: Geometry) -> Candidate | None:
    """The best place for the board on the lattice within half a square of `geometry`; None when there is no lattice."""
    try:
        refined = refine(plane, geometry, fit_lens=True)
        window = best_window(plane, refined.geometry, inner_crossings(geometry.size), EXACTLY)
        return Candidate(window, refine(plane, window.geometry, fit_lens=True))
    except LatticeLost:
        return None


def planes(image: NDArray[np.uint8]) -> Iterator[Plane]:
    """The channels in which a board may show: grey, the strongest channel (for red and black fields), the chromas (for equally bright
    ones)."""
    yield np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    yield np.asarray(image.max(axis=2), np.uint8)
    lab = cv2.cvtColor(image, cv2.COLOR_BGR2LAB)
    yield from (np.asarray(lab[..., chroma], np.uint8) for chroma in (1, 2))


def _plays_on_dark(image: NDArray[np.uint8], geometry: Geometry) -> bool:
    """Whether the playing squares are the darker fields in grey, whatever plane the lattice was seen in."""
    response = respond(np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8), geometry)
    points: Points = inner_crossings(geometry.size)
    return bool(np.median(response.linear[response.at(points)] * polarity(points)) > 0)
