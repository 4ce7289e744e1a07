"""The question `pair` (D 4, F 3, appendix 3) with engines of the tests' own, the check of what an engine proposes, and its history."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.tournament.fields import Fields, QuestionError
from rules.tournament.pairing import pair
from rules.tournament.swiss import SwissPlayer, SwissRound, Unplayed, checked, holds
from rules.tournament.swiss_history import SwissGame, histories
from tests.rules.tournament.contests import game, refuses
from tests.rules.tournament.pairs import asked, pairs_of, plainly
from tests.support.says import says


def paired(**fields):
    return pair(Fields(asked(**fields)), plainly)


def refused(**fields):
    with pytest.raises(QuestionError) as refusal:
        paired(**fields)
    return refusal.value


def test_a_bye_of_the_arbiter_is_kept_one_who_is_left_alone_is_free_and_nobody_at_all_is_refused():
    players = [f"p{number}" for number in range(1, 8)]
    found = paired(players=players, byes=[{"round": 1, "id": "p1"}])
    assert (found["bye"], len(found["pairs"])) == ("p1", 3)
    found = paired(players=players, round=2, byes=[{"round": 1, "id": "p1"}, {"round": 2, "id": "p1"}])
    assert [one.code for one in found["warnings"]] == ["SwissFault.second-bye"]
    assert says("PairFault.two-free")(refused(byes=[{"round": 1, "id": "p1"}]))
    assert paired(players=["a"])["bye"] == "a"
    assert paired(players=["a", "b"], absent=["b"])["bye"] == "a"
    assert says("PairFault.nobody")(refused(players=["a"], absent=["a"]))
    assert says("PairFault.nobody")(refused(players=[]))


def test_d_4_the_arbiter_is_warned_where_the_ha_does_not_play_by_the_swiss_system_and_d_5_the_classes_1_to_3_never_do():
    assert [one.code for one in paired(competition="D", rounds=5)["warnings"]] == ["PairFault.few", "PairFault.rounds"]
    assert paired(competition="D", players=[f"p{number}" for number in range(9)], **{"class": "HA"})["warnings"] == []
    assert says("PairFault.tables")(refused(competition="D", **{"class": "1"}))


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"competition": "C"}, says("FieldFault.wrong", field="competition")),
        ({"round": 7}, says("FieldFault.wrong", field="round", value="7")),
        ({"round": 0}, says("FieldFault.wrong", field="round", value="0")),
        ({"rounds": 0}, says("FieldFault.wrong", field="rounds", value="0")),
        ({"players": [f"p{number}" for number in range(201)]}, says("PairFault.too-many", count=201)),
        ({"round": 2, "games": [game(1, "p1", "x")]}, says("PairFault.unknown", field="games[0].black", id="'x'")),
        ({"round": 2, "games": [game(1, "p1", "p1")]}, says("PairFault.itself")),
        ({"round": 2, "games": [game(2, "p1", "p2")]}, says("PairFault.later", field="games[0].round", round=2, before=2)),
        ({"round": 2, "games": [game(1, "p1", "p2", None)]}, says("PairFault.no-result")),
        ({"round": 2, "games": [game(1, "p1", "p2"), game(1, "p3", "p1")]}, says("PairFault.twice", id="'p1'", round=1)),
        ({"round": 2, "games": [game(1, "p1", "p2")], "byes": [{"round": 1, "id": "p2"}]}, says("PairFault.twice", id="'p2'", round=1)),
        ({"round": 2, "games": [game(1, "p1", "p2")], "forced": [{"white": "p2", "black": "p1"}]}, says("PairFault.met")),
        ({"forced": [{"white": "p1", "black": "p2"}, {"white": "p1", "black": "p3"}]}, says("PairFault.twice", id="'p1'")),
        ({"forced": [{"white": "p1", "black": "p2"}], "absent": ["p2"]}, says("PairFault.absent", id="'p2'")),
        ({"absent": ["x"]}, says("PairFault.unknown", field="absent", id="'x'")),
        ({"byes": [{"round": 2, "id": "p1"}]}, says("FieldFault.wrong", field="byes[0].round", value="2")),
    ],
)
def test_a_round_that_cannot_be_is_refused(fields, told):
    assert told(refused(**fields))


IDS = st.sampled_from("abcdef")
COUPLE = {"white": IDS, "black": IDS}
COUPLES = st.fixed_dictionaries(COUPLE)
RESULTS = st.sampled_from(["1-0", "0-1", "draw", None])
GAMES = st.fixed_dictionaries({**COUPLE, "round": st.integers(1, 3), "result": RESULTS, "default": st.booleans()})


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
    assert had_bye == any(warning.code == "SwissFault.second-bye" for warning in found["warnings"])


def player(number, *met, byes=0, colours=()):
    return SwissPlayer(number, Fraction(), colours, (), Unplayed(byes, 0), frozenset(met))


FOUR = [player(1, 2), player(2, 1), player(3), player(4)]
FIVE = [*FOUR, player(5, byes=1)]


@pytest.mark.parametrize(
    ("players", "pairs", "byes", "right"),
    [
        (FOUR, ((1, 3), (2, 4)), (), True),
        (FOUR, ((1, 2), (3, 4)), (), False),
        (FOUR, ((1, 3), (1, 4)), (), False),
        (FOUR, ((1, 3),), (), False),
        (FOUR, ((1, 3),), (2, 4), False),
        (FOUR, ((1, 3), (2, 9)), (), False),
        (FOUR, ((1, 1), (3, 4)), (2,), False),
        (FIVE, ((1, 3), (2, 4)), (5,), True),
        (FIVE, ((1, 3), (2, 4)), (), False),
        ([], (), (), True),
    ],
)
def test_a_round_holds_where_everybody_plays_once_and_meets_somebody_new(players, pairs, byes, right):
    assert holds(SwissRound(pairs, byes), players) is right


def as_they_stand(numbers, has_colours):
    first, second, third, fourth, *free = numbers
    return SwissRound(((first, third), (second, fourth)), tuple(free))


TWO_PLAY = SwissRound(((1, 2),), (3,))
WHITES = ("white", "white")


@pytest.mark.parametrize(
    ("players", "proposes", "expected", "without_colours"),
    [
        (FIVE, as_they_stand, SwissRound(((1, 3), (2, 5)), (4,)), False),
        ([player(number, byes=1) for number in (1, 2, 3)], lambda numbers, has_colours: TWO_PLAY, TWO_PLAY, False),
        (
            [player(number, byes=1, colours=WHITES) for number in (1, 2, 3)],
            lambda numbers, has_colours: SwissRound((), (1, 2, 3)) if has_colours else TWO_PLAY,
            TWO_PLAY,
            True,
        ),
        (
            [*FOUR, player(5)],
            lambda numbers, has_colours: SwissRound(((2, 4), (3, 5)), ()) if numbers == [2, 3, 4, 5] else SwissRound((), tuple(numbers)),
            SwissRound(((2, 4), (3, 5)), (1,)),
            False,
        ),
        (
            [player(one.number, *one.met, colours=WHITES) for one in FOUR],
            lambda numbers, has_colours: SwissRound((), (1, 2, 3, 4)) if has_colours else SwissRound(((1, 3), (2, 4)), ()),
            SwissRound(((1, 3), (2, 4)), ()),
            True,
        ),
    ],
    ids=[
        "a first bye for a second one",
        "nothing but second byes",
        "colours give way to that",
        "each is tried",
        "colours give way to games",
    ],
)
def test_what_an_engine_proposes_is_mended(players, proposes, expected, without_colours):
    found = checked(lambda players, number, rounds: proposes([one.number for one in players], bool(players[0].colours)), players, 3, 5)
    assert (found.proposed, found.without_colours) == (expected, without_colours)


def test_a_round_that_does_not_hold_is_never_told():
    refuses(says("SwissFault.not-paired", round=2), checked, lambda players, number, rounds: SwissRound(((1, 2), (3, 4)), ()), FOUR, 2, 5)


def test_r4_and_r21_what_the_rounds_before_say_of_a_player():
    games = [
        SwissGame(1, "a", "b", "1-0", False),
        SwissGame(1, "c", "d", "0-1", True),
        SwissGame(2, "b", "a", "draw", False),
        SwissGame(2, "d", "e", None, True),
    ]
    past = histories("abcdef", games, [(1, "e"), (2, "c"), (3, "a")], 3)
    half = Fraction(1, 2)
    assert past == {
        "a": SwissPlayer(1, 3 * half, ("white", "black"), ("none", "down"), Unplayed(0, 0), frozenset({2})),
        "b": SwissPlayer(2, half, ("black", "white"), ("none", "up"), Unplayed(0, 0), frozenset({1})),
        "c": SwissPlayer(3, 2 * half, (), ("none", "down"), Unplayed(1, 0), frozenset({4})),
        "d": SwissPlayer(4, 2 * half, (), ("down", "none"), Unplayed(0, 1), frozenset({3, 5})),
        "e": SwissPlayer(5, 2 * half, (), ("down", "none"), Unplayed(1, 0), frozenset({4})),
        "f": SwissPlayer(6, Fraction(), (), ("none", "none"), Unplayed(0, 0), frozenset()),
    }
