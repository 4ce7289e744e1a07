"""A move in a file that is not legal but stood (Art. 27, last sentence): a set-up of the position after it follows at once."""

from collections.abc import Sequence

from rules.board.fen import parse_fen
from rules.board.ruleset import RuleSet
from rules.errors import AmbiguousMove, FenError, IllegalMove
from rules.pdn.game import PdnMove
from rules.play.notation import has_capture_sign, squares_in


def stands(error: Exception, moves: Sequence[PdnMove], place: int, rules: RuleSet) -> bool:
    """Whether a readable set-up follows the move `moves[place]`, which failed with `error`."""
    behind = moves[place + 1].setup if place + 1 < len(moves) else None
    if behind is None or not isinstance(error, (IllegalMove, AmbiguousMove)):
        return False
    try:
        parse_fen(behind, rules)
    except FenError:
        return False
    return True


def written(text: str) -> str:
    """The text of such a move with the signs of Art. 22, as far as the text shows them."""
    sign = "x" if has_capture_sign(text) else "-"
    return sign.join(map(str, squares_in(text))) or sign
