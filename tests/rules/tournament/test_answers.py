"""The answers of `schedule`, `match` and `standings`, and the sentences for questions that cannot be."""

import pytest

from rules.tournament.fields import QuestionError
from tests.rules.tournament.contests import ask, game, standings

EIGHT = [f"a{number}" for number in range(1, 9)]
OTHERS = [f"b{number}" for number in range(1, 9)]


def test_a_schedule_has_its_rounds_its_free_and_its_days():
    answer = ask("schedule", competition="D", players=7, **{"class": "HA"})
    assert answer["rounds"][3] == {"round": 4, "pairs": [[4, 3], [1, 7], [5, 6]], "free": [2]}
    assert (answer["days"], answer["article"]) == ([3, 1, 3], "appendix 2")


@pytest.mark.parametrize(("competition", "players", "article"), [("A", 4, "A 4"), ("B", 7, "B 4"), ("C", 8, "C 7"), ("G", 3, "G 2, A 4")])
def test_a_schedule_names_its_article_and_has_no_days_where_none_is_said(competition, players, article):
    answer = ask("schedule", competition=competition, players=players)
    assert (answer["article"], answer["days"]) == (article, None)


def test_b_4_the_first_team_has_white_on_odd_boards():
    results = ["1-0", "1-0", "draw", "draw", "0-1", "0-1", None, "1-0"]
    answer = ask("match", competition="B", first=EIGHT, second=OTHERS, results=results)
    assert [(one["white"], one["black"]) for one in answer["boards"]] == [
        (f"a{number}", f"b{number}") if number % 2 else (f"b{number}", f"a{number}") for number in range(1, 9)
    ]
    assert answer["board_points"] == [1 + 0 + 0.5 + 0.5 + 0 + 1 + 0, 0 + 1 + 0.5 + 0.5 + 1 + 0 + 1]
    assert answer["is_over"] is False
    assert answer["article"] == "B 4, B 5, B 6"


@pytest.mark.parametrize(
    ("results", "board_points", "match_points"),
    [
        (["1-0", "0-1", "draw", "draw"], [3, 1], [1, 0]),
        (["0-1", "1-0", "draw", "draw"], [1, 3], [0, 1]),
        (["1-0", "1-0", "1-0", "1-0"], [2, 2], [0.5, 0.5]),
    ],
)
def test_g_5_most_board_points_are_the_match_point_and_as_many_a_half_each(results, board_points, match_points):
    answer = ask("match", competition="G", first=EIGHT[:4], second=OTHERS[:4], results=results)
    assert (answer["board_points"], answer["match_points"], answer["is_over"]) == (board_points, match_points, True)


def test_r_19_a_board_that_is_empty_on_both_sides_is_nobodys():
    answer = ask(
        "match", competition="G", first=["a", "b", "c", None], second=["d", "e", "f", None], results=["draw", "draw", "draw", "1-0"]
    )
    assert answer["boards"][3] == {"board": 4, "white": None, "black": None, "result": None, "default": True}
    assert (answer["board_points"], answer["is_over"]) == ([1.5, 1.5], True)


def test_b_6_what_stands_at_an_empty_board_is_not_looked_at():
    answer = ask("match", competition="G", first=[None, "b", "c", "d"], second=["e", "f", "g", "h"], results=["1-0", None, None, None])
    assert answer["boards"][0] == {"board": 1, "white": None, "black": "e", "result": "0-1", "default": True}
    assert answer["board_points"] == [0, 1]


WRONG_MATCHES = [
    ({"competition": "C"}, "competition"),
    ({"first": EIGHT}, "first has 8 places; 4"),
    ({"second": ["b1", "b2", "b3"]}, "second has 3 places"),
    ({"first": ["a1", "a2", "a3", 4]}, "first is"),
    ({"first": ["a1", "a2", "a3", ""]}, "first is"),
    ({"first": ["a1", "a2", "a3", "a1"]}, "first has 'a1' twice"),
    ({"first": ["a1", "a2", "a3", "b1"]}, "b1 stands twice"),
    ({"results": ["draw"]}, "each of the 4 boards"),
    ({"results": None}, "each of the 4 boards"),
    ({"results": ["draw", "draw", "draw", "2-0"]}, 'board 4 is "2-0"'),
    ({"results": ["draw", "draw", "draw", 1]}, "board 4 is 1"),
]


@pytest.mark.parametrize(("wrong", "says"), WRONG_MATCHES)
def test_a_match_that_cannot_be_is_a_sentence(wrong, says):
    question = {"competition": "G", "first": EIGHT[:4], "second": OTHERS[:4], "results": [None] * 4}
    with pytest.raises(QuestionError, match=says):
        ask("match", **question | wrong)


