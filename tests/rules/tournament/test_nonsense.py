"""Whatever stands in a field, the answer is an answer or a sentence."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.tournament.fields import QuestionError
from rules.tournament.questions import answer
from tests.rules.tournament.drawing import questions, withdrawals

JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 10**20),
    st.floats(),
    st.text(max_size=4),
    st.sampled_from(("p1", "p2", "p99", "KK", "HA", "I", "1-0", "draw", "A", "F")),
)
NONSENSE = st.recursive(
    JUNK, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(("white", "id")), inner), max_leaves=6
)
MATCH = {"ask": "match", "competition": "G", "first": list("abcd"), "second": list("efgh"), "results": [None, "1-0", "draw", "0-1"]}
SCHEDULE = {"ask": "schedule", "competition": "D", "class": "HA", "players": 6}
FIELDS = (
    "competition",
    "class",
    "group",
    "swiss",
    "players",
    "games",
    "byes",
    "withdrawn",
    "playoffs",
    "decided",
    "first",
    "second",
    "results",
)


def is_told(question):
    """Whether it is answered with an article, or refused in a sentence; anything else is raised."""
    try:
        told = answer(question)
    except QuestionError as error:
        return bool(str(error))
    json.dumps(told, allow_nan=False)
    return bool(told["article"])


@settings(max_examples=150, deadline=None)
@given(st.one_of(questions(), withdrawals()), st.sampled_from(FIELDS), NONSENSE)
def test_a_field_of_standings_may_be_anything(question, name, value):
    assert is_told({"ask": "standings", **question, name: value})


@settings(max_examples=150, deadline=None)
@given(
    questions(), st.integers(0, 30), st.sampled_from(("round", "white", "black", "result", "default", "first", "board_points")), NONSENSE
)
def test_a_field_of_a_game_may_be_anything(question, number, name, value):
    games = list(question["games"])
    if games:
        number %= len(games)
        games[number] = games[number] | {name: value}
    assert is_told({"ask": "standings", **question, "games": games})


@settings(max_examples=100, deadline=None)
@given(st.sampled_from((MATCH, SCHEDULE)), st.sampled_from(FIELDS), NONSENSE)
def test_a_field_of_a_match_or_a_schedule_may_be_anything(question, name, value):
    assert is_told(question | {name: value})


@settings(max_examples=100, deadline=None)
@given(questions(), st.lists(st.lists(st.sampled_from([f"p{number}" for number in range(1, 9)]), max_size=4), max_size=3))
def test_any_decision_is_taken_or_refused(question, decided):
    assert is_told({"ask": "standings", **question, "decided": decided})
