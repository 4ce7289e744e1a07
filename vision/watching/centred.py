"""Which discs stand badly off the centres of their squares (Art. 25), with the lean of the camera and the usual offset taken out.

The top of a disc appears shifted by its height times the lean of its square; how high these discs show, and how far off they usually
appear, is learned from the picture of the start.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from rules.board.squares import Content, Side, board
from vision.image.geometry import Geometry
from vision.image.picture import Image
from vision.image.viewpoint import lean
from vision.reading.reader import Reading
from vision.watching.following import MOVED_SQUARES, Shift
from vision.watching.rims import Rims

BADLY_OFF = 0.25
"""Squares from the centre: half way to the line. Art. 25 lets a player ask for any piece that stands imprecisely, so this is only from
where on anybody would see it: a disc of usual size then lies a sixth of a square over its line. Men put down in passing scatter by 0.07."""
MEASURED_TO = 0.04
"""How closely, in squares, a disc is found: the rim may fall short by so much of what the colour says."""
AGAIN_CENTRED = 0.2
"""A disc nearer than this to the centre has been put right, and would be spoken of again."""
CLEAR_NATS = 6.0
"""By so much the colour of a square must lead (400 to 1) before it is said how its disc stands."""
HEIGHT, HEIGHT_SPREAD = 0.1, 0.04
"""How far, in squares for each unit of lean, the middle of a man's outline is shifted, before anything is learned; and how sets differ."""
AGREE = 0.15
"""So near to each other, in squares, a disc's colour and its rim are found when neither is mistaken."""
KING_LEAN = 0.2
"""A second disc shifts it further, by up to so much."""
SCATTER = 0.07
"""How far off its usual place a man stands, each way."""
MISTAKEN = 0.12
"""Discs of a colour that usually seem farther off than this are not found where they stand, such as black ones on black fields."""
TAIL, BEYOND_TAIL = 0.85, 0.15
"""Nothing nearer than so much beyond where this share of a colour's men seemed to stand at the start is spoken of: it may be an error."""
FEW = 4
"""Fewer men of a colour do not tell how they are usually seen;"""
UNKNOWN = 0.1
"""then so much more is asked for."""
HALF_PIXEL = -0.02
"""What a disc in the very middle seems to be off: a square of PX pixels has its centre between two of them."""
ROUNDS = 8

MAN_AND_KING = {
    None: (Content.EMPTY, Content.EMPTY),
    Side.WHITE: (Content.WHITE_MAN, Content.WHITE_KING),
    Side.BLACK: (Content.BLACK_MAN, Content.BLACK_KING),
}

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Seen:
    """The discs of one or several pictures of a press: where each stands, as in Reading, and whether it is clearly seen."""

    contents: tuple[Content, ...]
    offsets: tuple[tuple[float, float] | None, ...]
    clear: tuple[bool, ...]
    kingly: tuple[bool, ...]
    """Pieces that look taller than a man."""

    @staticmethod
    def of(readings: Sequence[Reading]) -> "Seen":
        """For each square the last reading that shows it."""
        last = [max(range(len(readings)), key=lambda i: (square not in readings[i].hidden, i)) for square in _squares(readings[0])]
        contents = [reading.evidence.best() for reading in readings]
        clear = [_clear(reading) for reading in readings]
        rows = [readings[i].evidence.log_p[at] for at, i in enumerate(last)]
        best = tuple(contents[i][at] for at, i in enumerate(last))
        return Seen(
            best,
            tuple(readings[i].offsets[at] for at, i in enumerate(last)),
            tuple(clear[i][at] for at, i in enumerate(last)),
            tuple(row[king] > row[man] for row, (man, king) in zip(rows, [MAN_AND_KING[content.side] for content in best], strict=True)),
        )


@dataclass(frozen=True, slots=True)
class Usual:
    """How the men of one colour usually appear here: their offset is `height` times the lean of their square, plus `offset`."""

    height: float
    offset: tuple[float, float]
    badly: float
    """From how far off the centre, in squares, a disc is spoken of."""

    @staticmethod
    def learn(offsets: Floats, leans: Floats) -> "Usual":
        """From the men of a start position, by least squares with weights against those that stand badly."""
        if len(offsets) < FEW:
            return Usual(HEIGHT, (HALF_PIXEL, HALF_PIXEL), BADLY_OFF + UNKNOWN)
        height, usual = HEIGHT, np.median(offsets - HEIGHT * leans, axis=0)
        for _ in range(ROUNDS):
            weight = 1 / (1 + ((offsets - height * leans - usual) ** 2).sum(axis=1) / SCATTER**2 / 4)
            share = (weight / weight.sum())[:, None]
            lean_off, off = leans - (share * leans).sum(axis=0), offsets - (share * offsets).sum(axis=0)
            prior = (SCATTER / HEIGHT_SPREAD) ** 2
            pull, firm = (weight[:, None] * lean_off * off).sum(), (weight[:, None] * lean_off**2).sum()
            height = float((pull + prior * HEIGHT) / (firm + prior))
            usual = (share * (offsets - height * leans)).sum(axis=0)
        seem = np.linalg.norm(offsets - height * leans - usual, axis=1)
        badly = max(BADLY_OFF, float(np.quantile(seem, TAIL)) + BEYOND_TAIL)
        found = float(np.linalg.norm(usual)) < MISTAKEN
        return Usual(height, (float(usual[0]), float(usual[1])), badly if found else np.inf)


