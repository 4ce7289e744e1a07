"""Each reason and ending as a sentence in three languages, and the kind of each count; tests/rules/study has the reasons of positions."""

from collections.abc import Callable

import pytest

from record.telling.counts import SENTENCES as COUNTED
from record.telling.counts import kind_of
from record.telling.reasons import ENDINGS, SENTENCES, ReasonPart, explain_ending, explained, odd
from record.telling.sentences import tell
from record.texts import LANGUAGES
from rules.board.ruleset import ruleset
from rules.board.squares import Side
from rules.pdn.read import check_game, read_games
from rules.play.counting import Count
from rules.play.endings import LOSSES, Cause, Ending, How, drawn, lost, void
from rules.study.reasons import Code, Haul, Reason
from tests.support.says import parts

FRISIAN, DAMBORD = ruleset("frisian"), ruleset("dambord")
OVER = Ending("1-0", "20.2", Cause.RESIGNED)
EVERYTHING = ("7", (28, 33), "28x17", ("28x8", "46x37"), Haul(1, 2), Haul(3, 4), 3)
ENDED = [
    lost(FRISIAN, cause, Side.WHITE) if cause in LOSSES else void(FRISIAN) if cause is Cause.VOID else drawn(FRISIAN, cause)
    for cause in Cause
]


def a_reason(code: Code) -> Reason:
    return Reason(code, "20.2", ending=OVER) if code is Code.GAME_OVER else Reason(code, *EVERYTHING)


def test_every_code_every_cause_and_every_kind_of_count_has_its_sentence() -> None:
    assert set(SENTENCES) == set(Code)
    assert set(ENDINGS) == set(Cause)
    assert set(COUNTED) == {kind for _, kind in COUNTS}


@pytest.mark.parametrize(
    ("explained_in", "what"),
    [
        *((lambda what, lang: tell(explained(a_reason(what)), lang), code) for code in Code),
        *((explain_ending, over) for over in ENDED),
    ],
)
def test_every_reason_and_every_ending_is_told_in_every_language(explained_in: Callable[..., str], what: object) -> None:
    told = [explained_in(what, lang) for lang in LANGUAGES]
    assert len(set(told)) == len(LANGUAGES)
    assert not any("{" in sentence or "None" in sentence for sentence in told)


@pytest.mark.parametrize(
    ("code", "values"),
    [
        (Code.FORWARD_ONLY, {"origin": 28, "target": 33}),
        (Code.BLOCKED, {"squares": (28, 33)}),
        (Code.TWICE, {"move": "28x17", "squares": (28, 33)}),
        (Code.BANNED, {"squares": (28, 33), "count": 3}),
        (Code.GOES_ON, {"move": "28x17", "required": ReasonPart.ONE_OF.said(moves=("28x8",), last="46x37")}),
        (Code.TOO_LITTLE, {"taken": ReasonPart.HAUL.said(men=1, kings=2), "due": ReasonPart.HAUL.said(men=3, kings=4)}),
    ],
)
def test_a_reason_has_its_values_and_its_article(code: Code, values: dict[str, object]) -> None:
    whole, reason, *_ = parts(explained(a_reason(code)))
    assert (whole.code, reason.code) == ("ReasonPart.with-article", code)
    assert {name: reason.values[name] for name in values} == values
    assert tell(explained(a_reason(code)), "nl").endswith(" (art. 7)")


def test_a_game_that_is_over_is_told_with_its_ending_and_the_article_of_that() -> None:
    found = [one.code for one in parts(explained(a_reason(Code.GAME_OVER)))]
    assert found[:4] == [Code.GAME_OVER, "ReasonPart.with-article", Cause.RESIGNED, "SideWord.black"]


@pytest.mark.parametrize(("lang", "heading"), [("en", "section"), ("nl", "kop"), ("fy", "haadstik")])
def test_a_section_without_a_number_is_told_by_its_heading(lang: str, heading: str) -> None:
    assert tell(explained(Reason(Code.NO_CAPTURE, "Einde van het spel")), lang).endswith(f" ({heading} Einde van het spel)")


def test_only_in_dambord_one_piece_each_is_a_draw_and_an_ending_that_it_does_not_name_has_no_article() -> None:
    assert "(" not in explain_ending(lost(DAMBORD, Cause.RESIGNED, Side.BLACK), "nl")
    for lang, piece in (("nl", "stuk"), ("fy", "stik"), ("en", "piece")):
        assert piece in explain_ending(drawn(DAMBORD, Cause.ONE_PIECE_EACH), lang)
        assert piece not in explain_ending(drawn(FRISIAN, Cause.ONE_EACH), lang)


@pytest.mark.parametrize(("count", "named", "more"), [(1, 1, False), (3, 3, False), (6, 6, False), (9, 6, True)])
def test_of_several_moves_that_may_be_made_six_are_named(count: int, named: int, more: bool) -> None:
    moves = tuple(f"28x{number}" for number in range(1, count + 1))
    told = tell(explained(Reason(Code.COMPULSORY, "10", required=moves)), "en")
    assert [move for move in moves if move in told] == list(moves[:named])
    assert (f"{count - named} more" in told) is more


def test_an_english_king_is_a_koning() -> None:
    reason = Reason(Code.KINGS_STEP, "4", (18, 11))
    assert "koning" in tell(explained(reason), "nl")
    assert "kening" in tell(explained(reason), "fy")


def test_what_the_arbiter_is_proposed_is_a_result() -> None:
    results = {result: explain_ending(Ending(result, "7", Cause.STRONGEST, How.BY_ARBITER), "en") for result in ("1-0", "0-1", "draw")}
    assert len(set(results.values())) == 3


def test_what_is_odd_about_a_game_is_each_move_that_stood_with_its_reason_and_then_the_remarks() -> None:
    (game,) = read_games('[Event "x"]\n[SetUp "1"]\n\n1. 32-28 19-23 2. 37-32 /FEN "B:W28,32,31,33-36,38-50:B1-18,20,23"/ 18-22 *')
    stood, without_fen = odd(check_game(game, FRISIAN))
    assert (stood.code, without_fen.code) == ("PdnRemark.at-ply", "PdnRemark.at-line")
    assert [one.code for one in parts(stood)][1:3] == ["ReasonPart.with-reason", "PdnRemark.stood"]
    assert Code.COMPULSORY in [one.code for one in parts(stood)]


COUNTS = [
    (Count(None, "17", Side.WHITE, 2, 3, 46), "king-rests"),
    (Count(Cause.TWO_KINGS, "18", Side.BLACK, 4, 7), "to-win"),
    (Count(Cause.THREE_PIECES, "Einde van het spel", None, 6, 16), "to-win-each"),
    (Count(Cause.REPETITION, "Einde van het spel", None, 2, 3), str(Cause.REPETITION)),
    (Count(Cause.STRONGEST, "7", None, 8, 10), str(Cause.STRONGEST)),
]


@pytest.mark.parametrize(("count", "kind"), COUNTS)
def test_a_count_has_its_kind(count: Count, kind: str) -> None:
    assert kind_of(count) == kind
