"""Play-offs: who plays what with which colours, until won (A 5 C, B 7, C 15 D, D 6 D, E 5, F 4, G 6 E)."""

import pytest

from tests.support.says import says
from tests.tournament.contests import Refused, T, game, matches, names, placed, refuses, standings
from tournament.errors import TournamentError
from tournament.final_order import Needs
from tournament.games import Match
from tournament.play_offs import next_games

FOUR = "1: 1-2 ½, 3-4 1\n2: 2-3 ½, 4-1 0\n3: 1-3 ½, 2-4 ½"
"""A group of four whose p1 and p3 are equal to the end; 1-3 was drawn."""
MORE_SB = "1: 1-2 ½, 3-4 ½\n2: 2-3 0, 4-1 0\n3: 1-3 ½, 2-4 1"
"""p1 and p3 are equal in points, and p3 has more Sonneborn-Berger."""
THREE = "1: 1-2 1, 3-4 1\n2: 2-3 1, 4-1 0\n3: 3-1 1, 2-4 1"
"""p1, p2 and p3 are equal to the end."""


def play_off(white, black, result, **more):
    return {"white": white, "black": black, "result": result, **more}


def in_turn(first, other, *results):
    """Play-offs of these two in which the colours are reversed each time."""
    return [play_off(*((first, other) if at % 2 == 0 else (other, first)), result) for at, result in enumerate(results)]


def opened(answer, at=0):
    """The open places in a line, such as `game reversed: p3-p1`, with `p1 p3` where the lot gives the colours."""
    one = answer["open"][at]
    games = ", ".join(" ".join(game["players"]) if "players" in game else "-".join(game.values()) for game in one["next"])
    return f"{one['needs']} {one['colours']}: {games}" if "colours" in one else one["needs"]


@pytest.mark.parametrize(("competition", "class_"), [("A", ""), ("C", "HAA"), ("D", "HA"), ("D", "3")])
def test_equal_to_the_end_play_one_game_with_colours_reversed_against_their_own(competition, class_):
    answer = standings(competition, 4, FOUR, **{"class": class_})
    assert (opened(answer), len(answer["open"])) == ("game reversed: p3-p1", 1)


@pytest.mark.parametrize("drawn", range(3))
def test_a_5_drawn_play_offs_alternate_colours_until_one_is_won(drawn):
    played = in_turn("p3", "p1", *["draw"] * drawn)
    white, black = ("p3", "p1") if drawn % 2 == 0 else ("p1", "p3")
    assert opened(standings("A", 4, FOUR, playoffs=played)) == f"game reversed: {white}-{black}"
    assert opened(standings("A", 4, FOUR, playoffs=[*played, play_off(white, black, None)])) == f"game reversed: {white}-{black}"
    won = standings("A", 4, FOUR, playoffs=[*played, play_off(white, black, "1-0")])
    assert placed(won).startswith(f"{white} 1 play-off, {black} 2 play-off, ")
    assert won["open"] == []
    by_default = play_off(white, black, "0-1", default=True)
    assert placed(standings("A", 4, FOUR, playoffs=[*played, by_default])).startswith(f"{black} 1 play-off, "), "R 4"


def test_r_7_who_did_not_meet_play_with_colours_by_lot():
    """In the group of six p1 and p5 do not meet."""
    level = "1: 1-2 1, 5-4 1, 3-6 ½\n2: 2-3 ½, 6-5 0, 4-1 0\n3: 1-3 1, 4-6 ½, 2-5 0"
    (first, *_) = standings("A", 6, level)["open"]
    assert first == {"places": [1, 2], "ids": ["p1", "p5"], "needs": "game", "colours": "lot", "next": [{"players": ["p1", "p5"]}]}
    assert opened(standings("A", 6, level, playoffs=in_turn("p5", "p1", "draw"))) == "game reversed: p1-p5"


def test_r_4_colours_are_not_reversed_against_a_game_by_default():
    assert opened(standings("D", 2, "1: 1-2 1*\n2: 2-1 1")) == "game reversed: p1-p2"
    assert opened(standings("D", 2, "1: 1-2 1\n2: 2-1 1")) == "game reversed: p1-p2"
    assert opened(standings("D", 2, "1: 1-2 1*\n2: 2-1 1*")) == "game lot: p1 p2"


