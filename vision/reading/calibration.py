"""What a board and its pieces look like here, learned from one picture whose position is known, and checked against it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from rules.board.squares import Content, Side, board
from rules.errors import DamcamError
from vision.image.geometry import Geometry, Points
from vision.image.viewpoint import lean
from vision.reading.change import Known
from vision.reading.discs import Features, Least, Placing, describe, disc_pixels, pixels_around, place
from vision.reading.features import (
    CHANNELS,
    CORNER_PX,
    DARK,
    MARGIN_PX,
    PX,
    TEXTURE,
    Floats,
    Mask,
    Survey,
    light_fields,
    square_corners,
    survey,
)
from vision.reading.hidden import covered_fields, covered_share, light_patches
from vision.reading.likelihood import Classes
from vision.reading.materials import Material, Materials
from vision.reading.stacks import Widths, measure_widths

EMPTY, WHITE, BLACK = range(3)
"""The colour classes, in the order of `Calibration.classes`."""
CLASS_OF = np.array([EMPTY, WHITE, WHITE, BLACK, BLACK])
"""The colour class of each Content."""
NAMES = {
    Content.EMPTY: "no piece",
    Content.WHITE_MAN: "a white man",
    Content.WHITE_KING: "a white king",
    Content.BLACK_MAN: "a black man",
    Content.BLACK_KING: "a black king",
}
SEEN = ("none", "a white one", "a black one")
DAY_SPREAD = np.array([0.12, 0.06, 0.06, 0.25, 0.15, 0.08, 0.08, 0.25, 0.8, 0.8])
"""What another moment's light adds to the spread of each feature of `describe`, in the same units."""
OF_TEXTURE = np.array([0, 0, 0, 1.0, 0, 0, 0, 1.0, 0, 0])
"""Which features of `describe` are textures."""
RADII_PX = tuple(float(r) for r in np.arange(0.30, 0.49, 0.02) * PX)
"""The radii of discs tried: sets are sold with discs of 60 to 95 % of a square."""
OVER_EDGE = 0.5
"""Of the usual score, what is asked of what shows of a disc over the edge: a frame's dark wood or a shadow there fits a disc somewhat."""
LIKE_THE_BOARD = 0.4
"""From what share of their usual score discs are found where they look so much like the board (black on black) that bare squares seem to
hold some too. Elsewhere any score will do: a disc in glare or shadow may show little."""
SAME_PLACE = 0.8
"""Moved by less than this, in squares, the board lies in the light that it was learned in."""
NAMED = 5
"""So many disagreeing squares are named in a message; the rest are counted."""
DISAGREES = 2.0
"""Nats by which a square must look like something else before the start is refused."""


class StartMismatch(DamcamError, ValueError):
    """The picture does not show the position that it was said to show.

    `squares` lists which look like something else, on the board that lies as `geometry` says.
    """

    def __init__(self, text: str, squares: tuple[int, ...] = (), geometry: Geometry | None = None) -> None:
        super().__init__(text)
        self.squares = squares
        self.geometry = geometry


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """A board in its light."""

    size: int
    materials: Materials
    radius_px: float
    """Of a disc, in the straightened picture."""
    least: Least
    """The scores from which on a white and a black disc are found; see `place`."""
    classes: Classes
    """Empty, white, black over the features of `describe`."""
    widths: Widths
    """Of single discs, to tell kings from men."""
    usual_fit: float
    """The median over the squares of the log density of the likeliest class, in the picture learned from."""
    levels: Floats
    """The light of each field in the picture learned from; see Survey."""
    patches: Floats
    """The looks of the light around each square in it; see `light_patches`."""
    corners_px: Points
    """Where the board lay in it."""
    bare: Floats
    """How its bare fields look; see Survey."""
    known: Known
    """The last picture of which it is sure what stood there."""

    def same_place(self, geometry: Geometry) -> bool:
        """Whether the board still lies where it was learned, but for a nudge."""
        moved = float(np.abs(geometry.corners_px() - self.corners_px).max())
        return moved < SAME_PLACE * geometry.px_per_square()

    def survey(self, image: NDArray[np.uint8], geometry: Geometry) -> Survey:
        """A later picture, its light taken from the fields that nothing covers.

        A veil and another tone curve are told by the dark fields in the same place alone: seen from elsewhere they shine otherwise.
        """
        reference, known = (self.levels, self.bare) if self.same_place(geometry) else (None, None)
        return survey(image, geometry, partial(covered_fields, reference=reference), known)

    def describe(self, seen: Survey) -> tuple[Placing, Features, Classes]:
        """Where discs stand, what describes each square, and the classes to hold that against in this picture.

        Noise and blur change the texture of all that is seen; how much is told by the bare fields and the lines between them.
        """
        change = float(np.abs(seen.bare - self.bare)[:, TEXTURE].max())
        placing = place(seen, self.materials.doubting_texture(change), self.radius_px, self.least)
        return placing, describe(seen, placing, self.radius_px), self.classes.doubting(change * OF_TEXTURE)

    def brightened(self, seen: Survey) -> float:
        """How much brighter the dark fields look against the light ones than they did, a natural logarithm, negative for darker.

        In the same place it is about 0: `survey` has set right what it could. What is left is more veil or clipping than that.
        """
        return float(np.median(corner_looks(seen)[..., 0]) - np.log(self.bare[1, :TEXTURE] + DARK).mean())

    def covered_share(self, seen: Survey, same_place: bool) -> Features:
        """The share of the light around each square that something lies over, (squares,)."""
        return covered_share(light_patches(seen), self.materials.light.centre, self.patches if same_place else None)


