"""Final orders by the criteria of each regulation, whole events worked out by hand, and who withdraws from a group of eight (C 14)."""

import pytest

from tests.support.counting import calls_of
from tests.support.says import says
from tests.tournament.contests import Refused, T, ask, figures, games, matches, placed, refuses, standings
from tournament.competitions import Competition
from tournament.pairing_tables import pairing_table

SB_THEN_MUTUAL = "1: 5-2 0, 3-4 0\n2: 1-3 1, 4-5 0\n3: 2-4 1, 5-1 ½\n4: 3-5 1, 1-2 1\n5: 2-3 0, 4-1 1"
"""p2, p3 and p4 have 2 points; SB 7, 7 and 9; p3 beat p2."""


def test_c_15_a_points_are_those_of_art_19_whole_or_with_a_half():
    answer = standings("C", 3, "1: 1-2 1\n2: 1-3 ½", **{"class": "HAA"})
    assert placed(answer) == "p1 1 points, p3 2 points, p2 3 points"
    assert list(map(repr, (row["points"] for row in answer["table"]))) == ["1.5", "0.5", "0"]


def test_appendix_1_twice_the_points_of_those_beaten_and_once_of_those_drawn_with():
    """Of three equal whom it parts as one and two, the mutual result parts the two."""
    answer = standings("A", 5, SB_THEN_MUTUAL)
    assert figures(answer, "points", "sb") == "p1 2.5 9.5, p4 2 9, p3 2 7, p2 2 7, p5 1.5 6.5"
    assert placed(answer) == "p1 1 points, p4 2 sb, p3 3 mutual, p2 4 mutual, p5 5 points"
    assert answer["articles"] == {"p1": "A 5", "p4": "A 5 A, appendix 1", "p3": "A 5 B", "p2": "A 5 B", "p5": "A 5"}


def test_r_3_without_all_their_games_the_mutual_result_says_nothing():
    """p1 and p2 met, and p6 met neither."""
    answer = standings("A", 6, "1: 1-2 ½, 5-4 1, 3-6 ½\n2: 2-3 1, 6-5 0, 4-1 1\n3: 1-3 1, 4-6 0, 2-5 0")
    assert {"p1 1.5 2.5", "p2 1.5 2.5", "p6 1.5 2.5"} <= {*figures(answer, "points", "sb").split(", ")}
    assert answer["open"] == [{"places": [2, 4], "ids": ["p1", "p2", "p6"], "needs": "arbiter", "next": []}]


def test_r_21_a_swiss_orders_by_points_then_resistance_then_sb():
    answer = standings("D", 6, "1: 1-2 1, 3-4 1, 5-6 ½\n2: 1-3 1, 5-2 ½, 6-4 0\n", swiss=True, **{"class": "HA"})
    assert figures(answer, "points", "resistance", "sb") == "p1 2 1.5 3, p3 1 3 2, p4 1 1.5 1, p5 1 1 1, p2 0.5 3 1, p6 0.5 2 1"
    assert placed(answer) == "p1 1 points, p3 2 resistance, p4 3 resistance, p5 4 resistance, p2 5 resistance, p6 6 resistance"


def test_d_4_an_ha_of_nine_is_a_swiss_and_of_eight_is_none():
    nine, eight = (standings("D", number, "1: 1-2 1", **{"class": "HA"}) for number in (9, 8))
    assert "resistance" in nine["table"][0]
    assert "resistance" not in eight["table"][0]


def test_g_6_the_mutual_result_comes_before_sb_and_in_b_7_after_it():
    """t1 and t2 have 1.5 match points and the same board points: t1 beat t2, and t2 has more Sonneborn-Berger."""
    played = [(1, 1, 2, 3), (1, 3, 4, 4), (2, 1, 3, 1), (2, 2, 4, 2), (3, 1, 4, 2), (3, 2, 3, 3)]
    small = standings("G", T, matches(4, *played))
    assert "t1 1.5 6 4, t2 1.5 6 5" in figures(small, "points", "board_points", "sb")
    assert "t1 2 mutual, t2 3 mutual" in placed(small)
    large = standings("B", T, matches(8, *[(number, one, other, 2 * own) for number, one, other, own in played]), group="II")
    assert "t2 2 sb, t1 3 sb" in placed(large)