NOBODY = Usual(0.0, (0.0, 0.0), np.inf)
"""Of a bare square."""


class Centring:
    """Remembers which discs have been spoken of: one that stays where it stood is not named again."""

    def __init__(self, start: Reading, geometry: Geometry, contents: Sequence[Content], radius_squares: float) -> None:
        """Learned from a picture in which these contents stand, most men well; the discs are of that radius."""
        self._radius = radius_squares
        seen = Seen.of([start])
        offsets, leans = _offsets(seen), lean(geometry)
        known = np.isfinite(offsets[:, 0]) & np.array(seen.clear)
        men = {side: known & np.array([content is MAN_AND_KING[side][0] for content in contents]) for side in Side}
        self._usual = {side: Usual.learn(offsets[of], leans[of]) for side, of in men.items()}
        self._learned_at = geometry
        self._told: dict[int, Content] = {}

    def news(self, seen: Seen, geometry: Geometry, image: Image) -> tuple[int, ...]:
        """The squares whose disc stands badly off its centre, and did not when it was last seen; `image` shows them all but what is hidden.

        Colour and rim must agree on where the disc stands.
        """
        fresh = []
        usual = self._usual_at(seen, geometry)
        rims = cache(lambda: Rims(image, geometry, self._radius))
        for square, (content, clear, far) in enumerate(zip(seen.contents, seen.clear, _off(seen, geometry, usual), strict=True), 1):
            told = self._told.get(square)
            if clear and told is not None and (content.side is not told.side or far < AGAIN_CENTRED):
                del self._told[square]
                told = None
            if clear and told is None and content.side and far > usual[content.side].badly and self._agrees(rims(), seen, square, geometry):
                self._told[square] = content
                fresh.append(square)
        return tuple(fresh)

    def _agrees(self, rims: Rims, seen: Seen, square: int, geometry: Geometry) -> bool:
        """Whether the disc's rim lies where its colour is, and off the centre too."""
        offset, rim, leans = seen.offsets[square - 1], rims.offset(square), lean(geometry)[square - 1]
        if offset is None or np.linalg.norm(rim - offset) > AGREE:
            return False
        rest = rim - HEIGHT * leans
        if seen.kingly[square - 1]:
            rest = rest - np.clip(rest @ leans / max(float(leans @ leans), 1e-9), 0, KING_LEAN) * leans
        return float(np.linalg.norm(rest)) > BADLY_OFF - MEASURED_TO

    def _usual_at(self, seen: Seen, geometry: Geometry) -> dict[Side, Usual]:
        """How discs usually appear where the board lies now.

        Elsewhere light falls otherwise on them and the lattice was found anew, so that all may seem a little off: what they have in
        common is taken out, and without enough discs more is asked for.
        """
        if Shift.between(self._learned_at, geometry).corner_squares < MOVED_SQUARES:
            return self._usual
        rest, here = _rest(seen, geometry, self._usual), {}
        for side, usual in self._usual.items():
            of = np.isfinite(rest[:, 0]) & np.array(seen.clear) & np.array([content.side is side for content in seen.contents])
            if np.count_nonzero(of) < FEW:
                here[side] = replace(usual, badly=usual.badly + UNKNOWN)
            else:
                x, y = np.median(rest[of], axis=0)
                here[side] = replace(usual, offset=(usual.offset[0] + float(x), usual.offset[1] + float(y)))
        return here


def _off(seen: Seen, geometry: Geometry, usual: Mapping[Side, Usual]) -> Floats:
    """How far each disc stands off the centre of its square, in squares, (squares,); 0 where there is none."""
    return np.asarray(np.nan_to_num(np.linalg.norm(_rest(seen, geometry, usual), axis=1), nan=0.0), float)


def _rest(seen: Seen, geometry: Geometry, usual: Mapping[Side, Usual]) -> Floats:
    """How far right of and below the usual each disc appears, in squares, (squares, 2); NaN where there is none."""
    of = [usual[content.side] if content.side else NOBODY for content in seen.contents]
    leans = lean(geometry)
    rest = _offsets(seen) - np.array([one.height for one in of])[:, None] * leans - np.array([one.offset for one in of])
    along = np.clip((rest * leans).sum(axis=1) / np.maximum((leans**2).sum(axis=1), 1e-9), 0, KING_LEAN)
    return np.asarray(rest - np.where(np.array(seen.kingly), along, 0.0)[:, None] * leans, float)


def _squares(reading: Reading) -> range:
    return range(1, len(reading.evidence.log_p) + 1)


def _clear(reading: Reading) -> list[bool]:
    """Which squares are seen beyond doubt, none of those that touch them hidden."""
    squares = len(reading.evidence.log_p)
    hidden = [square - 1 for square in reading.hidden]
    touched = np.asarray(_touch(squares)[hidden].any(axis=0))
    margins = reading.evidence.margins()
    return [margin is not None and margin >= CLEAR_NATS and not near for margin, near in zip(margins, touched, strict=True)]


@cache
def _touch(squares: int) -> NDArray[np.bool_]:
    """Which of a board's playing squares touch each other, or are the same, (squares, squares)."""
    places = board(round((2 * squares) ** 0.5))
    at = np.array([places.row_col(square) for square in range(1, squares + 1)])
    return np.asarray(np.abs(at[:, None] - at).max(axis=2) <= 1)


def _offsets(seen: Seen) -> Floats:
    return np.array([offset or (np.nan, np.nan) for offset in seen.offsets], float)
