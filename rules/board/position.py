"""An immutable position: the pieces, the side to move, and the counts of Art. 17."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from rules.board.ruleset import RuleSet
from rules.board.squares import Content, Side, board

PIECES = (Content.WHITE_MAN, Content.WHITE_KING, Content.BLACK_MAN, Content.BLACK_KING)
CACHED_BOARDS = 1024
"""The number of boards whose contents are cached; the referee needs the same ones again and again."""


@dataclass(frozen=True, slots=True)
class KingMoves:
    """The quiet moves in a row that a side has made with one king (Art. 17)."""

    square: int = 0
    """The square of the king; 0 without one."""
    count: int = 0


NO_KING_MOVES = KingMoves()


@dataclass(frozen=True, slots=True)
class Position:
    """A position. The four masks hold a bit for each square, the bit `1 << (square - 1)`."""

    rules: RuleSet
    side: Side
    white_men: int = 0
    white_kings: int = 0
    black_men: int = 0
    black_kings: int = 0
    white_king_moves: KingMoves = NO_KING_MOVES
    black_king_moves: KingMoves = NO_KING_MOVES

    @staticmethod
    def start(rules: RuleSet) -> "Position":
        """The position in which a game begins."""
        squares = board(rules.board_size).squares
        men = (1 << rules.rows_of_men * rules.board_size // 2) - 1
        return Position(rules, rules.begins, white_men=men << squares - men.bit_length(), black_men=men)

    @staticmethod
    def of(rules: RuleSet, side: Side, contents: Sequence[Content]) -> "Position":
        """The position with these contents, square 1 first; the counts of Art. 17 are zero."""
        masks = [0] * len(Content)
        for index, content in enumerate(contents):
            masks[content] |= 1 << index
        _, white_men, white_kings, black_men, black_kings = masks
        return Position(rules, side, white_men, white_kings, black_men, black_kings)

    def visible_contents(self) -> tuple[Content, ...]:
        """The contents as a picture shows them, square 1 first: a king looks like a man where it gets no second disc."""
        contents = self.contents()
        if self.rules.second_disc:
            return contents
        return tuple(Content.piece(content.side, False) if content.side else content for content in contents)

    @property
    def occupied(self) -> int:
        """The squares with a piece, as a mask."""
        return self.white_men | self.white_kings | self.black_men | self.black_kings

    def men(self, side: Side) -> int:
        """The squares of that side's men, as a mask."""
        return self.white_men if side is Side.WHITE else self.black_men

    def kings(self, side: Side) -> int:
        """The squares of that side's kings, as a mask."""
        return self.white_kings if side is Side.WHITE else self.black_kings

    def pieces(self, side: Side) -> int:
        """The squares of that side's men and kings, as a mask."""
        return self.men(side) | self.kings(side)

    def king_moves(self, side: Side) -> KingMoves:
        """That side's count of Art. 17."""
        return self.white_king_moves if side is Side.WHITE else self.black_king_moves

    def content(self, square: int) -> Content:
        """What stands on a square."""
        bit = 1 << square - 1
        if self.white_men & bit:
            return Content.WHITE_MAN
        if self.black_men & bit:
            return Content.BLACK_MAN
        if self.white_kings & bit:
            return Content.WHITE_KING
        return Content.BLACK_KING if self.black_kings & bit else Content.EMPTY

    def contents(self) -> tuple[Content, ...]:
        """What stands on each square, square 1 first."""
        masks = self.white_men, self.white_kings, self.black_men, self.black_kings
        return _contents(board(self.rules.board_size).squares, masks)

    def with_side(self, side: Side) -> "Position":
        """The same position with that side to move."""
        return replace(self, side=side)

    def with_counts_of(self, earlier: "Position") -> "Position":
        """The same position with the counts of Art. 17 of `earlier`, as far as the king still stands there and its side has a man."""
        return replace(self, white_king_moves=self._running(earlier, Side.WHITE), black_king_moves=self._running(earlier, Side.BLACK))

    def _running(self, earlier: "Position", side: Side) -> KingMoves:
        moved = earlier.king_moves(side)
        return moved if moved.count and self.men(side) and self.kings(side) >> moved.square - 1 & 1 else NO_KING_MOVES


@lru_cache(CACHED_BOARDS)
def _contents(squares: int, masks: tuple[int, int, int, int]) -> tuple[Content, ...]:
    """The content of each square; `masks` are those of white men, white kings, black men and black kings."""
    contents = [Content.EMPTY] * squares
    for content, mask in zip(PIECES, masks, strict=True):
        for square in squares_of(mask):
            contents[square - 1] = content
    return tuple(contents)


def squares_of(mask: int) -> Iterator[int]:
    """The numbers of the squares in a mask, in ascending order."""
    while mask:
        low = mask & -mask
        yield low.bit_length()
        mask ^= low
