"""What comes between the board and the picture: stray light, a sensor's floor, another tone curve; told by fields of known looks."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

DARK_AT_MOST = 0.9
"""Playing fields of a higher reflectance are no dark ones: the pieces stand on the light fields."""
MOST_VEIL = 0.6
"""Of the light fields' light; with more another board is seen."""
TOLD = 1.5
"""A veil is told from the fields' own differences when they scatter by less than this share of it; boards in dusk have 2, and no veil."""
UNSEEN = 0.004
"""A veil of so little changes no look by as much as the pictures' noise does."""
HARDLY = 0.98
"""Nor does a power nearer to 1."""
TINY = 1e-3


def as_known(shown: Floats, light: Floats, bare: Floats, lit: Floats, known: Floats) -> Floats:
    """Reflectances corrected so that the dark fields show as they are known to.

    `shown` (side, side, 3) are the reflectances and `light` of the same shape what they were divided by; `bare` (2, fields, 3) how each
    light and dark field shows, `lit` (fields, 3) the light at the dark ones, and `known` (2, 3) how the two kinds should show, about 1
    and less. Dark fields too bright are veiled, by stray light or a softer tone curve: the veil is taken off. Too dark, the tone curve
    is harder: a power sets it right. Blur brings the two kinds nearer to each other and is neither. The light fields stay as they are.
    """
    middle, dark = np.median(bare, axis=1), known[1]
    mixed = np.clip(known[0] - middle[0], 0, np.maximum(middle[1] - dark, 0))
    veils = (bare[1] - mixed - dark) / (1 - np.minimum(dark, DARK_AT_MOST))
    veil = np.median(veils, axis=0)
    if dark.max() > DARK_AT_MOST or veil.max() > MOST_VEIL:
        return shown
    rows = shown.reshape(len(shown), -1)
    if veil.max() > UNSEEN and _scatter(veils, veil) < TOLD:
        over = np.clip(_shares(veils, lit, light.reshape(rows.shape)), 0, MOST_VEIL)
        rows = np.maximum(rows - over, 0)
        rows /= 1 - over
    power = np.where(veil < 0, np.log(dark + TINY) / np.log(middle[1] - mixed + TINY), 1)
    if np.any(power <= HARDLY):
        rows = np.power(rows, _along(rows, power), dtype=np.float32)
    return np.asarray(rows.reshape(shown.shape), np.float32)


def _along(rows: Floats, channels: Floats) -> Floats:
    """One value a channel, repeated for the pixels of a row: NumPy goes through rows of pixels fast, through three channels slowly."""
    return np.tile(channels, rows.shape[1] // len(channels))


def _shares(veils: Floats, lit: Floats, light: Floats) -> Floats:
    """The veil's share of the light, a row of pixels or all rows: the same everywhere, as of a tone curve, or less where there is more
    light, as of stray light."""
    same, stray = np.median(veils, axis=0), np.median(veils * lit, axis=0)
    if _scatter(veils, same) <= _scatter(veils * lit, stray):
        return _along(light, same)
    return np.asarray(_along(light, stray) / light, np.float32)


def _scatter(values: Floats, middle: Floats) -> float:
    return float(np.median(np.abs(values - middle), axis=0).sum() / np.abs(middle).sum())
