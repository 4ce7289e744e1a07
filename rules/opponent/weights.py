"""The values of pieces and squares by which the opponent judges a position, in hundredths of a man."""

from dataclasses import dataclass
from functools import cache

from rules.board.padded import layout
from rules.board.ruleset import RuleSet
from rules.board.squares import Side, board


@dataclass(frozen=True, slots=True)
class Weights:
    """What counts under one rule set."""

    man: int
    king: int
    advanced: int
    """Added for a man on its own promotion row but for the last step; the rows before it count in proportion, as their square."""
    back_row: int
    """Added for a man that stands on its own back row."""
    middle: int
    """Added for a man in the middle of its row; a man at the edge gets nothing."""
    king_middle: int
    """The same for a king, by its distance from the nearest edge."""
    mobile: int
    """For each quiet move of a man more than the other side has."""
    to_move: int
    """For the side to move."""


WEIGHTS = {
    "frisian": Weights(man=100, king=330, advanced=40, back_row=6, middle=6, king_middle=8, mobile=2, to_move=5),
    "international": Weights(man=100, king=320, advanced=40, back_row=6, middle=6, king_middle=8, mobile=2, to_move=5),
    "english": Weights(man=100, king=140, advanced=20, back_row=10, middle=6, king_middle=16, mobile=2, to_move=5),
    "dambord": Weights(man=100, king=300, advanced=40, back_row=8, middle=6, king_middle=8, mobile=2, to_move=5),
}


@dataclass(frozen=True, slots=True)
class Values:
    """The values of the pieces of one side by the bit of their square, in the bits of `rules.board.padded`."""

    men: tuple[dict[int, int], dict[int, int]]
    """White's and Black's."""
    kings: dict[int, int]
    mobile: int
    to_move: int


@cache
def values_of(rules: RuleSet) -> Values:
    """The values under that rule set."""
    weights, bits = WEIGHTS[rules.name], layout(rules.board_size).bits
    geometry, last = board(rules.board_size), rules.board_size - 1

    def man(square: int, side: Side) -> int:
        row, column = geometry.row_col(square)
        gone = last - row if side is Side.WHITE else row
        value = weights.man + weights.advanced * gone * gone // (last - 1) ** 2 + weights.middle * min(column, last - column) * 2 // last
        return value + weights.back_row if gone == 0 else value

    def king(square: int) -> int:
        row, column = geometry.row_col(square)
        return weights.king + weights.king_middle * min(row, last - row, column, last - column) * 2 // last

    squares = range(1, len(bits) + 1)
    men = [{bit: man(square, side) for square, bit in zip(squares, bits, strict=True)} for side in (Side.WHITE, Side.BLACK)]
    kings = {bit: king(square) for square, bit in zip(squares, bits, strict=True)}
    return Values((men[0], men[1]), kings, weights.mobile, weights.to_move)
