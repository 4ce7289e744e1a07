"""Who withdraws for good from a group of eight (C 14): what lapses, what is won, and what that makes of the others."""

import pytest

from rules.tournament.fields import QuestionError
from tests.rules.tournament.contests import ask, games, order, scores, standings

C_7 = [one["pairs"] for one in ask("schedule", competition="C", players=8)["rounds"]]


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


@pytest.mark.parametrize(("played", "lapses"), [(0, True), (4, True), (5, False), (6, False)])
def test_c_14_fewer_than_five_lapse_and_five_or_six_stand(played, lapses):
    answer = ask_haa(event(without=out(3, *range(played + 1, 8))), "p3")
    assert answer["lapsed"] == (["p3"] if lapses else [])
    assert len(answer["awarded"]) == (0 if lapses else 7 - played)
    assert ("p3" in {row["id"] for row in answer["table"]}) is not lapses
    assert [row["place"][1] for row in answer["table"]][-1] == (7 if lapses else 8)


def free_of(*absent):
    """The opponents of those, free in the rounds in which they would have met."""
    pairs = [(number, pair) for number, round_ in enumerate(C_7, 1) for pair in round_]
    return [
        {"round": number, "id": f"p{id}"} for number, pair in pairs if len(set(pair) & set(absent)) == 1 for id in pair if id not in absent
    ]


def away(*numbers):
    return [one for number in numbers for one in out(number, *range(1, 8))]


@pytest.mark.parametrize("class_", ["KK", "HAA", "RHAA"])
def test_c_12_who_is_absent_all_year_is_last_and_plays_no_play_off(class_):
    """Number 4 loses all six games: he has as many points as number 8, who was not there."""
    played = [one for one in event(score="1", without=away(8)) if "p4" not in (one["white"], one["black"])]
    lost = [
        {**one, "result": "0-1" if one["white"] == "p4" else "1-0"}
        for one in event(score="1", without=away(8))
        if "p4" in (one["white"], one["black"])
    ]
    answer = standings("C", 8, [*played, *lost], **{"class": class_, "byes": free_of(8)})
    assert order(answer)[6:] == [("p4", [7, 7], "points"), ("p8", [8, 8], "points")]
    assert all("p8" not in one["ids"] for one in answer["open"])
    assert answer["lapsed"] == answer["awarded"] == []


def test_c_12_two_who_are_absent_take_7_and_8_by_number():
    answer = standings("C", 8, event(without=away(3, 6)), **{"class": "HAA", "byes": free_of(3, 6)})
    assert order(answer)[6:] == [("p3", [7, 7], "points"), ("p6", [8, 8], "points")]


def test_c_14_games_are_awarded_in_the_order_of_the_table():
    answer = ask_haa(event(without=[*out(2, 6, 7), *out(3, 6, 7)]), "p2", "p3")
    pairs = [(one["round"], one["white"], one["black"]) for one in answer["awarded"]]
    printed = [(number, f"p{white}", f"p{black}") for number, round_ in enumerate(C_7, 1) for white, black in round_]
    assert pairs == [one for one in printed if one in pairs]
    assert len(pairs) == 4


def test_c_14_lapsed_games_count_for_nobody():
    answer = ask_haa(event(score="1", without=out(3, 5, 6, 7)), "p3")
    without = standings("C", 8, [one for one in event(score="1") if "p3" not in (one["white"], one["black"])], **{"class": "HAA"})
    assert {id: figures for id, figures in scores(without, "points", "sb").items() if id != "p3"} == scores(answer, "points", "sb")


def test_r_10_a_game_by_default_is_not_played():
    played = event(without=out(3, 6, 7))
    for game in played:
        if game["round"] == 5 and "p3" in (game["white"], game["black"]):
            game |= {"result": "1-0", "default": True}
    assert ask_haa(played, "p3")["lapsed"] == ["p3"]


def test_r_10_a_game_caught_up_counts_whatever_its_round():
    answer = ask_haa(event(without=out(3, 2, 7)), "p3")
    assert answer["lapsed"] == []
    assert [(one["round"], one["white"], one["black"], one["result"]) for one in answer["awarded"]] == [
        (2, "p3", "p8", "0-1"),
        (7, "p4", "p3", "1-0"),
    ]


def test_c_14_the_rest_is_won_also_where_it_is_entered_without_a_result():
    without_rest = event(without=out(3, 6, 7))
    entered = [*without_rest, *games("7: 3-4 -")]
    answer = ask_haa(entered, "p3")
    assert answer["awarded"] == [
        {"round": 6, "white": "p3", "black": "p1", "result": "0-1", "default": True},
        {"round": 7, "white": "p3", "black": "p4", "result": "0-1", "default": True},
    ]
    assert scores(answer, "points") == scores(ask_haa(without_rest, "p3"), "points")


def test_c_14_a_rest_that_was_booked_before_is_booked_once():
    booked = [*event(without=out(3, 6, 7)), *games("6: 3-1 0*\n7: 4-3 1*")]
    answer = ask_haa(booked, "p3")
    assert answer["awarded"] == []
    assert scores(answer, "points") == scores(ask_haa(event(without=out(3, 6, 7)), "p3"), "points")


