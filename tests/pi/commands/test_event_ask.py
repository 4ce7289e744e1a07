"""What `damcam event ask` promises to programs: questions on the regulations in, a line of JSON each, and answers out."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pi.commands.event_ask import AskFault
from pi.commands.questions.asking import QUESTIONS, answer
from tests.support.commands import refusal
from tests.support.says import says
from tests.tournament.by_matrices import questions, withdrawals
from tournament.errors import TournamentError


@pytest.fixture
def ask(answering):
    return answering("event", "ask")


GROUPS = {"ask": "groups", "competition": "B", "entries": 13}
PAIR = {"ask": "pair", "competition": "D", "rounds": 5, "round": 1, "players": [f"p{number}" for number in range(1, 9)]}


def test_questions_are_answered_in_order_with_their_articles(ask):
    status, rows = ask(GROUPS, {"ask": "age", "born": "2014-09-01", "year": 2026}, PAIR)
    assert status == 0
    assert rows[0] == {"sizes": [4, 4, 5], "article": "B 2"}
    assert rows[1] == {"age": 12, "may_play": ["jeugd", "junioren"], "article": "E 4"}
    assert [row["white"] for row in rows[2]["pairs"]] == ["p1", "p6", "p3", "p8"]
    assert [warning[-5:] for warning in rows[2]["warnings"]] == ["(D 4)", "(D 4)"]


NAMES = tuple(QUESTIONS)
WRONG_QUESTIONS = [
    {"ask": "groops"},
    {},
    b'{"ask": "groups", "competition": "A", "competition": "B", "entries": 13}',
    b'{"ask": "standings", "competition": "A", "players": ["a", "b"], "games": [{"round": 1, "round": 2}]}',
    {"ask": "standings", "competition": "A", "players": ["p1"], "games": [{"round": 1, "white": "p1", "black": "p1", "result": None}]},
]


def test_a_question_that_cannot_be_is_answered_with_an_error_and_a_line_that_is_no_json_object_sets_the_status_too(ask):
    status, rows = ask(*WRONG_QUESTIONS, GROUPS)
    assert (status, [set(row) for row in rows]) == (0, [{"error"}] * len(WRONG_QUESTIONS) + [{"sizes", "article"}])
    for line in (
        b"[]",
        b"NaN",
        b'{"ask": "groups", "competition": "B", "entries": -Infinity}',
        b"{",
        b'{"ask": "gr\xffoups"}',
        b"[" * 100_000,
        b'{"ask": ' * 100_000,
        b"9" * 10_000,
    ):
        status, rows = ask(GROUPS, line, GROUPS)
        assert (status, [set(row) for row in rows]) == (1, [{"sizes", "article"}, {"error"}, {"sizes", "article"}]), line[:40]


def test_values_that_nobody_expects_are_sentences(ask):
    values = ("1e999", "9" * 4000, "[" * 500 + "]" * 500, '{"a": null}', '"\\u0000"')
    fields = [(name, field) for name in NAMES for field in ("ask", "competition", "players", "votes")]
    status, rows = ask(*(f'{{"ask": "{name}", "{field}": {value}}}'.encode() for name, field in fields for value in values))
    assert status == 0
    assert all(set(row) == {"error"} and len(row["error"]) < 500 for row in rows)


def test_on_a_terminal_without_json_it_says_what_it_is_for(monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    error = refusal("event", "ask")
    assert says("AskFault.for-programs")(error)
    assert error.sentence.remedy == AskFault.GIVE_JSON.said()


FINAL_ORDERS = {level: [f"{level.lower()}{number}" for number in range(1, 9)] for level in ("KK", "HAA", "RHAA", "HA")}
APPEAL = {
    "ask": "appeal",
    "competition": "D",
    "class": "HA",
    "ruled": True,
    "party": True,
    "told": "2026-03-07 18:30",
    "made": "2026-03-08T12:00:00",
    "written": True,
    "grounds": False,
    "next_match_day": "2026-03-14",
}
COMMITTEE = {
    "ask": "committee",
    "clubs": [{"club": name[0].upper(), "member": name, "internal": name != "durk"} for name in ("anne", "bouke", "corrie", "durk")],
    "persons": ["jan"],
    "disputing_clubs": ["C"],
    "chair": "anne",
    "vice": "bouke",
    "votes": {"anne": "reject", "bouke": "uphold", "corrie": "uphold"},
}
TEAMS = {"ask": "promotion", "competition": "B", "order": [list("abcd"), list("efgh")]}
VALID = [
    ({"ask": "groups", "competition": "D", "class": "HA", "entries": 9}, {"sizes": [9], "article": "D 4"}),
    (
        {"ask": "schedule", "competition": "D", "class": "HA", "players": 3},
        {
            "rounds": [{"round": at, "pairs": [pair], "free": [at]} for at, pair in enumerate(([2, 3], [3, 1], [1, 2]), 1)],
            "days": [3],
            "article": "appendix 2, A 4",
        },
    ),
    ({"ask": "age", "born": "2014-09-02", "year": 2026}, {"age": 11, "may_play": ["pupillen", "jeugd", "junioren"], "article": "E 4"}),
    ({"ask": "classes", "list": "RHAA", "number": 5}, {"may_play": ["EK", "HA"], "article": "A 2"}),
    ({"ask": "classes", "list": "3", "number": None}, {"may_play": ["3"], "article": "A 2"}),
    (
        {"ask": "match", "competition": "G", "first": list("abcd"), "second": [None, *"efg"], "results": [None, "1-0", "draw", None]},
        {
            "boards": [
                {"board": 1, "white": "a", "black": None, "result": "1-0", "default": True},
                {"board": 2, "white": "e", "black": "b", "result": "1-0", "default": False},
                {"board": 3, "white": "c", "black": "f", "result": "draw", "default": False},
                {"board": 4, "white": "g", "black": "d", "result": None, "default": False},
            ],
            "board_points": [1.5, 1.5],
            "match_points": [0.5, 0.5],
            "is_over": False,
            "article": "G 4, G 5, B 6",
        },
    ),
    (
        {
            "ask": "standings",
            "competition": "A",
            "players": ["p1", "p2"],
            "games": [{"round": 1, "white": "p1", "black": "p2", "result": "draw", "default": False}],
            "withdrawn": [],
            "playoffs": [{"white": "p2", "black": "p1", "result": "draw"}],
            "decided": [],
        },
        {
            "table": [
                {"id": "p1", "place": [1, 2], "points": 0.5, "sb": 0.5, "by": "open"},
                {"id": "p2", "place": [1, 2], "points": 0.5, "sb": 0.5, "by": "open"},
            ],
            "open": [
                {
                    "places": [1, 2],
                    "ids": ["p1", "p2"],
                    "needs": "game",
                    "colours": "reversed",
                    "next": [{"white": "p1", "black": "p2"}],
                }
            ],
            "lapsed": [],
            "awarded": [],
            "article": "A 5",
            "articles": {"p1": "A 5 C", "p2": "A 5 C"},
        },
    ),
    (
        {"ask": "first-of-groups", "winners": [{"id": "a", "points": 2.5}, {"id": "b", "points": 2}], "playoffs": [], "decided": []},
        {"first": "a", "by": "points", "open": [], "needs": None, "next": [], "article": "A 5"},
    ),
    (
        {
            "ask": "pair",
            "competition": "F",
            "rounds": 3,
            "round": 2,
            "players": list("abcdefg"),
            "games": [
                {"round": 1, "white": "a", "black": "d", "result": "1-0"},
                {"round": 1, "white": "b", "black": "c", "result": None, "default": True},
            ],
            "byes": [{"round": 1, "id": "g"}, {"round": 2, "id": "f", "points": 0.5}, {"round": 2, "id": "g", "points": 1}],
            "absent": ["b"],
            "forced": [{"white": "d", "black": "e"}],
        },
        {
            "pairs": [{"white": "d", "black": "e"}, {"white": "c", "black": "a"}],
            "bye": "g",
            "warnings": ["g had a bye or a win by default before, and is free again because the arbiter says so"],
            "article": "F 3, appendix 3",
        },
    ),
    (
        {"ask": "promotion", "competition": "C", **FINAL_ORDERS, "absent": ["kk8"]},
        {
            "KK": ["kk1", "kk2", "kk3", "kk4", "kk5", "kk6", "haa1", "haa2"],
            "HAA": ["kk7", "haa3", "haa4", "haa5", "haa6", "rhaa1", "rhaa2", "rhaa3"],
            "RHAA": ["haa7", "haa8", "rhaa4", "rhaa5", "rhaa6", "ha1", "ha2", "ha3"],
            "to_HA": ["rhaa7", "rhaa8"],
            "article": "C 8, C 9, C 11",
        },
    ),
    (
        {"ask": "promotion", "competition": "B", "order": [list("abcd"), list("efghi")], "absent": "a"},
        {"groups": [["f", "b", "c", "e"], ["d", "g", "h", "i"]], "article": "B 3"},
    ),
    (
        {"ask": "promotion", "competition": "B", "merged": True, "upper": ["a", "c"], "lower": ["b", "d"], "order": list("bacd")},
        {"promoted": "b", "relegated": "c", "upper": ["a", "b"], "lower": ["c", "d"], "article": "B 3"},
    ),
    (
        {"ask": "ranking", "classes": {"b": "HA", "a": "3"}, "seasons": [{"year": 2020, "club": [["a", "b"]], "championship": [["b"]]}]},
        {
            "seasons": [
                {
                    "year": 2020,
                    "rows": [
                        {"id": "a", "class": "3", "wp": 2, "kp": 0, "sp": 2, "tp": 2, "last_four": 2},
                        {"id": "b", "class": "HA", "wp": 0, "kp": 4, "sp": 4, "tp": 4, "last_four": 4},
                    ],
                    "promoted": [],
                    "may_go_down": [],
                    "best": ["b"],
                }
            ],
            "classes": {"a": "3", "b": "HA"},
            "article": "appendix 4",
        },
    ),
    (
        {"ask": "prizes", "standing": [{"id": "a", "place": [1, 2], "class": ""}, {"id": "b", "place": [1, 2], "class": "KK"}]},
        {"A": [{"place": 1, "ids": ["b"]}], "B": [], "C": [{"place": 1, "ids": ["a"]}], "article": "F 5"},
    ),
    ({"ask": "simultaneous", "players": 3, "first": "white", "giver": None}, {"players": ["white", "black", "white"], "article": "I 4"}),
    ({"ask": "simultaneous", "players": 2, "giver": "white"}, {"players": ["black", "black"], "article": "I 4"}),
    (
        APPEAL,
        {
            "admissible": False,
            "reasons": ["form"],
            "until": "2026-03-08 18:30",
            "decide_before": "2026-03-14",
            "article": "appendix 5",
        },
    ),
    (
        APPEAL | {"competition": "B", "class": None, "ruled": False, "told": None},
        {"admissible": False, "reasons": ["no ruling", "form"], "until": None, "decide_before": None, "article": "appendix 5"},
    ),
    (
        COMMITTEE,
        {"sit": ["anne", "bouke"], "stand_back": ["corrie"], "outcome": "reject", "casting": "anne", "article": "appendix 5"},
    ),
]
"""Questions with their answers, one of each name at least."""


@pytest.mark.parametrize(("question", "told"), VALID)
def test_a_question_is_answered(question, told):
    assert answer(question) == told


def test_a_promotion_without_its_competition_is_known_by_its_fields():
    assert answer({"ask": "promotion", "order": TEAMS["order"]}) == answer(TEAMS)
    assert answer({"ask": "promotion", **FINAL_ORDERS}) == answer({"ask": "promotion", "competition": "D", **FINAL_ORDERS})


@pytest.mark.parametrize("name", NAMES)
def test_a_key_that_a_question_does_not_know_is_refused_by_its_name_also_where_it_is_null(name):
    with pytest.raises(TournamentError) as refusal:
        answer({"ask": name, "nonsense": None})
    assert '"nonsense" is not a field of this question' in str(refusal.value)


def test_a_refusal_of_a_key_names_those_that_are_known():
    with pytest.raises(TournamentError) as refusal:
        answer({"ask": "age", "bron": "2014-09-02", "year": 2026})
    assert str(refusal.value) == '"bron" is not a field of this question; here it has born, year'


WRONG = [
    ({"ask": "gruops"}, "ask"),
    ({"ask": ["groups"]}, "ask"),
    ({"ask": "groups", "entries": 9}, "competition"),
    ({"ask": "groups", "competition": "F", "entries": 9}, "competition"),
    ({"ask": "groups", "competition": "A", "entries": -1}, "entries"),
    ({"ask": "groups", "competition": "A", "entries": 10_001}, "entries"),
    ({"ask": "groups", "competition": "A", "entries": True}, "entries"),
    ({"ask": "groups", "competition": "D", "class": "KK", "entries": 9}, "class"),
    ({"ask": "schedule", "competition": "D", "class": "KK", "players": 4}, "class"),
    ({"ask": "age", "born": 2010, "year": 2026}, "born"),
    ({"ask": "age", "born": "2010-02-30", "year": 2026}, "born"),
    ({"ask": "age", "born": "2010-02-03", "year": 0}, "year"),
    *(
        ({"ask": "classes", "list": name, "number": number}, field)
        for name, number, field in (
            ("RHAA", 9, "number"),
            ("RHAA", 0, "number"),
            ("RHAA", None, "number"),
            ("KK", 9, "number"),
            ("HA", "1", "number"),
            ("EK", 1, "list"),
            (None, 1, "list"),
        )
    ),
    (PAIR | {"competition": "C"}, "competition"),
    (PAIR | {"class": "1"}, "A 4 (D 5)"),
    (PAIR | {"class": "KK"}, "class"),
    (PAIR | {"rounds": 101}, "rounds"),
    (PAIR | {"round": 6}, "no round 6"),
    (PAIR | {"players": ["p1", "p1"]}, "players has 'p1' twice"),
    (PAIR | {"absent": ["p1", "p1"]}, "absent has 'p1' twice"),
    (PAIR | {"games": [{"white": "p1", "black": "p2"}]}, "games[0].round"),
    (PAIR | {"games": [{"round": 1, "white": "p1", "black": "p2", "board": 1}]}, "games[0].board"),
    (PAIR | {"byes": [{"round": 1, "id": "p1", "point": 0.5}]}, "byes[0].point"),
    (PAIR | {"byes": [{"round": 1, "id": "p1", "points": 0.25}]}, "points"),
    (PAIR | {"forced": [{"white": "p1", "black": "p2", "round": 1}]}, "forced[0].round"),
    *(
        ({"ask": "promotion", **FINAL_ORDERS} | change, field)
        for change, field in (
            ({"competition": "F"}, "competition"),
            ({"HAA": None}, "HAA"),
            ({"HA": ["ha1", "ha1"]}, "HA has 'ha1' twice"),
            ({"absent": "kk1"}, "absent"),
            ({"order": []}, "order"),
        )
    ),
    *(
        (TEAMS | change, field)
        for change, field in (
            ({"order": None}, "order"),
            ({"order": ["a", "b"]}, "order[0]"),
            ({"order": [["a", "a"]]}, "order[0] has 'a' twice"),
            ({"absent": ["a", "a"]}, "absent has 'a' twice"),
            ({"absent": ""}, "absent"),
            ({"merged": 1}, "merged"),
            ({"merged": True, "upper": ["a"], "lower": ["b"]}, "order[0]"),
            ({"upper": ["a"]}, "upper"),
        )
    ),
    *(
        ({"ask": "ranking", "classes": {"a": "3"}, "seasons": []} | change, field)
        for change, field in (
            ({"classes": []}, "classes"),
            ({"classes": {"a": "4"}}, "classes"),
            ({"classes": {"": "3"}}, "classes"),
            ({"seasons": [{}]}, "year"),
            ({"seasons": [{"year": 2020, "club": ["a"]}]}, "seasons[0].club[0]"),
            ({"seasons": [{"year": 2020, "clubs": []}]}, "seasons[0].clubs"),
        )
    ),
    *(
        ({"ask": "prizes", "standing": [{"id": "a", "place": [1, 1], "class": "KK"} | change] * times}, field)
        for change, times, field in (
            ({"class": "EK"}, 1, "class"),
            ({"place": [0, 1]}, 1, "place"),
            ({"place": [1]}, 1, "place"),
            ({}, 2, "standing has 'a' twice"),
        )
    ),
    *(
        ({"ask": "simultaneous", "players": 3} | change, field)
        for change, field in (
            ({}, "first or giver"),
            ({"first": "white", "giver": "white"}, "first or giver"),
            ({"first": "red"}, "first"),
            ({"giver": "w"}, "giver"),
            ({"players": 0, "first": "white"}, "players"),
        )
    ),
    *(
        (APPEAL | change, field)
        for change, field in (
            ({"competition": "Z"}, "competition"),
            ({"class": None}, "class"),
            ({"class": "KK"}, "class"),
            ({"competition": "C", "class": "HA"}, "class"),
            ({"told": None}, "told"),
            ({"made": "2026-03-08"}, "made"),
            ({"written": "yes"}, "written"),
            ({"next_match_day": "2026-02-30"}, "next_match_day"),
        )
    ),
    *(
        (COMMITTEE | change, field)
        for change, field in (
            ({"votes": {"anne": "yes"}}, "votes"),
            ({"votes": {"nobody": "uphold"}}, "votes"),
            ({"chair": None}, "chair"),
            ({"persons": ["anne", "anne"]}, "persons has 'anne' twice"),
            ({"clubs": [{"club": "A", "member": "anne"}]}, "internal"),
        )
    ),
]
"""Questions that are refused, and the field that the refusal names."""


@pytest.mark.parametrize(("question", "field"), WRONG)
def test_a_refusal_names_the_field(question, field):
    with pytest.raises(TournamentError) as refusal:
        answer(question)
    assert field in str(refusal.value)


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


STANDINGS = st.one_of(questions(), withdrawals()).map(lambda drawn: {"ask": "standings", **drawn})


def is_told(question):
    try:
        told = answer(question)
    except TournamentError as error:
        return bool(str(error))
    json.dumps(told, allow_nan=False)
    return bool(told["article"])


@settings(max_examples=100, deadline=None)
@given(questions(), st.lists(st.lists(st.sampled_from([f"p{number}" for number in range(1, 9)]), max_size=4), max_size=3))
def test_any_decision_is_taken_or_refused(question, decided):
    assert is_told({"ask": "standings", **question, "decided": decided})


@settings(max_examples=200, deadline=None)
@given(st.sampled_from([question for question, _ in VALID]) | STANDINGS, NONSENSE, st.data())
def test_a_field_of_a_question_or_of_a_row_in_it_may_be_anything(question, value, data):
    """It is answered with an article or refused in a sentence; anything else would be raised here."""
    name = data.draw(st.sampled_from(sorted(question.keys() - {"ask"})))
    rows = question[name]
    if isinstance(rows, list) and rows and isinstance(rows[0], dict) and data.draw(st.booleans()):
        at = data.draw(st.integers(0, len(rows) - 1))
        value = [*rows[:at], rows[at] | {data.draw(st.sampled_from(sorted(rows[at]))): value}, *rows[at + 1 :]]
    assert is_told(question | {name: value})
