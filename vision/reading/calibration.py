"""Learns what a board and its pieces look like from one picture of a known position, and checks the picture against it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.board.squares import Content, board
from rules.errors import DamcamError, Phrase, Sentence
from vision.image.arrays import Floats
from vision.image.geometry import Geometry, Points
from vision.image.viewpoint import lean
from vision.reading.arrivals import Arrivals
from vision.reading.change import Known
from vision.reading.discs import IN_DISC, OUTSIDE, TEXTURES, Features, MinScores, Placing, describe, disc_pixels, pixels_around, place
from vision.reading.features import (
    CHANNELS,
    CORNER_PX,
    DARK,
    FROM_LOOK,
    MARGIN_PX,
    PX,
    TEXTURE,
    TO_LOOK,
    Mask,
    Survey,
    light_fields,
    square_corners,
    survey,
)
from vision.reading.hidden import covered_fields, covered_share, light_patches
from vision.reading.likelihood import Classes
from vision.reading.materials import Material, Materials
from vision.reading.mirrored import mirroring_squares, without_least
from vision.reading.reflections import bounded, reflecting
from vision.reading.roundness import Rims, find_rims
from vision.reading.stacks import Widths, measure_widths

EMPTY, WHITE, BLACK = range(3)
"""The colour classes, in the order of `Calibration.classes`."""
CLASS_OF = np.array([EMPTY, WHITE, WHITE, BLACK, BLACK])
"""The colour class of each Content."""
DAY_SPREAD = np.array([0.12, 0.06, 0.06, 0.25, 0.15, 0.08, 0.08, 0.25, 0.8, 0.8])
"""The spread that the light of another moment adds to each feature of `describe`, in the units of the feature."""
RADII_PX = tuple(float(r) for r in np.arange(0.30, 0.49, 0.02) * PX)
"""The radii tried, in pixels; sets are sold with discs of 60 to 95 % of a square."""
OVER_EDGE = 0.5
"""The least score of the part of a disc that shows over the edge of the board, as a share of the usual score. The dark wood of a frame or a
shadow fits a disc somewhat."""
MIN_SCORE_LIKE_BOARD = 0.4
"""The least score of a disc, as a share of the usual one, where discs look so much like the board (black on black) that bare squares seem
to hold some too. Elsewhere any score is enough, because a disc in glare or shadow may show little."""
SAME_PLACE = 0.8
"""The movement, in squares, below which a board under a fixed camera lies in the light in which it was learned."""
MAX_FIELD_CHANGE = 1.2
"""The change of the lightness of the dark fields (natural logarithm) that another light makes; with more they are the light fields."""
MAX_NAMED = 5
"""The most squares that a message names; the rest are counted."""
DOUBT_NATS = 7.0
"""Nats (1,000 to 1) below which the look leaves doubt whether a disc stands on a square, so that its rim is looked for."""
MISMATCH_FIT = 6.0
"""Nats by which a square may fit another class worse than its squares usually do, and still be taken for one of them. A disc in glare fits
no class."""


class Mismatch(Phrase):
    """How a picture does not show what it should."""

    NONE_SEEN = "square {square}: {expected} expected, none seen"
    WHITE_SEEN = "square {square}: {expected} expected, a white one seen"
    BLACK_SEEN = "square {square}: {expected} expected, a black one seen"
    AND_MORE = "{squares}; and {count} more"
    UNCLEAR = "{count} square does not show clearly what is expected on it", "{count} squares do not show clearly what is expected on them"
    CONTENTS = "{count} contents were given for a board of {squares} playing squares"
    NO_BARE_SQUARE = "the position to learn from has no bare playing square"
    NO_WHITE_PIECE = "the position to learn from has no white piece"
    NO_BLACK_PIECE = "the position to learn from has no black piece"
    LEARN_FROM_ANOTHER = "learn from one that has"
    SQUARES = "{squares}"


class OnSquare(Phrase):
    """What is expected on a square, in words; named as in `Content`."""

    EMPTY = "no piece"
    WHITE_MAN = "a white man"
    WHITE_KING = "a white king"
    BLACK_MAN = "a black man"
    BLACK_KING = "a black king"


SEEN = (Mismatch.NONE_SEEN, Mismatch.WHITE_SEEN, Mismatch.BLACK_SEEN)
"""What is seen, by colour class."""
BARE = (Mismatch.NO_BARE_SQUARE, Mismatch.NO_WHITE_PIECE, Mismatch.NO_BLACK_PIECE)
"""That there is none of a colour class."""


class StartMismatch(DamcamError, ValueError):
    """The picture does not show the expected position.

    `squares` are those that look like something else, on a board that lies as `geometry` says.
    """

    def __init__(self, told: Sentence, squares: tuple[int, ...] = (), geometry: Geometry | None = None, about: str = "") -> None:
        super().__init__(told, about)
        self.squares = squares
        self.geometry = geometry


@dataclass(frozen=True, slots=True, eq=False)
class DiscShape:
    """How the discs of a board are found, and how large they are."""

    radius_px: float
    """The radius of a disc in the straightened picture."""
    least: MinScores
    """The scores above which a white and a black disc are found; see `place`."""
    widths: Widths
    """The widths of single discs, which tell kings from men."""
    rims: Rims = field(default_factory=Rims.usual)
    """How round the edges of bare squares and of discs are."""


@dataclass(frozen=True, slots=True, eq=False)
class LightThere:
    """The light of a board where it lay in the picture learned from, and what stood on it."""

    levels: Floats
    """The light of each field in the picture learned from; see `Survey.levels`."""
    patches: Floats
    """The looks of the light fields around each square in that picture; see `light_patches`."""
    corners_px: Points
    """The corners of the board in that picture, (4, 2)."""
    bare: Floats
    """The look of the bare fields; see `Survey.bare`."""
    known: Known
    """The last picture in which it was known what stood on the squares."""
    arrivals: Arrivals
    """What came onto bare squares."""
    reach: float = SAME_PLACE
    """The movement, in squares, below which the board lies in this light."""

    def elsewhere(self) -> "LightThere":
        """The same where nothing is known of the light or of the place of the board."""
        nowhere = np.full_like(self.corners_px, np.nan)
        return replace(self, corners_px=nowhere, known=self.known.elsewhere(), arrivals=self.arrivals.elsewhere())


class FromRims(NamedTuple):
    """What the rims of discs tell of each square."""

    log_p: Features
    """The log-likelihoods of the three colours, (squares, 3), at most 0."""
    offset_px: Features
    """Where a disc stands that has a clear rim, as `Placing.offset_px`, (squares, 2); NaN where none was found or looked for."""


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """What a board and its pieces look like in one light."""

    size: int
    materials: Materials
    discs: DiscShape
    classes: Classes
    """The classes empty, white and black over the features of `describe`."""
    usual_fit: float
    """The median over the squares of the log density of the likeliest class, in the picture learned from."""
    there: LightThere

    def same_place(self, geometry: Geometry) -> bool:
        """Whether the board lies where it was learned or was only nudged."""
        moved = float(np.abs(geometry.corners_px() - self.there.corners_px).max())
        return moved < self.there.reach * geometry.px_per_square()

    def survey(self, image: NDArray[np.uint8], geometry: Geometry) -> Survey:
        """Survey a later picture; its light is taken from the light fields that nothing covers.

        A veil and another tone curve are corrected in the same place only, because dark fields shine differently from elsewhere.
        """
        reference, known = (self.there.levels, self.there.bare) if self.same_place(geometry) else (None, None)
        return survey(image, geometry, partial(covered_fields, reference=reference), known)

    def fields_in(self, seen: Survey) -> Features:
        """How the look of the bare dark fields has changed, lightness and two chromas, (3,).

        `seen` is a picture that was not corrected for its light.
        """
        return np.asarray(TO_LOOK @ np.log((seen.bare[1, :TEXTURE] + DARK) / (self.there.bare[1, :TEXTURE] + DARK)), float)

    def in_light_of(self, seen: Survey) -> "Calibration":
        """The calibration for a picture in another light, with the dark fields as they look there; `seen` as in `fields_in`.

        What they mirror more or less, the discs on them may mirror as well, or only a part of it.
        """
        change, added = self.fields_in(seen), seen.bare[1, :TEXTURE] - self.there.bare[1, :TEXTURE]
        dark, centres, scatter = self.materials.dark, self.classes.centres.copy(), self.classes.scatter.copy()
        centres[:, OUTSIDE] += change
        centres[EMPTY, IN_DISC] += change
        for kind in (WHITE, BLACK):
            shown = np.exp(FROM_LOOK @ centres[kind, IN_DISC])
            mirrored = TO_LOOK @ np.log(np.maximum(shown + added, DARK)) - centres[kind, IN_DISC]
            centres[kind, IN_DISC] += mirrored / 2
            scatter[kind, IN_DISC, IN_DISC] += np.outer(mirrored, mirrored)
        moved = Material(dark.centre + np.array([*change, 0], np.float32), dark.spread)
        classes = replace(self.classes, centres=centres, scatter=scatter)
        discs = replace(self.discs, rims=self.discs.rims.in_another_light())
        return replace(self, materials=replace(self.materials, dark=moved), classes=classes, discs=discs, there=self.there.elsewhere())

    def describe(self, seen: Survey) -> tuple[Placing, Features, Classes]:
        """Where discs stand, the features of each square, (squares, 10), and the classes for this picture.

        Noise and blur change every texture. The change of the bare fields and of the lines between them widens the classes.
        """
        change = self.texture_change(seen)
        placing = place(seen, self.materials.doubting_texture(change), self.discs.radius_px, self.discs.least)
        return placing, describe(seen, placing, self.discs.radius_px), self.classes.doubting(change * TEXTURES)

    def texture_change(self, seen: Survey) -> float:
        """How much noise or blur has changed the texture of the bare fields, a natural logarithm."""
        return float(np.abs(seen.bare - self.there.bare)[:, TEXTURE].max())

    def of_rims(self, image: NDArray[np.uint8], geometry: Geometry, seen: Survey, colours: Features) -> FromRims:
        """What the rims of discs tell of the squares whose look leaves doubt; `colours` are the log-likelihoods by the look, (squares, 3).

        Looking for rims at the camera's own resolution costs more than all else, so it is done for these squares only.
        """
        side = np.where(colours[:, WHITE] >= colours[:, BLACK], 0, 1)
        asked = np.flatnonzero(np.abs(colours[:, [WHITE, BLACK]].max(axis=1) - colours[:, EMPTY]) < DOUBT_NATS)
        log_p, offset_px = np.zeros_like(colours), np.full((len(colours), 2), np.nan)
        if len(asked):
            rims = find_rims(image, geometry, asked, self.discs.radius_px)
            ratios = self.discs.rims.log_ratios(rims.roundness, side[asked], self.texture_change(seen))
            log_p[asked] = np.minimum(np.stack([-ratios, ratios, ratios], axis=1), 0)
            offset_px[asked] = np.where(ratios[:, None] > CLEAR_NATS, rims.offset_px, np.nan)
        return FromRims(log_p, offset_px)

    def brightened(self, seen: Survey) -> float:
        """How much brighter the dark fields are against the light ones than they were, a natural logarithm; negative for darker.

        In the same place `survey` has corrected what it could, so the value is about 0 unless there is more veil or clipping than that.
        """
        return float(np.median(corner_looks(seen)[..., 0]) - np.log(self.there.bare[1, :TEXTURE] + DARK).mean())

    def covered_share(self, seen: Survey, same_place: bool) -> Features:
        """The share of the light patches around each square that something covers, (squares,)."""
        return covered_share(light_patches(seen), self.materials.light.centre, self.there.patches if same_place else None)


def calibrate(image: NDArray[np.uint8], geometry: Geometry, contents: Sequence[Content]) -> Calibration:
    """Learn the looks of fields and discs from a picture of a known position; StartMismatch when the picture does not show it.

    `contents` is what stands on each playing square, square 1 first. Both sides and a bare square must be among them.
    """
    seen = survey(image, geometry)
    kinds = CLASS_OF[np.array(contents, int)]
    if len(kinds) != board(geometry.size).squares:
        raise StartMismatch(Mismatch.CONTENTS.said(count=len(kinds), squares=board(geometry.size).squares))
    for kind in (EMPTY, WHITE, BLACK):
        if not np.any(kinds == kind):
            raise StartMismatch(BARE[kind].said(Mismatch.LEARN_FROM_ANOTHER.said()))
    kings = np.array([content.is_king for content in contents])
    calibration, features = learn(seen, geometry, kinds, kings)
    rims = Rims.learn(find_rims(image, geometry, np.arange(len(kinds)), calibration.discs.radius_px).roundness, kinds)
    unclear = len(_unclear(log_evidence(features, calibration.classes), kinds))
    if unclear > MAX_UNCLEAR * len(kinds):
        other, shown = learn(seen, geometry, kinds, kings, MIN_SCORE_LIKE_BOARD)
        if len(_unclear(log_evidence(shown, other.classes), kinds)) < unclear:
            calibration, features = other, shown
    calibration = replace(calibration, discs=replace(calibration.discs, rims=rims))
    log_p = log_evidence(features, calibration.classes)
    log_p = log_p + calibration.of_rims(image, geometry, seen, log_p).log_p
    _check(log_p, kinds, contents, _drowned(image, geometry, calibration, kinds))
    return calibration


def learn(seen: Survey, geometry: Geometry, kinds: NDArray[np.intp], kings: Mask, found: float = 0.0) -> tuple[Calibration, Features]:
    """A calibration from a picture whose squares hold these colour classes, unchecked, and the features of the squares.

    A disc is found where its score is above the share `found` of the usual score of its colour.
    """
    materials = _first_look(seen, kinds)
    radius_px = max(RADII_PX, key=lambda r: _fit(place(seen, materials, r), kinds))
    materials = _second_look(seen, kinds, materials, radius_px)
    scores = place(seen, materials, radius_px).score
    white, black = (max(float(np.median(scores[kind - 1, kinds == kind])), 0.0) for kind in (WHITE, BLACK))
    least = MinScores((found * white, found * black), (OVER_EDGE * white, OVER_EDGE * black))
    # A bare square at the edge that fits a disc somewhat must be learned as bare, so the limit over the edge is not applied here.
    placing = place(seen, materials, radius_px, MinScores(least.on_board))
    features = describe(seen, placing, radius_px)
    cleared = _cleared(seen, features, kinds, materials)
    bare = describe(cleared, place(cleared, materials, radius_px, MinScores(least.on_board)), radius_px)
    # Those that were seen bare weigh as much as all that are predicted.
    seen_bare = np.repeat(bare[kinds == EMPTY], max(1, round((kinds != EMPTY).sum() / (kinds == EMPTY).sum())), axis=0)
    examples = [np.concatenate([seen_bare, bare[kinds != EMPTY]]), *(features[kinds == kind] for kind in (WHITE, BLACK))]
    classes = Classes.learn(examples, DAY_SPREAD)
    measured = measure_widths(seen, materials, placing, np.maximum(kinds - 1, 0))
    widths = Widths.learn(measured, kinds == WHITE, kinds == BLACK, kings, lean(geometry))
    fit = float(np.median(log_evidence(features, classes).max(axis=1)))
    discs = DiscShape(radius_px, least, widths)
    there = LightThere(seen.levels, light_patches(seen), geometry.corners_px(), seen.bare, Known.of(seen, kinds), Arrivals())
    learned = Calibration(geometry.size, materials, discs, classes, fit, there)
    return learned, features


def corner_looks(seen: Survey) -> Floats:
    """The look in the four corners of each playing square, which no disc covers, (squares, pixels, 4)."""
    near = np.arange(*CORNER_PX)
    steps = np.concatenate([near, PX - 1 - near])
    return pixels_around(seen.look, square_corners(seen.size), np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2))


def log_evidence(features: Features, classes: Classes) -> Features:
    """The log-likelihoods of empty, white and black, (squares, 3), wherever light is mirrored; a square that fits no class says nothing."""
    here = reflecting(classes)
    return np.logaddexp(bounded(here.log_density(features), here), STRANGE)


STRANGE = -18.0
"""The log density of a square that shows none of the three, spread over everything that it could look like."""


def _first_look(seen: Survey, kinds: NDArray[np.intp]) -> Materials:
    """The materials learned from the middles of the squares, before it is known where the discs stand."""
    light = np.argwhere(light_fields(seen.size)) * PX + MARGIN_PX
    playing = square_corners(seen.size)
    within = np.indices((PX, PX)).reshape(2, -1).T
    away = np.hypot(*(within - (PX - 1) / 2).T)

    def learn(fields: NDArray[np.intp], radius: float) -> Material:
        return Material.learn(pixels_around(seen.look, fields, within[away < radius * PX]).reshape(-1, CHANNELS))

    white, black = (learn(playing[kinds == kind], 0.2) for kind in (WHITE, BLACK))
    return Materials(learn(playing[kinds == EMPTY], 0.4), learn(light, 0.3), white, black)


def _second_look(seen: Survey, kinds: NDArray[np.intp], first: Materials, radius_px: float) -> Materials:
    """The materials with those of the discs learned where the discs stand."""
    pixels = disc_pixels(seen, place(seen, first, radius_px), radius_px)
    white, black = (Material.learn(pixels[kinds == kind].reshape(-1, CHANNELS)) for kind in (WHITE, BLACK))
    return Materials(first.dark, first.light, white, black)


def _cleared(seen: Survey, features: Features, kinds: NDArray[np.intp], materials: Materials) -> Survey:
    """The survey as if nothing stood on its squares: a field never seen bare is predicted from what shows of it around its disc."""
    look = seen.look.copy()
    for (row, col), around in zip(square_corners(seen.size)[kinds != EMPTY], features[kinds != EMPTY][:, OUTSIDE], strict=True):
        look[row : row + PX, col : col + PX] = [*around, materials.dark.centre[TEXTURE]]
    return replace(seen, look=look)


def _fit(placing: Placing, kinds: NDArray[np.intp]) -> float:
    """How well discs fit: the mean of both colours' median scores over the squares where they stand."""
    return float(np.mean([np.median(placing.score[kind - 1, kinds == kind]) for kind in (WHITE, BLACK)]))


