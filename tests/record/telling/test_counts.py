"""The running counts as sentences in three languages."""

import pytest

from record.telling.counts import explain_count, explain_strength
from record.texts import LANGUAGES
from rules.board.squares import Side
from rules.play.counting import Count
from rules.play.endings import Cause
from rules.play.strongest import Strength

COUNTS = [
    (
        Count(None, "17", Side.WHITE, 2, 3, 46),
        "White: 2 of 3 quiet moves in a row with the king on square 46.",
        "Wit: 2 van 3 opeenvolgende streken met de dam op veld 46.",
        "Wyt: 2 fan 3 opienfolgjende streken mei de dam op fjild 46.",
    ),
    (
        Count(Cause.TWO_KINGS, "18", Side.BLACK, 4, 7),
        "Black has 3 of 7 moves left to win.",
        "Zwart heeft nog 3 van 7 zetten om te winnen.",
        "Swart hat noch 3 fan 7 setten om te winnen.",
    ),
    (
        Count(Cause.THREE_PIECES, "Einde van het spel", None, 6, 16),
        "A draw after 10 more moves by each side, of 16.",
        "Remise na nog 10 van 16 zetten van elke speler.",
        "Remize nei noch 10 fan 16 setten fan elke spiler.",
    ),
    (
        Count(Cause.REPETITION, "Einde van het spel", None, 2, 3),
        "This position has stood 2 times; at 3 a draw may be claimed.",
        "Deze stand is 2 keer voorgekomen; bij 3 keer mag er remise worden geëist.",
        "Dizze stân is 2 kear foarkommen; by 3 kear mei der remize easke wurde.",
    ),
    (
        Count(Cause.STRONGEST, "7", None, 8, 10),
        "8 moves by each side with kings alone; after 10 that repeat the arbiter decides.",
        "Elke speler deed 8 zetten met alleen koningen; na 10 die zich herhalen beslist de scheidsrechter.",
        "Elke spiler die 8 setten mei allinnich keningen; nei 10 dy't har werhelje beslist de skiedsrjochter.",
    ),
]


@pytest.mark.parametrize(("count", "english", "dutch", "frisian"), COUNTS)
def test_a_count_is_told_in_every_language(count: Count, english: str, dutch: str, frisian: str) -> None:
    assert {lang: explain_count(count, lang) for lang in LANGUAGES} == {"en": english, "nl": dutch, "fy": frisian}


def test_what_both_sides_count_is_told_with_what_is_proposed() -> None:
    assert {lang: explain_strength(Strength(300, 250), lang) for lang in LANGUAGES} == {
        "en": "By the strongest position: White 300, Black 250; proposed: White wins.",
        "nl": "Volgens de sterkste positie: Wit 300, Zwart 250; voorstel: Wit wint.",
        "fy": "Neffens de sterkste posysje: Wyt 300, Swart 250; foarstel: Wyt wint.",
    }
