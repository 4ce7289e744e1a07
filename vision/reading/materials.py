"""What single pixels of fields and discs look like, and how well a pixel fits each of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from vision.image.arrays import Floats
from vision.reading.features import CHANNELS, MARGIN_PX, PX, TEXTURE, Mask

SPREAD_FLOOR = np.array([0.12, 0.06, 0.06, 0.3], np.float32)
"""The least spread of a material in lightness, two chromas and texture; the light changes from picture to picture."""
TAIL = 4.0
"""The degrees of freedom of the Student distribution of pixels; highlights and printed numbers are common."""


@dataclass(frozen=True, slots=True, eq=False)
class Material:
    """The look of one material: centre (4,) and spread (4,)."""

    centre: Floats
    spread: Floats

    @staticmethod
    def learn(pixels: Floats) -> "Material":
        """Learn from pixels (N, 4) by medians, so that a third of them may show something else."""
        centre = np.median(pixels, axis=0)
        spread = 1.4826 * np.median(np.abs(pixels - centre), axis=0)
        return Material(np.asarray(centre, np.float32), np.asarray(np.maximum(spread, SPREAD_FLOOR), np.float32))

    def doubting_texture(self, change: float) -> "Material":
        """The material when noise or blur may have changed its texture by about `change`."""
        spread = self.spread.copy()
        spread[TEXTURE] = np.hypot(spread[TEXTURE], change)
        return Material(self.centre, spread)


def _log_densities(look: Floats, materials: Sequence[Material]) -> Floats:
    """The Student log densities of four materials for each pixel of a look, (height, width, 4), up to a common constant."""
    weight = np.array([1 / one.spread**2 for one in materials]) / TAIL
    centres = np.array([one.centre for one in materials])
    straight = np.column_stack([-2 * weight * centres, 1 + (weight * centres**2).sum(axis=1)])
    squares = cv2.transform(cv2.multiply(look, look), weight)
    grown = cv2.add(squares, cv2.transform(look, straight))
    np.maximum(grown, 1, out=grown)
    result = np.asarray(cv2.log(grown, grown), np.float32)
    volume = np.array([np.log(one.spread).sum() for one in materials], np.float32)
    # NumPy is slow over a last axis of four, so whole rows are processed.
    rows = result.reshape(len(result), -1)
    rows *= np.float32(-(TAIL + CHANNELS) / 2)
    rows -= np.tile(volume, look.shape[1])
    return result


@dataclass(frozen=True, slots=True, eq=False)
class Materials:
    """The four materials of a board and its pieces."""

    dark: Material
    light: Material
    white: Material
    black: Material

    def doubting_texture(self, change: float) -> "Materials":
        """The materials when noise or blur may have changed every texture by about `change`."""
        return Materials(*(one.doubting_texture(change) for one in (self.dark, self.light, self.white, self.black)))

    def gains(self, look: Floats, size: int) -> Floats:
        """How much better each pixel fits a white and a black disc than the bare board, in nats, (2, height, width).

        The bare board has the material of the field, and near a line that of either field. Beyond the edge of the board it is unknown and
        the gain is 0.
        """
        inside = slice(MARGIN_PX, -MARGIN_PX)
        densities = cv2.split(_log_densities(look[inside, inside], [self.dark, self.light, self.white, self.black]))
        dark, ground, *discs = (np.asarray(one, np.float32) for one in densities)
        played, on_line = _fields(size)
        either = np.maximum(dark, ground)
        np.copyto(ground, dark, where=played)
        np.copyto(ground, either, where=on_line)
        gains = np.zeros((2, *look.shape[:2]), np.float32)
        for gain, disc in zip(gains[:, inside, inside], discs, strict=True):
            np.clip(disc - ground, -MAX_GAIN, MAX_GAIN, out=gain)
        return gains


MAX_GAIN = 4.0
"""The most nats for a single pixel."""
LINE_PX = 2
"""The distance from a line of the lattice within which a pixel may belong to either field; the board is located to a tenth of a square."""


@cache
def _fields(size: int) -> tuple[Mask, Mask]:
    """The pixels of the look, without its margin, that lie on playing fields, and those near a line."""
    axis = np.arange(size * PX)
    field, place = axis // PX, axis % PX
    on_line = (place < LINE_PX) | (place >= PX - LINE_PX)
    played = (field[:, None] + field[None, :]) % 2 == 1
    return played, on_line[:, None] | on_line[None, :]
