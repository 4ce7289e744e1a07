"""Turns a picture into reflectances relative to the light fields.

`survey` straightens a picture, makes it linear in light, and divides it by the light that the unplayed fields reflect. That removes lamps,
clouds, exposure and white balance. Each pixel then has a look of four channels: lightness, two chromas (natural logarithms, 0 for the light
fields) and the strength of the texture.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.board.squares import board
from vision.image.arrays import Floats
from vision.image.geometry import Geometry, rectify
from vision.reading.tone import as_known

Mask = NDArray[np.bool_]

PX = 24
"""Pixels to a square in the straightened picture: the rings of a disc show, and the whole board is read in milliseconds."""
MARGIN_PX = PX
"""The strip kept around the board, one field wide, for discs that lean or stand over its edge."""
DARK = 0.02
"""A reflectance added before taking logarithms, relative to a light field's. Stray light and the noise of a dark picture are of this
size."""
CHANNELS = 4
"""The number of channels of the look."""
TEXTURE = 3
"""The channel of the texture."""
LEVEL_FLOOR = 1e-4
"""A linear light below one step of an 8-bit picture, added before taking logarithms."""

_STEPS = np.arange(256) / 255
LINEAR = np.where(_STEPS <= 0.04045, _STEPS / 12.92, ((_STEPS + 0.055) / 1.055) ** 2.4).astype(np.float32)
"""The linear light of each byte of a picture (IEC 61966-2-1), of 1."""
TO_LOOK = np.array([[1 / 3, 1 / 3, 1 / 3], [0, -1, 1], [-1, 1, 0]], np.float32)
"""Lightness and chromas from the logarithms of blue, green and red."""
FROM_LOOK = np.linalg.inv(TO_LOOK.astype(float))
"""The inverse."""
_NEAR = np.array([[1, 2, 1], [2, 3, 2], [1, 2, 1]], np.float32)
"""The weights of the fields around a field in its light."""


@dataclass(frozen=True, slots=True, eq=False)
class Survey:
    """A straightened picture relative to its own light."""

    size: int
    look: Floats
    """The four channels of each pixel, (side, side, 4), with MARGIN_PX around the board."""
    levels: Floats
    """The logarithm of the linear light of each field, (size, size, 3) in B, G, R: of the middle of an unplayed field, and of the corners
    of a played one, which discs leave free."""
    covered: Mask
    """The light fields that something covers, (size, size)."""
    bare: Floats
    """The medians over the corners of the light and of the dark fields, (2, 4): the reflectance in B, G, R and the texture.

    Discs leave the corners free. The reflectance is the known one where it was given.
    """


def survey(
    image: NDArray[np.uint8],
    geometry: Geometry,
    covered: Callable[[Floats], Mask] | None = None,
    known: Floats | None = None,
) -> Survey:
    """Straighten a BGR picture and divide it by its light.

    The light is taken from the light fields that `covered` (levels -> mask) does not exclude. Where `known` gives the look of the bare
    fields, as `Survey.bare`, a veil and another tone curve are corrected.
    """
    n = geometry.size
    straight = rectify(image, geometry, PX, MARGIN_PX / PX)
    levels = _levels(straight, n)
    excluded = covered(levels) if covered else np.zeros((n, n), bool)
    usable = light_fields(n) & ~excluded
    light = _smooth(levels, (usable if usable.any() else light_fields(n)).astype(np.float32))
    falls = np.asarray(cv2.exp(_spread(light)), np.float32)
    shown = np.asarray(cv2.divide(cv2.LUT(straight, LINEAR), falls), np.float32)
    reflectance = _bare(shown, n)
    if known is not None:
        shown = as_known(shown, falls, reflectance, np.exp(light[~light_fields(n)]), known[:, :3])
    shown += np.float32(DARK)
    colours = cv2.transform(cv2.log(shown, shown), TO_LOOK)
    texture = _texture(np.asarray(cv2.extractChannel(colours, 0), np.float32))
    look = np.asarray(cv2.merge([colours, texture]), np.float32)
    usual = np.median(reflectance, axis=1) if known is None else known[:, :3]
    bare = np.concatenate([usual, np.median(_bare(texture[..., None], n), axis=1)], axis=1)
    return Survey(n, look, levels, excluded, np.asarray(bare, np.float32))


def median(values: NDArray[Any]) -> NDArray[Any]:
    """The median over the last axis, several times as fast as NumPy's. Of an even number it is the upper of the middle two."""
    middle = values.shape[-1] // 2
    return np.asarray(np.partition(values, middle, axis=-1)[..., middle])


@cache
def light_fields(size: int) -> Mask:
    """Which fields are unplayed, (size, size)."""
    rows, cols = np.indices((size, size))
    return np.asarray((rows + cols) % 2 == 0)


@cache
def square_corners(size: int) -> NDArray[np.intp]:
    """The row and column of the top left pixel of each playing square in the look, (squares, 2)."""
    places = np.array([board(size).row_col(square) for square in range(1, board(size).squares + 1)])
    return np.asarray(places * PX + MARGIN_PX, np.intp)


def _bare(shown: Floats, size: int) -> Floats:
    """The medians over the corners of each light and each dark field, (2, fields, channels)."""
    near = np.arange(*CORNER_PX)
    steps = np.concatenate([near, PX - 1 - near])
    fields = np.stack([np.argwhere(light_fields(size)) * PX + MARGIN_PX, square_corners(size)])
    pixels = shown[fields[..., 0, None, None] + steps[:, None], fields[..., 1, None, None] + steps]
    return np.asarray(median(np.moveaxis(pixels.reshape(*fields.shape[:2], -1, shown.shape[2]), 2, 3)), np.float32)


CORNER_PX = (2, 5)
"""The first and the last (exclusive) pixel of a field's corners, counted from its lines."""


def _levels(straight: NDArray[np.uint8], size: int) -> Floats:
    """`Survey.levels`. A quarter of an unplayed field on every side, where discs lean in and lines are printed, is left out."""
    edge = PX // 4
    middle, near = np.arange(edge, PX - edge), np.arange(*CORNER_PX)
    corners = np.concatenate([near, PX - 1 - near])
    levels = np.empty((size, size, 3), np.uint8)
    for played, within in ((False, middle), (True, corners)):
        fields = square_corners(size) if played else np.argwhere(light_fields(size)) * PX + MARGIN_PX
        pixels = straight[fields[:, 0, None, None] + within[:, None], fields[:, 1, None, None] + within]
        levels[light_fields(size) ^ played] = median(pixels.reshape(len(fields), -1, 3).transpose(0, 2, 1))
    return np.asarray(np.log(LINEAR[levels] + LEVEL_FLOOR), np.float32)


def _smooth(levels: Floats, weight: Floats) -> Floats:
    """The light of each field from the nearest weighted fields, (size, size, 3)."""
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
    """The light of each pixel, the margin included, interpolated from that of the fields."""
    wide = np.pad(light, ((1, 1), (1, 1), (0, 0)), mode="edge")
    return np.asarray(cv2.resize(wide, None, fx=PX, fy=PX, interpolation=cv2.INTER_LINEAR), np.float32)


def _texture(lightness: Floats) -> Floats:
    """The logarithm of the mean gradient around each pixel."""
    across, down = cv2.Sobel(lightness, -1, 1, 0, scale=0.125), cv2.Sobel(lightness, -1, 0, 1, scale=0.125)
    return np.asarray(cv2.log(cv2.blur(cv2.magnitude(across, down), (5, 5)) + np.float32(0.01)), np.float32)
