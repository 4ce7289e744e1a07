"""A look at the board before the round: is it found, does the start position stand, and how good is the picture."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.board.squares import Content
from rules.errors import DamcamError, Phrase, Sentence
from vision.camera.source import Frame
from vision.image.geometry import Geometry
from vision.reading.calibration import StartMismatch
from vision.watching.condition import ViewCondition
from vision.watching.health import TELLING_NATS, NothingSeen, PictureFault
from vision.watching.modes import Corners
from vision.watching.watcher import Watcher


class SeenOtherwise(Phrase):
    """How a board that was found looks now, and what to do."""

    NOT_AS_IT_WAS = "the board is not seen as it was"
    TAKE_IT_AWAY = "take away what lies on it or is held over it"
    SQUARES = "square {squares} looks otherwise", "squares {squares} look otherwise"


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What one picture showed of a board on which a certain position should stand."""

    condition: ViewCondition | None = None
    """The condition of the view; None when the board is not found, or not seen well enough."""
    geometry: Geometry | None = None
    """Where the board lies; None when that is unknown."""
    fault: PictureFault | None = None
    """What is wrong with a picture that shows nothing."""
    stands: bool = False
    turned: bool = False
    """The board lies wrong (Art. 26)."""
    why: Sentence | None = None
    """Why the board is not found, or its position does not stand."""

    @staticmethod
    def found(frame: Frame, geometry: Geometry, *, turned: bool) -> "Look":
        """Return the look at a board that was found with its position on it."""
        return Look(ViewCondition.of(frame.image, geometry), geometry, stands=not turned, turned=turned)

    @staticmethod
    def missed(frame: Frame, error: DamcamError) -> "Look":
        """Return the look at a picture from which no game could begin."""
        if isinstance(error, StartMismatch) and error.geometry is not None:
            return Look(ViewCondition.of(frame.image, error.geometry), error.geometry, why=error.sentence)
        return Look(fault=error.fault if isinstance(error, NothingSeen) else None, why=error.sentence)


def look(frame: Frame, size: int, contents: Sequence[Content], corners_px: Corners | None = None, *, mirrored: bool = False) -> Look:
    """Look at a picture of a board with `size` squares a side on which `contents`, square 1 first, should stand.

    `corners_px` are the corners that the settings give, in px, if any. `mirrored`: the board lies with a light corner at White's left.
    """
    watcher = Watcher(size, corners_px)
    try:
        geometry = watcher.begin(frame, contents, mirrored=mirrored)
    except DamcamError as error:
        return Look.missed(frame, error)
    return Look.found(frame, geometry, turned=watcher.turned)


def look_again(watcher: Watcher, frame: Frame, contents: Sequence[Content]) -> Look:
    """Look at a later picture of the watcher's board, on which these contents stood. The watcher follows a board that moves."""
    if watcher.turned:
        return Look(turned=True)
    try:
        sight = watcher.look([frame])
    except NothingSeen as error:
        return Look(fault=error.fault, why=SeenOtherwise.NOT_AS_IT_WAS.said(SeenOtherwise.TAKE_IT_AWAY.said()))
    condition = ViewCondition.of(frame.image, sight.geometry)
    wrong = [square for square, content in enumerate(contents, 1) if sight.evidence.colour_margin(square, content) <= -TELLING_NATS]
    why = SeenOtherwise.SQUARES.said(count=len(wrong), squares=tuple(wrong)) if wrong else None
    return Look(condition, sight.geometry, stands=not wrong, why=why)
