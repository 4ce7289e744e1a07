"""Whole events with every figure worked out by hand from the regulation."""

import pytest

from tests.rules.tournament.contests import ask, order, scores, standings

RHAA = """
1: 5-1 1, 6-2 0, 7-3 1, 8-4 1
2: 1-6 0, 2-5 0, 3-8 1, 4-7 0
3: 1-4 1, 2-3 1, 5-8 1, 6-7 ½
4: 7-1 1, 8-2 1, 5-3 ½, 6-4 ½
5: 1-8 ½, 2-7 1, 3-6 0, 4-5 1
6: 3-1 ½, 2-4 0, 5-7 ½, 8-6 1
7: 1-2 1, 4-3 1, 6-5 1, 7-8 0
"""
CROSSTABLE = """
p1 · ½w ½b 1w ½b ½w 0b ½w
p2 ½b · 1w 0w ½w 0b ½w 0b
p3 ½w 0b · 1b 0b 1w 1b ½w
p4 0b 1b 0w · 0w 0b ½w ½b
p5 ½w ½b 1w 1b · 1b 0w 0w
p6 ½b 1w 0b 1w 0w · 1w 1b
p7 1w ½b 0w ½b 1b 0b · 0w
p8 ½b 1w ½b ½w 1b 0w 1b ·
"""


def games_of(crosstable, table):
    """The games of a crosstable: each White's cell, in the round in which the table has the pair."""
    cells = {row.split()[0]: row.split()[1:] for row in crosstable.strip().splitlines()}
    rounds = {frozenset(pair): one["round"] for one in table["rounds"] for pair in one["pairs"]}
    found = []
    for white, row in cells.items():
        for number, cell in enumerate(row, 1):
            if cell.endswith("w"):
                result = {"1": "1-0", "0": "0-1", "½": "draw"}[cell[0]]
                own = int(white[1:])
                found.append({"round": rounds[frozenset((own, number))], "white": white, "black": f"p{number}", "result": result})
    return found


def kk_games():
    return games_of(CROSSTABLE, ask("schedule", competition="C", players=8))


def test_c_15_two_equal_in_points_for_the_first_place_of_the_kk_play_a_match_of_two():
    answer = standings("C", 8, kk_games(), **{"class": "KK"})
    assert scores(answer, "points", "sb") == {
        "p1": (3.5, 23.5),
        "p2": (2.5, 18.5),
        "p3": (4, 27),
        "p4": (2, 12.5),
        "p5": (4, 27),
        "p6": (4.5, 27.5),
        "p7": (3, 19.5),
        "p8": (4.5, 28.5),
    }
    assert order(answer) == [
        ("p6", [1, 2], "open"),
        ("p8", [1, 2], "open"),
        ("p5", [3, 3], "mutual"),
        ("p3", [4, 4], "mutual"),
        ("p1", [5, 5], "points"),
        ("p7", [6, 6], "points"),
        ("p2", [7, 7], "points"),
        ("p4", [8, 8], "points"),
    ]
    assert answer["open"] == [
        {
            "places": [1, 2],
            "ids": ["p6", "p8"],
            "needs": "match",
            "colours": "reversed",
            "next": [{"white": "p6", "black": "p8"}, {"white": "p8", "black": "p6"}],
        }
    ]
    assert answer["article"] == "C 15"


@pytest.mark.parametrize("class_", ["HAA", "RHAA"])
def test_c_15_the_same_games_as_a_haa_are_decided_by_sb(class_):
    answer = standings("C", 8, kk_games(), **{"class": class_})
    assert order(answer)[:2] == [("p8", [1, 1], "sb"), ("p6", [2, 2], "sb")]
    assert answer["open"] == []


def withdrawn_after(number):
    """The games of the RHAA whose p3 is out after so many: of the rounds after it his games are left away."""
    lines = RHAA.strip().splitlines()
    kept = [*lines[:number], *(remaining(line, 3) for line in lines[number:])]
    return standings("C", 8, "\n".join(kept), withdrawn=["p3"], **{"class": "RHAA"})


def remaining(line, out):
    number, played = line.split(":")
    return f"{number}: " + ", ".join(one.strip() for one in played.split(",") if str(out) not in one.split()[0].split("-"))


def test_c_14_fewer_than_five_games_all_lapse():
    answer = withdrawn_after(4)
    assert {row["id"]: (row["points"], row["sb"], row["place"][0]) for row in answer["table"]} == {
        "p1": (2.5, 13.5, 6),
        "p2": (2, 12, 7),
        "p4": (2.5, 14, 5),
        "p5": (3.5, 21, 2),
        "p6": (3, 17.5, 3),
        "p7": (3, 16.5, 4),
        "p8": (4.5, 23.5, 1),
    }
    assert (answer["lapsed"], answer["awarded"]) == (["p3"], [])


