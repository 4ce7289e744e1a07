"""Simulated evidence, drawn from measured evidence of the reader for squares with known contents, with optional noise.

At `times` 1 every row was measured. A game is played on the board of one recorded session. Each content of a square is assigned a measured
square with that content (the same square if possible), and each picture draws one of its rows. So a piece that is seen badly is seen badly
again, above all its height. Kings were recorded on few boards; elsewhere a king has the row of a man of its colour with the two heights
exchanged. In the picture in which a king comes to its promotion row its height is that of a king that was made in some session.

Noise k. The model places each rival content d standard deviations from the true one, in directions at right angles to each other. The
log-likelihood ratio of truth to rival is then normal with mean d^2/2 and variance d^2. A measured ratio r counts as a draw with d^2 = 2|r|.
Noise that is k times as large adds a normal deviation of sqrt(k^2 - 1) d:

    unaware:     r' = r + d sqrt(k^2 - 1) z             the reader states ratios for the noise that it knows
    calibrated:  r' = (r + d sqrt(k^2 - 1) z) / k^2     the reader knows the noise: mean d^2/2k^2, variance d^2/k^2, so that its
                                                        statements are true: of squares at 10 % error, 10 % are wrong

The reader allows for squares that look like nothing known. This bounds its ratios (MAX_RATIO_NATS) and makes d too small: k is worse
than k times the noise in the pixels. The ratios of an unaware reader have the same bound. `z` is drawn for each picture; for heights it is
drawn once for a piece on its square, because those errors are repeated. Nothing is fitted to the behaviour of the referee.

Limits. The rows of the squares are drawn independently from one session: glare or a shadow over several squares occurs only as a hidden
region of `sightings`, in which everything is lost. Presses that no rule describes (`sightings.UNNAMED`) are never hidden. A game ends where
the counts of Art. 17 are ambiguous (`games.Table.vague`), where the height of a piece that was never seen would change the game, and where
a press that no rule describes changed a square that its picture does not show (`playing`). Every press has one picture: there are no
pictures before it (Art. 14), and no further picture of a burst.
"""

import math
import random
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import numpy as np

from rules.board.evidence import Evidence
from rules.board.squares import Content, Side, board
from tests.bench.refereeing.sightings import View

Chance = random.Random
Rows = list[tuple[float, ...]]

MEASURED = Path(__file__).with_name("measured.npz")
"""The file that `measure.py` makes."""
MAX_RATIO_NATS = 18.6
"""The largest measured ratio."""
NOTHING = (0.0,) * len(Content)
MIN_KING_ROWS = 8
"""A session with fewer rows of a king does not show what its kings look like."""
SAME_SQUARE_P = 0.7
"""The chance that a content is read from its own square, if it was measured there."""
PLAIN_COLOUR_NATS, PLAIN_HEIGHT_NATS = 18.0, 12.0


@dataclass(frozen=True)
class Noise:
    """The noise of the reader; `times` 0 is no noise."""

    times: float = 1.0
    unaware: bool = False

    def __str__(self) -> str:
        return f"{self.times:g} unaware" if self.unaware else f"{self.times:g}"

    def worse(self, ratio: float, z: float) -> float:
        """A measured ratio of truth to rival under this noise."""
        if self.times <= 1:
            return ratio
        added = ratio + math.sqrt(2 * abs(ratio) * (self.times**2 - 1)) * z
        return max(-MAX_RATIO_NATS, min(MAX_RATIO_NATS, added)) if self.unaware else added / self.times**2


@dataclass
class Board:
    """The rows measured in one session: by content, and by content and square."""

    size: int
    places: dict[Content, dict[int, Rows]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(list)))

    def complete(self) -> None:
        """Fill in rows for kings with too few, from men with their heights exchanged."""
        for side in Side:
            man, king = Content.piece(side, False), Content.piece(side, True)
            if sum(map(len, self.places[king].values())) < MIN_KING_ROWS:
                self.places[king] = {square: [_exchanged(row) for row in rows] for square, rows in self.places[man].items()}

    def place(self, chance: Chance, square: int, content: Content) -> Rows:
        """Rows of one square with that content."""
        places = self.places[content]
        if square in places and chance.random() < SAME_SQUARE_P:
            return places[square]
        return places[chance.choice(list(places))]


