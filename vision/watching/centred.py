"""Which discs stand badly off the centres of their squares (Art. 25).

The top of a disc appears shifted by its height times the lean of its square (`vision.image.viewpoint.lean`). How high the discs of this set
appear, and how far off they usually appear, is learned from the start picture and taken out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from rules.board.squares import Content, Side, board
from vision.image.arrays import Doubles
from vision.image.geometry import Geometry
from vision.image.picture import Image
from vision.image.viewpoint import lean
from vision.reading.reader import Reading
from vision.watching.following import MOVED_SQUARES, Shift
from vision.watching.rims import Rims

BADLY_OFF = 0.25
"""Squares from the centre from which on a disc stands badly: half way to the line. Art. 25 lets a player ask for any piece that stands
imprecisely; at this distance anybody sees it, for a disc of usual size lies a sixth of a square over its line. Men put down in passing
scatter by 0.07."""
RIM_ERROR = 0.04
"""Squares by which the rim may fall short of `BADLY_OFF`: the error with which a disc is found."""
RECENTRED = 0.2
"""Squares from the centre below which a disc has been put right. It is named again when it moves off again."""
CLEAR_NATS = 6.0
"""The margin of a square's colour, 400 to 1, below which nothing is said of how its disc stands."""
HEIGHT = 0.1
"""How far, in squares for each unit of lean, the middle of a man's outline is shifted: the expectation before anything is learned."""
HEIGHT_SPREAD = 0.04
"""The standard deviation of `HEIGHT` over sets of pieces."""
MAX_RIM_DISTANCE = 0.15
"""Squares within which the place by the disc's colour and the place by its rim must agree."""
KING_LEAN = 0.2
"""Squares for each unit of lean by which the second disc of a king shifts the outline further, at most."""
SCATTER = 0.07
"""The standard deviation, in squares each way, of a man about its usual place."""
MAX_USUAL_OFFSET = 0.12
"""Squares. When the discs of a colour usually seem farther off than this, they are not found where they stand (black ones on black fields)
and none of them is named."""
TAIL = 0.85
"""The quantile of a colour's offsets at the start that measures their errors."""
BEYOND_TAIL = 0.15
"""Squares beyond that quantile from which on a disc is named."""
MIN_MEN = 4
"""The fewest men of a colour to learn from."""
UNLEARNED_EXTRA = 0.1
"""Squares added to the limit for a colour that could not be learned."""
HALF_PIXEL = -0.02
"""The offset, in squares each way, that a disc in the very middle seems to have: the centre of a square lies between two pixels."""
ROUNDS = 8
"""Rounds of reweighted least squares."""

MAN_AND_KING = {
    None: (Content.EMPTY, Content.EMPTY),
    Side.WHITE: (Content.WHITE_MAN, Content.WHITE_KING),
    Side.BLACK: (Content.BLACK_MAN, Content.BLACK_KING),
}


@dataclass(frozen=True, slots=True)
class DiscsSeen:
    """The discs in one or several pictures of a press. Each tuple has a value for each square, square 1 first."""

    contents: tuple[Content, ...]
    offsets: tuple[tuple[float, float] | None, ...]
    """How far each disc stands right of and below the centre, in squares; None where there is none."""
    clear: tuple[bool, ...]
    """Whether the square is seen beyond doubt."""
    kingly: tuple[bool, ...]
    """Whether the piece looks taller than a man."""

    @staticmethod
    def of(readings: Sequence[Reading]) -> "DiscsSeen":
        """For each square the last reading that shows it."""
        last = [max(range(len(readings)), key=lambda i: (square not in readings[i].hidden, i)) for square in _squares(readings[0])]
        contents = [reading.evidence.best() for reading in readings]
        clear = [_clear(reading) for reading in readings]
        rows = [readings[i].evidence.log_p[at] for at, i in enumerate(last)]
        best = tuple(contents[i][at] for at, i in enumerate(last))
        return DiscsSeen(
            best,
            tuple(readings[i].offsets[at] for at, i in enumerate(last)),
            tuple(clear[i][at] for at, i in enumerate(last)),
            tuple(row[king] > row[man] for row, (man, king) in zip(rows, [MAN_AND_KING[content.side] for content in best], strict=True)),
        )


