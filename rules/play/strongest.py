"""The strongest position, which is proposed to the arbiter who decides the game (English draughts, section 7)."""

from dataclasses import dataclass

from rules.board.position import Position, squares_of
from rules.board.squares import Side, board


@dataclass(frozen=True, slots=True)
class PieceWeights:
    """The values of the pieces. Section 7 only ranks a king above a man, and a man higher the nearer it is to the far side.

    The figures are ours. ValueError: they contradict section 7.
    """

    king: int = 150  # one and a half men: English kings move one square, and are worth much less than flying ones
    man: int = 100  # a man on its own back row
    row: int = 5  # added for each row that a man has advanced: six rows are less than a third of a man

    def __post_init__(self) -> None:
        most_rows = 7  # from edge to edge of the 8x8 board
        if not (self.row > 0 and self.man > 0 and self.king > self.man + most_rows * self.row):
            raise ValueError(
                f"a king must count more than any man, and a man more with each row (section 7); this does not hold for {self}"
            )


DEFAULT_WEIGHTS = PieceWeights()


@dataclass(frozen=True, slots=True)
class Strength:
    """The total values of the two sides."""

    white: int
    black: int

    @property
    def result(self) -> str:
        """`1-0` or `0-1` for the stronger side; `draw` if both are equal (section 7)."""
        if self.white == self.black:
            return "draw"
        return "1-0" if self.white > self.black else "0-1"


def strength(position: Position, weights: PieceWeights = DEFAULT_WEIGHTS) -> Strength:
    """The strength of both sides, whichever is to move."""
    return Strength(_of(position, Side.WHITE, weights), _of(position, Side.BLACK, weights))


def _of(position: Position, side: Side, weights: PieceWeights) -> int:
    geometry = board(position.rules.board_size)
    far_row = 0 if side is Side.BLACK else geometry.size - 1
    forward = sum(abs(far_row - geometry.row_col(square)[0]) for square in squares_of(position.men(side)))
    return position.kings(side).bit_count() * weights.king + position.men(side).bit_count() * weights.man + forward * weights.row
