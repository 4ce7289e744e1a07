"""A look at the board before the round: whether it is found, whether its start position stands, and what the picture is like."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.board.squares import Content
from rules.errors import DamcamError, Phrase, Sentence
from vision.camera.source import Frame
from vision.image.geometry import Geometry
from vision.reading.calibration import StartMismatch
from vision.watching.condition import ViewCondition
from vision.watching.health import TELLING_NATS, NothingSeen, PictureFault
from vision.watching.watcher import Watcher

Corners = Sequence[tuple[float, float]] | None


class SeenOtherwise(Phrase):
    """How a board that was found looks now, and what to do."""

    NOT_AS_IT_WAS = "the board is not seen as it was"
    TAKE_IT_AWAY = "take away what lies on it or is held over it"
    ONE_SQUARE = "square {squares} looks otherwise"
    SQUARES = "squares {squares} look otherwise"


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
    why: Sentence | None = None
    """Why the board is not found, or its position does not stand."""

    @staticmethod
    def found(frame: Frame, geometry: Geometry, *, turned: bool) -> "Look":
        """The position stands on the board, which lies so."""
        return Look(ViewCondition.of(frame.image, geometry), geometry, stands=not turned, turned=turned)

    @staticmethod
    def missed(frame: Frame, error: DamcamError) -> "Look":
        """No game could begin from the picture."""
        if isinstance(error, StartMismatch) and error.geometry is not None:
            return Look(ViewCondition.of(frame.image, error.geometry), error.geometry, why=error.sentence)
        return Look(fault=error.fault if isinstance(error, NothingSeen) else None, why=error.sentence)


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
        return Look(fault=error.fault, why=SeenOtherwise.NOT_AS_IT_WAS.said(SeenOtherwise.TAKE_IT_AWAY.said()))
    condition = ViewCondition.of(frame.image, sight.geometry)
    wrong = [square for square, content in enumerate(contents, 1) if sight.evidence.colour_margin(square, content) <= -TELLING_NATS]
    phrase = SeenOtherwise.ONE_SQUARE if len(wrong) == 1 else SeenOtherwise.SQUARES
    return Look(condition, sight.geometry, stands=not wrong, why=phrase.said(squares=tuple(wrong)) if wrong else None)