@dataclass(frozen=True, slots=True)
class UsualOffset:
    """How the men of one colour usually appear here: their offset is `height` times the lean of their square, plus `offset`, in squares."""

    height: float
    offset: tuple[float, float]
    limit: float
    """Squares from the usual place from which on a disc stands badly."""

    @staticmethod
    def learn(offsets: Doubles, leans: Doubles) -> "UsualOffset":
        """From the offsets and leans of the men of a start position, both (men, 2), by robust least squares."""
        if len(offsets) < MIN_MEN:
            return UsualOffset(HEIGHT, (HALF_PIXEL, HALF_PIXEL), BADLY_OFF + UNLEARNED_EXTRA)
        height, usual = HEIGHT, np.median(offsets - HEIGHT * leans, axis=0)
        for _ in range(ROUNDS):
            weight = 1 / (1 + ((offsets - height * leans - usual) ** 2).sum(axis=1) / SCATTER**2 / 4)
            share = (weight / weight.sum())[:, None]
            lean_off, off = leans - (share * leans).sum(axis=0), offsets - (share * offsets).sum(axis=0)
            prior = (SCATTER / HEIGHT_SPREAD) ** 2
            pull, firm = (weight[:, None] * lean_off * off).sum(), (weight[:, None] * lean_off**2).sum()
            height = float((pull + prior * HEIGHT) / (firm + prior))
            usual = (share * (offsets - height * leans)).sum(axis=0)
        residuals = np.linalg.norm(offsets - height * leans - usual, axis=1)
        limit = max(BADLY_OFF, float(np.quantile(residuals, TAIL)) + BEYOND_TAIL)
        found = float(np.linalg.norm(usual)) < MAX_USUAL_OFFSET
        return UsualOffset(height, (float(usual[0]), float(usual[1])), limit if found else np.inf)


OF_EMPTY_SQUARE = UsualOffset(0.0, (0.0, 0.0), np.inf)


@dataclass(frozen=True, slots=True, eq=False)
class Centring:
    """How discs usually stand here, and which discs have been named: one that stays where it stood is not named again."""

    radius_squares: float
    usual: Mapping[Side, UsualOffset]
    learned_at: Geometry
    named: Mapping[int, Content] = field(default_factory=dict)
    """The squares that were named, and what stood there."""

    @staticmethod
    def learn(start: Reading, geometry: Geometry, contents: Sequence[Content], radius_squares: float) -> "Centring":
        """From a picture in which these contents stand, most men near their centres; discs have that radius."""
        seen = DiscsSeen.of([start])
        offsets, leans = _offsets(seen), lean(geometry)
        known = np.isfinite(offsets[:, 0]) & np.array(seen.clear)
        men = {side: known & np.array([content is MAN_AND_KING[side][0] for content in contents]) for side in Side}
        return Centring(radius_squares, {side: UsualOffset.learn(offsets[of], leans[of]) for side, of in men.items()}, geometry)

    def update(self, seen: DiscsSeen, geometry: Geometry, image: Image) -> tuple["Centring", tuple[int, ...]]:
        """The state after these discs were seen, and the squares whose disc stands badly off its centre and did not before.

        `image` shows every square that is not hidden. The colour and the rim of a disc must agree on where it stands.
        """
        named, fresh = dict(self.named), []
        usual = self._usual_at(seen, geometry)
        rims = cache(lambda: Rims(image, geometry, self.radius_squares))
        for square, (content, clear, far) in enumerate(zip(seen.contents, seen.clear, _off(seen, geometry, usual), strict=True), 1):
            before = named.get(square)
            if clear and before is not None and (content.side is not before.side or far < RECENTRED):
                del named[square]
                before = None
            if (
                clear
                and before is None
                and content.side
                and far > usual[content.side].limit
                and _rim_agrees(rims(), seen, square, geometry)
            ):
                named[square] = content
                fresh.append(square)
        return replace(self, named=named), tuple(fresh)

    def _usual_at(self, seen: DiscsSeen, geometry: Geometry) -> Mapping[Side, UsualOffset]:
        """How discs usually appear where the board lies now.

        Elsewhere the light falls on them from another side and the lattice was fitted anew, so that all may seem a little off. The offset
        that they have in common is taken out; with too few discs for that the limit is raised.
        """
        if Shift.between(self.learned_at, geometry).corner_squares < MOVED_SQUARES:
            return self.usual
        rest, here = _rest(seen, geometry, self.usual), {}
        for side, usual in self.usual.items():
            of = np.isfinite(rest[:, 0]) & np.array(seen.clear) & np.array([content.side is side for content in seen.contents])
            if np.count_nonzero(of) < MIN_MEN:
                here[side] = replace(usual, limit=usual.limit + UNLEARNED_EXTRA)
            else:
                x, y = np.median(rest[of], axis=0)
                here[side] = replace(usual, offset=(usual.offset[0] + float(x), usual.offset[1] + float(y)))
        return here


