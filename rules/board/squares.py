"""Squares, rows, columns and numbering of the 8x8 and the 10x10 board (Frisian Art. 1-5).

As White sees the board, row 0 is the far row (Black's side) and column 0 is on the left. Only dark squares are numbered, from 1, row by
row from the far left: 1-50 or 1-32. The dark corner at White's left hand is square 46 (29 on 8x8).
"""

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import cache

from rules.errors import Phrase, Sentence


class Side(StrEnum):
    """A player, by the colour of the pieces (Art. 6)."""

    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> "Side":
        return Side.BLACK if self is Side.WHITE else Side.WHITE

    @property
    def letter(self) -> str:
        """`W` or `B`, as in FEN."""
        return "W" if self is Side.WHITE else "B"


class SideWord(Phrase):
    """The sides, as words within a sentence."""

    WHITE = "White"
    BLACK = "Black"

    @staticmethod
    def of(side: Side) -> Sentence:
        return SideWord[side.name].said()


class Content(IntEnum):
    """What stands on a square. The values index the columns of the evidence."""

    EMPTY = 0
    WHITE_MAN = 1
    WHITE_KING = 2
    BLACK_MAN = 3
    BLACK_KING = 4

    @property
    def side(self) -> Side | None:
        """Whose piece it is; None when empty."""
        return _SIDES[self]

    @property
    def is_king(self) -> bool:
        return self in (Content.WHITE_KING, Content.BLACK_KING)

    @staticmethod
    def piece(side: Side, king: bool) -> "Content":
        """The man or the king of a side."""
        if side is Side.WHITE:
            return Content.WHITE_KING if king else Content.WHITE_MAN
        return Content.BLACK_KING if king else Content.BLACK_MAN


_SIDES = (None, Side.WHITE, Side.WHITE, Side.BLACK, Side.BLACK)
"""The side of each content."""


@dataclass(frozen=True, slots=True)
class Board:
    """The geometry of a board of `size` x `size` fields."""

    size: int

    @property
    def squares(self) -> int:
        """The number of playing squares; they are numbered from 1 to this."""
        return self.size * self.size // 2

    def row_col(self, square: int) -> tuple[int, int]:
        """The row (0 = Black's side) and column (0 = White's left) of a playing square."""
        row, place = divmod(square - 1, self.size // 2)
        return row, 2 * place + (row % 2 == 0)

    def seen_at(self, square: int, *, mirrored: bool) -> tuple[int, int]:
        """The row and column in which White sees a playing square: `row_col`, or its mirror image where the board lies mirrored."""
        row, col = self.row_col(square)
        return row, self.size - 1 - col if mirrored else col

    def square_at(self, row: int, col: int) -> int | None:
        """The number of the playing square there; None on a light field or off the board."""
        if not (0 <= row < self.size and 0 <= col < self.size) or (row + col) % 2 == 0:
            return None
        return row * (self.size // 2) + col // 2 + 1

    def promotion_row(self, side: Side) -> range:
        """The squares on which a man of that side becomes a king (Art. 8)."""
        half = self.size // 2
        return range(1, half + 1) if side is Side.WHITE else range(self.squares - half + 1, self.squares + 1)


@cache
def board(size: int) -> Board:
    """The one Board of that size. ValueError: the size is neither 8 nor 10."""
    if size not in (8, 10):
        raise ValueError(f"there is no board of {size} x {size} fields, only of 8 x 8 and 10 x 10")
    return Board(size)
