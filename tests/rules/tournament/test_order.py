"""The criteria of each regulation in its own order: Sonneborn-Berger, mutual result, default wins, byes and the Swiss list."""

import time

import pytest

from tests.rules.tournament.contests import ask, order, scores, standings
from tests.rules.tournament.test_play_offs import T, matches

CLASSES = [("A", ""), ("C", "HAA"), ("D", "1")]
CIRCLE = "1: 1-2 1, 3-4 1\n2: 2-3 1, 4-1 0\n3: 3-1 1, 2-4 1"
"""p1, p2 and p3 beat one another in a circle, and each beats p4."""
SB_THEN_MUTUAL = "1: 5-2 0, 3-4 0\n2: 1-3 1, 4-5 0\n3: 2-4 1, 5-1 ½\n4: 3-5 1, 1-2 1\n5: 2-3 0, 4-1 1"
"""p2, p3 and p4 have 2 points; SB 7, 7 and 9; p3 beat p2."""
MUTUAL_THEN_DRAWN = "1: 1-3 ½, 2-5 1, 4-6 1\n2: 3-4 1, 6-2 0, 5-1 ½\n3: 2-4 ½, 3-5 ½, 1-6 0\n4: 4-1 0, 2-3 ½, 6-5 ½\n5: 1-2 ½, 5-4 ½, 3-6 0"


def test_c_15_a_points_are_those_of_art_19_whole_or_with_a_half():
    answer = standings("C", 3, "1: 1-2 1\n2: 1-3 ½", **{"class": "HAA"})
    assert scores(answer, "points") == {"p1": (1.5,), "p3": (0.5,), "p2": (0,)}
    assert [type(row["points"]) for row in answer["table"]] == [float, float, int]
    assert [row["by"] for row in answer["table"]] == ["points"] * 3


@pytest.mark.parametrize(("competition", "class_"), CLASSES)
def test_three_equal_whom_nothing_parts_are_the_arbiters(competition, class_):
    answer = standings(competition, 4, CIRCLE, **{"class": class_})
    assert answer["open"] == [{"places": [1, 3], "ids": ["p1", "p2", "p3"], "needs": "arbiter", "next": []}]
    assert order(answer)[3] == ("p4", [4, 4], "points")


def test_appendix_1_twice_the_points_of_those_beaten_and_once_of_those_drawn_with():
    answer = standings("A", 5, SB_THEN_MUTUAL)
    assert scores(answer, "points", "sb") == {
        "p1": (2.5, 2 * 2 + 2 * 2 + 1.5),
        "p4": (2, 2 * 2 + 2 * 2.5),
        "p3": (2, 2 * 1.5 + 2 * 2),
        "p2": (2, 2 * 1.5 + 2 * 2),
        "p5": (1.5, 2.5 + 2 * 2),
    }


def test_of_three_equal_whom_sb_parts_as_one_and_two_the_mutual_result_parts_the_two():
    assert order(standings("A", 5, SB_THEN_MUTUAL)) == [
        ("p1", [1, 1], "points"),
        ("p4", [2, 2], "sb"),
        ("p3", [3, 3], "mutual"),
        ("p2", [4, 4], "mutual"),
        ("p5", [5, 5], "points"),
    ]


def test_r_3_the_mutual_result_of_three_sets_one_apart_and_the_two_who_drew_stay_equal():
    answer = standings("D", 6, MUTUAL_THEN_DRAWN, **{"class": "HA"})
    shared = [row for row in answer["table"] if row["by"] in ("mutual", "open")]
    assert len({(row["points"], row["sb"]) for row in shared}) == 1
    assert [row["by"] for row in shared] == ["mutual", "open", "open"]
    assert answer["open"][0]["needs"] == "game"


def test_r_3_without_all_their_games_the_mutual_result_says_nothing():
    """p1, p2 and p6 have 1.5 points and SB 2.5; p1 and p2 met, and p6 met neither."""
    answer = standings("A", 6, "1: 1-2 ½, 5-4 1, 3-6 ½\n2: 2-3 1, 6-5 0, 4-1 1\n3: 1-3 1, 4-6 0, 2-5 0")
    assert {id: scores(answer, "points", "sb")[id] for id in ("p1", "p2", "p6")} == dict.fromkeys(("p1", "p2", "p6"), (1.5, 2.5))
    assert answer["open"] == [{"places": [2, 4], "ids": ["p1", "p2", "p6"], "needs": "arbiter", "next": []}]