def test_c_14_after_five_games_the_rest_are_won_by_the_opponents():
    answer = withdrawn_after(5)
    assert {row["id"]: (row["points"], row["sb"], row["place"][0]) for row in answer["table"]} == {
        "p1": (3.5, 20.5, 6),
        "p2": (3, 19, 7),
        "p3": (1.5, 13, 8),
        "p4": (3.5, 21, 5),
        "p5": (4, 27.5, 2),
        "p6": (4, 25.5, 3),
        "p7": (4, 25, 4),
        "p8": (4.5, 32.5, 1),
    }
    assert answer["lapsed"] == []
    assert answer["awarded"] == [
        {"round": 6, "white": "p3", "black": "p1", "result": "0-1", "default": True},
        {"round": 7, "white": "p4", "black": "p3", "result": "1-0", "default": True},
    ]


def test_c_14_after_six_games_the_last_is_won_by_the_opponent():
    answer = withdrawn_after(6)
    assert {row["id"]: (row["points"], row["sb"], row["place"][0]) for row in answer["table"]} == {
        "p1": (3, 19.5, 7),
        "p2": (3, 20, 6),
        "p3": (2, 16, 8),
        "p4": (3.5, 22, 5),
        "p5": (4, 27, 2),
        "p6": (4, 25.5, 3),
        "p7": (4, 25, 4),
        "p8": (4.5, 32, 1),
    }
    assert answer["awarded"] == [{"round": 7, "white": "p4", "black": "p3", "result": "1-0", "default": True}]


FOUR = "1: 1-2 ½, 3-4 1\n2: 2-3 ½, 4-1 0\n3: 1-3 ½, 2-4 ½"


def test_a_5_c_a_tie_that_needs_a_game_with_colours_reversed():
    answer = standings("A", 4, FOUR)
    assert scores(answer, "points", "sb") == {"p1": (2, 4.5), "p2": (1.5, 4.5), "p3": (2, 4.5), "p4": (0.5, 1.5)}
    assert order(answer) == [
        ("p1", [1, 2], "open"),
        ("p3", [1, 2], "open"),
        ("p2", [3, 3], "points"),
        ("p4", [4, 4], "points"),
    ]
    assert answer["open"] == [
        {"places": [1, 2], "ids": ["p1", "p3"], "needs": "game", "colours": "reversed", "next": [{"white": "p3", "black": "p1"}]}
    ]


def test_a_5_a_drawn_play_off_is_played_again_with_colours_reversed():
    answer = standings("A", 4, FOUR, playoffs=[{"white": "p3", "black": "p1", "result": "draw"}])
    assert answer["open"][0]["needs"] == "game"
    assert answer["open"][0]["next"] == [{"white": "p1", "black": "p3"}]


TEAMS = [(1, 1, 4, 3, 5), (1, 2, 3, 3, 5), (2, 3, 1, 3, 5), (2, 4, 2, 3.5, 4.5), (3, 2, 1, 3.5, 4.5), (3, 4, 3, 5, 3)]


def test_b_7_teams_by_board_points_and_sb():
    matches = [
        {"round": number, "first": f"t{one}", "second": f"t{other}", "board_points": [own, others]}
        for number, one, other, own, others in TEAMS
    ]
    answer = standings("B", ["t1", "t2", "t3", "t4"], matches, group="II")
    assert scores(answer, "points", "board_points", "sb") == {"t4": (2, 13.5, 6), "t1": (2, 12.5, 4), "t2": (1, 11, 4), "t3": (1, 11, 2)}
    assert order(answer) == [
        ("t4", [1, 1], "board-points"),
        ("t1", [2, 2], "board-points"),
        ("t2", [3, 3], "sb"),
        ("t3", [4, 4], "sb"),
    ]
    assert answer["open"] == []


def test_g_5_b_6_a_match_with_empty_boards():
    answer = ask(
        "match", competition="G", first=["a1", None, "a3", "a4"], second=["b1", "b2", "b3", None], results=["draw", None, "0-1", None]
    )
    assert answer["boards"] == [
        {"board": 1, "white": "a1", "black": "b1", "result": "draw", "default": False},
        {"board": 2, "white": "b2", "black": None, "result": "1-0", "default": True},
        {"board": 3, "white": "a3", "black": "b3", "result": "0-1", "default": False},
        {"board": 4, "white": None, "black": "a4", "result": "0-1", "default": True},
    ]
    assert (answer["board_points"], answer["match_points"]) == ([1.5, 2.5], [0, 1])