def _drowned(image: NDArray[np.uint8], geometry: Geometry, calibration: Calibration, kinds: NDArray[np.intp]) -> Mask:
    """On which squares a disc that should stand there may be drowned in mirrored light, (squares,).

    With that light taken off, the square must not be without a rim.
    """
    drowned = mirroring_squares(image, geometry) & (kinds != EMPTY)
    for square in np.flatnonzero(drowned):
        shown = find_rims(without_least(image, geometry, int(square)), geometry, np.array([square]), calibration.discs.radius_px)
        drowned[square] = calibration.discs.rims.log_ratios(shown.roundness, kinds[[square]] - 1, 0.0)[0] > -CLEAR_NATS
    return np.asarray(drowned, bool)


def _check(log_p: Features, kinds: NDArray[np.intp], contents: Sequence[Content], drowned: Mask) -> None:
    """StartMismatch when a square looks like something else, or when too many squares are unclear.

    A square is unclear, whatever it looks like, where a disc may be `drowned` in mirrored light: it looks like a bare field there.
    """
    own = np.take_along_axis(log_p, kinds[:, None], axis=1)[:, 0]
    likeliest, fit = log_p.argmax(axis=1), log_p.max(axis=1)
    usual = np.array([np.median(own[kinds == kind]) for kind in (EMPTY, WHITE, BLACK)])
    wrong = np.flatnonzero((fit - own > CLEAR_NATS) & (fit > usual[likeliest] - MISMATCH_FIT) & ~drowned)
    if len(wrong):
        squares = tuple(_unlike(int(i) + 1, contents[i], SEEN[likeliest[i]]) for i in wrong[:MAX_NAMED])
        told = Mismatch.SQUARES if len(wrong) <= MAX_NAMED else Mismatch.AND_MORE
        raise StartMismatch(told.said(squares=squares, count=len(wrong) - MAX_NAMED), tuple(int(i) + 1 for i in wrong))
    doubtful = _unclear(log_p, kinds)
    if len(doubtful) > MAX_UNCLEAR * len(kinds):
        raise StartMismatch(Mismatch.UNCLEAR.said(count=len(doubtful)))


def _unlike(square: int, expected: Content, seen: Mismatch) -> Sentence:
    return seen.said(square=square, expected=OnSquare[expected.name].said())


def _unclear(log_p: Features, kinds: NDArray[np.intp]) -> NDArray[np.intp]:
    """The indices (from 0) of the squares that do not show clearly what stands there."""
    own = np.take_along_axis(log_p, kinds[:, None], axis=1)[:, 0]
    rivals = np.where(np.arange(3) == kinds[:, None], -np.inf, log_p).max(axis=1)
    return np.flatnonzero(own - rivals < CLEAR_NATS)


CLEAR_NATS = 4.0
"""The margin from which on a square shows clearly what stands there."""
MAX_UNCLEAR = 0.3
"""The share of unclear squares, from glare or a hand, up to which the start picture is accepted."""