P = ["p1", "p2", "p3", "p4"]
ONE = [game(1, "p1", "p2", "1-0")]
WRONG_STANDINGS = [
    ({"competition": "H"}, "competition"),
    ({"competition": "I"}, "competition"),
    ({"players": []}, "players"),
    ({"players": ["p1", "p1"]}, "players"),
    ({"players": "p1"}, "players"),
    ({"games": None}, "games"),
    ({"class": "4"}, 'class is "4"'),
    ({"competition": "D", "class": "KK"}, 'class is "KK"'),
    ({"competition": "C", "class": "HA"}, 'class is "HA"'),
    ({"competition": "C"}, "class is missing"),
    ({"competition": "C", "class": "KK", "players": [f"p{number}" for number in range(1, 10)]}, "9 players"),
    ({"competition": "B", "games": []}, "group"),
    ({"competition": "B", "games": [], "group": "1"}, 'group is "1"'),
    ({"swiss": True}, "swiss"),
    ({"competition": "D", "class": "1", "swiss": True}, "swiss"),
    ({"games": [game(1, "p1", "p9", "1-0")]}, "p9"),
    ({"games": [game(1, "p1", "p1", "1-0")]}, "against himself"),
    ({"games": [game(1, "p1", "p2", "1-1")]}, "1-1"),
    ({"games": [game(1, "p1", "p2", "2-0")]}, "2-0"),
    ({"games": [game(0, "p1", "p2", "1-0")]}, "round is 0"),
    ({"games": [game("1", "p1", "p2", "1-0")]}, "round"),
    ({"games": [*ONE, game(1, "p2", "p3", "1-0")]}, "p2 stands 2 times in round 1"),
    ({"games": [*ONE, game(2, "p2", "p1", "1-0")]}, "2 games with one another"),
    ({"competition": "F", "games": [*ONE, game(2, "p2", "p1", "1-0")]}, "2 games with one another"),
    ({"competition": "C", "class": "HAA", "games": [game(8, "p1", "p2", "1-0")]}, "7 rounds"),
    ({"competition": "D", "class": "HA", "swiss": True, "games": [game(7, "p1", "p2", "1-0")]}, "6 rounds"),
    ({"competition": "F", "byes": [{"round": 1, "id": "p1"}]}, "p1 stands 2 times in round 1"),
    ({"competition": "F", "byes": [{"round": 1, "id": "p9"}]}, "p9"),
    ({"competition": "C", "class": "HAA", "withdrawn": ["p9"]}, "p9"),
    ({"playoffs": [{"white": "p1", "black": "p9", "result": None}]}, "p9"),
    ({"playoffs": [{"white": "p1", "black": "p1", "result": None}]}, "against himself"),
    ({"decided": ["p1", "p2"]}, "decided"),
    ({"competition": "G", "games": [{"round": 1, "first": "p1", "second": "p2", "board_points": [3, 2]}]}, "match of 4 boards"),
    ({"competition": "G", "games": [{"round": 1, "first": "p1", "second": "p2", "board_points": [2.25, 1.75]}]}, "2.25"),
    ({"competition": "G", "games": [{"round": 1, "first": "p1", "second": "p2", "board_points": [-1, 1]}]}, "-1"),
    ({"competition": "G", "games": [{"round": 1, "first": "p1", "second": "p2", "board_points": [True, 1]}]}, "true"),
    ({"competition": "G", "games": [{"round": 1, "first": "p1", "second": "p2", "board_points": [float("NaN"), 1]}]}, "NaN"),
    ({"competition": "G", "games": [{"round": 1, "first": "p1", "second": "p2", "board_points": [2]}]}, "board_points"),
    ({"competition": "G", "games": [{"round": 1, "white": "p1", "black": "p2", "result": "1-0"}]}, "first is missing"),
]


@pytest.mark.parametrize(("wrong", "says"), WRONG_STANDINGS)
def test_standings_that_cannot_be_are_a_sentence(wrong, says):
    question = {"competition": "A", "players": P, "games": ONE}
    with pytest.raises(QuestionError, match=says) as error:
        ask("standings", **question | wrong)
    assert "Traceback" not in str(error.value)


def test_e_3_may_have_two_meet_more_than_once():
    answer = standings("E", 3, [*ONE, game(2, "p2", "p1", "1-0"), game(3, "p1", "p2", "1-0")])
    assert [row["points"] for row in answer["table"]] == [2, 1, 0]


@pytest.mark.parametrize(("competition", "more"), [("A", {}), ("C", {"class": "KK"}), ("D", {"class": "2"}), ("E", {}), ("F", {})])
def test_a_row_has_the_keys_of_its_system(competition, more):
    (row, *_) = standings(competition, P, ONE, **more)["table"]
    keys = {"id", "place", "points", "sb", "by"}
    assert set(row) == keys | ({"resistance"} if competition == "F" else set())


def test_the_answer_names_what_did_not_happen_too():
    answer = standings("A", P, ONE)
    assert (answer["lapsed"], answer["awarded"], answer["article"]) == ([], [], "A 5")
