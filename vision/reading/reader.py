"""A located board in a picture becomes evidence."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rules.board.evidence import Evidence
from rules.board.squares import Content
from vision.image.geometry import Geometry
from vision.image.viewpoint import lean
from vision.reading.calibration import BLACK, CLASS_OF, EMPTY, WHITE, Calibration, log_evidence
from vision.reading.discs import Features, Placing
from vision.reading.features import PX, Survey, light_fields
from vision.reading.hidden import hidden_squares, light_steps
from vision.reading.relearn import foreign, learn_anew
from vision.reading.stacks import NO_SIDE, measure_widths


@dataclass(frozen=True, slots=True)
class Reading:
    """What one picture says. `offsets[square - 1]`: how far the disc stands right of and below its centre, in squares; None without one."""

    evidence: Evidence
    hidden: tuple[int, ...]
    """The squares that tell nothing, numbered from 1, for something lies over them or they look like nothing known: their five values
    are equal."""
    offsets: tuple[tuple[float, float] | None, ...]
    light: float
    """How bright the board is against the picture learned from: the ratio of linear light, 1 when nothing changed."""


SUREST = 20.0
"""Nats that one square may say at most: no single square outvotes a game."""
ODD = -12.0
"""Log density of a square that looks like nothing known (a tall king that leans, a disc in a shadow): it never outvotes the others. Of
squares that fitted at -8 to -14 on rendered boards one in fifteen was read wrong, however much worse the other classes fitted."""
FEW = 4
"""Fewer squares of a class do not tell how well it usually fits."""
FREE_SHARE = 0.13
"""One patch of eight may be covered without making the square less sure."""


HALF_SURE = 6.0
"""Nats by which a picture's squares fit worse than those learned from when its evidence counts half. Pictures spoiled in fourteen ways,
from hardly to hopelessly, were then right as often as was said, on boards that this was not fitted to too."""
VEILED = 0.5
"""The dark fields still so much brighter than they were against the light ones (natural logarithm), its evidence counts half however
well its squares fit: in a veil all looks alike, and where most squares are bare, or lay in glare when learned, all look as bare ones do."""
LEAST_SURE = 0.2
ELSEWHERE = 4.0
"""So many nats worse they fit anyhow where the board lies in another place than it was learned in."""
LIGHT_STEP = 1.2
"""Where the light changes by so much across a square (natural logarithm), its evidence counts half: is it dark, or in the shadow?"""
FOREIGN_TRUST = 0.6
"""How much of its evidence counts where a picture's own squares taught what is seen in it."""


def read(image: NDArray[np.uint8], geometry: Geometry, calibration: Calibration) -> Reading:
    """The evidence of a BGR picture in which the board lies as `geometry` says."""
    seen = calibration.survey(image, geometry)
    placing, colours = _look(seen, calibration)
    known_place = calibration.same_place(geometry)
    sure = _sureness(colours, calibration, seen, known_place)
    here: Calibration | None = calibration
    if foreign(colours) and not known_place:
        here, sure = learn_anew(calibration, seen, geometry), FOREIGN_TRUST
        if here:
            placing, colours = _look(seen, here)
    share = (here or calibration).covered_share(seen, known_place)
    hidden = hidden_squares(seen.covered, share, colours.max(axis=1), known_place) if here else np.ones(len(colours), bool)
    steps = light_steps(seen.levels, seen.covered, calibration.levels if known_place else None)
    trust = sure * np.where(hidden, 0, np.minimum(1, 1 - share + FREE_SHARE)) / (1 + np.nan_to_num(steps / LIGHT_STEP) ** 2)
    if known_place:
        colours = colours + calibration.known.log_ratios(seen, hidden)
    odd = _odd(colours, hidden)[:, None]
    bounded = np.logaddexp(np.maximum(colours, colours.max(axis=1, keepdims=True) - SUREST), odd)
    contents = _with_kings(bounded, seen, geometry, here or calibration, placing)
    rows = odd + trust[:, None] * (contents - odd)
    offsets = tuple(
        None if gone or kind == EMPTY else (float(at[1]) / PX, float(at[0]) / PX)
        for gone, kind, at in zip(hidden, colours.argmax(axis=1), placing.offset_px, strict=True)
    )
    return Reading(Evidence.of(rows.tolist()), tuple(int(i) + 1 for i in np.flatnonzero(hidden)), offsets, _brightness(seen, calibration))


def _look(seen: Survey, calibration: Calibration) -> tuple[Placing, Features]:
    placing, features, classes = calibration.describe(seen)
    return placing, log_evidence(features, classes)


def _sureness(colours: Features, calibration: Calibration, seen: Survey, known_place: bool) -> float:
    """Less than 1 where the picture as a whole fits worse than usual (out of focus, too dark, too noisy) or a veil lies over it."""
    worse = calibration.usual_fit - float(np.median(colours.max(axis=1)))
    beyond = max(worse - (0.0 if known_place else ELSEWHERE), 0.0)
    veil = max(calibration.brightened(seen), 0.0) if known_place else 0.0
    return max(1 / (1 + max(beyond / HALF_SURE, veil / VEILED) ** 2), LEAST_SURE)


def _odd(colours: Features, hidden: NDArray[np.bool_]) -> Features:
    """ODD for each square, lower where all squares of its likeliest class fit badly: then it is the picture that is odd, not the square."""
    likeliest, fit = colours.argmax(axis=1), colours.max(axis=1)
    alike = [fit[~hidden & (likeliest == kind)] for kind in (EMPTY, WHITE, BLACK)]
    usual = np.array([np.median(fits) if len(fits) >= FEW else 0.0 for fits in alike])
    return np.asarray(ODD + np.minimum(usual, 0.0)[likeliest], float)


def _brightness(seen: Survey, calibration: Calibration) -> float:
    lit = light_fields(seen.size) & ~seen.covered
    return float(np.exp(np.median((seen.levels - calibration.levels).mean(axis=2)[lit if lit.any() else light_fields(seen.size)])))


def _with_kings(colours: Features, seen: Survey, geometry: Geometry, calibration: Calibration, placing: Placing) -> Features:
    """Log likelihoods of the five contents from those of the colours, (squares, 5): of man and king the likelier keeps its colour's."""
    side = np.where(colours[:, WHITE] >= colours[:, BLACK], 0, 1)
    bare = colours.argmax(axis=1) == EMPTY
    widths = measure_widths(seen, calibration.materials, placing, np.where(bare, NO_SIDE, side))
    taller = np.where(bare, 0.0, calibration.widths.log_ratio(widths, side, lean(geometry)))
    contents = colours[:, CLASS_OF]
    for colour, man, king in ((0, Content.WHITE_MAN, Content.WHITE_KING), (1, Content.BLACK_MAN, Content.BLACK_KING)):
        ratio = np.where(side == colour, taller, 0.0)
        contents[:, man] -= np.maximum(ratio, 0)
        contents[:, king] += np.minimum(ratio, 0)
    return np.asarray(contents, float)


def fuse(readings: Sequence[Reading]) -> Evidence:
    """One evidence from the pictures of a burst, in the order of time: for each square the last picture that shows it."""
    if len(readings) == 1:
        return readings[0].evidence
    rows = [list(row) for row in readings[0].evidence.log_p]
    for reading in readings[1:]:
        for square, row in enumerate(reading.evidence.log_p, 1):
            if square not in reading.hidden:
                rows[square - 1] = list(row)
    return Evidence.of(rows)
