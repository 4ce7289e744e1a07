"""Each reason and each ending as a sentence in three languages."""

from string import Formatter

import pytest

from record.telling.reasons import (
    ENDINGS,
    FREE,
    LEGAL,
    RESULTS,
    SENTENCES,
    SHOULD_BE_WRITTEN,
    SIDES,
    ReasonPart,
    explain,
    explain_ending,
    explain_legal,
)
from record.texts import LANGUAGES, say
from rules.board.fen import parse_fen
from rules.board.ruleset import ruleset
from rules.board.squares import Side
from rules.play.counting import Counter
from rules.play.endings import LOSSES, Cause, Ending, How, drawn, lost, void
from rules.study.reasons import Code, Haul, Reason
from rules.study.why import why_forced, why_illegal, why_refused

FRISIAN = ruleset("frisian")
OVER = Ending("1-0", "20.2", Cause.RESIGNED)
EVERYTHING = ("7", (28, 33), "28x17", ("28x8", "46x37"), Haul(1, 2), Haul(3, 4), 3)
CAUSES = [
    (cause, lost(FRISIAN, cause, Side.WHITE) if cause in LOSSES else void(FRISIAN) if cause is Cause.VOID else drawn(FRISIAN, cause))
    for cause in Cause
]


def a_reason(code: Code) -> Reason:
    return Reason(code, "20.2", ending=OVER) if code is Code.GAME_OVER else Reason(code, *EVERYTHING)


def test_every_code_and_every_cause_has_its_sentence() -> None:
    assert set(SENTENCES) == set(Code)
    assert set(ENDINGS) == set(Cause)


@pytest.mark.parametrize("code", Code)
def test_every_reason_is_told_in_every_language(code: Code) -> None:
    told = {lang: explain(a_reason(code), lang) for lang in LANGUAGES}
    assert len(set(told.values())) == len(LANGUAGES)
    for sentence in told.values():
        assert "{" not in sentence
        assert "None" not in sentence


@pytest.mark.parametrize(("cause", "over"), CAUSES)
def test_every_ending_is_told_in_every_language(cause: Cause, over: Ending) -> None:
    told = {lang: explain_ending(over, lang) for lang in LANGUAGES}
    assert len(set(told.values())) == len(LANGUAGES)
    assert not any("{" in sentence for sentence in told.values())


OTHERS = (LEGAL, FREE, *(part for part in ReasonPart if part is not ReasonPart.WITH_ARTICLE), SHOULD_BE_WRITTEN)


@pytest.mark.parametrize("lang", ["nl", "fy"])
@pytest.mark.parametrize("english", [*SENTENCES.values(), *ENDINGS.values(), *SIDES.values(), *RESULTS.values(), *OTHERS])
def test_the_translation_fills_in_what_the_english_does(english: str, lang: str) -> None:
    names = [field for _, field, _, _ in Formatter().parse(english) if field]
    translated = say(lang, english, **{name: f"<{name}>" for name in names})
    assert translated != english
    assert all(f"<{name}>" in translated for name in names)


ONE_KING_EACH = (
    "De partij is geëindigd: Beide spelers hebben precies één dam, "
    "en geen van beide dammen staat op slag of komt er noodgedwongen op: remise. (art. 21.1)"
)
DUTCH = [
    ("W:W28,50:B22", (50, 45), "Slaan is verplicht: 28x17. (art. 10)"),
    ("W:W28,50:B22,12", (28, 17), "De slag 28x17 moet worden voortgezet: 28x8. (art. 10)"),
    (
        "W:W28,50:B22,12,K44",
        (50, 39),
        "50x39 slaat te weinig (schijven: 0, dammen: 1); 28x8 moet gespeeld worden en slaat meer (schijven: 2, dammen: 0). (art. 11)",
    ),
    (
        "W:WK46,28:B41,23",
        (28, 19),
        "Als dam en schijf een even grote waarde kunnen slaan, gaat de damslag voor: niet 28x19 maar een van 46x32 en 46x37. (art. 12)",
    ),
    (
        "W:WK41,36:B1:H0:F1:+0+341",
        (41, 46),
        "De dam op veld 41 heeft 3 opeenvolgende streken gedaan; tot er een andere zet is gedaan mag hij alleen slaan. (art. 17)",
    ),
    ("W:WK46:BK3", (46, 41), ONE_KING_EACH),
    ("W:W28:B1", (28, 33), "Een schijf gaat alleen vooruit, niet van 28 naar 33. (art. 7)"),
    ("W:WK46,32:B13", (46, 28), "De weg van de dam is versperd op veld 32. (art. 9)"),
]


