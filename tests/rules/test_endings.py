"""When a game is over, as the position alone shows it."""

import pytest

from rules.endings import Ending, ending
from rules.fen import parse_fen
from rules.ruleset import ruleset

DRAWN, OF_DAMMEN, OF_DAMBORD = "draw", "Einde van het spel", "Puntenverdeling"
ENDINGS = [
    ("frisian", "W:W31-50:B1-20", None),
    ("frisian", "W:W31:B", ("1-0", "20.1")),
    ("frisian", "B:W31:B", ("1-0", "20.1")),
    ("frisian", "W:W:BK3", ("0-1", "20.1")),
    ("frisian", "W:W36:B31,27", ("0-1", "20.6")),
    ("frisian", "W:WK5,36:B31,27:H0:F1:+0+305", ("0-1", "20.6")),  # Art. 17 leaves the king no move
    ("frisian", "W:WK5,36:B31,27:H0:F1:+0+205", None),
    ("frisian", "W:WK46:BK3", (DRAWN, "21.1")),
    ("frisian", "B:WK46:BK3", (DRAWN, "21.1")),
    ("frisian", "W:WK46:BK5", None),  # White must step into the capture
    ("frisian", "B:WK46:BK5", None),
    ("frisian", "W:WK46:BK41", None),  # Black's king stands en prise
    ("frisian", "B:WK45:BK40", None),  # Black's king stands en prise though Black is to move
    ("frisian", "W:WK46:BK3,4", None),
    ("frisian", "W:WK46:B3", None),
    ("international", "W:W31:B", ("1-0", OF_DAMMEN)),
    ("international", "W:W6:B1", ("0-1", OF_DAMMEN)),
    ("international", "W:WK46:BK3", (DRAWN, OF_DAMMEN)),
    ("international", "W:WK46:BK41", None),
    ("international", "W:WK45:BK28", (DRAWN, OF_DAMMEN)),
    ("english", "B:W21-32:B1-12", None),
    ("english", "W:W21:B", ("1-0", "1")),
    ("english", "W:W5:B1", ("0-1", "3")),
    ("english", "W:WK29:BK4", None),  # no draw but by the arbiter (section 7)
    ("dambord", "W:W21:BK4", (DRAWN, OF_DAMBORD)),
    ("dambord", "B:W21:B4", (DRAWN, OF_DAMBORD)),
    ("dambord", "B:WK21:BK4", (DRAWN, OF_DAMBORD)),
    ("dambord", "B:W21,22:B4", None),
    ("dambord", "B:W21:B", ("1-0", OF_DAMBORD)),
]


@pytest.mark.parametrize(("rules", "text", "expected"), ENDINGS)
def test_ending(rules: str, text: str, expected: tuple[str, str] | None) -> None:
    assert ending(parse_fen(text, ruleset(rules))) == (expected and Ending(*expected))
