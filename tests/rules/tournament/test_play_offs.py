"""Play-offs: who plays what with which colours, until won (A 5 C, B 7, C 15 D, D 6 D, E 5, F 4, G 6 E)."""

import pytest

from rules.tournament.fields import QuestionError
from rules.tournament.final_order import Needs
from rules.tournament.meetings import Meeting
from rules.tournament.play_offs import wanted
from tests.rules.tournament.contests import game, games, order, standings

FOUR = "1: 1-2 ½, 3-4 1\n2: 2-3 ½, 4-1 0\n3: 1-3 ½, 2-4 ½"
"""A group of four whose p1 and p3 are equal to the end; 1-3 was drawn."""


def play_off(white, black, result, **more):
    return {"white": white, "black": black, "result": result, **more}


def opened(answer):
    (one,) = answer["open"]
    return one["needs"], one.get("colours"), one["next"]


@pytest.mark.parametrize(("competition", "class_"), [("A", ""), ("C", "HAA"), ("C", "RHAA"), ("D", "HA"), ("D", "3")])
def test_equal_to_the_end_play_one_game_with_colours_reversed_against_their_own(competition, class_):
    answer = standings(competition, 4, FOUR, **{"class": class_})
    assert opened(answer) == ("game", "reversed", [{"white": "p3", "black": "p1"}])


@pytest.mark.parametrize("drawn", range(4))
def test_a_5_drawn_play_offs_alternate_colours_until_one_is_won(drawn):
    pairs = [("p3", "p1"), ("p1", "p3")] * 3
    played = [play_off(*pairs[number], "draw") for number in range(drawn)]
    white, black = pairs[drawn]
    assert opened(standings("A", 4, FOUR, playoffs=played)) == ("game", "reversed", [{"white": white, "black": black}])
    won = standings("A", 4, FOUR, playoffs=[*played, play_off(white, black, "1-0")])
    assert order(won)[:2] == [(white, [1, 1], "play-off"), (black, [2, 2], "play-off")]
    assert won["open"] == []


def test_a_play_off_without_a_result_is_wanted_still():
    answer = standings("A", 4, FOUR, playoffs=[play_off("p3", "p1", None)])
    assert opened(answer) == ("game", "reversed", [{"white": "p3", "black": "p1"}])


def test_r_4_a_play_off_won_by_default_is_won():
    answer = standings("A", 4, FOUR, playoffs=[play_off("p3", "p1", "0-1", default=True)])
    assert order(answer)[0] == ("p1", [1, 1], "play-off")


def test_r_7_who_did_not_meet_play_with_colours_by_lot():
    """In the group of six p1 and p5 do not meet."""
    level = "1: 1-2 1, 5-4 1, 3-6 ½\n2: 2-3 ½, 6-5 0, 4-1 0\n3: 1-3 1, 4-6 ½, 2-5 0"
    answer = standings("A", 6, level)
    assert answer["open"][0] == {
        "places": [1, 2],
        "ids": ["p1", "p5"],
        "needs": "game",
        "colours": "lot",
        "next": [{"players": ["p1", "p5"]}],
    }
    drawn = standings("A", 6, level, playoffs=[play_off("p5", "p1", "draw")])
    assert opened_first(drawn) == ("game", "reversed", [{"white": "p1", "black": "p5"}])


def opened_first(answer):
    one = answer["open"][0]
    return one["needs"], one.get("colours"), one["next"]


def test_r_4_colours_are_not_reversed_against_a_game_by_default():
    two = standings("D", 2, "1: 1-2 1*\n2: 2-1 1")
    assert opened(two) == ("game", "reversed", [{"white": "p1", "black": "p2"}])
    both = standings("D", 2, "1: 1-2 1*\n2: 2-1 1*")
    assert opened(both) == ("game", "lot", [{"players": ["p1", "p2"]}])


