"""The points ranking: appendix 4 as R13 to R16 read it."""

import pytest

from tests.support.says import says
from tests.tournament.contests import refuses
from tournament.competitions import PlayerClass
from tournament.ranking import Season, rank_seasons


def ranked(classes, *seasons):
    return rank_seasons({id: PlayerClass(player_class) for id, player_class in classes.items()}, seasons)


def rows(found, id):
    return [(row.wp, row.kp, row.sp, row.tp, row.last_four) for season in found.seasons for row in season.rows if row.id == id]


def test_appendix_4_the_worked_example():
    others = {f"x{number}": "3" for number in range(6)}
    found = ranked(
        {"anna": "3", "bate": "3", **others},
        Season(2021, club=[["anna", "x1", "x2"]], championship=[["anna", "bate", "x1"]]),
        Season(2022, club=[["bate", "x1"]], championship=[["anna", "x1", "bate"]]),
        Season(2023),
        Season(2024, club=[["bate", "x1", "x2", "x3"]], championship=[["bate"]]),
        Season(2025, club=[["anna", "x1"]], championship=[["anna", "bate"]]),
    )
    assert rows(found, "anna") == [(2, 4, 6, 6, 6), (0, 4, 4, 10, 10), (0, 0, 0, 10, 10), (0, 0, 0, 10, 10), (2, 4, 6, 16, 10)]
    assert rows(found, "bate") == [(0, 3, 3, 3, 3), (2, 2, 4, 7, 7), (0, 0, 0, 7, 7), (2, 4, 6, 13, 13), (0, 3, 3, 3, 3)]
    assert [season.promoted for season in found.seasons] == [(), (), (), ("bate",), ()]
    assert [row.player_class for season in found.seasons[3:] for row in season.rows if row.id == "bate"] == ["3", "2"]
    assert found.classes == {"anna": "3", "bate": "2", **others}
    assert [season.best for season in found.seasons] == [("anna",), ("anna", "bate"), (), ("bate",), ("anna",)]


@pytest.mark.parametrize(("level", "limit", "above"), [("3", 10, "2"), ("2", 14, "1"), ("1", 18, "HA")])
def test_r14_the_limit_must_be_exceeded_and_one_class_at_a_time(level, limit, above):
    classes = dict.fromkeys("pqxy", level)
    for more, promoted, then in (([], (), level), ([["q", "p", "x", "y"]], ("p",), above)):
        found = ranked(classes, Season(2020, club=[*[["p", "q"]] * (limit // 2), *more]), Season(2021, swiss=[["p", "q"]] * len(promoted)))
        assert (found.seasons[0].promoted, found.classes["p"]) == (promoted, then)
    assert rows(found, "p")[1] == (0, 0, 0, 0, 0), "alone in the class above"


@pytest.mark.parametrize("wp", [[], [0], [2, 0], [2, 0, 0], [2, 1, 0, 0], [2, 1, 0, 0, 0]], ids=len)
def test_appendix_4_1_and_2_the_points_of_places_in_a_group_and_in_a_championship(wp):
    order = list("edcba"[: len(wp)])
    (season,) = ranked(dict.fromkeys("abcde", "3"), Season(2020, club=[order], championship=[order])).seasons
    points = {row.id: (row.wp, row.kp, row.sp) for row in season.rows}
    assert list(points) == list("abcde")
    assert [points[id] for id in order] == [(own, kp, own + kp) for own, kp in zip(wp, (4, 3, 2, 1, 0), strict=False)]


def test_appendix_4_3_the_classes_of_a_swiss_event_are_groups_and_those_of_kk_and_haa_are_one():
    classes = {"a": "3", "b": "KK", "c": "3", "d": "HAA", "e": "2", "f": "3", "g": "3"}
    (season,) = ranked(classes, Season(2020, swiss=[list("badcegf")])).seasons
    assert [row.wp for row in season.rows] == [2, 2, 1, 0, 0, 0, 0]


def test_five_seasons_in_a_row_without_a_point_allow_a_class_lower_where_there_is_one():
    classes = {"x": "HA", "y": "1", "z": "2", "w": "3", "v": "KK"}
    found = ranked(classes, *(Season(2020 + at, club=[["x", "w"]] if at == 4 else []) for at in range(10)))
    assert [season.may_go_down for season in found.seasons] == [()] * 4 + [("y", "z")] * 5 + [("x", "y", "z")]


NOT_LATER = says("the season of {year} comes after that of {previous}; the oldest season stands first", previous="2021")
BY_CHOICE = "{id} is of the RHAA and stands in a Swiss event of {year}; his class there, EK or HA, is wanted in classes (A 2)"


@pytest.mark.parametrize(
    ("classes", "seasons", "what"),
    [
        ({"p": "3"}, [Season(2020, club=[["q", "p"]])], says("{id} stands in an order of season {year}, and has no class", id="q")),
        ({"p": "3"}, [Season(2020, swiss=[["p", "p"]])], says("{id} stands twice in an order of season {year}", id="p", year="2020")),
        (
            {"p": "3"},
            [Season(2020, championship=[["p"], ["p"]])],
            says("{id} stands in two classes of the championship of {year}", id="p", year="2020"),
        ),
        ({"p": "3"}, [Season(2021), Season(2021)], NOT_LATER),
        ({"p": "3"}, [Season(2021), Season(2020)], NOT_LATER),
        ({"p": "RHAA"}, [Season(2020, swiss=[["p"]])], says(BY_CHOICE, id="p", year="2020")),
    ],
)
def test_seasons_that_cannot_be_are_refused(classes, seasons, what):
    refuses(what, ranked, classes, *seasons)
