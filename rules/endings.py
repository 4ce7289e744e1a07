"""When a game is over and why, as far as the position alone tells; what needs counting over several moves is not told here."""

from dataclasses import dataclass

from rules.board import Side
from rules.captures import has_capture
from rules.moves import legal_moves, play
from rules.position import Position


@dataclass(frozen=True, slots=True)
class Ending:
    """`result` is `1-0`, `0-1` or `draw`; `article` is the article, or for the other rule sets the section of the seed."""

    result: str
    article: str


# Of each rule set: a side has no pieces, no legal move, and the draw of one king each (dambord: one piece each).
_ARTICLES = {
    "frisian": ("20.1", "20.6", "21.1"),
    "international": ("Einde van het spel", "Einde van het spel", "Einde van het spel"),
    "english": ("1", "3", ""),
    "dambord": ("Puntenverdeling", "Puntenverdeling", "Puntenverdeling"),
}


def ending(position: Position) -> Ending | None:
    """The ending that the position shows, the side to move being about to move; None while play goes on."""
    no_pieces, no_move, draw = _ARTICLES[position.rules.name]
    for side in (position.side, position.side.other):
        if not position.pieces(side):
            return Ending(_won_by(side.other), no_pieces)
    if _is_drawn(position):
        return Ending("draw", draw)
    if not legal_moves(position):
        return Ending(_won_by(position.side.other), no_move)
    return None


def _won_by(side: Side) -> str:
    return "1-0" if side is Side.WHITE else "0-1"


def _is_drawn(position: Position) -> bool:
    if any(position.pieces(side).bit_count() != 1 for side in Side):
        return False
    if position.rules.name == "dambord":
        return True  # one piece each, man or king
    if position.rules.name == "english" or position.white_men or position.black_men:
        return False
    return not _is_en_prise(position)


def _is_en_prise(position: Position) -> bool:
    """Art. 21.1: one of two lone kings could be captured now, or the side to move cannot but put its own where it can be."""
    if has_capture(position) or has_capture(position.with_side(position.side.other)):
        return True
    return all(has_capture(play(position, move)) for move in legal_moves(position))
