"""The modes of a watcher, each a frozen value that holds all that is known in it, and how the first of them is learned."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.board.squares import Content
from vision.camera.source import Frame
from vision.image.geometry import Geometry, Points
from vision.locating.locate import BoardNotFound, locate_hinted
from vision.reading.calibration import StartMismatch
from vision.watching.health import Health, NothingSeen, PictureFault, unfit, why_not_found
from vision.watching.orient import BoardLiesWrong, orient
from vision.watching.tracked import WAY_UNKNOWN, TrackedBoard

MIN_WAY_PROBABILITY = 0.999
"""The probability that one way round needs against the other three in the middle of a game: no press may be read from the wrong side."""

Corners = Points | Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Unstarted:
    """No picture was learned from yet."""

    turned: ClassVar[bool] = False


@dataclass(frozen=True, slots=True, eq=False)
class LyingWrong:
    """The dark corner is at White's right (Art. 26): the squares cannot be numbered, and nothing is read."""

    turned: ClassVar[bool] = True
    geometry: Geometry


@dataclass(frozen=True, slots=True, eq=False)
class Tracking:
    """A board was found and learned. The mode is one of the subclasses."""

    any_way: ClassVar[bool]
    """Whether the pieces must tell which edge is White's even where the board seems not to have been turned."""
    board: TrackedBoard

    @property
    def turned(self) -> bool:
        return self.board.turned

    @property
    def geometry(self) -> Geometry:
        return self.board.place.geometry


@dataclass(frozen=True, slots=True, eq=False)
class Following(Tracking):
    """The board is followed from picture to picture."""

    any_way: ClassVar[bool] = False


@dataclass(frozen=True, slots=True, eq=False)
class LookingAgain(Tracking):
    """The camera was gone and may be another one, elsewhere: a picture is read only if its pieces tell which edge is White's."""

    any_way: ClassVar[bool] = True


Mode = Unstarted | LyingWrong | Tracking


@dataclass(frozen=True, slots=True, eq=False)
class CornersHint:
    """Where the corners of the board are looked for first: (4, 2) pixels, each off by half a square at most."""

    corners_px: Corners | None = None
    is_pointed_at: bool = False
    """Whether somebody has pointed at the corners since the board was last found."""

    def refused(self) -> "CornersHint":
        """The hint after its corners turned out to be no board: corners that somebody pointed at are forgotten."""
        return CornersHint() if self.is_pointed_at else self

    def used(self) -> "CornersHint":
        """The hint after the board was found."""
        return CornersHint(self.corners_px)


def learn_board(
    frame: Frame, size: int, contents: Sequence[Content], corners_px: Corners | None, *, surely: bool, mirrored: bool
) -> Following | LyingWrong:
    """Find the board in a picture of a known position and learn it; errors as `Watcher.begin`, and NonsenseCorners."""
    try:
        found = locate_hinted(frame.image, size, corners_px).geometry
        health = Health.learn(frame, found)
        oriented = orient(frame.image, found.mirrored(mirrored), contents)
        if surely and oriented.probability < MIN_WAY_PROBABILITY:
            raise NothingSeen(PictureFault.WHICH_WAY, frame.name, WAY_UNKNOWN)
        return Following(TrackedBoard.learn(frame, oriented, contents, health))
    except BoardLiesWrong as error:
        return LyingWrong(error.geometry)
    except BoardNotFound as error:
        fault = why_not_found(frame.image)
        raise (unfit(fault, frame) if fault else BoardNotFound(error.sentence, about=frame.name)) from error
    except StartMismatch as error:
        raise StartMismatch(error.sentence, error.squares, found, frame.name) from error
