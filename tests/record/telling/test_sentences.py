"""Sentences that travel as values: all of them in three languages, to JSON and back, and none that asks for more than its values."""

import json
from datetime import date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi.reading.look import SeenOtherwise
from record.telling.dates import day_said, moment_said
from record.telling.sentences import as_json, listed, sentence_in, side_word, spoken, tell
from record.texts import LANGUAGES, template, templates
from rules.errors import DamcamError, Phrase, Sentence
from tests.support.phrases import families, words

SAME = (
    *("arbiter", "operator", "FEN: {why}", "fen: {why}", "{heat} °C", "{power}, {heat} °C", "{button} ({seconds} s)", "Lens", "SB"),
    *("{folder} ({white} - {black})", "sudo damcam selftest", "{name} is {value}", "tabs", "Dossiers", "WP", "KP", "SP", "TP"),
    *("withdrawn", "decided", "rating {was} → {now}"),  # fields of a question, and a correction
)
"""What is written alike in all languages."""


class Example(Phrase):
    """What these tests say."""

    NESTED = "{side} has {count} pieces on {squares}, {share} of them: {why}"
    DO = "count again"
    NOTHING = "nothing"


def example() -> Sentence:
    values = {"side": side_word("white"), "count": 3, "squares": (31, 32, 33), "share": 0.5, "why": Example.NOTHING.said()}
    return Example.NESTED.said(Example.DO.said(), **values)


def test_each_sentence_is_translated_and_its_code_names_no_other() -> None:
    """That none is missing, and each has its places, tests/texts shows."""
    phrases = [phrase for family in families() for phrase in family]
    forms = [(str(phrase), phrase.plural if isinstance(phrase, Phrase) else "") for phrase in phrases if words(phrase)]
    untold = {
        english
        for english, plural in forms
        for lang in set(LANGUAGES) - {"en"}
        if english in (templates(lang, english, plural) if plural else [template(lang, english)])
    }
    assert untold <= set(SAME)
    assert len({Sentence.of(phrase).code for phrase in phrases}) == len(phrases)


def test_an_error_keeps_what_it_is_about_and_takes_values_for_its_own_sentence_alone() -> None:
    error = DamcamError("{count} of {most}", about="a.jpg", count=2, most=3)
    assert (str(error), error.about, error.sentence.values) == ("a.jpg: 2 of 3", "a.jpg", {"count": 2, "most": 3})
    with pytest.raises(TypeError, match="count"):
        DamcamError(example(), count=2)


def test_a_sentence_is_made_in_the_readers_language() -> None:
    assert str(example()) == "White has 3 pieces on 31, 32, 33, 0.5 of them: nothing; count again"
    assert tell(listed([side_word("black"), side_word("white")]), "nl") == "Zwart en Wit"
    assert tell(Sentence("", "{share} {side}", {"share": 0.5, "side": side_word("black")}), "fy") == "0,5 Swart"


def test_it_comes_back_from_json_as_it_was() -> None:
    assert sentence_in(json.loads(json.dumps(as_json(example())))) == example()
    assert sentence_in("what a library says").values == {"text": "what a library says"}
    assert spoken(sentence_in("what a library says"), "nl") == "en"
    assert spoken(example(), "nl") == "nl"


def _nested(depth: int) -> object:
    """A list in a list, and so on."""
    return "x" if depth == 0 else [_nested(depth - 1)]


def _of_sentences(depth: int) -> object:
    """A sentence in a sentence, and so on."""
    return "x" if depth == 0 else {"code": "a", "english": "{b}", "values": {"b": _of_sentences(depth - 1)}}