@pytest.mark.parametrize(("competition", "class_"), [("C", "KK"), ("E", "")])
class TestFirstPlaceByMatch:
    """C 15 and E 5: two equal in points for the first place play a match of two, then single games."""

    def ask(self, competition, class_, *played, **more):
        return standings(competition, 4, FOUR, playoffs=list(played), **{"class": class_}, **more)

    def test_none_played(self, competition, class_):
        both = [{"white": "p3", "black": "p1"}, {"white": "p1", "black": "p3"}]
        assert opened(self.ask(competition, class_)) == ("match", "reversed", both)

    @pytest.mark.parametrize("result", ["1-0", "0-1", "draw"])
    def test_one_played_the_other_is_wanted_whatever_its_result(self, competition, class_, result):
        answer = self.ask(competition, class_, play_off("p3", "p1", result))
        assert opened(answer) == ("match", "reversed", [{"white": "p1", "black": "p3"}])

    @pytest.mark.parametrize(("first", "second", "winner"), [("1-0", "0-1", "p3"), ("draw", "1-0", "p1"), ("0-1", "draw", "p1")])
    def test_more_points_of_two_games_win(self, competition, class_, first, second, winner):
        answer = self.ask(competition, class_, play_off("p3", "p1", first), play_off("p1", "p3", second))
        assert order(answer)[0] == (winner, [1, 1], "play-off")
        assert order(answer)[1][1:] == ([2, 2], "play-off")

    @pytest.mark.parametrize(("first", "second"), [("draw", "draw"), ("1-0", "1-0"), ("0-1", "0-1")])
    def test_one_all_is_followed_by_a_game_at_a_time(self, competition, class_, first, second):
        match = [play_off("p3", "p1", first), play_off("p1", "p3", second)]
        assert opened(self.ask(competition, class_, *match)) == ("game", "reversed", [{"white": "p3", "black": "p1"}])
        third = [*match, play_off("p3", "p1", "draw")]
        assert opened(self.ask(competition, class_, *third)) == ("game", "reversed", [{"white": "p1", "black": "p3"}])
        answer = self.ask(competition, class_, *third, play_off("p1", "p3", "0-1"))
        assert order(answer)[:2] == [("p3", [1, 1], "play-off"), ("p1", [2, 2], "play-off")]

    def test_a_game_after_it_was_won_cannot_be(self, competition, class_):
        with pytest.raises(QuestionError, match="was won by p3"):
            self.ask(
                competition,
                class_,
                play_off("p3", "p1", "1-0"),
                play_off("p1", "p3", "draw"),
                play_off("p3", "p1", "draw"),
            )

    def test_three_equal_are_the_arbiters_who_enters_the_whole_order(self, competition, class_):
        three = "1: 1-2 1, 3-4 1\n2: 2-3 1, 4-1 0\n3: 3-1 1, 2-4 1"
        answer = standings(competition, 4, three, **{"class": class_})
        assert answer["open"] == [{"places": [1, 3], "ids": ["p1", "p2", "p3"], "needs": "arbiter", "next": []}]
        answer = standings(competition, 4, three, decided=[["p2", "p3", "p1"]], **{"class": class_})
        assert order(answer) == [
            ("p2", [1, 1], "play-off"),
            ("p3", [2, 2], "play-off"),
            ("p1", [3, 3], "play-off"),
            ("p4", [4, 4], "points"),
        ]
        assert answer["open"] == []

    def test_places_below_the_first_are_by_sb_mutual_result_and_one_game(self, competition, class_):
        below = "1: 1-2 1, 3-4 ½\n2: 2-3 ½, 4-1 0\n3: 1-3 1, 2-4 ½"
        answer = standings(competition, 4, below, **{"class": class_})
        assert answer["open"] == [{"places": [2, 4], "ids": ["p2", "p3", "p4"], "needs": "arbiter", "next": []}]
        two = "1: 1-2 1, 3-4 1\n2: 2-3 ½, 4-1 0\n3: 1-3 1, 2-4 1"
        assert opened(standings(competition, 4, two, **{"class": class_})) == ("game", "reversed", [{"white": "p3", "black": "p2"}])


def test_e_5_a_match_of_two_who_did_not_meet_begins_by_lot():
    answer = standings("E", 4, "1: 1-2 1, 3-4 1")
    assert answer["open"][0]["next"] == [{"players": ["p1", "p3"]}, {"players": ["p1", "p3"]}]
    assert (answer["open"][0]["needs"], answer["open"][0]["colours"]) == ("match", "lot")


SWISS = "1: 1-2 1, 3-4 1\n2: 1-3 ½, 2-4 1"


def test_f_4_the_first_place_is_played_off_with_colours_by_lot_though_they_met():
    answer = standings("F", 4, SWISS)
    assert opened(answer) == ("game", "lot", [{"players": ["p1", "p3"]}])
    drawn = [play_off("p1", "p3", "draw")]
    assert opened(standings("F", 4, SWISS, playoffs=drawn)) == ("game", "reversed", [{"white": "p3", "black": "p1"}])
    won = standings("F", 4, SWISS, playoffs=[*drawn, play_off("p3", "p1", "1-0")])
    assert order(won)[:2] == [("p3", [1, 1], "play-off"), ("p1", [2, 2], "play-off")]


