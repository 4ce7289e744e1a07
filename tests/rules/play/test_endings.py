"""Endings that the position alone shows."""

import pytest

from rules.board.fen import parse_fen
from rules.board.ruleset import ruleset
from rules.board.squares import Side
from rules.play.endings import LOSSES, Cause, Ending, How, article_of, drawn, ending, lost, void

DRAWN, OF_DAMMEN, OF_DAMBORD = "draw", "Einde van het spel", "Puntenverdeling"
ENDINGS = [
    ("frisian", "W:W31-50:B1-20", None),
    ("frisian", "W:W31:B", ("1-0", "20.1", Cause.NO_PIECES)),
    ("frisian", "B:W31:B", ("1-0", "20.1", Cause.NO_PIECES)),
    ("frisian", "W:W:BK3", ("0-1", "20.1", Cause.NO_PIECES)),
    ("frisian", "W:W36:B31,27", ("0-1", "20.6", Cause.NO_MOVE)),
    ("frisian", "W:WK5,36:B31,27:H0:F1:+0+305", ("0-1", "20.6", Cause.NO_MOVE)),  # Art. 17 leaves the king no move
    ("frisian", "W:WK5,36:B31,27:H0:F1:+0+205", None),
    ("frisian", "W:WK46:BK3", (DRAWN, "21.1", Cause.ONE_EACH)),
    ("frisian", "B:WK46:BK3", (DRAWN, "21.1", Cause.ONE_EACH)),
    ("frisian", "W:WK46:BK5", None),  # White must step into the capture
    ("frisian", "B:WK46:BK5", None),
    ("frisian", "W:WK46:BK41", None),  # Black's king stands en prise
    ("frisian", "B:WK45:BK40", None),  # Black's king stands en prise though Black is to move
    ("frisian", "W:WK46:BK3,4", None),
    ("frisian", "W:WK46:B3", None),
    ("international", "W:W31:B", ("1-0", OF_DAMMEN, Cause.NO_PIECES)),
    ("international", "W:W6:B1", ("0-1", OF_DAMMEN, Cause.NO_MOVE)),
    ("international", "W:WK46:BK3", (DRAWN, OF_DAMMEN, Cause.ONE_EACH)),
    ("international", "W:WK46:BK41", None),
    ("international", "W:WK45:BK28", (DRAWN, OF_DAMMEN, Cause.ONE_EACH)),
    ("english", "B:W21-32:B1-12", None),
    ("english", "W:W21:B", ("1-0", "1", Cause.NO_PIECES)),
    ("english", "W:W5:B1", ("0-1", "3", Cause.NO_MOVE)),
    ("english", "W:WK29:BK4", None),  # no draw but by the arbiter (section 7)
    ("dambord", "W:W21:BK4", (DRAWN, OF_DAMBORD, Cause.ONE_PIECE_EACH)),
    ("dambord", "B:W21:B4", (DRAWN, OF_DAMBORD, Cause.ONE_PIECE_EACH)),
    ("dambord", "B:WK21:BK4", (DRAWN, OF_DAMBORD, Cause.ONE_PIECE_EACH)),
    ("dambord", "B:W21,22:B4", None),
    ("dambord", "B:W21:B", ("1-0", OF_DAMBORD, Cause.NO_PIECES)),
]


@pytest.mark.parametrize(("rules", "text", "expected"), ENDINGS)
def test_ending(rules: str, text: str, expected: tuple[str, str, Cause] | None) -> None:
    assert ending(parse_fen(text, ruleset(rules))) == (expected and Ending(*expected))


FRISIAN = ruleset("frisian")
OF_ARTICLE_20 = (Cause.NO_PIECES, Cause.RESIGNED, Cause.JUMBLED, Cause.REFUSED, Cause.TIME, Cause.NO_MOVE, Cause.DEFIED)
"""The seven reasons, in its order."""


@pytest.mark.parametrize(("article", "cause"), [(f"20.{place}", cause) for place, cause in enumerate(OF_ARTICLE_20, 1)])
def test_20_each_of_the_seven_losses_can_be_recorded(article: str, cause: Cause) -> None:
    assert lost(FRISIAN, cause, Side.WHITE) == Ending("0-1", article, cause)
    assert lost(FRISIAN, cause, Side.BLACK) == Ending("1-0", article, cause)
    assert lost(FRISIAN, cause, Side.BLACK).loser is Side.BLACK


def test_20_there_are_seven_and_nothing_else_loses() -> None:
    assert OF_ARTICLE_20 == LOSSES
    with pytest.raises(ValueError, match="nobody loses by agreed; the causes of a loss are no-pieces, resigned"):
        lost(FRISIAN, Cause.AGREED, Side.WHITE)


def test_21_2_a_draw_is_agreed_and_26_a_game_on_a_board_that_lay_wrong_is_void() -> None:
    assert drawn(FRISIAN, Cause.AGREED) == Ending("draw", "21.2", Cause.AGREED, How.AT_ONCE)
    assert drawn(FRISIAN, Cause.AGREED).loser is None
    assert void(FRISIAN) == Ending("void", "26", Cause.VOID)


def test_the_other_rule_sets_name_what_they_name() -> None:
    assert lost(ruleset("international"), Cause.TIME, Side.WHITE) == Ending("0-1", OF_DAMMEN, Cause.TIME)
    assert lost(ruleset("international"), Cause.RESIGNED, Side.WHITE).article == OF_DAMMEN
    assert article_of(Cause.STRONGEST, ruleset("english")) == "7"
    assert article_of(Cause.JUMBLED, ruleset("dambord")) == ""