@pytest.mark.parametrize(("competition", "class_"), [("C", "KK"), ("E", "")])
class TestFirstPlaceByMatch:
    """C 15 and E 5: two equal in points for the first place play a match of two, then single games."""

    def ask(self, competition, class_, *results, games=MORE_SB, **more):
        return standings(competition, 4, games, playoffs=in_turn("p3", "p1", *results), **{"class": class_}, **more)

    @pytest.mark.parametrize(
        ("results", "next_"),
        [
            ([], "match reversed: p3-p1, p1-p3"),
            (["1-0"], "match reversed: p1-p3"),
            (["0-1"], "match reversed: p1-p3"),
            (["draw"], "match reversed: p1-p3"),
            (["draw", None], "match reversed: p1-p3"),
            (["draw", "draw"], "game reversed: p3-p1"),
            (["1-0", "1-0"], "game reversed: p3-p1"),
            (["0-1", "0-1", "draw"], "game reversed: p1-p3"),
        ],
    )
    def test_both_games_are_played_and_after_one_all_a_game_at_a_time(self, competition, class_, results, next_):
        assert opened(self.ask(competition, class_, *results)) == next_

    @pytest.mark.parametrize(
        ("results", "winner"),
        [(["1-0", "0-1"], "p3"), (["draw", "1-0"], "p1"), (["0-1", "draw"], "p1"), (["draw", "draw", "draw", "0-1"], "p3")],
    )
    def test_more_points_of_two_games_win_or_the_first_game_after_them_that_is_no_draw(self, competition, class_, results, winner):
        other = {"p1": "p3", "p3": "p1"}[winner]
        assert placed(self.ask(competition, class_, *results)).startswith(f"{winner} 1 play-off, {other} 2 play-off, ")
        refuses(says(Refused.WON_BEFORE, winner=winner), self.ask, competition, class_, *results, "draw")

    def test_three_equal_are_the_arbiters_who_enters_the_whole_order(self, competition, class_):
        (left,) = self.ask(competition, class_, games=THREE)["open"]
        assert left == {"places": [1, 3], "ids": ["p1", "p2", "p3"], "needs": "arbiter", "next": []}
        answer = self.ask(competition, class_, games=THREE, decided=[["p2", "p3", "p1"]])
        assert placed(answer) == "p2 1 play-off, p3 2 play-off, p1 3 play-off, p4 4 points"
        assert answer["open"] == []


def test_e_5_a_match_of_two_who_did_not_meet_begins_by_lot_and_of_several_games_the_last_is_reversed():
    assert opened(standings("E", 4, "1: 1-2 1, 3-4 1")) == "match lot: p1 p3, p1 p3"
    several = [game(4, "p1", "p2", "1-0"), game(2, "p2", "p1", "1-0")]
    assert opened(standings("E", 2, several)) == "match reversed: p2-p1, p1-p2"


def test_f_4_the_first_place_is_played_off_with_colours_by_lot_though_they_met():
    swiss = "1: 1-2 1, 3-4 1\n2: 1-3 ½, 2-4 1"
    assert opened(standings("F", 4, swiss)) == "game lot: p1 p3"
    assert opened(standings("F", 4, swiss, playoffs=in_turn("p1", "p3", "draw"))) == "game reversed: p3-p1"
    won = standings("F", 4, swiss, playoffs=in_turn("p1", "p3", "draw", "1-0"))
    assert placed(won).startswith("p3 1 play-off, p1 2 play-off, ")


def test_r_22_other_places_of_a_swiss_stay_shared_and_nobody_decides_them():
    answer = standings("F", 4, "1: 1-2 1, 3-4 1")
    assert answer["open"][1] == {"places": [3, 4], "ids": ["p2", "p4"], "needs": "nothing", "next": []}
    with pytest.raises(TournamentError, check=says(Refused.NO_PLAY_OFF, id="p2", other="p4")):
        standings("F", 4, "1: 1-2 1, 3-4 1", playoffs=[play_off("p2", "p4", "1-0")])
    with pytest.raises(TournamentError, check=says(Refused.STAYS_SHARED)):
        standings("F", 4, "1: 1-2 1, 3-4 ½\n2: 1-3 1, 2-4 ½\n3: 1-4 1, 2-3 ½", decided=[["p2", "p3", "p4"]])


LEVEL = [(1, 1, 4, 6), (1, 2, 3, 6), (2, 3, 1, 2), (2, 4, 2, 2), (3, 2, 1, 4), (3, 4, 3, 4)]
"""t1 and t2 are equal in all things, and so are t3 and t4."""


