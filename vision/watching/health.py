"""What is wrong with a picture that tells nothing: frozen, black, blinded, out of focus, or covered."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import NamedTuple
from zlib import crc32

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.errors import DamcamError
from vision.camera.source import Frame
from vision.image.geometry import Geometry, rectify
from vision.image.picture import Image
from vision.reading.features import Floats, light_fields
from vision.reading.reader import Reading

TELLING_NATS = 3.0
"""A square whose likeliest content leads by so much (20 to 1) tells something."""
TELLING_SHARE = 0.5
"""A picture of which fewer squares tell something is looked into; hands cover less, but for a moment."""
COVERED_SHARE = 0.8
"""A board of which so many squares are hidden is covered wholly: no hand or sleeve is so large."""
BLACK_LEVEL, BRIGHTEST = 32, 0.01
"""All but this share of a black picture's places are darker, of 255: a camera's noise is then as large as the board's contrasts."""
BLINDED_LEVEL, BLINDED_SHARE = 250, 0.5
"""A board is blinded where so much of its playing squares is burnt out, white in all colours. Light fields of paper and the white discs,
which fill a fifth of those squares, may be so in a picture that anybody can read."""
WHITE_OUT = 0.95
"""More than this of a picture is no board, however it lies and whatever it lies on: dark fields and discs are left of any other."""
WASHED_OUT = 0.7
"""A picture in which no board is found is too bright when so much is burnt out: only dark discs would be left of a board."""
BLURRED = 0.65
"""How sharp the lattice's lines must be against the picture learned from; a camera in focus stays within a twentieth of that, hands or not.
Beyond, with a blur of 0.07 squares, the edges of discs run into the fields."""
IN_FOCUS = 0.5
"""The least sharpness of a picture to learn from. Boards rendered, drawn and photographed have 0.7 to 1.5, and 0.36 to 0.45 after a blur of
0.15 squares, when the edge of a disc runs into the line beside it."""
SMEARED = 0.2
"""Of a picture in focus, and EDGES_PX wide, the strong steps from pixel to pixel are 0.3 to 0.6 of those over FAR_PX; a blur that hides
the lattice leaves 0.12 to 0.16."""
FAR_PX = 8
EDGES_LEFT, SAME_SCENE = 0.25, 0.6
"""A picture in which no board is found is out of focus when all its edges are so faint against the one learned from, and it still
correlates so much with that at THUMB_PX: a hand or a paper on the board has edges of its own, a cap on the lens another shape."""
EDGES_PX = 480
THUMB_PX = (24, 18)
PX = 24
FAINT = 3.0
"""Grey levels, of 255, between neighbouring fields that noise alone can make: no line is seen."""
SAMPLED = 16
"""Of so many rows and columns one tells whether a picture is black or white all over, or the one before to the pixel."""
CORNER_PX = np.arange(3, 7)
"""Pixels from the corner of a field, of PX, that neither lines nor discs reach."""


class PictureFault(StrEnum):
    """Why a picture tells nothing."""

    FROZEN = "frozen"
    BLACK = "black"
    BLINDED = "blinded"
    OUT_OF_FOCUS = "out-of-focus"
    COVERED = "covered"
    NO_PICTURE = "no-picture"
    WHICH_WAY = "which-way"
    """The board lies elsewhere, and its pieces do not tell which edge is White's."""
    ANOTHER_POSITION = "another-position"
    """Something else stands on the board than is held to stand there, and nothing can be learned from it."""


AT_START = {
    PictureFault.BLACK: "is black: the lens is covered, or it is too dark; take the cap off or turn the light on",
    PictureFault.BLINDED: "is far too bright: most of the board is burnt out to white; shade the board or shorten the exposure",
    PictureFault.OUT_OF_FOCUS: "is out of focus: the edges of fields and discs run into each other; focus the camera",
}


class NothingSeen(DamcamError, LookupError):
    """A picture that tells nothing of the position: the fault, the picture's name, and the squares on which another one stands."""

    def __init__(self, fault: PictureFault, picture: str, why: str, squares: tuple[int, ...] = ()) -> None:
        super().__init__(f"{picture}: {why}" if picture else why)
        self.fault = fault
        self.picture = picture
        self.squares = squares


