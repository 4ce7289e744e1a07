"""The conditions that regulation H, Art. 2, sets to a problem, as far as its first position can show them.

What its solution must be (2 A wins, 2 C no second solution, 2 E no interchange of moves) is for the solver; whether every piece has a
purpose (2 D) and how it ends (2 F, 2 G) is for the jury.
"""

from dataclasses import dataclass
from enum import StrEnum

from rules.board.position import Position, squares_of
from rules.board.squares import Side
from rules.play.moves import legal_moves


class Demand(StrEnum):
    """What a problem's first position must be."""

    WHITE_TO_MOVE = "white-to-move"
    EXPLAINABLE = "explainable-by-moves"
    NO_MATERIAL_ADVANTAGE = "no-material-advantage"
    NO_KINGS = "no-kings"
    NONE_EN_PRISE = "no-black-piece-en-prise"


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition: the article of regulation H, the squares of the pieces that break it, and whether it holds; None: not judged."""

    article: str
    demand: Demand
    holds: bool | None
    squares: tuple[int, ...] = ()


def conditions(position: Position) -> tuple[Condition, ...]:
    """The conditions of Art. 2 A and B in their order.

    2 A is judged by who is to move. B.1 is not judged: it asks how a game could have come here. B.2 is judged by the count of pieces,
    a king counting one, for B.3 forbids kings; it has no squares. B.4: a black piece is en prise when a legal move of White's, were it
    White's turn, captures it; pieces taken later in the same capture are meant too.
    """
    white, black = position.pieces(Side.WHITE), position.pieces(Side.BLACK)
    kings = tuple(squares_of(position.white_kings | position.black_kings))
    en_prise = _en_prise(position)
    return (
        Condition("2 A", Demand.WHITE_TO_MOVE, position.side is Side.WHITE),
        Condition("2 B.1", Demand.EXPLAINABLE, None),
        Condition("2 B.2", Demand.NO_MATERIAL_ADVANTAGE, white.bit_count() <= black.bit_count()),
        Condition("2 B.3", Demand.NO_KINGS, not kings, kings),
        Condition("2 B.4", Demand.NONE_EN_PRISE, not en_prise, en_prise),
    )


def _en_prise(position: Position) -> tuple[int, ...]:
    return tuple(sorted({square for move in legal_moves(position.with_side(Side.WHITE)) for square in move.captured}))