@pytest.mark.parametrize(
    "told",
    [
        None,
        7,
        {},
        {"code": "a", "english": 7},
        {"code": "a", "english": "{missing}"},
        {"code": "a", "english": "{wide:>99999999}", "values": {"wide": "x"}},
        {"code": "a", "english": "{value.real}", "values": {"value": 1}},
        {"code": "a", "english": "{value!r}", "values": {"value": 1}},
        {"code": "a", "english": "{", "values": {}},
        {"code": "a", "english": "b", "values": []},
        {"code": "a", "english": "b", "values": {"value": None}},
        {"code": "a", "english": "b", "remedy": 7},
        {"code": "a", "english": ""},
        {"code": "a", "english": "{b}" * 100, "values": {"b": "c"}},
        {"code": "a", "english": "{b}", "values": {"b": _nested(9)}},
        _of_sentences(9),
    ],
)
def test_what_is_no_sentence_is_refused(told: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        sentence_in(told)


def test_an_error_says_its_sentence_and_what_it_is_about() -> None:
    error = DamcamError(example(), "0007.jpg")
    assert str(error) == f"0007.jpg: {example()}"
    assert error.sentence == example()


@pytest.mark.parametrize(
    ("lang", "one", "three"),
    [
        ("en", "square 7 looks otherwise", "squares 7, 8, 9 look otherwise"),
        ("nl", "veld 7 ziet er anders uit", "velden 7, 8, 9 zien er anders uit"),
        ("fy", "fjild 7 sjocht der oars út", "fjilden 7, 8, 9 sjogge der oars út"),
    ],
)
def test_the_count_chooses_the_form_of_each_language(lang: str, one: str, three: str) -> None:
    said = [SeenOtherwise.SQUARES.said(count=len(squares), squares=squares) for squares in ((7,), (7, 8, 9))]
    assert [tell(sentence, lang) for sentence in said] == [one, three]
    assert [tell(sentence_in(json.loads(json.dumps(as_json(sentence)))), lang) for sentence in said] == [one, three]


def test_a_value_without_a_plural_as_older_versions_wrote_it_is_read() -> None:
    old = {"code": "SeenOtherwise.squares", "english": "squares {squares} look otherwise", "values": {"squares": [7, 8]}}
    assert str(sentence_in(old)) == "squares 7, 8 look otherwise"


@pytest.mark.parametrize(
    "more",
    [
        {"plural": 3, "values": {"count": 1}},
        {"plural": "{count} games"},
        {"plural": "{count} games", "values": {"count": "one"}},
        {"plural": "{count} games", "values": {"count": True}},
        {"plural": "{others} games", "values": {"count": 2}},
        {"plural": "{count} {count} {count}", "values": {"count": 2}},
    ],
)
def test_a_plural_that_cannot_be_told_is_refused(more: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"plural|template|too often"):
        sentence_in({"code": "X.y", "english": "a game", **more})


@pytest.mark.parametrize(
    ("lang", "text", "told"),
    [
        *((lang, "2026-03-07", day) for lang, day in (("en", "7 March 2026"), ("nl", "7 maart 2026"), ("fy", "7 maart 2026"))),
        ("en", "2026-03-07T18:30", "7 March 2026 at 18:30"),
        ("nl", "2026-03-07 18:30:00", "7 maart 2026 om 18:30"),
        ("fy", "2026-03-07T18:30", "7 maart 2026 om 18:30"),
        ("en", "2026-03-07T18:30:01", "7 March 2026 at 18:30:01"),
        ("en", "2026-03-07T18:30+01:00", "7 March 2026 at 18:30 (UTC+01:00)"),
        ("en", "2026-03-07T18:30Z", "7 March 2026 at 18:30 (UTC)"),
    ],
)
def test_a_day_and_a_time_in_the_readers_language(lang, text, told):
    """Seconds and a zone are told where they are there."""
    assert tell((moment_said if ":" in text else day_said)(text), lang) == told


@pytest.mark.parametrize("text", ["", "yesterday", "2026-02-30", "2026-13-01T10:00", "24:00"])
def test_what_is_no_time_is_told_as_it_is(text):
    assert tell(day_said(text), "nl") == tell(moment_said(text), "nl") == text


@given(st.dates(), st.dates(), st.sampled_from(LANGUAGES))
def test_two_days_are_told_alike_only_where_they_are_the_same(one, other, lang):
    assert (tell(day_said(one.isoformat()), lang) == tell(day_said(other.isoformat()), lang)) == (one == other)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_two_months_have_one_name(lang):
    days = [date(2026, month, 1) for month in range(1, 13)]
    assert len({tell(day_said(day.isoformat()), lang) for day in days}) == len(days)
    assert all(str((datetime(2026, 1, 1) + timedelta(days=at)).day) in tell(day_said(f"2026-01-{at + 1:02}"), lang) for at in range(31))
