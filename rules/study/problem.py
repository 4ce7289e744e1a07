"""The conditions of regulation H, Art. 2, for a problem, as far as its first position shows them.

The solver judges the solution (2 A a win, 2 C no second solution, 2 E no interchange of moves). The jury judges whether every piece has a
purpose (2 D) and how the problem ends (2 F, 2 G).
"""

from dataclasses import dataclass
from enum import StrEnum

from rules.board.position import Position, squares_of
from rules.board.squares import Side
from rules.play.moves import legal_moves


class Demand(StrEnum):
    """The demands on the first position of a problem."""

    WHITE_TO_MOVE = "white-to-move"
    EXPLAINABLE = "explainable-by-moves"
    NO_MATERIAL_ADVANTAGE = "no-material-advantage"
    NO_KINGS = "no-kings"
    NONE_EN_PRISE = "no-black-piece-en-prise"


@dataclass(frozen=True, slots=True)
class ProblemCondition:
    """One condition, judged for one position."""

    article: str
    """The article of regulation H."""
    demand: Demand
    holds: bool | None
    """Whether the position meets the condition; None if it is not judged."""
    squares: tuple[int, ...] = ()
    """The squares of the pieces that break it."""


def conditions(position: Position) -> tuple[ProblemCondition, ...]:
    """The conditions of Art. 2 A and B in their order.

    2 A is judged by the side to move. B.1 is not judged: it asks whether a game could reach the position. B.2 compares the numbers of
    pieces; a king counts as one, because B.3 forbids kings. It gives no squares. Under B.4 a black piece is en prise if a legal move of
    White, with White to move, captures it; this includes pieces that are taken later in the same capture.
    """
    white, black = position.pieces(Side.WHITE), position.pieces(Side.BLACK)
    kings = tuple(squares_of(position.white_kings | position.black_kings))
    en_prise = _en_prise(position)
    return (
        ProblemCondition("2 A", Demand.WHITE_TO_MOVE, position.side is Side.WHITE),
        ProblemCondition("2 B.1", Demand.EXPLAINABLE, None),
        ProblemCondition("2 B.2", Demand.NO_MATERIAL_ADVANTAGE, white.bit_count() <= black.bit_count()),
        ProblemCondition("2 B.3", Demand.NO_KINGS, not kings, kings),
        ProblemCondition("2 B.4", Demand.NONE_EN_PRISE, not en_prise, en_prise),
    )


def _en_prise(position: Position) -> tuple[int, ...]:
    return tuple(sorted({square for move in legal_moves(position.with_side(Side.WHITE)) for square in move.captured}))
