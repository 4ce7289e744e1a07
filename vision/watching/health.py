"""Why a picture cannot be read: frozen, black, blinded, out of focus, or covered."""

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from typing import NamedTuple
from zlib import crc32

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.errors import DamcamError, Sentence
from vision.camera.source import Frame
from vision.image.arrays import Floats
from vision.image.geometry import Geometry, rectify
from vision.image.picture import Image
from vision.reading.features import light_fields
from vision.reading.reader import Reading
from vision.watching.fault_phrases import PictureSays, UnfitPicture

TELLING_NATS = 3.0
"""The margin (20 to 1) from which on a square tells something."""
TELLING_SHARE = 0.5
"""The share of the squares below which a picture is examined for a fault. Hands cover fewer squares, save for a moment."""
COVERED_SHARE = 0.8
"""The share of hidden squares from which on a board counts as covered; no hand or sleeve is so large."""
BLACK_LEVEL = 32
"""The level, of 255, below which a picture is black: a camera's noise is then as large as the board's contrasts."""
MAX_BRIGHT_SHARE = 0.01
"""The share of a black picture that may be brighter than `BLACK_LEVEL`."""
BLINDED_LEVEL = 250
"""The level, of 255, from which on in all three colours a pixel is burnt out."""
BLINDED_SHARE = 0.5
"""The share of burnt-out pixels of the playing squares above which a board is blinded. White discs, which fill a fifth of those squares,
and light fields of paper may be burnt out in a picture that anybody can read."""
MAX_BURNT_BOARD = 0.95
"""The share of burnt-out pixels above which a picture shows no board: any board leaves dark fields and discs."""
MAX_BURNT_UNFOUND = 0.7
"""The share of burnt-out pixels above which a picture without a board that could be found is too bright."""
MIN_SHARPNESS_RATIO = 0.65
"""The least sharpness of the lattice's lines, as a share of that in the picture learned from. A camera in focus stays within a twentieth of
it, with hands in the picture or not. A blur of 0.07 squares, when the edges of discs run into the fields, falls below."""
IN_FOCUS = 0.5
"""The least sharpness of a picture to learn from. Boards rendered, drawn and photographed have 0.7 to 1.5. After a blur of 0.15 squares,
when the edge of a disc runs into the line beside it, they have 0.36 to 0.45."""
MIN_CRISPNESS = 0.2
"""The least ratio of the strong steps from pixel to pixel to those over FAR_PX, at a width of EDGES_PX. A picture in focus has 0.3 to 0.6;
a blur that hides the lattice leaves 0.12 to 0.16."""
FAR_PX = 8
EDGES_LEFT = 0.25
"""The share of the edges of the picture learned from below which a picture without a board may be out of focus. A hand or a paper on the
board has edges of its own."""
SAME_SCENE = 0.6
"""The correlation with the picture learned from, at THUMB_PX, above which such a picture still shows the scene; a cap on the lens does
not."""
EDGES_PX = 480
"""The width of the picture in which edges are measured."""
THUMB_PX = (24, 18)
PX = 24
"""Pixels to a square in the straightened picture."""
FAINT = 3.0
"""Grey levels, of 255, between neighbouring fields that noise alone can make: no line is seen."""
SAMPLED = 16
"""One pixel in so many rows and columns is sampled to tell whether a picture is black, white or a repetition."""
CORNER_PX = np.arange(3, 7)
"""Pixels from the corner of a field, of PX, that neither lines nor discs reach."""


class PictureFault(StrEnum):
    """Why a picture cannot be read."""

    FROZEN = "frozen"
    BLACK = "black"
    BLINDED = "blinded"
    OUT_OF_FOCUS = "out-of-focus"
    COVERED = "covered"
    NO_PICTURE = "no-picture"
    WHICH_WAY = "which-way"
    """The board lies elsewhere, and its pieces do not tell which edge is White's."""
    ANOTHER_POSITION = "another-position"
    """Another position stands on the board than the one that is held, so nothing can be learned from it."""


AT_START = {
    PictureFault.BLACK: UnfitPicture.BLACK.said(UnfitPicture.TURN_THE_LIGHT_ON.said()),
    PictureFault.BLINDED: UnfitPicture.BLINDED.said(UnfitPicture.SHADE_THE_BOARD.said()),
    PictureFault.OUT_OF_FOCUS: UnfitPicture.OUT_OF_FOCUS.said(UnfitPicture.FOCUS.said()),
}


def fault_sentence(fault: PictureFault) -> Sentence:
    """What is wrong with a picture that has this fault, in the middle of a game."""
    return PictureSays[fault.name].said()