def test_f_4_three_equal_for_the_first_place_are_the_arbiters():
    answer = standings("F", 6, "1: 1-2 1, 3-4 1, 5-6 1")
    assert answer["open"][0] == {"places": [1, 3], "ids": ["p1", "p3", "p5"], "needs": "arbiter", "next": []}


def test_r_22_other_places_of_a_swiss_stay_shared():
    answer = standings("F", 4, "1: 1-2 1, 3-4 1")
    assert answer["open"][1] == {"places": [3, 4], "ids": ["p2", "p4"], "needs": "nothing", "next": []}
    with pytest.raises(QuestionError, match="no play-off"):
        standings("F", 4, "1: 1-2 1, 3-4 1", playoffs=[play_off("p2", "p4", "1-0")])


def test_d_6_in_the_swiss_of_the_ha_the_list_decides_the_first_place_too():
    answer = standings("D", 4, "1: 1-2 1, 3-4 1", swiss=True, **{"class": "HA"})
    assert [one["needs"] for one in answer["open"]] == ["nothing", "nothing"]
    assert [one["places"] for one in answer["open"]] == [[1, 2], [3, 4]]


def matches(boards, *played):
    """Matches of teams t1, t2 ...: (round, first, second, board points of the first)."""
    return [
        {"round": number, "first": f"t{one}", "second": f"t{other}", "board_points": [own, boards - own]}
        for number, one, other, own in played
    ]


LEVEL = [(1, 1, 4, 6), (1, 2, 3, 6), (2, 3, 1, 2), (2, 4, 2, 2), (3, 2, 1, 4), (3, 4, 3, 4)]
"""t1 and t2 are equal in all things, and so are t3 and t4."""
T = ["t1", "t2", "t3", "t4"]


def test_b_7_the_first_place_of_group_i_is_a_play_off_match_until_won():
    answer = standings("B", T, matches(8, *LEVEL), group="I")
    assert answer["open"][0] == {
        "places": [1, 2],
        "ids": ["t1", "t2"],
        "needs": "team-match",
        "colours": "each reversed",
        "next": [{"first": "t1", "second": "t2"}],
    }
    drawn = [{"first": "t1", "second": "t2", "board_points": [4, 4]}]
    assert standings("B", T, matches(8, *LEVEL), group="I", playoffs=drawn)["open"][0]["needs"] == "team-match"
    won = [*drawn, {"first": "t1", "second": "t2", "board_points": [3.5, 4.5]}]
    answer = standings("B", T, matches(8, *LEVEL), group="I", playoffs=won)
    assert order(answer)[:2] == [("t2", [1, 1], "play-off"), ("t1", [2, 2], "play-off")]


@pytest.mark.parametrize(
    ("played", "first"),
    [
        ("t1-t2 t1-t3 t4-t2", "t2"),
        ("t1-t2 t3-t1 t2-t4", "t1"),
        ("t1-t2 t1-t3 t2-t4", "t2"),
        ("t2-t1 t3-t1 t4-t2", "t1"),
        ("t1-t3 t2-t4", "t1"),
        ("t1-t2", "t2"),
    ],
    ids=["last White and Black", "last Black and White", "both last White", "both last Black", "never met", "met last"],
)
def test_b_7_each_player_has_the_colour_that_he_had_not_in_his_last_game(played, first):
    """Of the first named team the odd boards have White; where both last had the same colour, their match with each other counts."""
    before = [Meeting(number, *pair.split("-"), points=(1, 1)) for number, pair in enumerate(played.split(), 1)]
    second = "t2" if first == "t1" else "t1"
    assert wanted(("t1", "t2"), Needs.TEAM_MATCH, [], before).next == ((first, second),)
    booked = Meeting(9, second, first, points=(2, 0), is_default=True)
    assert wanted(("t1", "t2"), Needs.TEAM_MATCH, [], [*before, booked]).next == ((first, second),), "nobody had a colour there"
    drawn = Meeting(0, first, second, points=(1, 1))
    assert wanted(("t1", "t2"), Needs.TEAM_MATCH, [drawn], before).next == ((second, first),)