def test_r_3_in_g_6_the_mutual_result_is_taken_again_among_those_whom_sb_left_equal():
    """t1, t4 and t5 beat one another in a circle and are equal in points; SB sets t4 apart, and t1 beat t5."""
    played = [
        *((1, 5, 2, 1), (1, 3, 4, 3), (2, 1, 3, 2), (2, 4, 5, 1), (3, 2, 4, 2)),
        *((3, 5, 1, 1), (4, 3, 5, 2), (4, 1, 2, 1), (5, 2, 3, 1), (5, 4, 1, 3)),
    ]
    answer = standings("G", [*T, "t5"], matches(4, *played))
    assert figures(answer, "points", "board_points", "sb").endswith(", t1 1.5 7 6, t5 1.5 7 6, t4 1.5 7 5.5")
    assert placed(answer).endswith(", t1 3 mutual, t5 4 mutual, t4 5 sb")


def test_r_19_a_match_with_a_board_that_is_empty_on_both_sides_has_fewer_points():
    match = {"round": 1, "first": "t1", "second": "t2", "board_points": [3.5, 3.5]}
    answer = standings("B", ["t1", "t2"], [match], group="II")
    assert figures(answer, "points", "board_points") == "t1 0.5 3.5, t2 0.5 3.5"


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
    assert placed(answer) == "p1 1-2 open, p3 1-2 open, p2 3-4 open, p4 3-4 open"
    assert answer["articles"] == {"p1": first, "p3": first, "p2": below, "p4": below}


@pytest.mark.parametrize("competition", ["A", "E"])
def test_thousands_who_have_not_met_are_work_by_their_number_and_not_by_its_square(competition):
    def work(count):
        players = [f"p{number}" for number in range(1, count + 1)]
        answers = []
        calls = calls_of(lambda: answers.append(ask("standings", competition=competition, players=players, games=[])))
        assert answers[0]["open"][0]["places"] == [1, count]
        return calls

    assert work(5000) < 20 * work(500), "ten times as many; by the square it would be a hundred times"


C_7 = pairing_table(Competition.C, 8).rounds


def event(score="½", without=()):
    """All games of C 7 with one result, but for those (round, number) who did not play: the number is of either."""
    lines = []
    for number, pairs in enumerate(C_7, 1):
        kept = [f"{white}-{black} {score}" for white, black in pairs if not {(number, white), (number, black)} & set(without)]
        lines.append(f"{number}: " + ", ".join(kept))
    return games("\n".join(lines))


def out(number, *rounds):
    return [(one, number) for one in rounds]


def ask_haa(played, *withdrawn, **more):
    return standings("C", 8, played, **{"class": "HAA", "withdrawn": list(withdrawn)}, **more)


def free_of(*absent):
    """The opponents of those, free in the rounds in which they would have met."""
    pairs = [(number, pair) for number, round_ in enumerate(C_7, 1) for pair in round_]
    return [
        {"round": number, "id": f"p{id}"} for number, pair in pairs if len(set(pair) & set(absent)) == 1 for id in pair if id not in absent
    ]


def away(*numbers):
    return [one for number in numbers for one in out(number, *range(1, 8))]


@pytest.mark.parametrize("class_", ["KK", "HAA"])
def test_c_12_who_is_absent_all_year_is_last_and_plays_no_play_off(class_):
    """Number 4 loses all six games: he has as many points as number 8, who was not there."""
    played = event(score="1", without=away(8))
    for one in played:
        one["result"] = "0-1" if one["white"] == "p4" else "1-0"
    answer = standings("C", 8, played, **{"class": class_, "byes": free_of(8)})
    assert placed(answer).endswith(", p4 7 points, p8 8 points")
    assert all("p8" not in one["ids"] for one in answer["open"])
    assert answer["lapsed"] == answer["awarded"] == []


