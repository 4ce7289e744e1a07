"""A move in a file that is not legal and stood all the same (Art. 27, last sentence): the position after it is set up right behind it."""

from collections.abc import Sequence

from rules.board.fen import parse_fen
from rules.board.ruleset import RuleSet
from rules.errors import AmbiguousMove, FenError, IllegalMove
from rules.pdn.game import PdnMove
from rules.play.notation import has_capture_sign, squares_in


def stands(error: Exception, moves: Sequence[PdnMove], place: int, rules: RuleSet) -> bool:
    """Whether the move at that place, which could not be played for this error, is followed at once by a set-up that can be read."""
    behind = moves[place + 1].setup if place + 1 < len(moves) else None
    if behind is None or not isinstance(error, (IllegalMove, AmbiguousMove)):
        return False
    try:
        parse_fen(behind, rules)
    except FenError:
        return False
    return True


def written(text: str) -> str:
    """Such a move with the signs of Art. 22, as far as the text itself tells them."""
    sign = "x" if has_capture_sign(text) else "-"
    return sign.join(map(str, squares_in(text))) or sign
