"""Reads a located board in a picture into evidence."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from rules.board.evidence import Evidence
from rules.board.squares import Content
from vision.image.arrays import Floats
from vision.image.geometry import Geometry
from vision.image.viewpoint import lean
from vision.reading.arrivals import NewPieces, height_changes
from vision.reading.calibration import BLACK, CLASS_OF, CLEAR_NATS, EMPTY, WHITE, Calibration, log_evidence
from vision.reading.discs import Features, Placing, describe
from vision.reading.features import PX, Mask, Survey, light_fields
from vision.reading.hidden import FREE_SHARE, hidden_squares, light_steps
from vision.reading.likelihood import Classes
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
    came: NewPieces = field(default_factory=NewPieces)
    """The pieces that came or were touched since the board was last known."""
    fit: float = 0.0
    """The mean over the squares of the log density of the likeliest class. It compares two calibrations by the same picture."""


MAX_NATS = 20.0
"""The most nats that one square may say, so that no single square outvotes a game."""
LOOK_NATS = 16.0
"""The most nats that the look and the rim of a square may say, so that what is remembered of the square still counts."""
MIN_SQUARES = 4
"""The fewest squares of a class from which its usual fit is measured."""
USUAL_NATS = 4.0
"""Nats by which a square may fit its likeliest class worse than the squares of the picture usually do, and still count in full."""
ODD_NATS = 4.0
"""Nats beyond USUAL_NATS at which a sign of the square says 2 nats at most; see `_most_nats`."""
AGREEING = 2.0
"""How many times as much each sign may say where look and rim agree whether a disc stands there: a man in a reflection has its rim."""


HALF_FIT = 3.0
"""Nats by which the squares fit worse than in the picture learned from when the evidence counts half. With it, pictures degraded in
fourteen ways are right as often as the evidence says. Classes that are as wide as reflections make them fit a bad picture better: with 6,
as before they were, 0.15 % of what was claimed at 0.999 was wrong; with 3, 0.015 %."""
HALF_VEIL = 0.5
"""How much brighter (natural logarithm) the dark fields are than they were against the light ones when the evidence counts half, however
well the squares fit. In a veil everything looks alike: where most squares are bare, or lay in glare when learned, all squares look bare."""
MIN_TRUST = 0.2
"""The least weight of the evidence of a whole picture."""
ELSEWHERE_NATS = 4.0
"""Nats by which the squares may fit worse where the board lies in another place, without reducing the evidence."""
LIGHT_STEP = 1.2
"""The change of light across a square (natural logarithm) at which its evidence counts half: the square may be dark or in a shadow."""
ANOTHER_NATS = 2.0
"""Nats from which on a square looks like another class than it held."""
MAX_UNLIKE = 0.5
"""The share of the known squares of a class that may look like another class."""
REMEMBERED_NATS = 3.0
"""Nats from which on a square that fits no class is read because it looks as it did when it was known."""
FOREIGN_TRUST = 0.6
"""The weight of the evidence of a picture whose calibration was learned from the picture itself."""


@dataclass(frozen=True, slots=True, eq=False)
class LookedAt:
    """What the squares of one picture look like."""

    calibration: Calibration
    """With which it was read."""
    placing: Placing
    classes: Classes
    """The classes empty, white and black in the light of this picture."""
    colours: Features
    """The log-likelihoods of the three colours, (squares, 3)."""
    remembered: Features
    """The same from squares that look as they did when they were known."""
    hidden: Mask
    """The squares that something covers or that fit no class, (squares,)."""
    still: Mask
    """The squares that hold what they held when the board was last known, (squares,)."""
    touched: Mask
    """The squares whose piece may have been touched since the board was last known, (squares,)."""
    sure: float
    """The weight of the whole picture, at most 1."""
    trust: Features
    """The weight of the colours of each square, (squares,)."""
    squares: Floats | None = None
    """`SquareChanges.squares`; None where the board lies in another place."""


def read(image: NDArray[np.uint8], geometry: Geometry, calibration: Calibration, came_before: NewPieces | None = None) -> Reading:
    """Read a BGR picture in which the board lies as `geometry` says; `came_before` is `Reading.came` of the last press."""
    seen = calibration.survey(image, geometry)
    known_place = calibration.same_place(geometry)
    look = _look_here(seen, calibration) if known_place else _look_elsewhere(seen, calibration, geometry)
    most, fit = _most_nats(look), float(look.colours.max(axis=1).mean())
    rims = look.calibration.of_rims(image, geometry, seen, _limited(look.colours, most))
    most = np.where(_agree(look.colours, rims.log_p), AGREEING * most, most)
    look = coloured_by_rims(look, rims.offset_px, seen)
    by_rims = np.where(look.hidden[:, None], 0, np.maximum(rims.log_p, -most[:, None]))
    look = replace(look, colours=_limited(look.colours, most) + by_rims)
    bounded = np.maximum(look.colours, look.colours.max(axis=1, keepdims=True) - LOOK_NATS)
    taller = _taller(bounded, seen, geometry, look)
    came = NewPieces()
    if known_place:
        arrivals, shown = calibration.there.arrivals, [MEN[kind] for kind in np.where(look.hidden, EMPTY, look.colours.argmax(axis=1))]
        widths = arrivals.widths(image, geometry, shown, look.touched, calibration.discs.radius_px / PX)
        if widths and look.squares is not None:
            others = np.array([content is not Content.EMPTY and square not in widths for square, content in enumerate(shown, 1)])
            came = NewPieces(widths, np.where(look.hidden[:, None, None, None], np.float32(np.nan), look.squares), others)
        told = arrivals.log_ratios(widths, geometry, shown)
        taller = np.where(np.isfinite(told), told + taller, taller)
    contents = _with_kings(bounded, taller)
    rows = look.trust[:, None] * contents + look.sure * look.remembered[:, CLASS_OF]
    rows = np.maximum(rows, rows.max(axis=1, keepdims=True) - MAX_NATS)
    offsets = tuple(
        None if gone or kind == EMPTY else (float(at[1]) / PX, float(at[0]) / PX)
        for gone, kind, at in zip(look.hidden, look.colours.argmax(axis=1), look.placing.offset_px, strict=True)
    )
    evidence = Evidence.of(rows.tolist(), height_changes(came_before or NewPieces(), came, geometry))
    hidden = tuple(int(i) + 1 for i in np.flatnonzero(look.hidden))
    return Reading(evidence, hidden, offsets, _brightness(seen, calibration), came, fit)


def _look_here(seen: Survey, calibration: Calibration) -> LookedAt:
    """Look at a board that lies where it was learned: the squares that hold what they held tell the light of this picture."""
    placing, features, classes = calibration.describe(seen)
    share, known = calibration.covered_share(seen, True), calibration.there.known
    changes, free = known.changes(seen), share <= FREE_SHARE
    colours = log_evidence(features, classes)
    still = _still(colours, known.kinds, free & ~known.touched(changes, ~free))
    classes = classes.in_light_of([features[still & (known.kinds == kind)] for kind in (EMPTY, WHITE, BLACK)])
    colours = log_evidence(features, classes)
    covered = hidden_squares(seen.covered, share, np.zeros(len(colours)), True)
    hidden = hidden_squares(seen.covered, share, colours.max(axis=1), True)
    told = known.log_ratios(changes, covered, still)
    sure = _trust(colours, calibration, seen, True)
    return LookedAt(
        calibration=calibration,
        placing=placing,
        classes=classes,
        colours=colours + np.where(hidden[:, None], 0, told.changed),
        remembered=told.remembered,
        hidden=hidden & ~(np.ptp(told.remembered, axis=1) > REMEMBERED_NATS),
        still=still,
        touched=known.touched(changes, hidden),
        sure=sure,
        trust=_square_trust(sure, seen, share, hidden, calibration.there.levels),
        squares=changes.squares,
    )


def coloured_by_rims(look: LookedAt, offset_px: Features, seen: Survey) -> LookedAt:
    """The look with the colours of the discs where their rims are, `FromRims.offset_px`, if the look has placed them elsewhere.

    What a field mirrors may look like a disc of the other colour beside the disc, and off by half a radius that would be described. So the
    look at the rim tells the colour. Whether a disc stands there at all is told by the look where it fits best, and so is how far off its
    centre it stands: a reflection may have an arc beside a disc that the look has placed well.
    """
    radius_px = look.calibration.discs.radius_px
    moved = np.flatnonzero(~look.hidden & (np.hypot(*(offset_px - look.placing.offset_px).T) > radius_px / 2))
    if not len(moved):
        return look
    offsets, colours = look.placing.offset_px.copy(), look.colours.copy()
    offsets[moved] = np.round(offset_px[moved])
    there = log_evidence(describe(seen, replace(look.placing, offset_px=offsets), radius_px)[moved], look.classes)[:, WHITE:]
    likelier = there.max(axis=1, keepdims=True)
    colours[moved, WHITE:] = np.maximum(colours[moved, WHITE:].max(axis=1, keepdims=True), likelier) + there - likelier
    return replace(look, colours=colours)


def _still(colours: Features, kinds: NDArray[np.intp], unchanged: Mask) -> Mask:
    """The squares that hold what they held, (squares,), of those that are `unchanged` and held pieces of these `kinds`.

    Squares that look like another class in the light of before are left out. There are none if most squares of a class do so: then the
    picture tells little, or another position stands on the board.
    """
    own = np.take_along_axis(colours, np.maximum(kinds, 0)[:, None], axis=1)[:, 0]
    unlike = colours.max(axis=1) - own >= ANOTHER_NATS
    for kind in (EMPTY, WHITE, BLACK):
        known = unchanged & (kinds == kind)
        if known.any() and unlike[known].mean() > MAX_UNLIKE:
            return np.zeros(len(kinds), bool)
    return np.asarray(unchanged & (kinds >= 0) & ~unlike, bool)


def _look_elsewhere(seen: Survey, calibration: Calibration, geometry: Geometry) -> LookedAt:
    """Look at a board that lies in another place, of which a foreign light is learned from the picture itself."""
    here, sure = calibration, 1.0
    placing, features, classes = here.describe(seen)
    colours = log_evidence(features, classes)
    if foreign(colours):
        learned, sure = learn_anew(calibration, seen, geometry), FOREIGN_TRUST
        if learned:
            here = learned
            placing, features, classes = here.describe(seen)
            colours = log_evidence(features, classes)
    else:
        learned, sure = calibration, _trust(colours, calibration, seen, False)
    share, nothing = here.covered_share(seen, False), np.zeros(len(colours), bool)
    hidden = hidden_squares(seen.covered, share, colours.max(axis=1), False) if learned else ~nothing
    trust = _square_trust(sure, seen, share, hidden, None)
    return LookedAt(
        calibration=here,
        placing=placing,
        classes=classes,
        colours=colours,
        remembered=np.zeros_like(colours),
        hidden=hidden,
        still=nothing,
        touched=nothing,
        sure=sure,
        trust=trust,
    )


def _square_trust(sure: float, seen: Survey, share: Features, hidden: Mask, reference: Floats | None) -> Features:
    """`LookedAt.trust`; `share` and `reference` as in `hidden_squares` and `light_steps`."""
    steps = light_steps(seen.levels, seen.covered, reference)
    return sure * np.where(hidden, 0, np.minimum(1, 1 - share + FREE_SHARE)) / (1 + np.nan_to_num(steps / LIGHT_STEP) ** 2)


def _trust(colours: Features, calibration: Calibration, seen: Survey, known_place: bool) -> float:
    """The weight of the picture's evidence, at most 1: less where it fits worse than usual (blur, darkness, noise) or has a veil."""
    worse = calibration.usual_fit - float(np.median(colours.max(axis=1)))
    beyond = max(worse - (0.0 if known_place else ELSEWHERE_NATS), 0.0)
    veil = max(calibration.brightened(seen), 0.0) if known_place else 0.0
    return max(1 / (1 + max(beyond / HALF_FIT, veil / HALF_VEIL) ** 2), MIN_TRUST)


