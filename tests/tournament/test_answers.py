"""The answers of `match` and `standings`, and the sentences for questions that cannot be."""

import pytest

from tests.support.says import says
from tests.tournament.contests import Refused, ask, game, names, refuses, standings

EIGHT = [f"a{number}" for number in range(1, 9)]
OTHERS = [f"b{number}" for number in range(1, 9)]


def test_b_4_the_first_team_has_white_on_odd_boards_and_g_5_most_board_points_are_the_match_point():
    results = ["1-0", "1-0", "draw", "draw", "0-1", "0-1", None, "1-0"]
    answer = ask("match", competition="B", first=EIGHT, second=OTHERS, results=results)
    assert [(one["white"], one["black"]) for one in answer["boards"]] == [
        (f"a{number}", f"b{number}") if number % 2 else (f"b{number}", f"a{number}") for number in range(1, 9)
    ]
    assert answer["board_points"] == [1 + 0 + 0.5 + 0.5 + 0 + 1 + 0, 0 + 1 + 0.5 + 0.5 + 1 + 0 + 1]
    assert answer["is_over"] is False
    assert answer["article"] == "B 4, B 5, B 6"
    for results, points in ((["1-0", "0-1", "draw", "draw"], ([3, 1], [1, 0])), (["0-1", "1-0", "draw", "draw"], ([1, 3], [0, 1]))):
        answer = ask("match", competition="G", first=EIGHT[:4], second=OTHERS[:4], results=results)
        assert (answer["board_points"], answer["match_points"], answer["is_over"]) == (*points, True)


def test_b_6_g_5_an_empty_board_is_lost_whatever_stands_there_and_r_19_is_nobodys_where_both_are():
    players = {"first": ["a1", None, "a3", None], "second": ["b1", "b2", None, None]}
    answer = ask("match", competition="G", **players, results=["draw", "1-0", None, "1-0"])
    assert [tuple(one.values()) for one in answer["boards"]] == [
        (1, "a1", "b1", "draw", False),
        (2, "b2", None, "1-0", True),
        (3, "a3", None, "1-0", True),
        (4, None, None, None, True),
    ]
    assert set(answer["boards"][0]) == {"board", "white", "black", "result", "default"}
    assert (answer["board_points"], answer["match_points"], answer["is_over"]) == ([1.5, 1.5], [0.5, 0.5], True)


@pytest.mark.parametrize(
    ("wrong", "what"),
    [
        ({"competition": "C"}, names("competition")),
        ({"first": EIGHT}, says(Refused.LINE_UP, field="first", count=8, boards=4)),
        ({"second": ["b1", "b2", "b3"]}, says(Refused.LINE_UP, field="second", count=3)),
        ({"first": ["a1", "a2", "a3", 4]}, names("first")),
        ({"first": ["a1", "a2", "a3", ""]}, names("first")),
        ({"first": ["a1", "a2", "a3", "a1"]}, says(Refused.TWO_BOARDS, id="a1")),
        ({"first": ["a1", "a2", "a3", "b1"]}, says(Refused.TWO_BOARDS, id="b1")),
        ({"results": ["draw"]}, says(Refused.RESULTS, boards=4)),
        ({"results": None}, names("results")),
        ({"results": ["draw", "draw", "draw", "2-0"]}, names("result")),
        ({"results": ["draw", "draw", "draw", 1]}, names("result")),
    ],
)
def test_a_match_that_cannot_be_is_refused(wrong, what):
    refuses(what, ask, "match", **{"competition": "G", "first": EIGHT[:4], "second": OTHERS[:4], "results": [None] * 4} | wrong)


P = ["p1", "p2", "p3", "p4"]
ONE = [game(1, "p1", "p2", "1-0")]
AGAIN = [*ONE, game(2, "p2", "p1", "1-0")]


def match(*points):
    return {"competition": "G", "games": [{"round": 1, "first": "p1", "second": "p2", "board_points": list(points)}]}


