"""Sentences that travel as values: all of them in three languages, to JSON and back, and none that asks for more than its values."""

import json
from enum import StrEnum

import pytest

from pi.reading.look import SeenOtherwise
from record.telling.sentences import as_json, listed, sentence_in, side_word, spoken, tell
from record.texts import LANGUAGES, template, templates
from rules.errors import DamcamError, Phrase, Sentence
from tests.phrases import families, places, words

SAME = (
    "arbiter",
    "operator",
    "FEN: {why}",
    "fen: {why}",
    "{heat} °C",
    "{power}, {heat} °C",
    "{button} ({seconds} s)",
    "Lens",
    "{folder} ({white} - {black})",
    "sudo damcam selftest",
    "{name} is {value}",
    "SB",
    "tabs",
    "withdrawn",  # a field of a question, as the next
    "decided",
    "Dossiers",
    "WP",
    "KP",
    "SP",
    "TP",
    "sudo systemctl status damcam-mirror",
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


@pytest.mark.parametrize("family", families(), ids=lambda family: family.__name__)
def test_every_sentence_is_in_every_language_with_the_same_places(family: type[StrEnum]) -> None:
    for phrase in filter(words, family):
        english, plural = str(phrase), phrase.plural if isinstance(phrase, Phrase) else ""
        for lang in set(LANGUAGES) - {"en"}:
            for told in templates(lang, english, plural) if plural else [template(lang, english)]:
                assert places(told) == places(plural or english)
                assert told != english or english in SAME, f"{english!r} is not in {lang}"


def test_each_code_names_one_sentence() -> None:
    codes = [Sentence.of(phrase).code for family in families() for phrase in family]
    assert len(codes) == len(set(codes))


def test_a_sentence_is_made_in_the_readers_language() -> None:
    assert str(example()) == "White has 3 pieces on 31, 32, 33, 0.5 of them: nothing; count again"
    assert tell(listed([side_word("black"), side_word("white")]), "nl") == "Zwart en Wit"
    assert tell(Sentence("", "{share} {side}", {"share": 0.5, "side": side_word("black")}), "fy") == "0,5 Swart"


def test_it_comes_back_from_json_as_it_was() -> None:
    assert sentence_in(json.loads(json.dumps(as_json(example())))) == example()
    assert sentence_in("written by an earlier version").values == {"text": "written by an earlier version"}
    assert spoken(sentence_in("written by an earlier version"), "nl") == "en"
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