def _exchanged(row: tuple[float, ...]) -> tuple[float, ...]:
    empty, white_man, white_king, black_man, black_king = row
    return empty, white_king, white_man, black_king, black_man


@cache
def boards() -> tuple[Board, ...]:
    """The measured boards, one for each session."""
    with np.load(MEASURED) as kept:
        found = [Board(int(size)) for size in kept["sizes"]]
        columns = (kept["session"].tolist(), kept["square"].tolist(), kept["content"].tolist(), kept["log_p"].astype(float).tolist())
    for session, square, content, row in zip(*columns, strict=True):
        found[session].places[Content(content)][square].append(tuple(row))
    for one in found:
        one.complete()
    return tuple(found)


@cache
def crowned() -> tuple[float, ...]:
    """The leads of kings over men in the pictures in which they were made."""
    with np.load(MEASURED) as kept:
        return tuple(kept["crowned"].astype(float).tolist())


@dataclass
class _Standing:
    """The content of a square, the rows that it is read from, and the error of its height."""

    content: Content
    rows: Rows
    z: float


class Reader:
    """A reader of the pictures of one game, with noise."""

    def __init__(self, chance: Chance, size: int, flat: bool, noise: Noise) -> None:
        self._chance, self._flat, self._noise = chance, flat, noise
        self._board = chance.choice([one for one in boards() if one.size == size])
        self._standing: dict[int, _Standing] = {}

    def read(self, view: View) -> Evidence:
        """The evidence of a picture."""
        rows = [
            (0.0,) * len(Content) if square in view.hidden else self._row(square, content)
            for square, content in enumerate(view.contents, 1)
        ]
        return Evidence.of([_level(row) for row in rows] if self._flat else rows)

    def _row(self, square: int, content: Content) -> tuple[float, ...]:
        if self._noise.times == 0:
            return _plain(content)
        standing = self._standing.get(square)
        if standing is None or standing.content is not content:
            rows = self._board.place(self._chance, square, content)
            standing = self._standing[square] = _Standing(content, rows, self._chance.gauss(0, 1))
            if content.side and content.is_king and square in board(self._board.size).promotion_row(content.side):
                return self._worse(_with_height(self._chance.choice(rows), content, self._chance.choice(crowned())), content, standing.z)
        return self._worse(self._chance.choice(standing.rows), content, standing.z)

    def _worse(self, row: tuple[float, ...], content: Content, height_z: float) -> tuple[float, ...]:
        if self._noise.times == 1:
            return row
        gauss, worse = self._chance.gauss, self._noise.worse
        said = [0.0] * len(Content)
        own = _top(row, content.side)
        for side in (None, *Side):
            men = [place for place in Content if place.side is side]
            lead = 0.0 if side is content.side else worse(own - _top(row, side), gauss(0, 1))
            if side is None:
                said[Content.EMPTY] = -lead
                continue
            man, king = men
            height = row[content] - row[Content.piece(side, not content.is_king)] if side is content.side else row[man] - row[king]
            height = worse(height, height_z)
            first = content if side is content.side else man
            second = Content.piece(side, not first.is_king)
            said[first], said[second] = -lead - max(-height, 0.0), -lead - max(height, 0.0)
        return tuple(said)


def _with_height(row: tuple[float, ...], king: Content, lead: float) -> tuple[float, ...]:
    """The row in which that king leads the man of its side by so many nats."""
    top, changed = _top(row, king.side), list(row)
    changed[king], changed[Content.piece(king.side, False)] = top + min(lead, 0.0), top - max(lead, 0.0)
    return tuple(changed)


def _top(row: tuple[float, ...], side: Side | None) -> float:
    return max(row[place] for place in Content if place.side is side)


def _plain(content: Content) -> tuple[float, ...]:
    row = [-PLAIN_COLOUR_NATS] * len(Content)
    row[content] = 0.0
    if content.side:
        row[Content.piece(content.side, not content.is_king)] = -PLAIN_HEIGHT_NATS
    return tuple(row)


def _level(row: tuple[float, ...]) -> tuple[float, ...]:
    """The row with kings and men made equally likely."""
    empty, white_man, white_king, black_man, black_king = row
    white, black = max(white_man, white_king), max(black_man, black_king)
    return empty, white, white, black, black