def _rim_agrees(rims: Rims, seen: DiscsSeen, square: int, geometry: Geometry) -> bool:
    """Whether the disc's rim lies where its colour is, and off the centre too."""
    offset, rim, leans = seen.offsets[square - 1], rims.offset(square), lean(geometry)[square - 1]
    if offset is None or np.linalg.norm(rim - offset) > MAX_RIM_DISTANCE:
        return False
    rest = rim - HEIGHT * leans
    if seen.kingly[square - 1]:
        rest = rest - np.clip(rest @ leans / max(float(leans @ leans), 1e-9), 0, KING_LEAN) * leans
    return float(np.linalg.norm(rest)) > BADLY_OFF - RIM_ERROR


def _off(seen: DiscsSeen, geometry: Geometry, usual: Mapping[Side, UsualOffset]) -> Doubles:
    """How far each disc stands from its usual place on the square, in squares, (squares,); 0 where there is no disc."""
    return np.asarray(np.nan_to_num(np.linalg.norm(_rest(seen, geometry, usual), axis=1), nan=0.0), float)


def _rest(seen: DiscsSeen, geometry: Geometry, usual: Mapping[Side, UsualOffset]) -> Doubles:
    """How far right of and below its usual place each disc appears, in squares, (squares, 2); NaN where there is no disc."""
    of = [usual[content.side] if content.side else OF_EMPTY_SQUARE for content in seen.contents]
    leans = lean(geometry)
    rest = _offsets(seen) - np.array([one.height for one in of])[:, None] * leans - np.array([one.offset for one in of])
    along = np.clip((rest * leans).sum(axis=1) / np.maximum((leans**2).sum(axis=1), 1e-9), 0, KING_LEAN)
    return np.asarray(rest - np.where(np.array(seen.kingly), along, 0.0)[:, None] * leans, float)


def _squares(reading: Reading) -> range:
    return range(1, len(reading.evidence.log_p) + 1)


def _clear(reading: Reading) -> list[bool]:
    """Whether each square is seen beyond doubt and no square that touches it is hidden."""
    squares = len(reading.evidence.log_p)
    hidden = [square - 1 for square in reading.hidden]
    touched = np.asarray(_touch(squares)[hidden].any(axis=0))
    margins = reading.evidence.margins()
    return [margin is not None and margin >= CLEAR_NATS and not near for margin, near in zip(margins, touched, strict=True)]


@cache
def _touch(squares: int) -> NDArray[np.bool_]:
    """Which of a board's playing squares touch each other or are the same, (squares, squares)."""
    places = board(round((2 * squares) ** 0.5))
    at = np.array([places.row_col(square) for square in range(1, squares + 1)])
    return np.asarray(np.abs(at[:, None] - at).max(axis=2) <= 1)


def _offsets(seen: DiscsSeen) -> Doubles:
    """The offsets as an array, (squares, 2); NaN where there is no disc."""
    return np.array([offset or (np.nan, np.nan) for offset in seen.offsets], float)
