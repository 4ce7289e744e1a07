"""The Swiss engine behind `pair`: whole events with absentees, late entries, byes and defaults (D 4, F 3, appendix 3)."""

import random
from itertools import combinations

import pytest

from hub.pairing.dutch import dutch
from rules.tournament.fields import Fields, QuestionError
from rules.tournament.pairing import pair


def asked(**fields):
    return {
        "competition": "F",
        "rounds": 6,
        "round": 1,
        "players": [f"p{number}" for number in range(1, 9)],
        "games": [],
        "byes": [],
        **fields,
    }


def paired(**fields):
    return pair(Fields(asked(**fields)), dutch)


def refused(**fields):
    with pytest.raises(QuestionError) as refusal:
        paired(**fields)
    return str(refusal.value)


def game(number, white, black, result="draw", **more):
    return {"round": number, "white": white, "black": black, "result": result, **more}


def pairs_of(found):
    return [(row["white"], row["black"]) for row in found["pairs"]]


class Event:
    """An event that is played at random."""

    def __init__(self, seed, players, rounds, absence=0.0):
        self.chance = random.Random(seed)
        self.players = [f"p{number}" for number in range(1, players + 1)]
        self.rounds, self.absence = rounds, absence
        self.games, self.byes, self.warnings = [], [], []

    def play(self, number):
        absent = [one for one in self.players if self.chance.random() < self.absence]
        found = paired(players=self.players, rounds=self.rounds, round=number, games=self.games, byes=self.byes, absent=absent)
        assert set(found) == {"pairs", "bye", "warnings", "article"}
        placed = [one for couple in pairs_of(found) for one in couple] + ([found["bye"]] if found["bye"] else [])
        assert sorted(placed) == sorted(set(self.players) - set(absent))
        met = {frozenset((row["white"], row["black"])) for row in self.games}
        assert not met & {frozenset(couple) for couple in pairs_of(found)}
        had_bye = found["bye"] in {row["id"] for row in self.byes}
        assert not had_bye or found["warnings"]
        self.warnings += found["warnings"]
        for white, black in pairs_of(found):
            self.games.append(game(number, white, black, self.chance.choice(("1-0", "0-1", "draw")), default=self.chance.random() < 0.05))
        if found["bye"]:
            self.byes.append({"round": number, "id": found["bye"]})


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("players", "rounds"), [(9, 6), (10, 6), (15, 7), (16, 7)])
def test_appendix_3_nobody_meets_again_and_everybody_plays_or_is_free_once(players, rounds, seed):
    event = Event(seed, players, rounds, absence=0.1 if seed % 2 else 0.0)
    for number in range(1, rounds + 1):
        event.play(number)


@pytest.mark.parametrize("seed", range(10))
def test_seven_players_in_six_rounds_are_paired_as_long_as_a_round_without_a_second_meeting_is_left(seed):
    event = Event(seed, 7, 6)
    for number in range(1, 7):
        met = {frozenset((row["white"], row["black"])) for row in event.games}
        left = [couple for couple in combinations(event.players, 2) if frozenset(couple) not in met]
        if not any(_matching([one for one in event.players if one != free], left) for free in event.players):
            assert "cannot be paired" in refused(players=event.players, round=number, games=event.games, byes=event.byes)
            return
        event.play(number)


def _matching(players, left):
    """Whether all of them can be paired by those couples: tried one after another."""
    if not players:
        return True
    first, *rest = players
    return any(
        _matching([one for one in rest if one not in couple], left) for couple in left if first in couple and set(couple) <= {first, *rest}
    )


def test_the_first_round_pairs_the_upper_half_with_the_lower():
    assert [set(couple) for couple in pairs_of(paired())] == [{"p1", "p5"}, {"p2", "p6"}, {"p3", "p7"}, {"p4", "p8"}]


def test_winners_meet_in_the_second_round():
    games = [game(1, f"p{number}", f"p{number + 4}", "1-0") for number in range(1, 5)]
    found = pairs_of(paired(round=2, games=games))
    assert {frozenset(couple) for couple in found[:2]} == {frozenset({"p1", "p3"}), frozenset({"p2", "p4"})}


def test_forced_pairs_are_taken_out_first_with_their_colours():
    found = paired(forced=[{"white": "p8", "black": "p1"}])
    assert ("p8", "p1") in pairs_of(found)
    assert len(found["pairs"]) == 4
    assert len({one for couple in pairs_of(found) for one in couple}) == 8