def test_r_8_other_equal_teams_of_b_are_the_arbiters():
    answer = standings("B", T, matches(8, *LEVEL), group="I")
    assert answer["open"][1] == {"places": [3, 4], "ids": ["t3", "t4"], "needs": "arbiter", "next": []}
    answer = standings("B", T, matches(8, *LEVEL), group="II")
    assert [one["needs"] for one in answer["open"]] == ["arbiter", "arbiter"]
    answer = standings("B", T, matches(8, *LEVEL), group="II", decided=[["t4", "t3"], ["t1", "t2"]])
    assert [row["id"] for row in answer["table"]] == ["t1", "t2", "t4", "t3"]


def test_b_7_sb_and_mutual_result_do_not_count_for_the_first_place_of_group_i_alone():
    played = [(1, 1, 4, 3), (1, 2, 3, 5), (2, 3, 1, 3), (2, 4, 2, 3), (3, 2, 1, 3), (3, 4, 3, 3)]
    below, first = (standings("B", T, matches(8, *played), group=group) for group in ("III", "I"))
    assert order(below)[:2] == [("t1", [1, 1], "sb"), ("t2", [2, 2], "sb")]
    assert opened_first(first) == ("team-match", "each reversed", [{"first": "t1", "second": "t2"}])
    assert order(first)[2:] == order(below)[2:]


def test_g_6_e_equal_teams_play_a_match_at_every_place():
    answer = standings("G", T, matches(4, *[(number, one, other, own / 2) for number, one, other, own in LEVEL]))
    assert [(one["needs"], one["next"]) for one in answer["open"]] == [
        ("team-match", [{"first": "t1", "second": "t2"}]),
        ("team-match", [{"first": "t3", "second": "t4"}]),
    ]


def test_a_play_off_of_two_who_are_not_equal_cannot_be():
    with pytest.raises(QuestionError, match="p1 and p2 have no play-off"):
        standings("A", 4, FOUR, playoffs=[play_off("p1", "p2", "1-0")])


def test_decided_names_a_whole_set_of_equals():
    assert order(standings("A", 4, FOUR, decided=[["p3", "p1"]]))[0] == ("p3", [1, 1], "play-off")
    for ids in (["p3"], ["p1", "p2"], ["p1", "p3", "p2"], ["p1", "p9"], ["p1", "p1"]):
        with pytest.raises(QuestionError, match="decided"):
            standings("A", 4, FOUR, decided=[ids])


def test_decided_names_a_set_once():
    with pytest.raises(QuestionError, match="in two lists"):
        standings("A", 4, FOUR, decided=[["p3", "p1"], ["p1", "p3"]])


def test_decided_may_not_contradict_a_play_off_that_was_won():
    won = [play_off("p3", "p1", "1-0")]
    assert order(standings("A", 4, FOUR, playoffs=won, decided=[["p3", "p1"]]))[0][0] == "p3"
    with pytest.raises(QuestionError, match="p3 won the play-off"):
        standings("A", 4, FOUR, playoffs=won, decided=[["p1", "p3"]])


def test_games_of_three_equals_are_the_arbiters_and_decide_nothing_by_themselves():
    three = games("1: 1-2 1, 3-4 1\n2: 2-3 1, 4-1 0\n3: 3-1 1, 2-4 1")
    answer = standings("A", 4, three, playoffs=[play_off("p1", "p2", "1-0")])
    assert answer["open"][0]["needs"] == "arbiter"


def test_e_5_the_colours_are_reversed_against_the_last_of_several_games():
    answer = standings("E", 2, [game(4, "p1", "p2", "1-0"), game(2, "p2", "p1", "1-0")])
    assert answer["open"][0]["next"] == [{"white": "p2", "black": "p1"}, {"white": "p1", "black": "p2"}]


def test_f_4_who_share_a_place_to_the_end_are_not_decided():
    level = games("1: 1-2 ½, 3-4 ½")
    assert standings("F", 4, level)["open"][0]["needs"] == "arbiter"
    below = games("1: 1-2 1, 3-4 ½\n2: 1-3 1, 2-4 ½\n3: 1-4 1, 2-3 ½")
    assert standings("F", 4, below)["open"] == [{"places": [2, 4], "ids": ["p2", "p3", "p4"], "needs": "nothing", "next": []}]
    with pytest.raises(QuestionError, match="share their place to the end"):
        standings("F", 4, below, decided=[["p2", "p3", "p4"]])