class NothingSeen(DamcamError, LookupError):
    """A picture in which no position can be read. `squares`: those on which something else stands than expected, where that is known."""

    def __init__(self, fault: PictureFault, picture: str, why: Sentence, squares: tuple[int, ...] = ()) -> None:
        super().__init__(why, about=picture)
        self.fault = fault
        self.picture = picture
        self.squares = squares


@dataclass(frozen=True, slots=True, eq=False)
class Health:
    """What a good picture of this camera is like, measured in the picture learned from."""

    channel: int
    """The colour channel (0 blue, 1 green, 2 red) in which neighbouring fields differ most."""
    sharpness: float
    """The sharpness of the lattice's lines in that channel."""
    edges: float
    """The strength of the edges of the whole picture."""
    thumb: Floats
    """The large shapes of the whole picture, THUMB_PX, of mean 0 and variance 1."""

    @staticmethod
    def learn(frame: Frame, geometry: Geometry) -> "Health":
        """Measure a picture in which the board lies as `geometry` says; NothingSeen, saying what to do, when it is unfit to learn from."""
        seen = [lines(frame.image, geometry, channel) for channel in range(3)]
        channel = max(range(3), key=lambda one: seen[one].contrast)
        sharpness = seen[channel].sharpness
        fault = light_fault(frame.image, geometry) or (PictureFault.OUT_OF_FOCUS if sharpness < IN_FOCUS else None)
        if fault:
            raise unfit(fault, frame)
        return Health(channel, sharpness, _edges(frame.image), _thumb(frame.image))

    def fault_of(self, image: Image, geometry: Geometry, reading: Reading) -> PictureFault | None:
        """Why the board, found in the picture, cannot be read; None when it can be read, or when the reason is unknown."""
        margins = reading.evidence.margins()
        blurred = lines(image, geometry, self.channel).sharpness < MIN_SHARPNESS_RATIO * self.sharpness
        if not blurred and sum(margin is not None and margin >= TELLING_NATS for margin in margins) >= TELLING_SHARE * len(margins):
            return None
        light = light_fault(image, geometry)
        if light or blurred:
            return light or PictureFault.OUT_OF_FOCUS
        return PictureFault.COVERED if len(reading.hidden) >= COVERED_SHARE * len(margins) else None

    def why_lost(self, image: Image, geometry: Geometry) -> PictureFault:
        """Why no board is found in the picture; `geometry` is where it lay before."""
        light = light_fault(image, geometry)
        if light:
            return light
        alike = float((_thumb(image) * self.thumb).mean())
        blurred = _edges(image) < EDGES_LEFT * self.edges
        return PictureFault.OUT_OF_FOCUS if blurred and alike > SAME_SCENE else PictureFault.COVERED


class PicturePrint(NamedTuple):
    """What tells one picture from another: its name, its time and a checksum of its sampled pixels."""

    name: str
    t_ns: int
    crc: int


NO_PRINT = PicturePrint("", -1, 0)


@dataclass(frozen=True, slots=True)
class Freshness:
    """Tells whether a camera repeats itself."""

    earlier: PicturePrint = NO_PRINT
    """The last picture of an earlier moment than `latest`."""
    latest: PicturePrint = NO_PRINT

    def after(self, frame: Frame) -> "Freshness":
        """The state after this picture."""
        this = PicturePrint(frame.name, frame.t_ns, crc32(frame.held[::SAMPLED, ::SAMPLED].tobytes()))
        return Freshness(self.earlier if this.t_ns == self.latest.t_ns else self.latest, this)

    @property
    def is_stale(self) -> bool:
        """Whether the latest picture repeats the last one of an earlier moment in every sampled pixel; a sensor's noise never does that.

        The same file named again is one picture, not two alike.
        """
        return self.earlier.t_ns >= 0 and self.earlier.crc == self.latest.crc and self.earlier.name != self.latest.name


def white_or_black(image: Image) -> PictureFault | None:
    """BLACK or BLINDED where there is no need to look for a board; None otherwise."""
    sampled = image[::SAMPLED, ::SAMPLED]
    if _is_darker(sampled, BLACK_LEVEL / 2):
        return PictureFault.BLACK
    return PictureFault.BLINDED if burnt_share(sampled) > MAX_BURNT_BOARD else None


