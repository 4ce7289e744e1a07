"""The points ranking: appendix 4 as R13 to R16 read it."""

import pytest

from tests.support.says import says
from tests.tournament.contests import asked as ask
from tests.tournament.contests import refused


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


@pytest.mark.parametrize(("level", "limit", "above"), [("3", 10, "2"), ("2", 14, "1"), ("1", 18, "HA")])
def test_r14_the_limit_must_be_exceeded_and_one_class_at_a_time(level, limit, above):
    classes = dict.fromkeys("pqxy", level)
    for more, promoted, then in (([], [], level), ([["q", "p", "x", "y"]], ["p"], above)):
        seasons = [season(2020, club=[*[["p", "q"]] * (limit // 2), *more]), season(2021, swiss=[["p", "q"]] * len(promoted))]
        found = ask("ranking", classes=classes, seasons=seasons)
        assert (found["seasons"][0]["promoted"], found["classes"]["p"]) == (promoted, then)
    assert rows(found, "p")[1] == (0, 0, 0, 0, 0), "alone in the class above"


@pytest.mark.parametrize("wp", [[], [0], [2, 0], [2, 0, 0], [2, 1, 0, 0], [2, 1, 0, 0, 0]], ids=len)
def test_appendix_4_1_and_2_the_points_of_places_in_a_group_and_in_a_championship(wp):
    order = list("edcba"[: len(wp)])
    (one,) = ask("ranking", classes=dict.fromkeys("abcde", "3"), seasons=[season(2020, club=[order], championship=[order])])["seasons"]
    points = {row["id"]: (row["wp"], row["kp"], row["sp"]) for row in one["rows"]}
    assert list(points) == list("abcde")
    assert [points[player] for player in order] == [(own, kp, own + kp) for own, kp in zip(wp, (4, 3, 2, 1, 0), strict=False)]


def test_appendix_4_3_the_classes_of_a_swiss_event_are_groups_and_those_of_kk_and_haa_are_one():
    classes = {"a": "3", "b": "KK", "c": "3", "d": "HAA", "e": "2", "f": "3", "g": "3"}
    (one,) = ask("ranking", classes=classes, seasons=[season(2020, swiss=[list("badcegf")])])["seasons"]
    assert [row["wp"] for row in one["rows"]] == [2, 2, 1, 0, 0, 0, 0]


def test_five_seasons_in_a_row_without_a_point_allow_a_class_lower_where_there_is_one():
    classes = {"x": "HA", "y": "1", "z": "2", "w": "3", "v": "KK"}
    seasons = [season(2020 + at, club=[["x", "w"]] if at == 4 else []) for at in range(10)]
    told = ask("ranking", classes=classes, seasons=seasons)["seasons"]
    assert [one["may_go_down"] for one in told] == [[]] * 4 + [["y", "z"]] * 5 + [["x", "y", "z"]]


@pytest.mark.parametrize(
    ("classes", "seasons", "told"),
    [
        ({"p": "4"}, [], says("SeasonFault.no-class", value="'4'", id="'p'")),
        ({"p": "3"}, [season(2020, club=[["q", "p"]])], says("SeasonFault.no-player", field="seasons[0].club", id="'q'")),
        ({"p": "3"}, [season(2020, club=[["p", "p"]])], says("FieldFault.twice", field="seasons[0].club[0]")),
        ({"p": "3"}, [season(2020, championship=[["p"], ["p"]])], says("SeasonFault.two-classes", field="seasons[0].championship")),
        ({"p": "3"}, [season(2020), season(2020)], says("SeasonFault.not-later", field="seasons[1].year", before=2020)),
        ({"p": "3"}, [season(2021), season(2020)], says("SeasonFault.not-later", field="seasons[1].year", before=2021)),
        ({"p": "3"}, [{}], says("FieldFault.missing", field="seasons[0].year")),
        ({"p": "3"}, [season(2020, club=["p"])], says("FieldFault.wrong", field="seasons[0].club[0]")),
        ({"p": "RHAA"}, [season(2020, swiss=[["p"]])], says("RankingFault.by-choice", id="'p'", year=2020)),
        ([], [], says("FieldFault.wrong", field="classes")),
    ],
)
def test_seasons_that_cannot_be_are_refused(classes, seasons, told):
    assert told(refused("ranking", classes=classes, seasons=seasons))