@pytest.mark.parametrize(
    ("wrong", "what"),
    [
        ({"competition": "H"}, names("competition")),
        ({"players": []}, says(Refused.NO_PLAYERS)),
        ({"players": ["p1", "p1"]}, names("players")),
        ({"games": None}, names("games")),
        ({"class": "4"}, names("class")),
        ({"competition": "D", "class": "KK"}, names("class")),
        ({"competition": "C", "class": "HA"}, names("class")),
        ({"competition": "C"}, says(Refused.NO_CLASS)),
        ({"competition": "C", "class": "KK", "players": [*P, *EIGHT[:5]]}, says(Refused.LARGE_GROUP, players=9, most=8)),
        ({"competition": "B", "games": []}, names("group")),
        ({"competition": "B", "games": [], "group": "1"}, says(Refused.NO_GROUP, group='"1"')),
        ({"swiss": True}, says(Refused.NO_SWISS)),
        ({"competition": "D", "class": "1", "swiss": True}, says(Refused.NO_SWISS)),
        ({"games": [game(1, "p1", "p9", "1-0")]}, says(Refused.UNKNOWN, where="a game of round {round}", id="p9")),
        ({"games": [game(1, "p1", "p1", "1-0")]}, says(Refused.HIMSELF, where="a game of round {round}", id="p1")),
        ({"games": [game(1, "p1", "p2", "1-1")]}, names("result")),
        ({"games": [game(0, "p1", "p2", "1-0")]}, names("round")),
        ({"games": [*ONE, game(1, "p2", "p3", "1-0")]}, says(Refused.TWICE_IN_ROUND, id="p2", times=2, round=1)),
        ({"games": AGAIN}, says(Refused.OFTEN, id="p1", other="p2", times=2, most=1)),
        ({"competition": "F", "games": AGAIN}, says(Refused.OFTEN)),
        ({"games": [game(1, "p1", "p2", "1-0", default=True), AGAIN[1]]}, says(Refused.OFTEN)),
        (
            {"competition": "D", "players": P[:2], "games": [*AGAIN, game(3, "p1", "p2", "1-0")]},
            says(Refused.OFTEN, times=3, most=2),
        ),
        ({"competition": "C", "class": "HAA", "games": [game(8, "p1", "p2", "1-0")]}, says(Refused.LATE_ROUND, round=8, rounds=7)),
        ({"competition": "D", "swiss": True, "games": [game(7, "p1", "p2", "1-0")]}, says(Refused.LATE_ROUND, round=7, rounds=6)),
        ({"competition": "F", "byes": [{"round": 1, "id": "p1"}]}, says(Refused.TWICE_IN_ROUND, id="p1", times=2, round=1)),
        ({"competition": "F", "byes": [{"round": 1, "id": "p9"}]}, says(Refused.UNKNOWN, where="a bye", id="p9")),
        ({"competition": "C", "class": "HAA", "withdrawn": ["p9"]}, says(Refused.UNKNOWN, where="withdrawn", id="p9")),
        ({"playoffs": [{"white": "p1", "black": "p9", "result": None}]}, says(Refused.UNKNOWN, where="a play-off game", id="p9")),
        ({"playoffs": [{"white": "p1", "black": "p1", "result": None}]}, says(Refused.HIMSELF, where="a play-off game", id="p1")),
        (match(3, 2), says(Refused.MANY_POINTS, value="[3, 2]", boards=4)),
        (match(2.25, 1.75), names("board_points")),
        (match(-1, 1), names("board_points")),
        (match(True, 1), names("board_points")),
        (match(float("NaN"), 1), names("board_points")),
        (match(2), names("board_points")),
        ({"competition": "G"}, names("games[0].white")),
        ({"competition": "G", "games": [{"round": 1}]}, names("first")),
        ({"game": []}, names("game")),
        ({"games": [{**ONE[0], "board_points": [4, 4]}]}, names("games[0].board_points")),
        ({"competition": "F", "byes": [{"round": 1, "id": "p3", "points": 0.5}]}, names("byes[0].points")),
    ],
)
def test_standings_that_cannot_be_are_refused(wrong, what):
    refuses(what, ask, "standings", **{"competition": "A", "players": P, "games": ONE} | wrong)


def test_r27_two_whose_game_was_booked_may_have_another_one_in_a_swiss_event():
    games = [game(1, "p1", "p2", "1-0", default=True), game(2, "p2", "p1", "draw")]
    assert [(row["id"], row["points"]) for row in standings("F", 3, games)["table"]] == [("p1", 1.5), ("p2", 0.5), ("p3", 0)]


def test_an_answer_has_the_keys_of_its_system_and_names_what_did_not_happen_too_and_e_3_may_have_two_meet_often():
    answer = standings("E", 3, [*ONE, game(2, "p2", "p1", "1-0"), game(3, "p1", "p2", "1-0")])
    assert [row["points"] for row in answer["table"]] == [2, 1, 0]
    answer, swiss = standings("A", P, ONE), standings("F", P, ONE)
    assert set(answer["table"][0]) == {"id", "place", "points", "sb", "by"} == set(swiss["table"][0]) - {"resistance"}
    assert (answer["lapsed"], answer["awarded"], answer["article"]) == ([], [], "A 5")
