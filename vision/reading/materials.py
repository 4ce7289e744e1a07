"""What single pixels of the two kinds of field and the two kinds of disc look like, and which of them a pixel resembles."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from vision.reading.features import CHANNELS, MARGIN_PX, PX, TEXTURE, Floats, Mask

SPREAD_FLOOR = np.array([0.12, 0.06, 0.06, 0.3], np.float32)
"""A material never looks more alike than this (lightness, chromas, texture): the light of the next picture is not that of this one."""
TAIL = 4.0
"""Degrees of freedom of the Student distribution that pixels follow: highlights and printed numbers are no news."""


@dataclass(frozen=True, slots=True, eq=False)
class Material:
    """The look of one material: centre (4,) and spread (4,)."""

    centre: Floats
    spread: Floats

    @staticmethod
    def learn(pixels: Floats) -> "Material":
        """From pixels (N, 4), by medians, so that a third of them may be something else."""
        centre = np.median(pixels, axis=0)
        spread = 1.4826 * np.median(np.abs(pixels - centre), axis=0)
        return Material(np.asarray(centre, np.float32), np.asarray(np.maximum(spread, SPREAD_FLOOR), np.float32))

    def doubting_texture(self, change: float) -> "Material":
        """See Materials."""
        spread = self.spread.copy()
        spread[TEXTURE] = np.hypot(spread[TEXTURE], change)
        return Material(self.centre, spread)


def _log_densities(look: Floats, materials: Sequence[Material]) -> Floats:
    """Student log densities of four materials for each pixel of a look (height, width, 4), up to a constant common to all."""
    weight = np.array([1 / one.spread**2 for one in materials]) / TAIL
    centres = np.array([one.centre for one in materials])
    straight = np.column_stack([-2 * weight * centres, 1 + (weight * centres**2).sum(axis=1)])
    squares = cv2.transform(cv2.multiply(look, look), weight)
    grown = cv2.add(squares, cv2.transform(look, straight))
    np.maximum(grown, 1, out=grown)
    result = np.asarray(cv2.log(grown, grown), np.float32)
    volume = np.array([np.log(one.spread).sum() for one in materials], np.float32)
    # Row by row: NumPy is slow over a last axis of four.
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
        """The materials when noise or blur may have changed every texture by about so much."""
        return Materials(*(one.doubting_texture(change) for one in (self.dark, self.light, self.white, self.black)))

    def gains(self, look: Floats, size: int) -> Floats:
        """How much better each pixel fits a white and a black disc than the bare board, bounded, (2, height, width).

        The bare board is its own field's material, near a line either, and not known beyond the edge: there nothing is gained.
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
            np.clip(disc - ground, -MOST_GAIN, MOST_GAIN, out=gain)
        return gains


MOST_GAIN = 4.0
"""A single pixel says no more than this, in nats."""
LINE_PX = 2
"""So near to a line of the lattice a pixel may belong to either field: the board is located to a tenth of a square."""


@cache
def _fields(size: int) -> tuple[Mask, Mask]:
    """The pixels of the look, without its margin, that lie on playing fields, and those near a line."""
    axis = np.arange(size * PX)
    field, place = axis // PX, axis % PX
    on_line = (place < LINE_PX) | (place >= PX - LINE_PX)
    played = (field[:, None] + field[None, :]) % 2 == 1
    return played, on_line[:, None] | on_line[None, :]
