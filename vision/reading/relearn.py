"""Adapts a calibration to another light: a little at a time during a game, or anew from one foreign picture."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from rules.board.squares import Content
from vision.image.geometry import Geometry
from vision.reading.calibration import BLACK, CLASS_OF, EMPTY, WHITE, Calibration, corner_looks, learn, log_evidence
from vision.reading.change import Known
from vision.reading.discs import Features, pixels_around
from vision.reading.features import PX, Survey, square_corners
from vision.reading.hidden import FREE_SHARE, hidden_squares, light_patches

INERTIA = 40.0
"""The squares of a new picture that weigh as much as everything learned before."""
LIGHT_SHARE = 0.3
"""The share of the new picture in the remembered light of the fields."""
MAX_ODD = 3
"""The most squares that may look like something else than what surely stands on them; with more, another board is seen."""
STRANGE_BOARD = -8.0
"""The median log density of the squares below which a picture is foreign to the calibration; in known light it lies near 0."""
ROUNDS = 30
"""Rounds of annealing."""
FIRST_SPREAD = 0.8
"""The first spread of a class, in natural logarithms of reflectance, wide enough for the colours of any camera."""
LAST_SPREAD = 0.15
"""The last spread of a class, in natural logarithms of reflectance, that within one picture."""
REFINEMENTS = 4
"""Rounds in which the squares are classified again by all their features."""
MIN_SEPARATION = 3.0
"""The least distance, in spreads, between the three classes found in a foreign picture."""


def adapt(calibration: Calibration, image: NDArray[np.uint8], geometry: Geometry, contents: Sequence[Content]) -> Calibration:
    """The calibration moved a little towards a picture that surely shows `contents` (square 1 first); unchanged where it seems not to."""
    seen = calibration.survey(image, geometry)
    _, features, classes = calibration.describe(seen)
    kinds, share = CLASS_OF[np.array(contents, int)], calibration.covered_share(seen, True)
    here = classes.in_light_of([features[(share <= FREE_SHARE) & (kinds == kind)] for kind in (EMPTY, WHITE, BLACK)])
    log_p = log_evidence(features, here)
    clear = ~hidden_squares(seen.covered, share, log_p.max(axis=1), True)
    odd = clear & (log_p.argmax(axis=1) != kinds)
    if foreign(log_p) or not calibration.same_place(geometry) or odd.sum() > MAX_ODD:
        return calibration
    classes = calibration.classes.moved([features[clear & ~odd & (kinds == kind)] for kind in (EMPTY, WHITE, BLACK)], INERTIA)
    free = ~seen.covered[..., None]
    there = calibration.there
    levels = np.where(free, (1 - LIGHT_SHARE) * there.levels + LIGHT_SHARE * seen.levels, there.levels)
    new = light_patches(seen)
    patches = np.where(clear[:, None, None], (1 - LIGHT_SHARE) * there.patches + LIGHT_SHARE * new, there.patches)
    known = Known.of(seen, np.where(clear, kinds, -1), there.known)
    arrivals = there.arrivals.after(image, geometry, contents, clear, calibration.discs.radius_px / PX)
    there = replace(there, levels=levels.astype(np.float32), patches=patches.astype(np.float32), known=known, arrivals=arrivals)
    return replace(calibration, classes=classes, there=there)


def foreign(log_p: Features) -> bool:
    """Whether the squares (`log_evidence`, (squares, 3)) fit so badly that the light or the camera must be another."""
    return float(np.median(log_p.max(axis=1))) < STRANGE_BOARD


def learn_anew(calibration: Calibration, seen: Survey, geometry: Geometry) -> Calibration | None:
    """A calibration from a picture in another light, its colour classes found by clustering; None when they do not separate.

    The search begins with the known looks and narrows round by round. The middle of each square is compared with its own corners, which
    cancels glare. It works also where the pieces stand on the light fields.
    """
    corners = np.median(corner_looks(seen)[..., :3], axis=1)
    known = calibration.materials
    under = known.light if np.median(corners[:, 0]) > 0 else known.dark
    centres = np.array([np.zeros(3), *((disc.centre - under.centre)[:3] for disc in (known.white, known.black))], float)
    kinds = _classify(_middle_looks(seen) - corners, centres)
    if kinds is None:
        return None
    for _ in range(REFINEMENTS):
        learned, features = learn(seen, geometry, kinds, np.zeros(len(kinds), bool))
        better = log_evidence(features, learned.classes).argmax(axis=1)
        if len(np.unique(better)) < 3 or np.array_equal(better, kinds):
            break
        kinds = better
    return replace(learned, discs=replace(learned.discs, rims=calibration.discs.rims))


def _classify(looks: Features, centres: Features) -> NDArray[np.intp] | None:
    """The class of each look (N, 3), by annealing around three centres; None when the classes do not separate.

    The first centre, that of the bare field, is known and fixed.
    """
    centres = centres.copy()
    for spread in np.geomspace(FIRST_SPREAD, LAST_SPREAD, ROUNDS):
        distance = ((looks[:, None, :] - centres) ** 2).sum(axis=2) / spread**2
        share = np.exp(-(distance - distance.min(axis=1, keepdims=True)) / 2)
        share /= share.sum(axis=1, keepdims=True)
        for kind in (WHITE, BLACK):
            weight = share[:, kind]
            centres[kind] = (weight @ looks + 0.5 * centres[kind]) / (weight.sum() + 0.5)
    kinds = np.asarray(((looks[:, None, :] - centres) ** 2).sum(axis=2).argmin(axis=1), np.intp)
    gaps = [np.linalg.norm(centres[a] - centres[b]) for a, b in ((EMPTY, WHITE), (EMPTY, BLACK), (WHITE, BLACK))]
    if min(gaps) < MIN_SEPARATION * LAST_SPREAD or len(np.unique(kinds)) < 3:
        return None
    return kinds


def _middle_looks(seen: Survey) -> Features:
    """The median look of the middle of each square, (squares, 3)."""
    reach = np.arange(-PX // 5, PX // 5 + 1)
    around = np.stack(np.meshgrid(reach, reach), axis=-1).reshape(-1, 2)
    return np.asarray(np.median(pixels_around(seen.look, square_corners(seen.size) + PX // 2, around)[..., :3], axis=1), float)
