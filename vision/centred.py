"""Which discs stand badly off the centres of their squares (Art. 25), with the lean of the camera and the usual offset taken out.

The top of a disc appears shifted by its height times the lean of its square; how high these discs show, and how far off they usually
appear, is learned from the picture of the start.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rules.board import Content, board
from vision.geometry import Geometry
from vision.reader import Reading
from vision.viewpoint import lean

BADLY_OFF = 0.25
"""Squares from the centre: half way to the line. Art. 25 lets a player ask for any piece that stands imprecisely, so this is only from
where on anybody would see it: a disc of usual size then lies a sixth of a square over its line. Men put down in passing scatter by 0.07."""
MEASURED_TO = 0.04
"""A disc is found to the pixel, a twenty-fourth of a square, and the lattice as closely; so much beyond is asked for before it is said."""
AGAIN_CENTRED = 0.2
"""A disc nearer than this to the centre has been put right, and would be spoken of again."""
CLEAR_NATS = 6.0
"""By so much the colour of a square must lead (400 to 1) before it is said how its disc stands."""
HEIGHT, HEIGHT_SPREAD = 0.1, 0.1
"""How far, in squares for each unit of lean, the middle of a man's outline is shifted, before anything is learned; and how sets differ."""
KING_LEAN = 0.2
"""A second disc shifts it further, by up to so much."""
KING_NATS = 3.0
"""A piece is a man when it is so much likelier than a king."""
SCATTER = 0.07
"""How far off its usual place a man stands, each way."""
FEW = 8
"""With fewer discs in a picture the usual offset stays that of the start."""
ROUNDS = 8

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Seen:
    """The discs of one or several pictures of a press: where each stands, as in Reading, and whether it is clearly seen."""

    contents: tuple[Content, ...]
    offsets: tuple[tuple[float, float] | None, ...]
    clear: tuple[bool, ...]
    kingly: tuple[bool, ...]
    """Pieces that may be kings."""

    @staticmethod
    def of(readings: Sequence[Reading]) -> "Seen":
        """For each square the last reading that shows it."""
        last = [max(range(len(readings)), key=lambda i: (square not in readings[i].hidden, i)) for square in _squares(readings[0])]
        contents = [readings[i].evidence.best() for i in range(len(readings))]
        clear = [_clear(reading) for reading in readings]
        rows = [readings[i].evidence.log_p[at] for at, i in enumerate(last)]
        return Seen(
            tuple(contents[i][at] for at, i in enumerate(last)),
            tuple(readings[i].offsets[at] for at, i in enumerate(last)),
            tuple(clear[i][at] for at, i in enumerate(last)),
            tuple(max(row[2] - row[1], row[4] - row[3]) > -KING_NATS for row in rows),
        )


class Centring:
    """Remembers which discs have been spoken of: one that stays where it stood is not named again."""

    def __init__(self, start: Seen, geometry: Geometry) -> None:
        """Learned from a picture in which most men stand well."""
        self._height, self._usual = _learn(start, lean(geometry))
        self._told: dict[int, Content] = {}

    def news(self, seen: Seen, geometry: Geometry) -> tuple[int, ...]:
        """The squares whose disc stands badly off its centre, and did not when it was last seen."""
        off = self.off(seen, geometry)
        fresh = []
        for square, content, clear, far in zip(range(1, len(off) + 1), seen.contents, seen.clear, off, strict=True):
            told = self._told.get(square)
            if clear and told is not None and (content.side is not told.side or far < AGAIN_CENTRED):
                del self._told[square]
                told = None
            if clear and told is None and far > BADLY_OFF + MEASURED_TO:
                self._told[square] = content
                fresh.append(square)
        return tuple(fresh)

    def off(self, seen: Seen, geometry: Geometry) -> Floats:
        """How far each disc stands off the centre of its square, in squares, (squares,); 0 where there is none."""
        leans = lean(geometry)
        rest = _offsets(seen) - self._height * leans
        usual = np.nanmedian(rest, axis=0) if np.isfinite(rest[:, 0]).sum() >= FEW else self._usual
        rest = rest - usual
        along = np.clip((rest * leans).sum(axis=1) / np.maximum((leans**2).sum(axis=1), 1e-9), 0, KING_LEAN)
        rest = rest - np.where(np.array(seen.kingly), along, 0.0)[:, None] * leans
        return np.asarray(np.nan_to_num(np.linalg.norm(rest, axis=1), nan=0.0), float)


def _squares(reading: Reading) -> range:
    return range(1, len(reading.evidence.log_p) + 1)


def _clear(reading: Reading) -> list[bool]:
    """Which squares are seen beyond doubt, none of those that touch them hidden."""
    squares = len(reading.evidence.log_p)
    places = board(round((2 * squares) ** 0.5))
    at = np.array([places.row_col(square) for square in _squares(reading)])
    hidden = at[[square - 1 for square in reading.hidden]]
    touched = (np.abs(at[:, None] - hidden[None]).max(axis=2) <= 1).any(axis=1) if len(hidden) else np.zeros(squares, bool)
    margins = reading.evidence.margins()
    return [margin is not None and margin >= CLEAR_NATS and not near for margin, near in zip(margins, touched, strict=True)]


def _offsets(seen: Seen) -> Floats:
    return np.array([offset or (np.nan, np.nan) for offset in seen.offsets], float)


def _learn(seen: Seen, leans: Floats) -> tuple[float, Floats]:
    """How high the men show, and their usual offset: least squares with weights against those that stand badly."""
    offsets = _offsets(seen)
    men = np.isfinite(offsets[:, 0]) & np.array(seen.clear) & ~np.array(seen.kingly)
    if men.sum() < FEW:
        return HEIGHT, np.zeros(2)
    lean_of, offset = leans[men], offsets[men]
    height, usual = HEIGHT, np.median(offset, axis=0)
    for _ in range(ROUNDS):
        rest = offset - height * lean_of - usual
        weight = 1 / (1 + (rest**2).sum(axis=1) / SCATTER**2 / 4)
        usual = usual + (weight[:, None] * rest).sum(axis=0) / weight.sum()
        middle = (weight[:, None] * lean_of).sum(axis=0) / weight.sum()
        spread = lean_of - middle
        pull = (weight[:, None] * spread * (offset - (weight[:, None] * offset).sum(axis=0) / weight.sum())).sum()
        prior = (SCATTER / HEIGHT_SPREAD) ** 2
        height = float((pull + prior * HEIGHT) / ((weight[:, None] * spread**2).sum() + prior))
    return height, np.asarray((weight[:, None] * (offset - height * lean_of)).sum(axis=0) / weight.sum(), float)
