"""Widens what was learned from one picture by what gloss does to another: a field mirrors more or less light, and scratches shine up.

A reflection adds light, so it changes the logarithm of a dark field much and that of a light disc little. A field and a disc on it mirror
the same things, but the disc has a gloss of its own.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.reading.discs import IN_DISC, OUTSIDE, TEXTURES, Features
from vision.reading.features import FROM_LOOK, TO_LOOK
from vision.reading.likelihood import Classes

MIRRORED = 0.05
"""The light that a board mirrors in some places and not in others, as a share of what its light fields reflect."""
GLOSS = 0.1
"""The light that a disc mirrors otherwise than the field around it, as the same share."""
SCRATCHED = 0.5
"""The change of the texture of a bare field, in natural logarithms, where a scratch or the edge of a reflection or shadow crosses it."""
ALIKE_NATS = 12.0
"""How far apart, in nats, the usual looks of two classes are where the look of a square counts half of that at most."""


def reflecting(classes: Classes) -> Classes:
    """The classes empty, white and black over the features of `describe`, where light may be mirrored otherwise than it was."""
    scatter = classes.scatter.copy()
    for kind, centre in enumerate(classes.centres):
        disc, field = np.zeros_like(centre), np.zeros_like(centre)
        disc[IN_DISC], field[OUTSIDE] = _brightening(centre[IN_DISC]), _brightening(centre[OUTSIDE])
        scatter[kind] += MIRRORED**2 * np.outer(disc + field, disc + field)
        if kind:
            scatter[kind] += GLOSS**2 * np.outer(disc, disc)
        else:
            scatter[kind] += SCRATCHED**2 * np.outer(TEXTURES, TEXTURES)
    return replace(classes, scatter=scatter)


def bounded(log_p: Features, classes: Classes) -> Features:
    """The log-likelihoods of the classes, (squares, K), of which none is farther below the likeliest than their usual looks make certain.

    Where two classes look alike, a square that looks much more like the one than its usual look does has other reasons.
    """
    usual = classes.log_density(classes.centres)
    apart = np.diag(usual)[:, None] - usual
    most = apart**2 / (apart + ALIKE_NATS)
    return np.asarray(np.maximum(log_p, log_p.max(axis=1, keepdims=True) - most[log_p.argmax(axis=1)]), float)


def _brightening(look: NDArray[np.float64]) -> NDArray[np.float64]:
    """How lightness and two chromas, (3,), change with the light that is mirrored."""
    return np.asarray(TO_LOOK @ np.exp(-(FROM_LOOK @ look)), float)
