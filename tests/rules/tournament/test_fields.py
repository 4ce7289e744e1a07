"""Fields of a question: what is taken, and the sentence for what is not."""

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.tournament.fields import Fields, QuestionError, number
from rules.tournament.questions import QUESTIONS, answer

READERS = {
    "text": lambda fields: fields.text("f"),
    "ident": lambda fields: fields.ident("f"),
    "whole": lambda fields: fields.whole("f", least=1, most=9),
    "two_wholes": lambda fields: fields.two_wholes("f"),
    "flag": lambda fields: fields.flag("f"),
    "points": lambda fields: fields.points("f"),
    "texts": lambda fields: fields.texts("f"),
    "one_or_more": lambda fields: fields.one_or_more("f"),
    "slots": lambda fields: fields.slots("f"),
    "lists": lambda fields: fields.lists("f"),
    "pairs": lambda fields: fields.pairs("f"),
    "rows": lambda fields: fields.rows("f"),
    "one_of": lambda fields: fields.one_of("f", ("x", "y")),
}
TAKEN = {
    "text": ["", "a"],
    "ident": ["a", "é"],
    "whole": [1, 9],
    "two_wholes": [[1, 2]],
    "flag": [True, False],
    "points": [0, 3, 2.5],
    "texts": [[], ["a", "b"]],
    "one_or_more": ["a", ["a", "b"]],
    "slots": [[None, "a", None]],
    "lists": [[], [["a"], ["a", "b"]]],
    "pairs": [{}, {"a": ""}],
    "rows": [[], [{}]],
    "one_of": ["x"],
}
REFUSED = {
    "text": [1, True, ["a"], {}],
    "ident": ["", " ", 1, False],
    "whole": [0, 10, 1.0, 1.5, True, "1", [], 10**300, float("nan")],
    "two_wholes": [1, [1], [1, 2, 3], [1, True], ["1", 2], [1, -1]],
    "flag": [0, 1, "true", []],
    "points": [-1, 0.25, True, "1", float("nan"), float("inf"), 10**300, []],
    "texts": ["ab", [1], [""], ["a", "a"], {"a": 1}, [["a"]], [None]],
    "one_or_more": ["", 1, ["a", "a"]],
    "slots": ["ab", [""], ["a", "a"], [1]],
    "lists": ["ab", ["ab"], [["a", "a"]], [1], {"a": []}],
    "pairs": [[], {"a": 1}, {"": "a"}, "a"],
    "rows": [{}, [1], "ab", [[]]],
    "one_of": ["z", "", 1, ["x"], {}],
}


@pytest.mark.parametrize(("reader", "value"), [(reader, value) for reader, several in TAKEN.items() for value in several])
def test_what_fits_is_taken(reader, value):
    read = READERS[reader](Fields({"f": value}))
    if reader in ("rows", "one_or_more", "two_wholes"):
        assert len(read) == len(value)
    else:
        assert read == value


@pytest.mark.parametrize(("reader", "value"), [(reader, value) for reader, several in REFUSED.items() for value in several])
def test_what_does_not_fit_is_refused_by_a_sentence_that_names_the_field(reader, value):
    with pytest.raises(QuestionError, match=r"games\[2\]\.f"):
        READERS[reader](Fields({"f": value}, "games[2]."))


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("values", [{}, {"f": None}])
def test_what_is_missing_is_told(reader, values):
    with pytest.raises(QuestionError, match=r"^f is missing; .+ was expected$"):
        READERS[reader](Fields(values))


def test_a_default_stands_for_a_missing_field_alone():
    fields = Fields({"there": "a"})
    assert (fields.text("no", ""), fields.ident("no", ""), fields.whole("no", 3), fields.flag("no", False)) == ("", "", 3, False)
    assert (fields.texts("no", ()), fields.rows("no", ()), fields.pairs("no", {}), fields.lists("no", ())) == ([], [], {}, [])
    assert fields.points("no", Fraction(1, 2)) == Fraction(1, 2)
    assert fields.one_of("no", ("x",), "y") == "y"
    with pytest.raises(QuestionError):
        fields.whole("there", 3)


def test_a_row_tells_where_it_stands():
    (row,) = Fields({"games": [{"round": -1}]}).rows("games")
    with pytest.raises(QuestionError, match=r"games\[0\]\.round is -1; a whole number from 0 to 10000 was expected"):
        row.whole("round")


def test_a_long_wrong_value_is_cut():
    with pytest.raises(QuestionError) as refusal:
        Fields({"f": "x" * 5000}).flag("f")
    assert len(str(refusal.value)) < 120


def test_points_are_exact_and_written_as_numbers():
    assert [json.dumps(number(Fraction(halves, 2))) for halves in (0, 1, 7, 8)] == ["0", "0.5", "3.5", "4"]


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3) | st.sampled_from(["B", "C", "HA", "p1", "2026-01-01"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
NAMES = [
    "competition",
    "class",
    "players",
    "entries",
    "order",
    "absent",
    "merged",
    "upper",
    "lower",
    "KK",
    "HAA",
    "RHAA",
    "HA",
    "classes",
    "seasons",
    "born",
    "year",
    "list",
    "number",
    "standing",
    "winners",
    "first",
    "giver",
    "ruled",
    "party",
    "told",
    "made",
    "written",
    "grounds",
    "next_match_day",
    "clubs",
    "persons",
    "disputing_clubs",
    "chair",
    "vice",
    "votes",
]


@given(st.sampled_from(sorted(QUESTIONS)), st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=8))
def test_nonsense_is_answered_or_refused_and_never_breaks(name, fields):
    try:
        found = answer({"ask": name, **fields})
    except QuestionError as refusal:
        told = str(refusal)
    else:
        told = json.dumps(found) and found["article"]
    assert told


@pytest.mark.parametrize("wrong", [{}, {"ask": "gruops"}, {"ask": None}, {"ask": ["groups"]}, {"ask": 3}])
def test_an_unknown_question_is_answered_by_those_that_are_known(wrong):
    with pytest.raises(QuestionError) as refusal:
        answer(wrong)
    assert all(repr(name) in str(refusal.value) for name in QUESTIONS)