def test_r_2_awarded_wins_count_for_sb_and_lapsed_games_do_not():
    awarded = scores(ask_haa(event(without=out(3, 6, 7)), "p3"), "points", "sb")
    assert awarded["p3"] == (2.5, 5 * 3.5)
    assert awarded["p1"] == (4, 2 * 2.5 + 5 * 3.5 + 4)


def test_r_10_between_two_who_are_both_out_an_unplayed_game_is_nobodys():
    """p3 and p4 meet in round 7; both are out after round 6."""
    answer = ask_haa(event(without=out(3, 7) + out(4, 7)), "p3", "p4")
    assert (answer["lapsed"], answer["awarded"]) == ([], [])
    assert scores(answer, "points")["p3"] == scores(answer, "points")["p4"] == (3,)


def test_r_10_five_played_are_counted_before_the_games_of_another_lapse():
    """p3 has played 5, one of them against p2, whose games lapse: the rest of p3 is won by p1 and p4."""
    answer = ask_haa(event(without=out(3, 6, 7) + out(2, 4, 5, 6, 7)), "p3", "p2")
    assert answer["lapsed"] == ["p2"]
    assert [(one["white"], one["black"]) for one in answer["awarded"]] == [("p3", "p1"), ("p4", "p3")]
    assert scores(answer, "points")["p3"] == (2,)


def test_two_lapse():
    answer = ask_haa(event(without=out(3, 4, 5, 6, 7) + out(8, 2, 3, 4, 5, 6, 7)), "p8", "p3")
    assert answer["lapsed"] == ["p3", "p8"]
    assert [row["place"] for row in answer["table"]] == [[1, 6]] * 6
    assert answer["open"][0]["needs"] == "arbiter"


def test_lapsing_makes_others_equal():
    played = event(without=out(3, 5, 6, 7))
    for game in played:
        if {game["white"], game["black"]} == {"p3", "p8"}:
            game["result"] = "0-1"
    before = standings("C", 8, played, **{"class": "HAA"})
    assert order(before)[0][0] == "p8"
    assert order(ask_haa(played, "p3"))[0][1:] == ([1, 7], "open")


def test_the_kk_after_a_withdrawal_is_decided_by_points_for_the_first_place():
    answer = standings("C", 8, event(without=out(3, 5, 6, 7) + out(4, 4, 5, 6, 7)), **{"class": "KK", "withdrawn": ["p3", "p4"]})
    assert answer["open"] == [{"places": [1, 6], "ids": ["p1", "p2", "p5", "p6", "p7", "p8"], "needs": "arbiter", "next": []}]


def test_nobody_withdraws_who_has_played_all_his_games():
    with pytest.raises(QuestionError, match="p3 has played all 7 games"):
        ask_haa(event(), "p3")


def test_when_all_lapse_there_is_no_order():
    with pytest.raises(QuestionError, match="lapse"):
        ask_haa([], *(f"p{number}" for number in range(1, 9)))


@pytest.mark.parametrize(
    ("competition", "more"), [("A", {}), ("B", {"group": "I"}), ("D", {"class": "HA"}), ("E", {}), ("F", {}), ("G", {})]
)
def test_r_10_other_regulations_are_silent(competition, more):
    with pytest.raises(QuestionError, match="C 14"):
        standings(competition, 4, [], withdrawn=["p3"], **more)


def test_c_12_nobody_is_given_a_win_against_an_absentee_when_he_withdraws():
    """p8 is absent all year; p3 is out after five games. Of his rest p4 wins alone: p8 was never there, and p1 had him in round 6."""
    answer = ask_haa(event(without=[*away(8), *out(3, 7)]), "p3", byes=free_of(8))
    assert [(one["white"], one["black"], one["result"]) for one in answer["awarded"]] == [("p4", "p3", "1-0")]


def test_c_14_who_has_played_all_his_games_has_nothing_to_withdraw_also_beside_an_absentee():
    with pytest.raises(QuestionError, match="p3 has played all 7 games"):
        ask_haa(event(), "p3")
    with pytest.raises(QuestionError, match="p3 has played all 6 games"):
        ask_haa(event(without=away(8)), "p3", byes=free_of(8))


@pytest.mark.parametrize("class_", ["KK", "HAA"])
def test_who_is_out_for_good_plays_no_play_off_and_the_arbiter_decides(class_):
    """p3 and p8 are equal to the end: both win all but their own game, which is drawn, and p3 is out after six games."""
    played = event(without=out(3, 7))
    for one in played:
        strong = [id for id in (one["white"], one["black"]) if id in ("p3", "p8")]
        if len(strong) == 1:
            one["result"] = "1-0" if strong[0] == one["white"] else "0-1"
    own_loss = {True: "0-1", False: "1-0"}
    lost = [{**one, "result": own_loss[one["white"] == "p8"]} if one["round"] == 7 and "p8" in one.values() else one for one in played]
    answer = standings("C", 8, lost, **{"class": class_, "withdrawn": ["p3"]})
    assert answer["open"][0] == {"places": [1, 2], "ids": ["p3", "p8"], "needs": "arbiter", "next": []}
    decided = standings("C", 8, lost, **{"class": class_, "withdrawn": ["p3"], "decided": [["p3", "p8"]]})
    assert decided["table"][0]["id"] == "p3"
