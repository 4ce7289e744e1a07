"""Reads a located board in a picture into evidence."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from rules.board.evidence import Evidence
from rules.board.squares import Content
from vision.image.geometry import Geometry
from vision.image.viewpoint import lean
from vision.reading.arrivals import height_changes
from vision.reading.calibration import BLACK, CLASS_OF, EMPTY, WHITE, Calibration, log_evidence
from vision.reading.discs import Features, Placing
from vision.reading.features import PX, Mask, Survey, light_fields
from vision.reading.hidden import FREE_SHARE, hidden_squares, light_steps
from vision.reading.relearn import foreign, learn_anew
from vision.reading.stacks import NO_SIDE, measure_widths

MEN = (Content.EMPTY, Content.WHITE_MAN, Content.BLACK_MAN)
"""A content of each colour class."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What one picture says."""

    evidence: Evidence
    hidden: tuple[int, ...]
    """The squares, numbered from 1, that something covers or that fit no class. Their five values are equal."""
    offsets: tuple[tuple[float, float] | None, ...]
    """How far the disc on each square stands right of and below its centre, in squares, square 1 first; None where there is none."""
    light: float
    """The linear light of the board relative to the picture learned from."""
    outlines: Mapping[int, float] = field(default_factory=dict)
    """The widths of the pieces that came lately, in squares, by the numbers of their squares; see `vision.reading.arrivals`."""


MAX_NATS = 20.0
"""The most nats that one square may say, so that no single square outvotes a game."""
ODD = -12.0
"""The log density of a square that fits no class, such as a tall king that leans or a disc in a shadow; such a square never outvotes the
others. Of squares that fitted at -8 to -14 on rendered boards one in fifteen was read wrong, however much worse the other classes
fitted."""
MIN_SQUARES = 4
"""The fewest squares of a class from which its usual fit is measured."""


HALF_FIT = 6.0
"""Nats by which the squares fit worse than in the picture learned from when the evidence counts half. With it, pictures degraded in
fourteen ways were right as often as the evidence said, also on boards to which the value was not fitted."""
HALF_VEIL = 0.5
"""How much brighter (natural logarithm) the dark fields are than they were against the light ones when the evidence counts half, however
well the squares fit. In a veil everything looks alike: where most squares are bare, or lay in glare when learned, all squares look bare."""
MIN_TRUST = 0.2
"""The least weight of the evidence of a whole picture."""
ELSEWHERE_NATS = 4.0
"""Nats by which the squares may fit worse where the board lies in another place, without reducing the evidence."""
LIGHT_STEP = 1.2
"""The change of light across a square (natural logarithm) at which its evidence counts half: the square may be dark or in a shadow."""
ANOTHER_NATS = 3.0
"""Nats from which on a square looks like another class than it held."""
REMEMBERED_NATS = 3.0
"""Nats from which on a square that fits no class is read because it looks as it did when it was known."""
FOREIGN_TRUST = 0.6
"""The weight of the evidence of a picture whose calibration was learned from the picture itself."""


def read(
    image: NDArray[np.uint8], geometry: Geometry, calibration: Calibration, outlines_before: Mapping[int, float] | None = None
) -> Reading:
    """Read a BGR picture in which the board lies as `geometry` says; `outlines_before` are `Reading.outlines` of the last press."""
    seen = calibration.survey(image, geometry)
    known_place = calibration.same_place(geometry)
    placing, colours = _look(seen, calibration, known_place)
    sure = _trust(colours, calibration, seen, known_place)
    here: Calibration | None = calibration
    if foreign(colours) and not known_place:
        here, sure = learn_anew(calibration, seen, geometry), FOREIGN_TRUST
        if here:
            placing, colours = _look(seen, here, False)
    share = (here or calibration).covered_share(seen, known_place)
    covered, hidden = _hidden(seen, share, colours, known_place) if here else (np.ones(len(colours), bool),) * 2
    steps = light_steps(seen.levels, seen.covered, calibration.there.levels if known_place else None)
    trust = sure * np.where(hidden, 0, np.minimum(1, 1 - share + FREE_SHARE)) / (1 + np.nan_to_num(steps / LIGHT_STEP) ** 2)
    remembered = np.zeros_like(colours)
    if known_place:
        changed, remembered = calibration.there.known.log_ratios(seen, covered)
        colours = colours + np.where(hidden[:, None], 0, changed)
        hidden = hidden & ~(np.ptp(remembered, axis=1) > REMEMBERED_NATS)
    odd = _odd(colours, hidden)[:, None]
    bounded = np.logaddexp(np.maximum(colours, colours.max(axis=1, keepdims=True) - MAX_NATS), odd)
    taller = _taller(bounded, seen, geometry, here or calibration, placing)
    outlines: dict[int, float] = {}
    if known_place:
        there, shown = calibration.there, [MEN[kind] for kind in np.where(hidden, EMPTY, colours.argmax(axis=1))]
        touched = there.known.touched(seen, hidden)
        outlines = there.arrivals.widths(image, geometry, shown, touched, calibration.discs.radius_px / PX)
        told = there.arrivals.log_ratios(outlines, geometry, shown)
        taller = np.where(np.isfinite(told), told, taller)
    contents = _with_kings(bounded, taller)
    rows = odd + trust[:, None] * (contents - odd) + sure * remembered[:, CLASS_OF]
    rows = np.maximum(rows, rows.max(axis=1, keepdims=True) - MAX_NATS)
    offsets = tuple(
        None if gone or kind == EMPTY else (float(at[1]) / PX, float(at[0]) / PX)
        for gone, kind, at in zip(hidden, colours.argmax(axis=1), placing.offset_px, strict=True)
    )
    evidence = Evidence.of(rows.tolist(), height_changes(outlines_before or {}, outlines, geometry))
    return Reading(evidence, tuple(int(i) + 1 for i in np.flatnonzero(hidden)), offsets, _brightness(seen, calibration), outlines)