@pytest.mark.parametrize(("fen", "asked", "sentence"), DUTCH)
def test_in_dutch(fen: str, asked: tuple[int, int], sentence: str) -> None:
    reason = why_illegal(parse_fen(fen, FRISIAN), asked)
    assert reason is not None
    assert explain(reason, "nl") == sentence


def test_in_frisian() -> None:
    banned, over = why_forced(parse_fen("W:WK5,36:B31,27:H0:F1:+0+305", FRISIAN))
    assert explain(banned, "fy").startswith("De dam op fjild 5 hat 3 opienfolgjende streken dien;")
    assert explain(over, "fy") == "De partij is ôfrûn: Wyt is oan set en kin gjin reglemintêre set dwaan. (art. 20.6)"


def test_what_is_legal() -> None:
    assert explain_legal("32-28", "nl") == "32-28 is een reglementaire zet."
    assert explain_legal("", "fy") == "Elke set dy't de stikken dwaan kinne is reglemintêr."


def test_a_section_without_a_number_is_told_by_its_heading() -> None:
    (reason, *_) = why_forced(parse_fen("W:W28:B22", ruleset("international")))
    assert explain(reason, "en") == "A capture is compulsory: 28x17. (section Einde van het spel)"
    assert explain(reason, "nl").endswith("(kop Einde van het spel)")
    assert explain(reason, "fy").endswith("(haadstik Einde van het spel)")


def test_an_ending_that_the_rules_do_not_name_has_no_article() -> None:
    assert explain_ending(lost(ruleset("dambord"), Cause.RESIGNED, Side.BLACK), "nl") == "Zwart heeft het spel opgegeven."


def test_13_the_piece_jumped_twice() -> None:
    reason = why_refused(parse_fen("W:W28:B22,1", FRISIAN), "28x17x28")
    assert reason is not None
    assert explain(reason, "nl") == "Men mag niet een tweede maal over eenzelfde stuk, zoals 28x17x28 doet op veld 22. (art. 13)"


def test_only_in_dambord_one_piece_each_is_a_draw() -> None:
    assert explain_ending(drawn(ruleset("dambord"), Cause.ONE_PIECE_EACH), "nl") == (
        "Beide spelers hebben nog één stuk: remise. (kop Puntenverdeling)"
    )
    for lang, piece in (("nl", "stuk"), ("fy", "stik"), ("en", "piece")):
        assert piece not in explain_ending(drawn(FRISIAN, Cause.ONE_EACH), lang)


@pytest.mark.parametrize(
    ("count", "told"),
    [(1, "28x1."), (3, "een van 28x1, 28x2 en 28x3."), (9, "een van 28x1, 28x2, 28x3, 28x4, 28x5, 28x6 en nog 3 andere.")],
)
def test_one_of_several_moves_is_to_be_made(count: int, told: str) -> None:
    moves = tuple(f"28x{number}" for number in range(1, count + 1))
    assert explain(Reason(Code.COMPULSORY, "10", required=moves), "nl") == f"Slaan is verplicht: {told} (art. 10)"


def test_an_english_king_is_a_koning() -> None:
    reason = why_illegal(parse_fen("W:WK18:B1", ruleset("english")), (18, 11))
    assert reason is not None
    assert explain(reason, "nl") == "Zonder te slaan gaat een koning één veld schuin, niet van 18 naar 11. (art. 4)"
    assert "kening" in explain(reason, "fy")


def test_what_the_arbiter_is_proposed() -> None:
    proposed = Ending("0-1", "7", Cause.STRONGEST, How.BY_ARBITER)
    assert explain_ending(proposed, "en").endswith("Proposed by the strongest position: Black wins. (Art. 7)")
    assert explain_ending(proposed, "nl").endswith("Voorstel volgens de sterkste positie: Zwart wint. (art. 7)")


def test_18_the_draw_of_two_kings() -> None:
    counter = Counter(parse_fen("B:WK46,K50:BK2", FRISIAN), white_moves=7, black_moves=6)
    assert counter.ending is not None
    assert explain_ending(counter.ending, "nl") == (
        "Twee dammen hebben niet binnen het toegestane aantal zetten van één dam gewonnen: remise. (art. 18)"
    )
