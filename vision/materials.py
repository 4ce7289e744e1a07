"""What single pixels of the two kinds of field and the two kinds of disc look like, and which of them a pixel resembles."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.features import CHANNELS, MARGIN_PX, PX, Floats

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

    def log_density(self, look: Floats) -> Floats:
        """Student log density for each pixel of a look (..., 4), up to a constant common to all materials."""
        scaled = (look - self.centre) / self.spread
        distance = np.einsum("...i,...i->...", scaled, scaled)
        return np.asarray(-(TAIL + CHANNELS) / 2 * np.log1p(distance / TAIL) - np.log(self.spread).sum(), np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Materials:
    """The four materials of a board and its pieces."""

    dark: Material
    light: Material
    white: Material
    black: Material

    def ground(self, look: Floats, size: int) -> Floats:
        """How well each pixel fits the bare board: its own field's material, near a line either, beyond the edge the dearer of all."""
        dark, light = self.dark.log_density(look), self.light.log_density(look)
        either = np.maximum(dark, light)
        axis = np.arange(look.shape[0]) - MARGIN_PX
        field, place = axis // PX, axis % PX
        played = (field[:, None] + field[None, :]) % 2 == 1
        ground = np.where(played, dark, light)
        on_line = (place < LINE_PX) | (place >= PX - LINE_PX)
        ground = np.where(on_line[:, None] | on_line[None, :], either, ground)
        inside = (field >= 0) & (field < size)
        return np.asarray(np.where(inside[:, None] & inside[None, :], ground, np.inf), np.float32)


LINE_PX = 2
"""So near to a line of the lattice a pixel may belong to either field: the board is located to a tenth of a square."""


def most(density: NDArray[np.float32], ground: Floats, bound: float = 4.0) -> Floats:
    """How much better than the ground each pixel fits, bounded; 0 beyond the edge, where the ground is not known."""
    return np.asarray(np.where(np.isinf(ground), 0, np.clip(density - ground, -bound, bound)), np.float32)
