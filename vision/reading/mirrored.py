"""Finds the squares in which the board mirrors much light, such as the image of a window.

A shadow or a lamp changes the light of both kinds of fields in proportion. Mirrored light is added to both alike: all fields at a crossing
of lines become brighter and keep their difference. A thing that lies over them takes the difference away.
"""

import numpy as np
from numpy.typing import NDArray

from vision.image.arrays import Floats
from vision.image.geometry import Geometry, rectify
from vision.image.picture import Image
from vision.reading.features import CORNER_PX, LINEAR, PX, Mask, light_fields, median

MIN_MIRRORED = 0.15
"""The least light that is told from the differences between fields, as a share of what the light fields reflect."""
TIMES_USUAL = 5.0
"""The multiple of the usual difference between the crossings of the picture that mirrored light must exceed as well."""
KEPT = 0.5
"""The least share of the usual difference between both kinds of fields that is left where light is mirrored."""
CLIPPED = 0.94
"""The linear light from which on a channel may be as bright as the camera shows it."""
MAX_RATIO = 0.8
"""The largest ratio of the light of both kinds of fields with which they can be told apart."""
LINE_PX = 3
"""The edge of a square that is left out, for its lines may be darker."""
LEAST_PERCENT = 5.0
"""The percentile of the light of the pixels of a square that is taken for the least."""
MOST_TAKEN = 0.95
"""The share of the least light that is taken off."""


def mirroring_squares(image: Image, geometry: Geometry) -> Mask:
    """Which playing squares mirror much light at one of their corners or more, (squares,)."""
    found = _mirroring_crossings(_corners(rectify(image, geometry, PX, 0), geometry.size))
    fields = found[1:, 1:] | found[1:, :-1] | found[:-1, 1:] | found[:-1, :-1]
    return np.asarray(fields[~light_fields(geometry.size)], bool)


def without_least(image: Image, geometry: Geometry, square: int) -> Image:
    """The picture without the light that all of a square sends, numbered from 0, so that a rim shows there as it does elsewhere.

    No part of a square that mirrors light is darker than what it mirrors.
    """
    row, col = np.argwhere(~light_fields(geometry.size))[square] * PX
    straight = rectify(image, geometry, PX, 0)[row : row + PX, col : col + PX]
    least = np.percentile(LINEAR[straight[LINE_PX:-LINE_PX, LINE_PX:-LINE_PX]].mean(axis=2), LEAST_PERCENT)
    steps = (LINEAR[1:] + LINEAR[:-1]) / 2
    return np.asarray(np.searchsorted(steps, np.maximum(LINEAR - MOST_TAKEN * least, 0)).astype(np.uint8)[image], np.uint8)


def _corners(straight: NDArray[np.uint8], size: int) -> Floats:
    """The linear light of the four corners of each field, (2 * size, 2 * size, 3), which discs mostly leave free."""
    near = np.arange(*CORNER_PX)
    at = (np.arange(size)[:, None] * PX + np.concatenate([near, PX - 1 - near])).ravel()
    patches = straight[at[:, None], at].reshape(2 * size, len(near), 2 * size, len(near), 3).transpose(0, 2, 4, 1, 3)
    return np.asarray(LINEAR[median(patches.reshape(2 * size, 2 * size, 3, -1))], np.float32)


def _mirroring_crossings(corners: Floats) -> Mask:
    """At which crossings both kinds of fields are brighter by the same light, (size + 1, size + 1).

    Of a light field the brightest corner counts and of a dark field the darkest, so that a disc over one of them hides mirrored light
    rather than feigns it.
    """
    light, dark = _fields_at(corners)
    ratio = np.nanmedian(dark / np.maximum(light, LINEAR[1]), axis=(0, 1))
    if ratio.max() > MAX_RATIO:
        return np.zeros(light.shape[:2], bool)
    alone = (light - dark) / (1 - ratio)
    usual = np.maximum(np.nanmedian(alone, axis=(0, 1)), LINEAR[1])
    alone = np.where(light > CLIPPED, np.maximum(alone, usual), alone)
    share = ((dark - ratio * alone) / usual).mean(axis=2)
    least = max(MIN_MIRRORED, TIMES_USUAL * float(np.nanmedian(np.abs(share))))
    return np.asarray((share > least) & np.all(alone > KEPT * usual, axis=2), bool)


def _fields_at(corners: Floats) -> tuple[Floats, Floats]:
    """The brightest corner of a light field and the darkest of a dark field at each crossing, (size + 1, size + 1, 3); NaN without one."""
    around = np.pad(corners, ((1, 1), (1, 1), (0, 0)), constant_values=np.nan)
    n = len(around) // 2
    fields = around.reshape(n, 2, n, 2, 3).transpose(0, 2, 1, 3, 4).reshape(n, n, 4, 3)
    falling, rising = fields[:, :, [0, 3]], fields[:, :, [1, 2]]
    even = (np.add.outer(np.arange(n), np.arange(n)) % 2 == 0)[..., None, None]
    light, dark = np.where(even, falling, rising), np.where(even, rising, falling)
    return np.fmax.reduce(light, axis=2), np.fmin.reduce(dark, axis=2)
