"""Who has the strongest position, proposed to the arbiter who must decide (English draughts, section 7)."""

from dataclasses import dataclass

from rules.board.position import Position, squares_of
from rules.board.squares import Side, board


@dataclass(frozen=True, slots=True)
class Weights:
    """What pieces count. Section 7 says no more than that a king beats a man and that nearer the far side is more; the figures are ours.

    ValueError where they contradict section 7.
    """

    king: int = 150  # a man and a half: English kings go one square, which is far from the worth of flying ones
    man: int = 100  # on its own back row
    row: int = 5  # more for each row that a man has come forward: six rows are less than a third of a man

    def __post_init__(self) -> None:
        longest_way = 7  # rows from edge to edge of the 8x8 board
        if not (self.row > 0 and self.man > 0 and self.king > self.man + longest_way * self.row):
            raise ValueError(f"a king must count more than any man, and a man more with each row (section 7), unlike in {self}")


DEFAULT_WEIGHTS = Weights()


@dataclass(frozen=True, slots=True)
class Strength:
    """What the two sides' pieces count."""

    white: int
    black: int

    @property
    def result(self) -> str:
        """`1-0` or `0-1` for the stronger side; `draw` when both are as strong (section 7)."""
        if self.white == self.black:
            return "draw"
        return "1-0" if self.white > self.black else "0-1"


def strength(position: Position, weights: Weights = DEFAULT_WEIGHTS) -> Strength:
    """How strong both sides stand. Who is to move makes no difference."""
    return Strength(_of(position, Side.WHITE, weights), _of(position, Side.BLACK, weights))


def _of(position: Position, side: Side, weights: Weights) -> int:
    geometry = board(position.rules.board_size)
    far_row = 0 if side is Side.BLACK else geometry.size - 1
    forward = sum(abs(far_row - geometry.row_col(square)[0]) for square in squares_of(position.men(side)))
    return position.kings(side).bit_count() * weights.king + position.men(side).bit_count() * weights.man + forward * weights.row
