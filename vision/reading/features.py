"""What the pictures are measured in: reflectance against the light fields around, and the few numbers that describe a square.

A picture is laid straight (`survey`), made linear in light, and divided by the light that the unplayed fields send back, so that
lamps, clouds, exposure and white balance fall out. Four channels remain for each pixel, the look: lightness, two chromas (all natural
logarithms, 0 = as the light fields) and the strength of the texture.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.board.squares import board
from vision.image.geometry import Geometry, rectify
from vision.reading.tone import as_known

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

PX = 24
"""Pixels to a square in the straightened picture: a disc's rings still show, and the whole board is read in milliseconds."""
MARGIN_PX = PX
"""The strip kept around the board, one field wide, for discs that lean or stand over its edge."""
DARK = 0.02
"""The reflectance, of a light field's, below which nothing is told apart: veiling light and a dark camera's noise are of this size."""
CHANNELS = 4
TEXTURE = 3
"""The channel of the texture."""
LEVEL_FLOOR = 1e-4
"""Linear light below one step of an 8-bit picture."""

_STEPS = np.arange(256) / 255
_LINEAR = np.where(_STEPS <= 0.04045, _STEPS / 12.92, ((_STEPS + 0.055) / 1.055) ** 2.4).astype(np.float32)
_TO_LOOK = np.array([[1 / 3, 1 / 3, 1 / 3], [0, -1, 1], [-1, 1, 0]], np.float32)
"""Lightness and chromas from the logarithms of blue, green and red."""
_NEAR = np.array([[1, 2, 1], [2, 3, 2], [1, 2, 1]], np.float32)
"""How the fields around share in the light at a field."""


@dataclass(frozen=True, slots=True, eq=False)
class Survey:
    """A straightened picture in units of its own light. `look` is (side, side, 4) with MARGIN_PX around the board."""

    size: int
    look: Floats
    levels: Floats
    """Logarithm of the linear light of each field's middle, (size, size, 3) in B, G, R."""
    covered: Mask
    """The light fields that something lies over, (size, size)."""
    bare: Floats
    """How the corners of the light and of the dark fields show, which discs leave free, (2, 4): medians of the reflectance in B, G, R,
    set right where it was known, and of the texture."""


def survey(
    image: NDArray[np.uint8],
    geometry: Geometry,
    covered: Callable[[Floats], Mask] | None = None,
    known: Floats | None = None,
) -> Survey:
    """Straighten a BGR picture and divide it by its light, taken from the light fields that `covered` (levels -> mask) does not exclude.

    Where it is known how the bare fields look (as `Survey.bare`), a veil and another tone curve are taken off.
    """
    n = geometry.size
    straight = rectify(image, geometry, PX, MARGIN_PX / PX)
    levels = _levels(straight, n)
    excluded = covered(levels) if covered else np.zeros((n, n), bool)
    usable = light_fields(n) & ~excluded
    light = _smooth(levels, (usable if usable.any() else light_fields(n)).astype(np.float32))
    falls = np.asarray(cv2.exp(_spread(light)), np.float32)
    shown = np.asarray(cv2.divide(cv2.LUT(straight, _LINEAR), falls), np.float32)
    reflectance = _bare(shown, n)
    if known is not None:
        shown = as_known(shown, falls, reflectance, np.exp(light[~light_fields(n)]), known[:, :3])
    shown += np.float32(DARK)
    colours = cv2.transform(cv2.log(shown, shown), _TO_LOOK)
    texture = _texture(np.asarray(cv2.extractChannel(colours, 0), np.float32))
    look = np.asarray(cv2.merge([colours, texture]), np.float32)
    usual = np.median(reflectance, axis=1) if known is None else known[:, :3]
    bare = np.concatenate([usual, np.median(_bare(texture[..., None], n), axis=1)], axis=1)
    return Survey(n, look, levels, excluded, np.asarray(bare, np.float32))


def median(values: NDArray[Any]) -> NDArray[Any]:
    """The median over the last axis, of an even number the upper of the two in the middle; several times as fast as NumPy's."""
    middle = values.shape[-1] // 2
    return np.asarray(np.partition(values, middle, axis=-1)[..., middle])


@cache
def light_fields(size: int) -> Mask:
    """Which fields are not played on, (size, size)."""
    rows, cols = np.indices((size, size))
    return np.asarray((rows + cols) % 2 == 0)


@cache
def square_corners(size: int) -> NDArray[np.intp]:
    """The top left pixel of each playing square in the look, rows and columns, (squares, 2)."""
    places = np.array([board(size).row_col(square) for square in range(1, board(size).squares + 1)])
    return np.asarray(places * PX + MARGIN_PX, np.intp)


def _bare(shown: Floats, size: int) -> Floats:
    """The medians over the corners of each light and each dark field, which discs leave free, (2, fields, channels)."""
    near = np.arange(*CORNER_PX)
    steps = np.concatenate([near, PX - 1 - near])
    fields = np.stack([np.argwhere(light_fields(size)) * PX + MARGIN_PX, square_corners(size)])
    pixels = shown[fields[..., 0, None, None] + steps[:, None], fields[..., 1, None, None] + steps]
    return np.asarray(median(np.moveaxis(pixels.reshape(*fields.shape[:2], -1, shown.shape[2]), 2, 3)), np.float32)


CORNER_PX = (2, 5)
"""The corners of a field lie so far from its lines."""


def _levels(straight: NDArray[np.uint8], size: int) -> Floats:
    """The median of the middle of each field; a quarter of it on every side is left out, where discs lean in and lines are printed."""
    inner = straight[MARGIN_PX : MARGIN_PX + size * PX, MARGIN_PX : MARGIN_PX + size * PX].reshape(size, PX, size, PX, 3)
    edge = PX // 4
    middles = inner[:, edge:-edge, :, edge:-edge].transpose(0, 2, 4, 1, 3).reshape(size, size, 3, -1)
    return np.asarray(np.log(_LINEAR[median(middles)] + LEVEL_FLOOR), np.float32)


def _smooth(levels: Floats, weight: Floats) -> Floats:
    """Each field's light from the weighted fields around it, the nearest that there are."""
    total: Floats = levels * weight[..., None]
    near = weight
    result = np.zeros_like(levels)
    known = np.zeros(weight.shape, bool)
    while not known.all():
        total = np.asarray(cv2.filter2D(total, -1, _NEAR, borderType=cv2.BORDER_CONSTANT), np.float32)
        near = np.asarray(cv2.filter2D(near, -1, _NEAR, borderType=cv2.BORDER_CONSTANT), np.float32)
        new = (near > 0) & ~known
        result[new] = total[new] / near[new][:, None]
        known |= new
    return result


def _spread(light: Floats) -> Floats:
    """From one value a field to one a pixel, the margin included."""
    wide = np.pad(light, ((1, 1), (1, 1), (0, 0)), mode="edge")
    return np.asarray(cv2.resize(wide, None, fx=PX, fy=PX, interpolation=cv2.INTER_LINEAR), np.float32)


def _texture(lightness: Floats) -> Floats:
    across, down = cv2.Sobel(lightness, -1, 1, 0, scale=0.125), cv2.Sobel(lightness, -1, 0, 1, scale=0.125)
    return np.asarray(cv2.log(cv2.blur(cv2.magnitude(across, down), (5, 5)) + np.float32(0.01)), np.float32)