def calibrate(image: NDArray[np.uint8], geometry: Geometry, contents: Sequence[Content]) -> Calibration:
    """Learn the looks of fields and discs from a picture of a known position; StartMismatch when the picture does not show it.

    `contents` names what stands on each playing square, square 1 first; both sides and some bare squares must be there.
    """
    seen = survey(image, geometry)
    kinds = CLASS_OF[np.array(contents, int)]
    if len(kinds) != board(geometry.size).squares:
        raise StartMismatch(f"{len(kinds)} contents were given for a board of {board(geometry.size).squares} playing squares")
    for kind, name in ((EMPTY, "bare playing square"), (WHITE, f"{Side.WHITE} piece"), (BLACK, f"{Side.BLACK} piece")):
        if not np.any(kinds == kind):
            raise StartMismatch(f"the position to learn from has no {name}; learn from one that has")
    kings = np.array([content.is_king for content in contents])
    calibration, features = learn(seen, geometry, kinds, kings)
    unclear = len(_unclear(log_evidence(features, calibration.classes), kinds))
    if unclear > MAY_BE_UNCLEAR * len(kinds):
        other, shown = learn(seen, geometry, kinds, kings, LIKE_THE_BOARD)
        if len(_unclear(log_evidence(shown, other.classes), kinds)) < unclear:
            calibration, features = other, shown
    _check(log_evidence(features, calibration.classes), kinds, contents)
    return calibration


def learn(seen: Survey, geometry: Geometry, kinds: NDArray[np.intp], kings: Mask, found: float = 0.0) -> tuple[Calibration, Features]:
    """A calibration from a picture whose squares hold these colour classes, unchecked; and the features that the squares show.

    A disc is found from the share `found` of the usual score of its colour on.
    """
    materials = _first_look(seen, kinds)
    radius_px = max(RADII_PX, key=lambda r: _fit(place(seen, materials, r), kinds))
    materials = _second_look(seen, kinds, materials, radius_px)
    scores = place(seen, materials, radius_px).score
    white, black = (max(float(np.median(scores[kind - 1, kinds == kind])), 0.0) for kind in (WHITE, BLACK))
    least = Least((found * white, found * black), (OVER_EDGE * white, OVER_EDGE * black))
    # Where a bare square at the edge of the start's picture fits a disc somewhat, it teaches that bare squares do.
    placing = place(seen, materials, radius_px, Least(least.on_board))
    features = describe(seen, placing, radius_px)
    classes = Classes.learn([features[kinds == kind] for kind in (EMPTY, WHITE, BLACK)], DAY_SPREAD)
    measured = measure_widths(seen, materials, placing, np.maximum(kinds - 1, 0))
    widths = Widths.learn(measured, kinds == WHITE, kinds == BLACK, kings, lean(geometry))
    fit = float(np.median(classes.log_density(features).max(axis=1)))
    learned = Calibration(
        geometry.size,
        materials,
        radius_px,
        least,
        classes,
        widths,
        fit,
        seen.levels,
        light_patches(seen),
        geometry.corners_px(),
        seen.bare,
        Known.of(seen, kinds),
    )
    return learned, features


