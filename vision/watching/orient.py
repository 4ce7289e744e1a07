"""Tells which edge of a located board is White's: the quarter turn in which a known position explains the picture best."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.board.squares import Content, Side, board
from rules.errors import Phrase, Sentence
from vision.image.arrays import Doubles
from vision.image.geometry import Geometry, rectify
from vision.reading.calibration import StartMismatch

PX = 16
"""Pixels to a square: enough for a field's mean colour and roughness."""
MIDDLE = 4
"""Pixels left out on each side of a field's middle, in which a disc stands. The corners are this wide less one pixel for the line."""
LEVEL_OFFSET = 8.0
"""Added to the levels, of 255, before taking logarithms; below it a camera's noise decides."""
LUMA = np.array([0.114, 0.587, 0.299])
"""The weights of blue, green and red in lightness as people see it (ITU-R BT.601)."""
FEATURES = 5
PRIOR_SQUARES = 4.0
"""The weight, in squares, of the common spread in the spread of each class; without it few pieces could look alike by chance."""
MIN_SPREAD = 0.02
"""The least spread within a class, in natural logarithms of light."""
LIGHTNESS_NATS = 60.0
"""Nats for each natural logarithm by which White's discs are lighter: a tenth lighter is 400 to 1."""
MAX_LIGHTNESS_NATS = 25.0
"""The most that the lightness of the discs may count; it never overrules a position that fits one way only."""
ROUNDS = 4
"""Rounds of reweighted least squares."""

AGREES = 0.9
"""The share of the squares that must look like the position for it to stand there; one disc in ten may lie in glare."""
MIRRORED_NATS = 10.0
"""Nats (20,000 to 1) by which the position must fit better mirrored before the board is said to lie wrong."""

UNPLAYED, EMPTY, WHITE, BLACK = range(4)
ClassNumbers = NDArray[np.intp]


class Lies(Phrase):
    """That the board lies otherwise than it should, and what to do."""

    WRONG = "the board lies wrong: the dark corner is at White's right, not at the left (Art. 26)"
    TURN_IT = (
        "give it a quarter turn, unless it is the camera that mirrors its pictures;"
        " --mirrored or the setting mirrored of [board] accepts a board that lies so, outside the tournament regulations"
    )
    NOT_MIRRORED = "the dark corner is at White's left, but the board is to be read as one that lies mirrored"
    NOT_SO = "leave out --mirrored, or set mirrored of [board] to false"


class LiesOtherwise(StartMismatch):
    """The position stands there on the mirror image of the board that was asked for.

    `geometry` is the board as White sees it. `probability` is that of White's edge against the other three, as in Oriented.
    """

    geometry: Geometry

    def __init__(self, told: Sentence, geometry: Geometry, probability: float) -> None:
        super().__init__(told, geometry=geometry)
        self.probability = probability


class BoardLiesWrong(LiesOtherwise):
    """The discs stand on the dark fields, but the dark corner is at White's right (Art. 26)."""

    def __init__(self, geometry: Geometry, probability: float) -> None:
        super().__init__(Lies.WRONG.said(Lies.TURN_IT.said()), geometry, probability)


@dataclass(frozen=True, slots=True, eq=False)
class Oriented:
    """The board as White sees it."""

    geometry: Geometry
    turned: bool
    """Whether the discs stand on the light fields: the board lies a quarter turn wrong (Art. 26), and the squares are those fields."""
    probability: float
    """The posterior of this way round against the other three, given that the position stands there. It is not calibrated."""
    agreement: float
    """The share of the playing squares that look like their contents; near 1 when the position stands there."""


def orient(image: NDArray[np.uint8], geometry: Geometry, contents: Sequence[Content], white_is_lighter: bool = True) -> Oriented:
    """Turn a located board so that `contents` (square 1 first) explains the picture.

    A `geometry` that is mirrored stays so. After half a turn a start position differs in colours only; the lighter discs are then White's,
    or the darker ones where `white_is_lighter` is false. ValueError when `contents` is for a board of another size. When the position
    stands there on the mirror image, BoardLiesWrong, or LiesOtherwise for a `geometry` that is mirrored.
    """
    wanted = board(geometry.size).squares
    if len(contents) != wanted:
        raise ValueError(f"{len(contents)} contents were given for a board of {wanted} playing squares")
    seen = _features(rectify(image, geometry, PX))
    classes = _classes(contents, geometry.size)
    # From the next corner, White's lower right, the picture of the fields appears turned clockwise.
    views = [np.rot90(seen, -quarter).reshape(-1, FEATURES) for quarter in range(4)]
    fits = [_explain(view, classes) for view in views]
    scores = np.array([score + _lightness(level, white_is_lighter) for score, level, _ in fits])
    best = int(scores.argmax())
    exchanged = classes.reshape(geometry.size, -1)[:, ::-1].ravel()
    mirrored = [_explain(view, exchanged) for view in views]
    others = np.array([score + _lightness(level, white_is_lighter) for score, level, _ in mirrored])
    wrong = int(others.argmax())
    if others[wrong] > scores[best] + MIRRORED_NATS and mirrored[wrong][2] >= AGREES:
        if geometry.is_mirrored:
            lies = geometry.turned(wrong).from_above()
            raise LiesOtherwise(Lies.NOT_MIRRORED.said(Lies.NOT_SO.said()), lies, _probability(others))
        raise BoardLiesWrong(geometry.turned(wrong), _probability(others))
    return Oriented(geometry.turned(best), _is_turned(seen, best), _probability(scores), fits[best][2])


