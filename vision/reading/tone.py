"""Corrects stray light, the noise floor of a sensor, and another tone curve, by fields whose look is known."""

import numpy as np

from vision.image.arrays import Floats

MAX_DARK = 0.9
"""The highest reflectance of a dark field; above it the pieces stand on the light fields."""
MAX_VEIL = 0.6
"""The largest veil, as a share of the light of the light fields; with more, another board is seen."""
MAX_SCATTER = 1.5
"""The scatter of the veils of the fields, relative to the veil, above which they are differences between fields. Boards in dusk have 2."""
MIN_VEIL = 0.004
"""The veil below which no look changes by more than noise."""
MAX_POWER = 0.98
"""The power of a tone curve above which no look changes by more than noise."""
TINY = 1e-3
"""Keeps logarithms finite."""


def as_known(shown: Floats, light: Floats, bare: Floats, lit: Floats, known: Floats) -> Floats:
    """Reflectances corrected so that the dark fields show their known reflectance.

    `shown` (side, side, 3) are the reflectances, and `light` of the same shape is the light by which they were divided. `bare` (2, fields,
    3) is the reflectance of each light and each dark field, `lit` (fields, 3) the light at the dark fields, and `known` (2, 3) the known
    reflectance of both kinds.

    Dark fields that are too bright are veiled by stray light or a softer tone curve, and the veil is subtracted. Where they are too dark,
    the tone curve is steeper, and a power corrects it. Blur, which brings both kinds nearer to each other, is taken out first. The light
    fields are not corrected.
    """
    middle, dark = np.median(bare, axis=1), known[1]
    mixed = np.clip(known[0] - middle[0], 0, np.maximum(middle[1] - dark, 0))
    veils = (bare[1] - mixed - dark) / (1 - np.minimum(dark, MAX_DARK))
    veil = np.median(veils, axis=0)
    if dark.max() > MAX_DARK or veil.max() > MAX_VEIL:
        return shown
    rows = shown.reshape(len(shown), -1)
    if veil.max() > MIN_VEIL and _scatter(veils, veil) < MAX_SCATTER:
        over = np.clip(_shares(veils, lit, light.reshape(rows.shape)), 0, MAX_VEIL)
        rows = np.maximum(rows - over, 0)
        rows /= 1 - over
    power = np.where(veil < 0, np.log(dark + TINY) / np.log(middle[1] - mixed + TINY), 1)
    if np.any(power <= MAX_POWER):
        rows = np.power(rows, _along(rows, power), dtype=np.float32)
    return np.asarray(rows.reshape(shown.shape), np.float32)


def _along(rows: Floats, channels: Floats) -> Floats:
    """The three channel values repeated along a row of pixels, because NumPy is slow over a last axis of three."""
    return np.tile(channels, rows.shape[1] // len(channels))


def _shares(veils: Floats, lit: Floats, light: Floats) -> Floats:
    """The veil as a share of the light, for one row of pixels or for all rows.

    The share is the same everywhere, as with a tone curve, or smaller where there is more light, as with stray light.
    """
    same, stray = np.median(veils, axis=0), np.median(veils * lit, axis=0)
    if _scatter(veils, same) <= _scatter(veils * lit, stray):
        return _along(light, same)
    return np.asarray(_along(light, stray) / light, np.float32)


def _scatter(values: Floats, middle: Floats) -> float:
    """The median absolute deviation from `middle`, relative to it, over all channels."""
    return float(np.median(np.abs(values - middle), axis=0).sum() / np.abs(middle).sum())
