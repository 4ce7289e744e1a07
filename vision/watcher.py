"""Follows one board through a game: finds it once, learns what its pieces look like, then reads picture after picture."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from rules.board import Content
from rules.evidence import Evidence
from vision.calibration import Calibration, StartMismatch, calibrate
from vision.geometry import Geometry
from vision.locate import BoardNotFound, locate
from vision.orient import orient
from vision.picture import Image
from vision.reader import Reading, fuse, read
from vision.relearn import adapt
from vision.source import Frame
from vision.track import LatticeLost, refine

STILL_SQUARES = 0.02
"""A board that moved by less has not moved: following it scatters by that much, and what is computed for a place can be used again."""


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """What the pictures of one press showed: the evidence, the last readable picture, and where the board lay in it."""

    evidence: Evidence
    frame: Frame
    geometry: Geometry


class Watcher:
    """Eyes on one board of `size` fields a side; `begin` comes before `look`."""

    def __init__(self, size: int) -> None:
        self._size = size
        self.turned = False
        """The board lies wrong: the pieces stand on the light fields (Art. 26)."""
        self._geometry: Geometry
        self._calibration: Calibration

    def begin(self, frame: Frame, contents: Sequence[Content]) -> Geometry:
        """Find the board in a picture of a known position (`contents`, square 1 first) and learn from it what its pieces look like.

        BoardNotFound or StartMismatch, naming the picture and what was expected, when it does not show that position.
        """
        try:
            oriented = orient(frame.image, locate(frame.image, self._size).geometry, contents)
            self._geometry, self.turned = oriented.geometry, oriented.turned
            self._calibration = calibrate(frame.image, self._geometry, contents)
        except BoardNotFound as error:
            raise BoardNotFound(f"{frame.name}: {error}") from error
        except StartMismatch as error:
            raise StartMismatch(f"{frame.name}: {error}", error.squares) from error
        return self._geometry

    def look(self, frames: Iterable[Frame]) -> Sight:
        """Read the pictures of one press, in time order, and fuse them; BoardNotFound when the board is found in none of them."""
        readings: list[Reading] = []
        last: Frame | None = None
        reason = "no picture was taken"
        for frame in frames:
            try:
                self._geometry = self._follow(frame.image)
            except BoardNotFound as error:
                reason = f"{frame.name}: {error}"
                continue
            readings.append(read(frame.image, self._geometry, self._calibration))
            last = frame
        if last is None:
            raise BoardNotFound(reason)
        return Sight(fuse(readings), last, self._geometry)

    def confirm(self, sight: Sight, contents: Sequence[Content]) -> None:
        """Follow the light a little: the pictures of that sight surely showed these contents."""
        self._calibration = adapt(self._calibration, sight.frame.image, sight.geometry, contents)

    def _follow(self, image: Image) -> Geometry:
        """Where the board lies now: near where it lay, or else found anew and taken to lie the way it lay before."""
        try:
            refined = refine(image, self._geometry)
            return refined.geometry if refined.moved_squares > STILL_SQUARES else self._geometry
        except LatticeLost:
            return nearest_turn(locate(image, self._size).geometry, self._geometry)


def nearest_turn(found: Geometry, before: Geometry) -> Geometry:
    """Of the four ways to look at the board that was found, the one whose corners lie nearest to where they lay before."""
    turns = [found.turned(quarter) for quarter in range(4)]
    return min(turns, key=lambda turn: float(np.linalg.norm(turn.corners_px() - before.corners_px(), axis=1).sum()))