def light_fault(image: Image, geometry: Geometry) -> PictureFault | None:
    """BLACK or BLINDED where the board cannot be seen because of too little or too much light; None otherwise."""
    board = rectify(image, geometry, PX // 2)
    if _is_darker(board, BLACK_LEVEL):
        return PictureFault.BLACK
    fields = board.reshape(geometry.size, PX // 2, geometry.size, PX // 2, 3).swapaxes(1, 2)
    light = light_fields(geometry.size)
    darker = min(burnt_share(fields[light]), burnt_share(fields[~light]))
    return PictureFault.BLINDED if darker > BLINDED_SHARE else None


def why_not_found(image: Image) -> PictureFault | None:
    """Why no board is found in the first picture; None when the reason is unknown."""
    sampled = image[::SAMPLED, ::SAMPLED]
    if _is_darker(sampled, BLACK_LEVEL):
        return PictureFault.BLACK
    if burnt_share(sampled) > MAX_BURNT_UNFOUND:
        return PictureFault.BLINDED
    return PictureFault.OUT_OF_FOCUS if _crispness(image) < MIN_CRISPNESS else None


def unfit(fault: PictureFault, frame: Frame) -> NothingSeen:
    """The error for a picture that cannot be learned from because of this fault."""
    why = AT_START[fault]
    again = UnfitPicture.AND_AGAIN.said(remedy=why.remedy) if why.remedy else None
    return NothingSeen(fault, frame.name, replace(why, remedy=again))


def burnt_share(pixels: Image) -> float:
    """The share of the pixels that are white in all colours."""
    blue, green, red = np.moveaxis(pixels, -1, 0)
    return float(np.mean(np.minimum(np.minimum(blue, green), red) >= BLINDED_LEVEL))


def _is_darker(pixels: Image, level: float) -> bool:
    """Whether all but a share MAX_BRIGHT_SHARE of the pixels are below the level in every colour."""
    blue, green, red = np.moveaxis(pixels, -1, 0)
    return float(np.mean(np.maximum(np.maximum(blue, green), red) >= level)) <= MAX_BRIGHT_SHARE


class Lines(NamedTuple):
    """How the lines between neighbouring fields show in one channel, in grey levels."""

    step: float
    """The difference across the line over three pixels of PX."""
    contrast: float
    """The difference between the fields."""

    @property
    def sharpness(self) -> float:
        """About 1 in focus, a third when blurred, 0 where no line is seen."""
        return self.step / self.contrast if self.contrast > FAINT else 0.0


def lines(image: Image, geometry: Geometry, channel: int) -> Lines:
    """The medians over all lines of the board."""
    flat = rectify(image[..., channel], geometry, PX)
    near, far, *fields = flat.ravel()[_across_lines(geometry.size)].mean(axis=1)
    contrast = np.abs(fields[0] - fields[1] + fields[2] - fields[3]) / 2
    return Lines(float(np.median(np.abs(near - far))), float(np.median(contrast)))


@cache
def _across_lines(size: int) -> NDArray[np.intp]:
    """The pixels beside every line that no disc covers, numbered row by row in the straightened picture, (6, CORNER_PX, places).

    The first axis: the second pixel after and before the line, then the fifth after and before, then the sixth.
    """
    side = size * PX
    lines = np.arange(1, size) * PX + np.array([1, -2, 4, -5, 5, -6])[:, None, None, None]
    fields = np.arange(size) * PX
    along = np.stack([fields[:, None] + CORNER_PX, fields[:, None] + PX - 1 - CORNER_PX], axis=1).reshape(-1, len(CORNER_PX)).T
    upright = along[:, :, None] * side + lines
    flat = along[:, :, None] + lines * side
    return np.concatenate([upright, flat], axis=2).reshape(6, len(CORNER_PX), -1)


def _crispness(image: Image) -> float:
    """The strong steps from pixel to pixel over those across FAR_PX; 1 where there are none."""
    small = _small_grey(image)
    steps = [float(np.quantile(np.abs(small[:, px:] - small[:, :-px]), 0.99)) for px in (1, FAR_PX)]
    return steps[0] / steps[1] if steps[1] > FAINT else 1.0


def _edges(image: Image) -> float:
    """The gradient of the steepest hundredth of a picture, resized to EDGES_PX wide."""
    small = _small_grey(image)
    smooth = cv2.GaussianBlur(small, (0, 0), 1)
    return float(np.quantile(cv2.magnitude(cv2.Sobel(smooth, -1, 1, 0), cv2.Sobel(smooth, -1, 0, 1)), 0.99))


def _small_grey(image: Image) -> Floats:
    grey, factor = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), EDGES_PX / image.shape[1]
    return np.asarray(cv2.resize(grey, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.float32)


def _thumb(image: Image) -> Floats:
    """The large shapes of a picture, of mean 0 and variance 1."""
    small = cv2.resize(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), THUMB_PX, interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray((small - small.mean()) / max(float(small.std()), 1.0), np.float32)