def corner_looks(seen: Survey) -> Floats:
    """The look in the four corners of each playing square, which discs leave free, (squares, pixels, 4)."""
    near = np.arange(*CORNER_PX)
    steps = np.concatenate([near, PX - 1 - near])
    return pixels_around(seen.look, square_corners(seen.size), np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2))


def log_evidence(features: Features, classes: Classes) -> Features:
    """Log likelihoods of empty, white and black, (squares, 3), bounded below: what fits no class says nothing."""
    return np.logaddexp(classes.log_density(features), STRANGE)


STRANGE = -18.0
"""Log density of a square that is something else altogether, spread over all that it could look like."""


def _first_look(seen: Survey, kinds: NDArray[np.intp]) -> Materials:
    """The materials before it is known where the discs stand: from the middles of the squares."""
    light = np.argwhere(light_fields(seen.size)) * PX + MARGIN_PX
    playing = square_corners(seen.size)
    within = np.indices((PX, PX)).reshape(2, -1).T
    away = np.hypot(*(within - (PX - 1) / 2).T)

    def learn(fields: NDArray[np.intp], radius: float) -> Material:
        return Material.learn(pixels_around(seen.look, fields, within[away < radius * PX]).reshape(-1, CHANNELS))

    white, black = (learn(playing[kinds == kind], 0.2) for kind in (WHITE, BLACK))
    return Materials(learn(playing[kinds == EMPTY], 0.4), learn(light, 0.3), white, black)


def _second_look(seen: Survey, kinds: NDArray[np.intp], first: Materials, radius_px: float) -> Materials:
    """The discs' materials from the discs where they stand."""
    pixels = disc_pixels(seen, place(seen, first, radius_px), radius_px)
    white, black = (Material.learn(pixels[kinds == kind].reshape(-1, CHANNELS)) for kind in (WHITE, BLACK))
    return Materials(first.dark, first.light, white, black)


def _fit(placing: Placing, kinds: NDArray[np.intp]) -> float:
    """How well discs of a radius fit, over the squares where discs stand."""
    return float(np.mean([np.median(placing.score[kind - 1, kinds == kind]) for kind in (WHITE, BLACK)]))


def _check(log_p: Features, kinds: NDArray[np.intp], contents: Sequence[Content]) -> None:
    """StartMismatch where squares look like something else, or where too few look like what they should."""
    own = np.take_along_axis(log_p, kinds[:, None], axis=1)[:, 0]
    likeliest = log_p.argmax(axis=1)
    wrong = np.flatnonzero(log_p.max(axis=1) - own > DISAGREES)
    if len(wrong):
        told = [f"square {i + 1}: {NAMES[contents[i]]} expected, {SEEN[likeliest[i]]} seen" for i in wrong[:NAMED]]
        more = f"; and {len(wrong) - NAMED} more" if len(wrong) > NAMED else ""
        raise StartMismatch("; ".join(told) + more, tuple(int(i) + 1 for i in wrong))
    doubtful = _unclear(log_p, kinds)
    if len(doubtful) > MAY_BE_UNCLEAR * len(kinds):
        raise StartMismatch(f"{len(doubtful)} squares do not show clearly what is expected on them")


def _unclear(log_p: Features, kinds: NDArray[np.intp]) -> NDArray[np.intp]:
    """The squares, from 0, that do not show clearly what stands there."""
    own = np.take_along_axis(log_p, kinds[:, None], axis=1)[:, 0]
    rivals = np.where(np.arange(3) == kinds[:, None], -np.inf, log_p).max(axis=1)
    return np.flatnonzero(own - rivals < CLEAR)


CLEAR = 4.0
"""Nats by which a square shows clearly what stands there."""
MAY_BE_UNCLEAR = 0.3
"""The share of squares that glare or a hand may blur in the start picture."""