def test_r_4_a_game_won_by_default_counts_as_won_for_points_sb_and_mutual_result():
    by_board = standings("A", 5, SB_THEN_MUTUAL)
    by_default = standings("A", 5, SB_THEN_MUTUAL.replace("1-2 1", "1-2 1*").replace("2-3 0", "2-3 0*"))
    assert by_default == by_board


def test_a_game_without_a_result_counts_for_nobody():
    answer = standings("A", 3, "1: 2-3 1\n2: 3-1 -\n3: 1-2 -")
    assert scores(answer, "points", "sb") == {"p2": (1, 0), "p1": (0, 0), "p3": (0, 0)}
    assert answer["open"] == [
        {"places": [2, 3], "ids": ["p1", "p3"], "needs": "game", "colours": "lot", "next": [{"players": ["p1", "p3"]}]}
    ]


def test_before_the_first_game_all_share_all_places():
    answer = standings("A", 4, [])
    assert [row["place"] for row in answer["table"]] == [[1, 4]] * 4
    assert answer["open"][0]["needs"] == "arbiter"


def test_r_21_a_bye_of_a_swiss_is_a_point_without_an_opponent():
    answer = standings("F", 3, "1: 1-2 1\n2: 3-1 ½", byes=[{"round": 1, "id": "p3"}, {"round": 2, "id": "p2"}])
    assert scores(answer, "points", "resistance", "sb") == {"p1": (1.5, 2.5, 3.5), "p3": (1.5, 1.5, 1.5), "p2": (1, 1.5, 0)}


def test_c_12_a_free_round_of_a_table_is_no_point():
    answer = standings("C", 3, "1: 1-2 1", byes=[{"round": 1, "id": "p3"}], **{"class": "KK"})
    assert scores(answer, "points") == {"p1": (1,), "p2": (0,), "p3": (0,)}


def test_r_21_a_swiss_orders_by_points_then_resistance_then_sb():
    played = "1: 1-2 1, 3-4 1, 5-6 ½\n2: 1-3 1, 5-2 ½, 6-4 0\n"
    answer = standings("D", 6, played, swiss=True, **{"class": "HA"})
    assert scores(answer, "points", "resistance", "sb") == {
        "p1": (2, 1.5, 3),
        "p4": (1, 1.5, 1),
        "p5": (1, 1, 1),
        "p3": (1, 3, 2),
        "p2": (0.5, 3, 1),
        "p6": (0.5, 2, 1),
    }
    assert order(answer) == [
        ("p1", [1, 1], "points"),
        ("p3", [2, 2], "resistance"),
        ("p4", [3, 3], "resistance"),
        ("p5", [4, 4], "resistance"),
        ("p2", [5, 5], "resistance"),
        ("p6", [6, 6], "resistance"),
    ]


def test_d_4_an_ha_of_nine_is_a_swiss_and_of_eight_is_none():
    nine, eight = (standings("D", number, "1: 1-2 1", **{"class": "HA"}) for number in (9, 8))
    assert "resistance" in nine["table"][0]
    assert "resistance" not in eight["table"][0]


def test_d_6_two_of_two_games_who_are_equal_play_another_with_colours_reversed():
    answer = standings("D", 2, "1: 1-2 1\n2: 2-1 1", **{"class": "HA"})
    assert answer["open"][0]["next"] == [{"white": "p1", "black": "p2"}]
    assert answer["open"][0]["needs"] == "game"


