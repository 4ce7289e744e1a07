"""The answers of `schedule`, `match` and `standings`, and the sentences for questions that cannot be."""

import pytest

from tests.support.says import says
from tests.tournament.contests import ask, game, refuses, standings
from tournament.questions import QUESTIONS, answer

EIGHT = [f"a{number}" for number in range(1, 9)]
OTHERS = [f"b{number}" for number in range(1, 9)]


def test_a_schedule_has_its_rounds_its_free_its_article_and_its_days_where_they_are_said():
    answer = ask("schedule", competition="D", players=7, **{"class": "HA"})
    assert answer["rounds"][3] == {"round": 4, "pairs": [[4, 3], [1, 7], [5, 6]], "free": [2]}
    assert (answer["days"], answer["article"]) == ([3, 1, 3], "appendix 2")
    for competition, players, article in (("A", 4, "A 4"), ("B", 7, "B 4"), ("C", 8, "C 7"), ("G", 3, "G 2, A 4")):
        answer = ask("schedule", competition=competition, players=players)
        assert (answer["article"], answer["days"]) == (article, None)


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
        ({"competition": "C"}, says("FieldFault.wrong", field="competition")),
        ({"first": EIGHT}, says("ContestFault.line-up", field="first", count=8, boards=4)),
        ({"second": ["b1", "b2", "b3"]}, says("ContestFault.line-up", field="second", count=3)),
        ({"first": ["a1", "a2", "a3", 4]}, says("FieldFault.wrong", field="first")),
        ({"first": ["a1", "a2", "a3", ""]}, says("FieldFault.wrong", field="first")),
        ({"first": ["a1", "a2", "a3", "a1"]}, says("FieldFault.twice", field="first", id="'a1'")),
        ({"first": ["a1", "a2", "a3", "b1"]}, says("ContestFault.two-boards", id="b1")),
        ({"results": ["draw"]}, says("ContestFault.results", boards=4)),
        ({"results": None}, says("ContestFault.results", boards=4)),
        ({"results": ["draw", "draw", "draw", "2-0"]}, says("ContestFault.no-result", value='"2-0"')),
        ({"results": ["draw", "draw", "draw", 1]}, says("ContestFault.no-result", value="1")),
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
        ({"competition": "H"}, says("FieldFault.wrong", field="competition")),
        ({"players": []}, says("ContestFault.no-players")),
        ({"players": ["p1", "p1"]}, says("FieldFault.twice", field="players")),
        ({"games": None}, says("FieldFault.missing", field="games")),
        ({"class": "4"}, says("FieldFault.wrong", field="class")),
        ({"competition": "D", "class": "KK"}, says("FieldFault.wrong", field="class")),
        ({"competition": "C", "class": "HA"}, says("FieldFault.wrong", field="class")),
        ({"competition": "C"}, says("ContestFault.no-class")),
        ({"competition": "C", "class": "KK", "players": [*P, *EIGHT[:5]]}, says("ContestFault.large-group", players=9, most=8)),
        ({"competition": "B", "games": []}, says("FieldFault.missing", field="group")),
        ({"competition": "B", "games": [], "group": "1"}, says("ContestFault.no-group", group='"1"')),
        ({"swiss": True}, says("ContestFault.no-swiss")),
        ({"competition": "D", "class": "1", "swiss": True}, says("ContestFault.no-swiss")),
        ({"games": [game(1, "p1", "p9", "1-0")]}, says("ContestFault.unknown", where="Where.round", id="p9")),
        ({"games": [game(1, "p1", "p1", "1-0")]}, says("ContestFault.himself", where="Where.round", id="p1")),
        ({"games": [game(1, "p1", "p2", "1-1")]}, says("ContestFault.no-result", where="Where.round", value='"1-1"')),
        ({"games": [game(0, "p1", "p2", "1-0")]}, says("FieldFault.wrong", field="games[0].round")),
        ({"games": [*ONE, game(1, "p2", "p3", "1-0")]}, says("ContestFault.twice-in-round", id="p2", times=2, round=1)),
        ({"games": AGAIN}, says("ContestFault.often", id="p1", other="p2", times=2, most=1)),
        ({"competition": "F", "games": AGAIN}, says("ContestFault.often")),
        ({"games": [game(1, "p1", "p2", "1-0", default=True), AGAIN[1]]}, says("ContestFault.often")),
        (
            {"competition": "D", "players": P[:2], "games": [*AGAIN, game(3, "p1", "p2", "1-0")]},
            says("ContestFault.often", times=3, most=2),
        ),
        ({"competition": "C", "class": "HAA", "games": [game(8, "p1", "p2", "1-0")]}, says("ContestFault.late-round", round=8, rounds=7)),
        ({"competition": "D", "swiss": True, "games": [game(7, "p1", "p2", "1-0")]}, says("ContestFault.late-round", round=7, rounds=6)),
        ({"competition": "F", "byes": [{"round": 1, "id": "p1"}]}, says("ContestFault.twice-in-round", id="p1", times=2, round=1)),
        ({"competition": "F", "byes": [{"round": 1, "id": "p9"}]}, says("ContestFault.unknown", where="Where.byes", id="p9")),
        ({"competition": "C", "class": "HAA", "withdrawn": ["p9"]}, says("ContestFault.unknown", where="Where.withdrawn", id="p9")),
        ({"playoffs": [{"white": "p1", "black": "p9", "result": None}]}, says("ContestFault.unknown", where="Where.play-offs", id="p9")),
        ({"playoffs": [{"white": "p1", "black": "p1", "result": None}]}, says("ContestFault.himself", where="Where.play-offs", id="p1")),
        (match(3, 2), says("ContestFault.many-points", value="[3, 2]", boards=4)),
        (match(2.25, 1.75), says("ContestFault.board-points", value="[2.25, 1.75]")),
        (match(-1, 1), says("ContestFault.board-points", value="[-1, 1]")),
        (match(True, 1), says("ContestFault.board-points", value="[true, 1]")),
        (match(float("NaN"), 1), says("ContestFault.board-points", value="[NaN, 1]")),
        (match(2), says("ContestFault.board-points", value="[2]")),
        ({"competition": "G"}, says("FieldFault.unknown", field='"games[0].white"')),
        ({"competition": "G", "games": [{"round": 1}]}, says("FieldFault.missing", field="games[0].first")),
        ({"game": []}, says("FieldFault.unknown", field='"game"')),
        ({"games": [{**ONE[0], "board_points": [4, 4]}]}, says("FieldFault.unknown", field='"games[0].board_points"')),
        ({"competition": "F", "byes": [{"round": 1, "id": "p3", "points": 0.5}]}, says("FieldFault.unknown", field='"byes[0].points"')),
    ],
)
def test_standings_that_cannot_be_are_refused(wrong, what):
    refuses(what, ask, "standings", **{"competition": "A", "players": P, "games": ONE} | wrong)


def test_r27_two_whose_game_was_booked_may_have_another_one_in_a_swiss_event():
    games = [game(1, "p1", "p2", "1-0", default=True), game(2, "p2", "p1", "draw")]
    assert [(row["id"], row["points"]) for row in standings("F", 3, games)["table"]] == [("p1", 1.5), ("p2", 0.5), ("p3", 0)]


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_field_that_a_question_does_not_know_is_refused(name):
    refuses(says("FieldFault.unknown", field='"nonsense"'), answer, {"ask": name, "nonsense": None})


def test_an_answer_has_the_keys_of_its_system_and_names_what_did_not_happen_too_and_e_3_may_have_two_meet_often():
    answer = standings("E", 3, [*ONE, game(2, "p2", "p1", "1-0"), game(3, "p1", "p2", "1-0")])
    assert [row["points"] for row in answer["table"]] == [2, 1, 0]
    answer, swiss = standings("A", P, ONE), standings("F", P, ONE)
    assert set(answer["table"][0]) == {"id", "place", "points", "sb", "by"} == set(swiss["table"][0]) - {"resistance"}
    assert (answer["lapsed"], answer["awarded"], answer["article"]) == ([], [], "A 5")
