"""The question `pair` (D 4, F 3, appendix 3) with an engine of the tests' own: what is fixed before it, what is told, what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.tournament.fields import Fields, QuestionError
from rules.tournament.pairing import pair
from tests.rules.tournament.pairs import asked, game, pairs_of, plainly


def paired(**fields):
    return pair(Fields(asked(**fields)), plainly)


def refused(**fields):
    with pytest.raises(QuestionError) as refusal:
        paired(**fields)
    return str(refusal.value)


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
        ({"players": [f"p{number}" for number in range(201)]}, "players has 201"),
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


IDS = st.sampled_from("abcdef")
COUPLES = st.fixed_dictionaries({"white": IDS, "black": IDS})
GAMES = st.builds(
    lambda couple, number, result, default: {**couple, "round": number, "result": result, "default": default},
    COUPLES,
    st.integers(1, 3),
    st.sampled_from(["1-0", "0-1", "draw", None]),
    st.booleans(),
)


@given(
    players=st.lists(IDS, min_size=1, unique=True),
    number=st.integers(1, 4),
    games=st.lists(GAMES, max_size=6),
    byes=st.lists(st.fixed_dictionaries({"round": st.integers(1, 4), "id": IDS}), max_size=3),
    absent=st.lists(IDS, max_size=2, unique=True),
    forced=st.lists(COUPLES, max_size=2),
)
def test_whatever_is_asked_everybody_there_plays_or_is_free_once_and_nobody_meets_again(players, number, games, byes, absent, forced):
    given_games = [row for row in games if row["round"] < number]
    try:
        found = paired(players=players, round=number, games=given_games, byes=byes, absent=absent, forced=forced)
    except QuestionError:
        return
    placed = [one for couple in pairs_of(found) for one in couple] + ([found["bye"]] if found["bye"] else [])
    assert sorted(placed) == sorted(set(players) - set(absent))
    met = {frozenset((row["white"], row["black"])) for row in given_games}
    assert not met & {frozenset(couple) for couple in pairs_of(found)}
    assert all((row["white"], row["black"]) in pairs_of(found) for row in forced)
    had_bye = found["bye"] in {row["id"] for row in byes if row["round"] < number}
    assert had_bye == any("second time" in str(warning) for warning in found["warnings"])


def test_d_5_the_classes_1_to_3_are_not_paired_by_the_swiss_system():
    assert "play by the tables of A 4 (D 5)" in refused(competition="D", **{"class": "1"})
    assert paired(competition="D", **{"class": "HA"})["pairs"]