def _most_nats(look: LookedAt) -> Features:
    """The most nats that a sign of each square may say, (squares,), from 1 upwards; infinite for a square that is like the others.

    A spot of light, a coin or a disc in a shadow is like no class. How much farther off one class is than another tells little there. So
    less is said of a square the worse it fits its likeliest class, compared with what is usual for that class or for all squares of the
    picture. Where the picture as a whole fits badly it weighs less already, and that does not count twice. A square that looks as it did
    when it was known is not limited, for it was as odd then.
    """
    likeliest, fit = look.colours.argmax(axis=1), look.colours.max(axis=1)
    shown = ~look.hidden
    usual = np.full(3, np.median(fit[shown]) if shown.any() else 0.0)
    for kind in (EMPTY, WHITE, BLACK):
        alike = fit[shown & (likeliest == kind)]
        if len(alike) >= MIN_SQUARES:
            usual[kind] = min(usual[kind], np.median(alike))
    beyond = np.maximum(usual[likeliest] - fit - USUAL_NATS, 0)
    beyond[np.ptp(look.remembered, axis=1) > REMEMBERED_NATS] = 0
    most = np.full(len(fit), np.inf)
    np.divide(beyond + ODD_NATS, beyond * look.sure, out=most, where=beyond > 0)
    return most