@dataclass(frozen=True, slots=True, eq=False)
class Health:
    """What a good picture of this camera is like, from the picture learned from."""

    channel: int
    """The colour, blue, green or red, in which neighbouring fields differ most."""
    sharpness: float
    """Of the lattice's lines in that colour."""
    edges: float
    """Of the whole picture."""
    thumb: Floats

    @staticmethod
    def learn(frame: Frame, geometry: Geometry) -> "Health":
        """From a picture in which the board lies so; NothingSeen, saying what to do, when it is unfit to learn from."""
        seen = [lines(frame.image, geometry, channel) for channel in range(3)]
        channel = max(range(3), key=lambda one: seen[one].contrast)
        sharpness = seen[channel].sharpness
        fault = light_fault(frame.image, geometry) or (PictureFault.OUT_OF_FOCUS if sharpness < IN_FOCUS else None)
        if fault:
            raise unfit(fault, frame)
        return Health(channel, sharpness, _edges(frame.image), _thumb(frame.image))

    def fault_of(self, image: Image, geometry: Geometry, reading: Reading) -> PictureFault | None:
        """Why the board, found in the picture, cannot be read; None when it can, or when there is no telling why not."""
        margins = reading.evidence.margins()
        blurred = lines(image, geometry, self.channel).sharpness < BLURRED * self.sharpness
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
    """BLACK or BLINDED where there is no need to look for a board."""
    sampled = image[::SAMPLED, ::SAMPLED]
    if _is_darker(sampled, BLACK_LEVEL / 2):
        return PictureFault.BLACK
    return PictureFault.BLINDED if burnt_share(sampled) > WHITE_OUT else None


def light_fault(image: Image, geometry: Geometry) -> PictureFault | None:
    """BLACK or BLINDED where the board that lies so cannot be seen for want of light, or for too much."""
    board = rectify(image, geometry, PX // 2)
    if _is_darker(board, BLACK_LEVEL):
        return PictureFault.BLACK
    fields = board.reshape(geometry.size, PX // 2, geometry.size, PX // 2, 3).swapaxes(1, 2)
    light = light_fields(geometry.size)
    darker = min(burnt_share(fields[light]), burnt_share(fields[~light]))
    return PictureFault.BLINDED if darker > BLINDED_SHARE else None


def why_not_found(image: Image) -> PictureFault | None:
    """Why no board is found in the first picture; None when there is no telling."""
    sampled = image[::SAMPLED, ::SAMPLED]
    if _is_darker(sampled, BLACK_LEVEL):
        return PictureFault.BLACK
    if burnt_share(sampled) > WASHED_OUT:
        return PictureFault.BLINDED
    return PictureFault.OUT_OF_FOCUS if _crispness(image) < SMEARED else None


def unfit(fault: PictureFault, frame: Frame) -> NothingSeen:
    """The error for a picture to learn from that has this fault."""
    return NothingSeen(fault, frame.name, f"the picture {AT_START[fault]} and take it again")


def burnt_share(pixels: Image) -> float:
    """The share of the pixels that are white in all colours."""
    blue, green, red = np.moveaxis(pixels, -1, 0)
    return float(np.mean(np.minimum(np.minimum(blue, green), red) >= BLINDED_LEVEL))


def _is_darker(pixels: Image, level: float) -> bool:
    """Whether all but the brightest hundredth are darker in every colour."""
    blue, green, red = np.moveaxis(pixels, -1, 0)
    return float(np.mean(np.maximum(np.maximum(blue, green), red) >= level)) <= BRIGHTEST


class Lines(NamedTuple):
    """How the lines between neighbouring fields show in one colour, in grey levels."""

    step: float
    """Reached within three pixels of PX across the line."""
    contrast: float
    """Between the fields."""

    @property
    def sharpness(self) -> float:
        """1 in focus, else a third, or 0 where no line is seen."""
        return self.step / self.contrast if self.contrast > FAINT else 0.0


def lines(image: Image, geometry: Geometry, channel: int) -> Lines:
    """Over the board that lies so, in the middle of all."""
    flat = rectify(image[..., channel], geometry, PX)
    near, far, *fields = flat.ravel()[_across_lines(geometry.size)].mean(axis=1)
    contrast = np.abs(fields[0] - fields[1] + fields[2] - fields[3]) / 2
    return Lines(float(np.median(np.abs(near - far))), float(np.median(contrast)))


@cache
def _across_lines(size: int) -> NDArray[np.intp]:
    """Where to look beside every line, off the discs, in the straightened picture numbered row by row, (6, CORNER_PX, places).

    Two and two pixels after and before the line, then five and five, then six and six.
    """
    side = size * PX
    lines = np.arange(1, size) * PX + np.array([1, -2, 4, -5, 5, -6])[:, None, None, None]
    fields = np.arange(size) * PX
    along = np.stack([fields[:, None] + CORNER_PX, fields[:, None] + PX - 1 - CORNER_PX], axis=1).reshape(-1, len(CORNER_PX)).T
    upright = along[:, :, None] * side + lines
    flat = along[:, :, None] + lines * side
    return np.concatenate([upright, flat], axis=2).reshape(6, len(CORNER_PX), -1)


def _crispness(image: Image) -> float:
    """What of the strong steps of a picture over FAR_PX is reached from one pixel to the next; 1 where there are none."""
    small = _small_grey(image)
    steps = [float(np.quantile(np.abs(small[:, px:] - small[:, :-px]), 0.99)) for px in (1, FAR_PX)]
    return steps[0] / steps[1] if steps[1] > FAINT else 1.0


def _edges(image: Image) -> float:
    """How steep the steepest edges of a picture are, seen EDGES_PX wide."""
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