def test_c_14_games_are_awarded_in_the_order_of_the_table():
    answer = ask_haa(event(without=[*out(2, 6, 7), *out(3, 6, 7), *out(8, 6, 7)]), "p2", "p3", "p8")
    told = [(one["round"], one["white"], one["black"]) for one in answer["awarded"]]
    assert told == [(6, "p3", "p1"), (6, "p2", "p4"), (6, "p8", "p6"), (7, "p1", "p2"), (7, "p4", "p3"), (7, "p7", "p8")]


REST_OF_P3 = [(6, "p3", "p1", "0-1"), (7, "p3", "p4", "0-1")]


@pytest.mark.parametrize(("rest", "awarded"), [("7: 3-4 -", REST_OF_P3), ("6: 3-1 0*\n7: 4-3 1*", [])])
def test_c_14_a_rest_that_is_entered_without_a_result_is_won_and_one_that_was_booked_before_is_booked_once(rest, awarded):
    without_rest = event(without=out(3, 6, 7))
    answer = ask_haa([*without_rest, *games(rest)], "p3")
    assert answer["awarded"] == [
        {"round": number, "white": white, "black": black, "result": result, "default": True} for number, white, black, result in awarded
    ]
    assert figures(answer, "points") == figures(ask_haa(without_rest, "p3"), "points")


def test_r_10_five_played_are_counted_before_the_games_of_another_lapse():
    """p3 has played 5, one of them against p2, who has played 4 and whose games lapse: the rest of p3 is won by p1 and p4."""
    answer = ask_haa(event(without=out(3, 6, 7) + out(2, 5, 6, 7)), "p3", "p2")
    assert answer["lapsed"] == ["p2"]
    assert [(one["white"], one["black"]) for one in answer["awarded"]] == [("p3", "p1"), ("p4", "p3")]
    assert "p3 2" in figures(answer, "points").split(", ")


def test_c_12_nobody_is_given_a_win_against_an_absentee_when_he_withdraws():
    """p8 is absent all year; p3 is out after five games. Of his rest p4 wins alone: p8 was never there, and p1 had him in round 6."""
    answer = ask_haa(event(without=[*away(8), *out(3, 7)]), "p3", byes=free_of(8))
    assert [(one["white"], one["black"], one["result"]) for one in answer["awarded"]] == [("p4", "p3", "1-0")]


@pytest.mark.parametrize("class_", ["KK", "HAA"])
def test_who_is_out_for_good_plays_no_play_off_and_the_arbiter_decides(class_):
    """p3 and p8 are equal to the end: both win all but their own game, which is drawn, and p3 is out after six games."""
    played = event(without=out(3, 7))
    for one in played:
        strong = [id for id in (one["white"], one["black"]) if id in ("p3", "p8")]
        if len(strong) == 1:
            one["result"] = "1-0" if strong[0] == one["white"] else "0-1"
        if one["round"] == 7 and "p8" in one.values():
            one["result"] = "0-1" if one["white"] == "p8" else "1-0"
    answer = standings("C", 8, played, **{"class": class_, "withdrawn": ["p3"]})
    assert answer["open"][0] == {"places": [1, 2], "ids": ["p3", "p8"], "needs": "arbiter", "next": []}
    decided = standings("C", 8, played, **{"class": class_, "withdrawn": ["p3"], "decided": [["p3", "p8"]]})
    assert decided["table"][0]["id"] == "p3"


def test_c_14_who_has_played_all_his_games_has_nothing_to_withdraw_nobody_is_left_where_all_lapse_and_r_10_no_other_regulation_has_it():
    refuses(says(Refused.ALL_PLAYED, id="p3", games=7), ask_haa, event(), "p3")
    refuses(says(Refused.ALL_PLAYED, id="p3", games=6), ask_haa, event(without=away(8)), "p3", byes=free_of(8))
    refuses(says(Refused.ALL_LAPSE), ask_haa, [], *(f"p{number}" for number in range(1, 9)))
    for competition, more in (("A", {}), ("B", {"group": "I"}), ("D", {"class": "HA"}), ("F", {})):
        refuses(says(Refused.ONLY_C), standings, competition, 4, [], withdrawn=["p3"], **more)