def _look(seen: Survey, calibration: Calibration, known_place: bool) -> tuple[Placing, Features]:
    """Where discs stand, and the log-likelihoods of the three colours, (squares, 3)."""
    placing, features, classes = calibration.describe(seen)
    colours = log_evidence(features, classes)
    if known_place:
        colours = log_evidence(features, classes.in_light_of(_anchors(seen, features, colours, calibration)))
    return placing, colours


def _anchors(seen: Survey, features: Features, colours: Features, calibration: Calibration) -> list[Features]:
    """The features of squares that most likely hold what they held when the board was last known, an array (n, 10) for each colour class.

    They are not covered, did not change more than others, and do not look like another class in the light of before.
    """
    known = calibration.there.known
    free = calibration.covered_share(seen, True) <= FREE_SHARE
    own = np.take_along_axis(colours, np.maximum(known.kinds, 0)[:, None], axis=1)[:, 0]
    still = free & ~known.touched(seen, ~free) & (colours.max(axis=1) - own < ANOTHER_NATS)
    return [features[still & (known.kinds == kind)] for kind in (EMPTY, WHITE, BLACK)]


def _hidden(seen: Survey, share: Features, colours: Features, known_place: bool) -> tuple[Mask, Mask]:
    """The squares that something covers, and those together with the ones that look like nothing known, (squares,) each."""
    covered = hidden_squares(seen.covered, share, np.zeros(len(colours)), known_place)
    return covered, hidden_squares(seen.covered, share, colours.max(axis=1), known_place)


def _trust(colours: Features, calibration: Calibration, seen: Survey, known_place: bool) -> float:
    """The weight of the picture's evidence, at most 1: less where it fits worse than usual (blur, darkness, noise) or has a veil."""
    worse = calibration.usual_fit - float(np.median(colours.max(axis=1)))
    beyond = max(worse - (0.0 if known_place else ELSEWHERE_NATS), 0.0)
    veil = max(calibration.brightened(seen), 0.0) if known_place else 0.0
    return max(1 / (1 + max(beyond / HALF_FIT, veil / HALF_VEIL) ** 2), MIN_TRUST)


def _odd(colours: Features, hidden: NDArray[np.bool_]) -> Features:
    """ODD for each square, (squares,), lowered where all squares of its likeliest class fit badly, which is the fault of the picture."""
    likeliest, fit = colours.argmax(axis=1), colours.max(axis=1)
    alike = [fit[~hidden & (likeliest == kind)] for kind in (EMPTY, WHITE, BLACK)]
    usual = np.array([np.median(fits) if len(fits) >= MIN_SQUARES else 0.0 for fits in alike])
    return np.asarray(ODD + np.minimum(usual, 0.0)[likeliest], float)


def _brightness(seen: Survey, calibration: Calibration) -> float:
    """`Reading.light`."""
    lit = light_fields(seen.size) & ~seen.covered
    return float(np.exp(np.median((seen.levels - calibration.there.levels).mean(axis=2)[lit if lit.any() else light_fields(seen.size)])))


def _taller(colours: Features, seen: Survey, geometry: Geometry, calibration: Calibration, placing: Placing) -> Features:
    """log p(width | king) - log p(width | man) for the piece of the likelier colour on each square, (squares,); 0 for a bare one."""
    bare, side = colours.argmax(axis=1) == EMPTY, _likelier_side(colours)
    widths = measure_widths(seen, calibration.materials, placing, np.where(bare, NO_SIDE, side))
    return np.where(bare, 0.0, calibration.discs.widths.log_ratio(widths, side, lean(geometry)))


def _with_kings(colours: Features, taller: Features) -> Features:
    """The log-likelihoods of the five contents, (squares, 5), from those of the three colours.

    The likelier of man and king keeps the value of its colour; the other is lowered by their log ratio `taller`.
    """
    side, contents = _likelier_side(colours), colours[:, CLASS_OF]
    for colour, man, king in ((0, Content.WHITE_MAN, Content.WHITE_KING), (1, Content.BLACK_MAN, Content.BLACK_KING)):
        ratio = np.where(side == colour, taller, 0.0)
        contents[:, man] -= np.maximum(ratio, 0)
        contents[:, king] += np.minimum(ratio, 0)
    return np.asarray(contents, float)


def _likelier_side(colours: Features) -> NDArray[np.intp]:
    """0 where white is likelier than black, else 1, (squares,)."""
    return np.where(colours[:, WHITE] >= colours[:, BLACK], 0, 1)


def fuse(readings: Sequence[Reading]) -> Evidence:
    """One evidence from the pictures of a burst, in time order: for each square that of the last picture that shows it."""
    if len(readings) == 1:
        return readings[0].evidence
    rows = [list(row) for row in readings[0].evidence.log_p]
    for reading in readings[1:]:
        for square, row in enumerate(reading.evidence.log_p, 1):
            if square not in reading.hidden:
                rows[square - 1] = list(row)
    return Evidence.of(rows, readings[-1].evidence.heights)