def _agree(colours: Features, by_rims: Features) -> Mask:
    """On which squares a clear rim, or clearly none, agrees with the look whether a disc stands there, (squares,)."""
    rim, disc = (log_p[:, WHITE:].max(axis=1) - log_p[:, EMPTY] for log_p in (by_rims, colours))
    return np.asarray((np.abs(rim) > CLEAR_NATS) & (rim * disc > 0), bool)


def _limited(log_p: Features, most: Features) -> Features:
    """Log-likelihoods (squares, 3) that say less than `most` (squares,) nats of whether a disc stands there, and as little of its colour.

    What says `most` nats says half of it. The likelier colour has 0.
    """
    disc = log_p[:, WHITE:].max(axis=1)
    bare, white = (told / (1 + np.abs(told) / most) for told in (log_p[:, EMPTY] - disc, log_p[:, WHITE] - log_p[:, BLACK]))
    return np.stack([bare, np.minimum(white, 0), np.minimum(-white, 0)], axis=1)


def _brightness(seen: Survey, calibration: Calibration) -> float:
    """`Reading.light`."""
    lit = light_fields(seen.size) & ~seen.covered
    return float(np.exp(np.median((seen.levels - calibration.there.levels).mean(axis=2)[lit if lit.any() else light_fields(seen.size)])))


def _taller(colours: Features, seen: Survey, geometry: Geometry, look: LookedAt) -> Features:
    """log p(width | king) - log p(width | man) for the piece of the likelier colour on each square, (squares,); 0 for a bare one."""
    calibration, placing, still = look.calibration, look.placing, look.still
    bare, side = colours.argmax(axis=1) == EMPTY, _likelier_side(colours)
    widths = measure_widths(seen, calibration.materials, placing, np.where(bare, NO_SIDE, side))
    there = calibration.discs.widths.in_picture(
        widths, side, lean(geometry), np.where(still, calibration.there.arrivals.heights(len(bare)), -1)
    )
    return np.where(bare, 0.0, there.log_ratio(widths, side, lean(geometry)))


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
