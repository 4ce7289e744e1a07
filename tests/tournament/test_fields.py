"""Fields of a question: what is taken, the sentence for what is not, and that no nonsense breaks."""

import json
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.says import says
from tests.tournament.contests import refuses
from tests.tournament.test_single_articles import COMMITTEE, MADE
from tournament.errors import TournamentError
from tournament.fields import Fields, QuestionError, number
from tournament.questions import QUESTIONS, answer

LIMITS = {"whole": {"least": 1, "most": 9}, "one_of": {"choices": ("x", "y")}}
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
"""What fits, by the methods of Fields."""
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


def read(reader, fields):
    return getattr(fields, reader)("f", **LIMITS.get(reader, {}))


@pytest.mark.parametrize(("reader", "value"), [(reader, value) for reader, several in TAKEN.items() for value in several])
def test_what_fits_is_taken(reader, value):
    found = read(reader, Fields({"f": value}))
    if reader in ("rows", "one_or_more", "two_wholes"):
        assert len(found) == len(value)
    else:
        assert found == value


@pytest.mark.parametrize(("reader", "value"), [(reader, value) for reader, several in REFUSED.items() for value in several])
def test_what_does_not_fit_is_refused_with_the_name_of_the_field(reader, value):
    with pytest.raises(QuestionError) as refusal:
        read(reader, Fields({"f": value}, "games[2]."))
    said = refusal.value.sentence
    assert said.code in ("FieldFault.wrong", "FieldFault.twice")
    assert str(said.values["field"]).startswith("games[2].f")


@pytest.mark.parametrize("reader", TAKEN)
@pytest.mark.parametrize("values", [{}, {"f": None}])
def test_what_is_missing_is_told(reader, values):
    refuses(says("FieldFault.missing", field="f"), read, reader, Fields(values))


def test_a_default_stands_for_a_missing_field_alone():
    fields = Fields({"there": "a"})
    assert (fields.text("no", ""), fields.ident("no", ""), fields.whole("no", 3), fields.flag("no", False)) == ("", "", 3, False)
    assert (fields.texts("no", ()), fields.rows("no", ()), fields.pairs("no", {}), fields.lists("no", ())) == ([], [], {}, [])
    assert fields.points("no", Fraction(1, 2)) == Fraction(1, 2)
    assert fields.one_of("no", ("x",), "y") == "y"
    with pytest.raises(QuestionError):
        fields.whole("there", 3)


def test_a_row_tells_where_it_stands_and_a_long_wrong_value_is_cut():
    (row,) = Fields({"games": [{"round": -1}]}).rows("games")
    refuses(says("FieldFault.wrong", field="games[0].round", value="-1"), row.whole, "round")
    refuses(says("FieldFault.wrong", value='"' + "x" * 59 + "..."), Fields({"f": "x" * 5000}).flag, "f")


def test_a_field_that_is_not_known_is_refused_also_where_it_is_null_and_only_a_question_has_ask():
    assert Fields({"ask": "pair", "round": 1}).only("round").whole("round") == 1
    refuses(says("FieldFault.unknown", field='"rounds"', known=("round",)), Fields({"ask": "pair", "rounds": None}).only, "round")
    (row,) = Fields({"games": [{"ask": 1}]}).rows("games")
    refuses(says("FieldFault.unknown", field='"games[0].ask"'), row.only, "round")


def test_points_are_exact_and_written_as_numbers():
    assert [json.dumps(number(Fraction(halves, 2))) for halves in (0, 1, 7, 8)] == ["0", "0.5", "3.5", "4"]


@pytest.mark.parametrize("wrong", [{}, {"ask": "apeal"}, {"ask": None}, {"ask": ["appeal"]}, {"ask": 3}])
def test_an_unknown_question_is_answered_by_those_that_are_known(wrong):
    with pytest.raises(QuestionError) as refusal:
        answer(wrong)
    assert refusal.value.sentence.values["expected"].values["choices"] == tuple(map(repr, QUESTIONS))


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 10**20),
    st.floats(),
    st.text(max_size=4),
    st.sampled_from(("p1", "p2", "p99", "KK", "HA", "I", "1-0", "draw", "A", "B", "F", "2026-01-01")),
)
NONSENSE = st.recursive(
    JUNK, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(("white", "id")), inner, max_size=3), max_leaves=6
)
VALID = [
    {"ask": "simultaneous", "players": 3, "first": "white", "giver": None},
    {"ask": "appeal", **MADE},
    {"ask": "committee", **COMMITTEE},
]
"""A question of each name."""


def is_told(question):
    """Whether it is answered with an article, or refused in a sentence; anything else is raised."""
    try:
        told = answer(question)
    except TournamentError as error:
        return bool(str(error))
    json.dumps(told, allow_nan=False)
    return bool(told["article"])


def test_the_questions_are_answered_as_they_are():
    assert {one["ask"] for one in VALID} == set(QUESTIONS)
    assert all(answer(one)["article"] for one in VALID)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(VALID), st.data())
def test_a_field_of_a_question_or_of_a_row_in_it_may_be_anything(question, data):
    value, name = data.draw(NONSENSE), data.draw(st.sampled_from(sorted(question.keys() - {"ask"})))
    rows = question.get(name)
    if isinstance(rows, list) and rows and isinstance(rows[0], dict) and data.draw(st.booleans()):
        at = data.draw(st.integers(0, len(rows) - 1))
        value = [*rows[:at], rows[at] | {data.draw(st.sampled_from(sorted(rows[at]))): value}, *rows[at + 1 :]]
    assert is_told(question | {name: value})