def _probability(scores: Doubles) -> float:
    """The posterior of the best of the four log-likelihoods."""
    return 1 / sum(exp(max(score - scores.max(), -700.0)) for score in scores)


def _features(flat: NDArray[np.uint8]) -> Doubles:
    """Five features of each field, (size, size, 5), all logarithms: lightness, two chromas, middle against corners, and roughness."""
    size = flat.shape[0] // PX
    fields = flat.reshape(size, PX, size, PX, 3).transpose(0, 2, 1, 3, 4).astype(np.float64)
    middle = fields[:, :, MIDDLE:-MIDDLE, MIDDLE:-MIDDLE].reshape(size, size, -1, 3)
    blue, green, red = np.moveaxis(np.log(np.median(middle, axis=2) + LEVEL_OFFSET), -1, 0)
    near, far = slice(1, MIDDLE), slice(-MIDDLE, -1)
    corners = np.concatenate([fields[:, :, a, b].reshape(size, size, -1, 3) for a in (near, far) for b in (near, far)], axis=2)
    lightness = np.log(np.median(middle @ LUMA, axis=2) + LEVEL_OFFSET)
    around = np.log(np.median(corners @ LUMA, axis=2) + LEVEL_OFFSET)
    grey = cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY).astype(np.float64).reshape(size, PX, size, PX).transpose(0, 2, 1, 3)
    inner = grey[:, :, 2:-2, 2:-2].reshape(size, size, -1)
    roughness = np.log(inner.std(axis=2) / (inner.mean(axis=2) + LEVEL_OFFSET) + 0.03) / 4
    return np.stack([lightness, red - green, blue - green, lightness - around, roughness], axis=2)


def _classes(contents: Sequence[Content], size: int) -> ClassNumbers:
    """The kind of each field (UNPLAYED, EMPTY, WHITE, BLACK), row by row, (fields,)."""
    classes = np.full((size, size), UNPLAYED, np.intp)
    for square, content in enumerate(contents, 1):
        side = content.side
        classes[board(size).row_col(square)] = EMPTY if side is None else WHITE if side is Side.WHITE else BLACK
    return classes.ravel()


def _explain(view: Doubles, classes: ClassNumbers) -> tuple[float, float, float]:
    """The log-likelihood of the fields given their classes, how much lighter White's pieces are, and the share of squares that agree.

    Each class has a look and a spread of its own (a Laplace distribution). Light that changes smoothly over the board is taken out.
    """
    present = np.unique(classes)
    onehot = (classes[:, None] == present).astype(np.float64)
    size = round(len(view) ** 0.5)
    rows, cols = np.divmod(np.arange(len(view)), size)
    x, y = cols / size - 0.5, rows / size - 0.5
    design = np.column_stack([onehot, x, y, x * x - 1 / 12, x * y, y * y - 1 / 12])
    effects = _least_deviations(design, view)
    smooth = design[:, len(present) :] @ effects[len(present) :]
    looks = effects[: len(present)]
    apart = np.abs((view - smooth)[:, None] - looks[None])
    own = np.take_along_axis(apart, np.searchsorted(present, classes)[:, None, None], axis=1)[:, 0]
    counts = onehot.sum(axis=0)
    spread = (onehot.T @ own + PRIOR_SQUARES * own.mean(axis=0)) / (counts[:, None] + PRIOR_SQUARES) + MIN_SPREAD
    score = float(-(counts[:, None] * np.log(spread)).sum())
    played = classes != UNPLAYED
    rivals = present != UNPLAYED
    nearest = (apart / spread + np.log(spread)).sum(axis=2)[played][:, rivals].argmin(axis=1)
    agreement = float((present[rivals][nearest] == classes[played]).mean())
    levels = dict(zip(present.tolist(), looks[:, 0].tolist(), strict=True))
    lighter = levels[WHITE] - levels[BLACK] if {WHITE, BLACK} <= levels.keys() else 0.0
    return score, float(lighter), agreement


def _least_deviations(design: Doubles, view: Doubles) -> Doubles:
    """The effects with the least absolute deviations, by iteratively reweighted least squares; glare and shadows count little."""
    weight = np.ones(len(view))
    for _ in range(ROUNDS):
        effects = np.linalg.lstsq(design * weight[:, None], view * weight[:, None], rcond=None)[0]
        weight = 1 / np.sqrt(np.abs(view - design @ effects).mean(axis=1) + MIN_SPREAD)
    return np.asarray(effects, np.float64)


def _lightness(lighter: float, white_is_lighter: bool) -> float:
    """Nats for one way round from the lightness of the discs."""
    nats = LIGHTNESS_NATS * (lighter if white_is_lighter else -lighter)
    return float(np.clip(nats, -MAX_LIGHTNESS_NATS, MAX_LIGHTNESS_NATS)) / 2


def _is_turned(seen: Doubles, quarter_turns: int) -> bool:
    """Whether the playing squares of the board so turned are the lighter fields, going by their corners, which no disc covers."""
    around = np.rot90(seen[..., 0] - seen[..., 3], -quarter_turns)
    rows, cols = np.indices(around.shape)
    played = (rows + cols) % 2 == 1
    return bool(np.median(around[played]) > np.median(around[~played]))
