"""A look at the board before the round: whether it is found, whether its start position stands, and what the picture is like."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.board.squares import Content
from rules.errors import DamcamError
from vision.camera.source import Frame
from vision.image.geometry import Geometry
from vision.reading.calibration import StartMismatch
from vision.watching.condition import ViewCondition
from vision.watching.health import TELLING_NATS, NothingSeen, PictureFault
from vision.watching.watcher import Watcher

Corners = Sequence[tuple[float, float]] | None


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What one picture showed of a board on which a certain position is to stand."""

    condition: ViewCondition | None = None
    """None where the board is not found, or cannot be seen well enough."""
    geometry: Geometry | None = None
    """Where it lies, where that is known."""
    fault: PictureFault | None = None
    """What is wrong with a picture that tells nothing."""
    stands: bool = False
    turned: bool = False
    """The board lies wrong (Art. 26)."""
    why: str = ""
    """Why the board is not found, or its position does not stand: a sentence."""

    @staticmethod
    def found(frame: Frame, geometry: Geometry, *, turned: bool) -> "Look":
        """The position stands on the board, which lies so."""
        return Look(ViewCondition.of(frame.image, geometry), geometry, stands=not turned, turned=turned)

    @staticmethod
    def missed(frame: Frame, error: DamcamError) -> "Look":
        """No game could begin from the picture."""
        why = str(error).removeprefix(f"{frame.name}: ")
        if isinstance(error, StartMismatch) and error.geometry is not None:
            return Look(ViewCondition.of(frame.image, error.geometry), error.geometry, why=why)
        return Look(fault=error.fault if isinstance(error, NothingSeen) else None, why=why)


def look(frame: Frame, size: int, contents: Sequence[Content], corners_px: Corners = None) -> Look:
    """What the picture shows of a board of `size` fields on which `contents`, square 1 first, are to stand.

    `corners_px` are the corners by which the settings help to find it, if they do.
    """
    watcher = Watcher(size, corners_px)
    try:
        geometry = watcher.begin(frame, contents)
    except DamcamError as error:
        return Look.missed(frame, error)
    return Look.found(frame, geometry, turned=watcher.turned)


def look_again(watcher: Watcher, frame: Frame, contents: Sequence[Content]) -> Look:
    """What a later picture shows of the board that the watcher began with, on which these contents stood; it follows the board."""
    if watcher.turned:
        return Look(turned=True)
    try:
        sight = watcher.look([frame])
    except NothingSeen as error:
        return Look(fault=error.fault, why="the board is not seen as it was; take away what lies on it or is held over it")
    condition = ViewCondition.of(frame.image, sight.geometry)
    wrong = [square for square, content in enumerate(contents, 1) if sight.evidence.colour_margin(square, content) <= -TELLING_NATS]
    named = f"{'square' if len(wrong) == 1 else 'squares'} {', '.join(map(str, wrong))} {'looks' if len(wrong) == 1 else 'look'} otherwise"
    return Look(condition, sight.geometry, stands=not wrong, why=named if wrong else "")