def test_a_bye_that_the_arbiter_gives_in_this_round_is_kept():
    players = [f"p{number}" for number in range(1, 8)]
    found = paired(players=players, byes=[{"round": 1, "id": "p1"}])
    assert (found["bye"], len(found["pairs"])) == ("p1", 3)
    found = paired(players=players, round=2, byes=[{"round": 1, "id": "p1"}, {"round": 2, "id": "p1"}])
    assert "free a second time" in str(found["warnings"][0])
    assert "only one can be free" in refused(byes=[{"round": 1, "id": "p1"}])


def test_who_was_absent_is_not_paired_and_may_come_back():
    found = paired(absent=["p2", "p3"])
    assert {"p2", "p3"}.isdisjoint(one for couple in pairs_of(found) for one in couple)
    games = [game(1, white, black) for white, black in pairs_of(found)]
    found = paired(round=2, games=games)
    assert len(found["pairs"]) == 4


def test_everybody_has_met_everybody_is_a_sentence():
    rounds = [("ab", "cd"), ("ac", "bd"), ("ad", "bc")]
    games = [game(number, one[0], one[1]) for number, row in enumerate(rounds, 1) for one in row]
    assert "round 4 cannot be paired" in refused(players=list("abcd"), round=4, games=games)


def test_one_who_is_left_alone_is_free_and_nobody_at_all_is_refused():
    assert paired(players=["a"])["bye"] == "a"
    assert paired(players=["a", "b"], absent=["b"])["bye"] == "a"
    assert "nobody is left" in refused(players=["a"], absent=["a"])
    assert "nobody is left" in refused(players=[])


def test_d_4_the_arbiter_is_warned_where_the_ha_does_not_play_by_the_swiss_system():
    assert [str(one)[:10] for one in paired(competition="D", rounds=5)["warnings"]] == ["the HA pla", "the HA pla"]
    assert paired(competition="D", players=[f"p{number}" for number in range(9)])["warnings"] == []


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"competition": "C"}, "competition is"),
        ({"round": 7}, "round is 7"),
        ({"round": 0}, "round is 0"),
        ({"rounds": 0}, "rounds is 0"),
        ({"players": ["a", "a"]}, "players has 'a' twice"),
        ({"players": [f"p{number}" for number in range(1001)]}, "players has 1001"),
        ({"round": 2, "games": [game(1, "p1", "x")]}, "games[0].black is 'x'"),
        ({"round": 2, "games": [game(1, "p1", "p1")]}, "with the same player"),
        ({"round": 2, "games": [game(2, "p1", "p2")]}, "games[0].round is 2"),
        ({"round": 2, "games": [game(1, "p1", "p2", None)]}, "has no result"),
        ({"round": 2, "games": [game(1, "p1", "p2", "2-0")]}, "games[0].result is"),
        ({"round": 2, "games": [game(1, "p1", "p2"), game(1, "p3", "p1")]}, "'p1' stands twice in round 1"),
        ({"round": 2, "games": [game(1, "p1", "p2")], "byes": [{"round": 1, "id": "p2"}]}, "'p2' stands twice in round 1"),
        ({"round": 2, "games": [game(1, "p1", "p2")], "forced": [{"white": "p2", "black": "p1"}]}, "met in an earlier round"),
        ({"forced": [{"white": "p1", "black": "p2"}, {"white": "p1", "black": "p3"}]}, "'p1' stands twice"),
        ({"forced": [{"white": "p1", "black": "p2"}], "absent": ["p2"]}, "'p2' is absent"),
        ({"absent": ["x"]}, "absent is 'x'"),
        ({"byes": [{"round": 2, "id": "p1"}]}, "byes[0].round is 2"),
    ],
)
def test_a_round_that_cannot_be_is_refused(fields, told):
    assert told in refused(**fields)


def test_a_default_is_no_played_game_and_neither_may_have_come():
    games = [game(1, "p1", "p5", "1-0", default=True), game(1, "p2", "p6", None, default=True)]
    found = paired(round=2, games=games)
    assert len(found["pairs"]) == 4
    assert not {frozenset(couple) for couple in pairs_of(found)} & {frozenset({"p1", "p5"}), frozenset({"p2", "p6"})}
