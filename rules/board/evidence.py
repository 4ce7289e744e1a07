"""The evidence of the pictures for each square, before any rule is applied."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.board.squares import Content, Side
from rules.errors import EvidenceError, Phrase

Row = tuple[float, float, float, float, float]
"""log p(pixels | content) of one square for the five contents, in the order of `Content`."""
HeightChange = tuple[float, ...]
"""A square; log p(the last picture and this one | its man became a king) and the same for its king that became a man, relative to a piece
that stayed as it was."""
CONTENTS = tuple(Content)
"""By the column of a row."""
MAX_ABS_LOG_P = 1e6
"""The largest absolute value of a log-likelihood, in nats. Pixels never say more, and sums over a board stay exact."""

MAX_SHOWN_CHARS = 40
"""The most characters of a value that a message shows."""


class EvidenceFault(Phrase):
    """Why numbers are not evidence."""

    NO_ROWS = "evidence: a row for each square was expected, not {value}"
    NO_NUMBERS = "evidence of square {square}: five numbers were expected, not {value}"
    NOT_FIVE = "evidence of square {square}: {count} value, not {expected}", "evidence of square {square}: {count} values, not {expected}"
    NOT_FINITE = "evidence of square {square} holds a value that is not finite"
    TOO_LARGE = "evidence of square {square} holds a value beyond {limit}, which is not a log-likelihood"


@dataclass(frozen=True, slots=True)
class Evidence:
    """log p(pixels | content) for each playing square and each of the five contents, up to a constant of the square.

    A square that cannot be seen has five equal values; where a king cannot be told from a man, those two are equal. EvidenceError: a row
    does not hold five finite numbers of at most MAX_ABS_LOG_P in absolute value.
    """

    log_p: tuple[Row, ...]
    """`log_p[square - 1][content]`, natural logarithms."""
    heights: tuple[HeightChange, ...] = ()
    """The squares of whose pieces the last picture and this one together tell whether a second disc came or went."""

    def __post_init__(self) -> None:
        for square, row in enumerate(self.log_p, 1):
            _row(square, row)

    @staticmethod
    def of(rows: Sequence[Sequence[float]], heights: Sequence[HeightChange] = ()) -> "Evidence":
        """The evidence of any sequence of rows of five numbers. EvidenceError: it is not one."""
        try:
            numbered = list(enumerate(rows, 1))
        except TypeError:
            raise EvidenceError(EvidenceFault.NO_ROWS.said(value=str(rows)[:MAX_SHOWN_CHARS])) from None
        return Evidence(tuple(_row(square, row) for square, row in numbered), tuple(heights))

    @staticmethod
    def none(squares: int) -> "Evidence":
        """The evidence of a board on which nothing was seen."""
        return Evidence(((0.0, 0.0, 0.0, 0.0, 0.0),) * squares)

    @property
    def is_blank(self) -> bool:
        """Whether nothing was seen of any square."""
        return all(max(row) == min(row) for row in self.log_p)

    def without_heights(self) -> "Evidence":
        """The evidence where nothing tells a king from a man: both have the value of the likelier of the two."""
        return Evidence(tuple((e, max(w, wk), max(w, wk), max(b, bk), max(b, bk)) for e, w, wk, b, bk in self.log_p))

    def log_likelihood(self, contents: Sequence[Content]) -> float:
        """log p(all pixels | these contents, square 1 first)."""
        return sum(row[content] for row, content in zip(self.log_p, contents, strict=True))

    def best(self) -> tuple[Content, ...]:
        """The likeliest content of each square, each taken by itself."""
        return tuple([CONTENTS[row.index(max(row))] for row in self.log_p])

    def colour_margin(self, square: int, content: Content) -> float:
        """The lead in nats of the colour of `content` (empty, white or black) over the likelier of the other two; negative if it trails."""
        empty, white_man, white_king, black_man, black_king = self.log_p[square - 1]
        white, black = max(white_man, white_king), max(black_man, black_king)
        if content.side is None:
            return empty - max(white, black)
        own, other = (white, black) if content.side is Side.WHITE else (black, white)
        return own - max(empty, other)

    def height_margin(self, square: int, content: Content) -> float:
        """The lead in nats of that man over a king of its side, or of that king over a man; 0 if `content` is empty."""
        row = self.log_p[square - 1]
        return row[content] - row[Content.piece(content.side, not content.is_king)] if content.side else 0.0

    def margins(self) -> tuple[float | None, ...]:
        """For each square the lead in nats of the likeliest of empty, white and black over the next; None where nothing is seen."""
        return tuple(None if max(row) == min(row) else _margin(row) for row in self.log_p)


def _row(square: int, row: Sequence[float]) -> Row:
    """The row of a square as five finite numbers. EvidenceError: it is something else."""
    if type(row) in (list, tuple) and len(row) == len(Content):
        for value in row:  # each picture brings a hundred rows, nearly all of them sound: a loop takes a third of the time of all()
            if type(value) is not float or not -MAX_ABS_LOG_P <= value <= MAX_ABS_LOG_P:
                break
        else:
            a, b, c, d, e = row
            return a, b, c, d, e
    try:
        if isinstance(row, str | Mapping) or any(isinstance(value, str | bool) for value in row):
            raise TypeError
        values = tuple(map(float, row))
    except (TypeError, ValueError, OverflowError):
        raise EvidenceError(EvidenceFault.NO_NUMBERS.said(square=square, value=str(row)[:MAX_SHOWN_CHARS])) from None
    if len(values) != len(Content):
        raise EvidenceError(EvidenceFault.NOT_FIVE.said(square=square, count=len(values), expected=len(Content)))
    if not all(map(math.isfinite, values)):
        raise EvidenceError(EvidenceFault.NOT_FINITE.said(square=square))
    if max(map(abs, values)) > MAX_ABS_LOG_P:
        raise EvidenceError(EvidenceFault.TOO_LARGE.said(square=square, limit=f"{MAX_ABS_LOG_P:g}"))
    a, b, c, d, e = values
    return a, b, c, d, e


def _margin(row: Row) -> float:
    empty, white_man, white_king, black_man, black_king = row
    best, second, _ = sorted((empty, max(white_man, white_king), max(black_man, black_king)), reverse=True)
    return best - second