def level(competition="B", boards=8, **more):
    played = [(number, one, other, own * boards / 8) for number, one, other, own in LEVEL]
    return standings(competition, T, matches(boards, *played), **more)


@pytest.mark.parametrize(("competition", "boards", "more", "below"), [("B", 8, {"group": "I"}, "arbiter"), ("G", 4, {}, "team-match")])
def test_b_7_and_g_6_the_first_place_is_a_play_off_match_until_won_in_b_of_group_i_alone(competition, boards, more, below):
    answer = level(competition, boards, **more)
    assert (answer["open"][0]["ids"], opened(answer), answer["odd_white"][0]) == (["t1", "t2"], "team-match each reversed: t1-t2", "t1")
    assert (answer["open"][1]["ids"], answer["open"][1]["needs"]) == (["t3", "t4"], below)
    drawn = {"first": "t1", "second": "t2", "board_points": [boards / 2] * 2}
    assert opened(level(competition, boards, playoffs=[drawn], **more)).startswith("team-match")
    won = level(competition, boards, playoffs=[drawn, drawn | {"board_points": [boards / 2 - 0.5, boards / 2 + 0.5]}], **more)
    assert placed(won).startswith("t2 1 play-off, t1 2 play-off, ")
    assert [one["ids"] for one in won["open"]] == [["t3", "t4"]]


LAST = {
    "White and Black": ("t1-t2 t1-t3 t4-t2", "t2"),
    "Black and White": ("t1-t2 t3-t1 t2-t4", "t1"),
    "both White": ("t1-t2 t1-t3 t2-t4", "t2"),
    "both Black": ("t2-t1 t3-t1 t4-t2", "t1"),
    "never met": ("t1-t3 t2-t4", "t1"),
    "met last": ("t1-t2", "t2"),
}


@pytest.mark.parametrize(("played", "first"), LAST.values(), ids=LAST)
def test_b_7_each_player_has_the_colour_that_he_had_not_in_his_last_game(played, first):
    """Of the first named team the odd boards have White; where both last had the same colour, their match with each other counts."""
    before = [Match(number, *pair.split("-"), (4, 4)) for number, pair in enumerate(played.split(), 1)]
    second = "t2" if first == "t1" else "t1"
    assert next_games(("t1", "t2"), Needs.TEAM_MATCH, [], before).pairs == ((first, second),)
    booked = Match(9, second, first, (8, 0), by_default=True)
    assert next_games(("t1", "t2"), Needs.TEAM_MATCH, [], [*before, booked]).pairs == ((first, second),), "nobody had a colour there"
    drawn = Match(0, first, second, (4, 4))
    assert next_games(("t1", "t2"), Needs.TEAM_MATCH, [drawn], before).pairs == ((second, first),)


def test_r_8_other_equal_teams_of_b_are_the_arbiters():
    assert level(group="I")["open"][1] == {"places": [3, 4], "ids": ["t3", "t4"], "needs": "arbiter", "next": []}
    assert [one["needs"] for one in level(group="II")["open"]] == ["arbiter", "arbiter"]
    assert [row["id"] for row in level(group="II", decided=[["t4", "t3"], ["t1", "t2"]])["table"]] == ["t1", "t2", "t4", "t3"]


@pytest.mark.parametrize(
    ("decided", "what"),
    [
        ([["p3"]], says(Refused.NOT_EQUALS)),
        ([["p1", "p2"]], says(Refused.NOT_EQUALS)),
        ([["p1", "p3", "p2"]], says(Refused.NOT_EQUALS)),
        ([["p1", "p9"]], says(Refused.UNKNOWN, id="p9")),
        ([["p1", "p1"]], names("decided")),
        ([["p3", "p1"], ["p1", "p3"]], says(Refused.DECIDED_TWICE)),
    ],
)
def test_decided_names_a_whole_set_of_equals_once_and_contradicts_no_play_off(decided, what):
    assert placed(standings("A", 4, FOUR, decided=[["p3", "p1"]])).startswith("p3 1 play-off")
    refuses(what, standings, "A", 4, FOUR, decided=decided)
    won = [play_off("p3", "p1", "1-0")]
    assert placed(standings("A", 4, FOUR, playoffs=won, decided=[["p3", "p1"]])).startswith("p3 1 ")
    refuses(says(Refused.CONTRADICTED, winner="p3"), standings, "A", 4, FOUR, playoffs=won, decided=[["p1", "p3"]])
