"""The points ranking: appendix 4 as R13 to R16 read it, and a second implementation of its thresholds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.tournament.asking import ask, refused
from tests.rules.tournament.ranking_by_matrices import ranked


def season(year, **fields):
    return {"year": year, **fields}


def rows(found, player):
    return [
        (row["wp"], row["kp"], row["sp"], row["tp"], row["last_four"])
        for one in found["seasons"]
        for row in one["rows"]
        if row["id"] == player
    ]


def test_appendix_4_the_worked_example():
    others = {f"x{number}": "3" for number in range(6)}
    seasons = [
        season(2021, club=[["anna", "x1", "x2"]], championship=[["anna", "bate", "x1"]]),
        season(2022, club=[["bate", "x1"]], championship=[["anna", "x1", "bate"]]),
        season(2023),
        season(2024, club=[["bate", "x1", "x2", "x3"]], championship=[["bate"]]),
        season(2025, club=[["anna", "x1"]], championship=[["anna", "bate"]]),
    ]
    found = ask("ranking", classes={"anna": "3", "bate": "3", **others}, seasons=seasons)
    assert rows(found, "anna") == [(2, 4, 6, 6, 6), (0, 4, 4, 10, 10), (0, 0, 0, 10, 10), (0, 0, 0, 10, 10), (2, 4, 6, 16, 10)]
    assert rows(found, "bate") == [(0, 3, 3, 3, 3), (2, 2, 4, 7, 7), (0, 0, 0, 7, 7), (2, 4, 6, 13, 13), (0, 3, 3, 3, 3)]
    assert [one["promoted"] for one in found["seasons"]] == [[], [], [], ["bate"], []]
    assert [row["class"] for one in found["seasons"][3:] for row in one["rows"] if row["id"] == "bate"] == ["3", "2"]
    assert found["classes"] == {"anna": "3", "bate": "2", **others}
    assert [one["best"] for one in found["seasons"]] == [["anna"], ["anna", "bate"], [], ["bate"], ["anna"]]


@pytest.mark.parametrize(("size", "points"), [(1, [0]), (2, [2, 0]), (3, [2, 0, 0]), (4, [2, 1, 0, 0]), (6, [2, 1, 0, 0, 0, 0])])
def test_paragraph_1_the_wp_of_a_group(size, points):
    group = [f"p{number}" for number in range(size)]
    found = ask("ranking", classes=dict.fromkeys(group, "1"), seasons=[season(2020, club=[group])])
    assert [row["wp"] for row in found["seasons"][0]["rows"]] == points


def test_paragraph_2_the_kp_are_the_same_in_every_class():
    classes = {f"{level}-{number}": level for level in ("HA", "1", "2", "3") for number in range(5)}
    orders = [[player for player, level in classes.items() if level == own] for own in ("HA", "1", "2", "3")]
    found = ask("ranking", classes=classes, seasons=[season(2020, championship=orders)])
    assert {row["id"]: row["kp"] for row in found["seasons"][0]["rows"]} == {player: (4, 3, 2, 1, 0)[int(player[-1])] for player in classes}


def test_paragraph_3_a_swiss_event_counts_by_class_and_one_alone_gets_nothing():
    classes = {"e1": "EK", "k1": "KK", "k2": "HAA", "h1": "HA", "a1": "1", "a2": "1", "b1": "2", "b2": "2", "b3": "2", "b4": "2"}
    event = ["b1", "k1", "h1", "e1", "a2", "b4", "b2", "k2", "a1", "b3"]
    found = ask("ranking", classes=classes, seasons=[season(2020, swiss=[event])])
    points = {row["id"]: row["wp"] for row in found["seasons"][0]["rows"] if row["wp"]}
    assert points == {"b1": 2, "b4": 1, "k1": 2, "a2": 2}


def test_paragraph_3_a_player_is_grouped_by_the_class_that_he_was_promoted_to():
    classes = {"up": "3", "low": "3", "mid": "2"}
    first = season(2020, club=[["up", "low"]] * 6)
    found = ask("ranking", classes=classes, seasons=[first, season(2021, swiss=[["low", "up", "mid"]])])
    assert found["seasons"][0]["promoted"] == ["up"]
    assert {row["id"]: row["wp"] for row in found["seasons"][1]["rows"]} == {"low": 0, "mid": 0, "up": 2}


@pytest.mark.parametrize(("level", "limit", "above"), [("3", 10, "2"), ("2", 14, "1"), ("1", 18, "HA")])
def test_r14_the_limit_must_be_exceeded_and_one_class_at_a_time(level, limit, above):
    classes = {"p": level, "q": level}
    at_limit = season(2020, club=[["p", "q"]] * (limit // 2))
    found = ask("ranking", classes=classes, seasons=[at_limit])
    assert (found["seasons"][0]["promoted"], found["classes"]["p"]) == ([], level)
    above_all = season(2020, club=[["p", "q"]] * 40)
    found = ask("ranking", classes=classes, seasons=[above_all, season(2021)])
    assert (found["seasons"][0]["promoted"], found["classes"]["p"]) == (["p"], above)
    assert rows(found, "p")[1] == (0, 0, 0, 0, 0)


@pytest.mark.parametrize("level", ["HA", "EK", "KK", "HAA", "RHAA"])
def test_r13_the_classes_above_keep_their_points_without_a_limit(level):
    seasons = [season(year, club=[["p", "q"]] * 10) for year in range(2020, 2026)]
    found = ask("ranking", classes={"p": level, "q": "3"}, seasons=seasons)
    assert rows(found, "p")[-1] == (20, 0, 20, 120, 80)
    assert found["classes"]["p"] == level


def test_five_seasons_in_a_row_without_a_point_are_told_and_change_nothing():
    classes = {"e": "EK", "h": "HA", "a": "1", "b": "2", "c": "3", "active": "1"}
    seasons = [season(year, championship=[["active"]] if year == 2023 else []) for year in range(2020, 2027)]
    found = ask("ranking", classes=classes, seasons=seasons)
    assert [one["may_go_down"] for one in found["seasons"]] == [[], [], [], [], ["a", "b", "h"], ["a", "b", "h"], ["a", "b", "h"]]
    assert found["classes"] == dict(sorted(classes.items()))


def test_the_best_season_counts_all_classes_and_is_shared():
    found = ask("ranking", classes={"z": "EK", "a": "3", "b": "2"}, seasons=[season(2020, championship=[["z", "b"], ["a"]])])
    assert found["seasons"][0]["best"] == ["a", "z"]


PLAYERS = [f"p{number}" for number in range(6)]


@st.composite
def played(draw):
    """A season of random orders, or one without any, of which five in a row count."""
    order = st.permutations(PLAYERS).flatmap(lambda order: st.integers(0, len(order)).map(lambda count: order[:count]))
    if draw(st.integers(0, 2)) == 0:
        return {"club": [], "swiss": [], "championship": []}
    return {"club": draw(st.lists(order, max_size=4)), "swiss": draw(st.lists(order, max_size=1)), "championship": [draw(order)]}


LEVELS = st.sampled_from(["3", "3", "2", "1", "HA", "EK", "KK", "HAA"])


@given(st.lists(played(), max_size=9), st.lists(LEVELS, min_size=len(PLAYERS), max_size=len(PLAYERS)))
def test_a_second_implementation_by_matrices_agrees(seasons, levels):
    classes = dict(zip(PLAYERS, levels, strict=True))
    found = ask("ranking", classes=classes, seasons=[season(2000 + at, **one) for at, one in enumerate(seasons)])
    other = ranked(classes, seasons)
    assert found["classes"] == other["classes"]
    for told in ("promoted", "may_go_down", "best"):
        assert [one[told] for one in found["seasons"]] == other[told]
    figures = ("class", "wp", "kp", "sp", "tp", "last_four")
    assert [{row["id"]: tuple(row[name] for name in figures) for row in one["rows"]} for one in found["seasons"]] == other["rows"]


@pytest.mark.parametrize(
    ("classes", "seasons", "told"),
    [
        ({"p": "4"}, [], "classes has '4' for 'p'"),
        ({"p": ""}, [], "classes has '' for 'p'"),
        ({"p": "3"}, [season(2020, club=[["q", "p"]])], "seasons[0].club has 'q'"),
        ({"p": "3"}, [season(2020, club=[["p", "p"]])], "seasons[0].club[0] has 'p' twice"),
        ({"p": "3"}, [season(2020, championship=[["p"], ["p"]])], "seasons[0].championship has 'p' in two classes"),
        ({"p": "3"}, [season(2020), season(2020)], "seasons[1].year is 2020"),
        ({"p": "3"}, [season(2021), season(2020)], "seasons[1].year is 2020"),
        ({"p": "3"}, [season("2020")], "seasons[0].year is"),
        ({"p": "3"}, [{}], "seasons[0].year is missing"),
        ({"p": "3"}, [season(2020, club=["p"])], "seasons[0].club[0] is"),
        ({"p": "RHAA"}, [season(2020, swiss=[["p"]])], "'p' is of the RHAA"),
        ([], [], "classes is"),
    ],
)
def test_seasons_that_cannot_be_are_refused(classes, seasons, told):
    assert told in refused("ranking", classes=classes, seasons=seasons)