def test_g_6_the_mutual_result_comes_before_sb_and_in_b_7_after_it():
    """a and b have 2 match points and the same board points: a beat b, b has more Sonneborn-Berger."""
    played = [(1, 1, 2, 3), (1, 3, 4, 4), (2, 1, 3, 1), (2, 2, 4, 2), (3, 1, 4, 2), (3, 2, 3, 3)]
    small = standings("G", T, matches(4, *played))
    rows = {row["id"]: row for row in small["table"]}
    assert (rows["t1"]["points"], rows["t1"]["board_points"]) == (rows["t2"]["points"], rows["t2"]["board_points"]) == (1.5, 6)
    assert rows["t2"]["sb"] > rows["t1"]["sb"]
    assert [one for one in order(small) if one[0] in ("t1", "t2")] == [("t1", [2, 2], "mutual"), ("t2", [3, 3], "mutual")]
    large = standings("B", T, matches(8, *[(number, one, other, 2 * own) for number, one, other, own in played]), group="II")
    assert [one for one in order(large) if one[0] in ("t1", "t2")] == [("t2", [2, 2], "sb"), ("t1", [3, 3], "sb")]


def test_r_3_in_g_6_the_mutual_result_is_taken_again_among_those_whom_sb_left_equal():
    """t1, t4 and t5 beat one another in a circle and are equal in points; SB sets t4 apart, and t1 beat t5."""
    played = [
        *((1, 5, 2, 1), (1, 3, 4, 3), (2, 1, 3, 2), (2, 4, 5, 1), (3, 2, 4, 2)),
        *((3, 5, 1, 1), (4, 3, 5, 2), (4, 1, 2, 1), (5, 2, 3, 1), (5, 4, 1, 3)),
    ]
    answer = standings("G", [*T, "t5"], matches(4, *played))
    assert {id: one for id, one in scores(answer, "points", "board_points", "sb").items() if id in ("t1", "t4", "t5")} == {
        "t1": (1.5, 7, 6),
        "t5": (1.5, 7, 6),
        "t4": (1.5, 7, 5.5),
    }
    assert order(answer)[2:] == [("t1", [3, 3], "mutual"), ("t5", [4, 4], "mutual"), ("t4", [5, 5], "sb")]


def test_b_5_a_match_drawn_on_board_points_is_half_a_match_point_each():
    answer = standings("B", T, matches(8, (1, 1, 4, 4), (1, 2, 3, 4.5)), group="II")
    assert scores(answer, "points") == {"t2": (1,), "t1": (0.5,), "t4": (0.5,), "t3": (0,)}


def test_r_19_a_match_with_a_board_that_is_empty_on_both_sides_has_fewer_points():
    match = {"round": 1, "first": "t1", "second": "t2", "board_points": [3.5, 3.5]}
    answer = standings("B", ["t1", "t2"], [match], group="II")
    assert scores(answer, "points", "board_points") == {"t1": (0.5, 3.5), "t2": (0.5, 3.5)}


def test_each_place_names_its_article():
    assert standings("A", 5, SB_THEN_MUTUAL)["articles"] == {
        "p1": "A 5",
        "p4": "A 5 A, appendix 1",
        "p3": "A 5 B",
        "p2": "A 5 B",
        "p5": "A 5",
    }


@pytest.mark.parametrize(
    ("competition", "class_", "first", "below"),
    [
        ("A", "", "A 5 C", "A 5 C"),
        ("C", "KK", "C 15", "C 15 D"),
        ("C", "HAA", "C 15 D", "C 15 D"),
        ("D", "1", "D 6 D", "D 6 D"),
        ("E", "", "E 5", "E 5 D"),
    ],
)
def test_a_shared_place_names_the_article_of_its_play_off(competition, class_, first, below):
    answer = standings(competition, 4, "1: 1-2 1, 3-4 1\n2: 1-3 ½, 2-4 ½", **{"class": class_})
    assert [row["place"] for row in answer["table"]] == [[1, 2], [1, 2], [3, 4], [3, 4]]
    assert answer["articles"] == {"p1": first, "p3": first, "p2": below, "p4": below}


def test_thousands_who_have_not_met_take_time_by_their_number_and_not_by_its_square():
    def took_s(count):
        players = [f"p{number}" for number in range(1, count + 1)]
        begun_s = time.process_time()
        answer = ask("standings", competition="E", players=players, games=[])
        assert answer["open"][0]["places"] == [1, count]
        return time.process_time() - begun_s

    few_s, many_s = (min(took_s(count) for _ in range(5)) for count in (500, 5000))
    assert many_s < 30 * few_s, "ten times as many; by the square it would be a hundred times"
