"""The Swiss system (D 4, F 3, appendix 3) with engines of the tests' own: the arbiter's pairs, and the check of what an engine proposes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.says import says
from tests.tournament.contests import Refused, refuses
from tests.tournament.pairs import byes, plainly, played, swiss
from tournament.competitions import Competition
from tournament.errors import RegulationError, TournamentError
from tournament.swiss import SwissRound, is_valid, pair_round

SECOND_BYE = "{id} had a bye or a win by default before, and is free again because the arbiter says so"
FEW = "the HA plays by the Swiss system from 9 players on; up to 8 all meet once (D 4)"
ROUNDS = "the HA plays 6 rounds by the Swiss system (D 4)"
TWO_FREE = "with {id} free an odd number of players is left; only one can be free in a round"
NOBODY = "nobody is left to pair"


def paired(**fields):
    return pair_round(swiss(**fields), plainly)


def warned(**fields):
    return [warning.english for warning in paired(**fields).warnings]


def test_a_bye_of_the_arbiter_is_kept_one_who_is_left_alone_is_free_and_nobody_at_all_is_refused():
    players = tuple(f"p{number}" for number in range(1, 8))
    found = paired(players=players, byes=byes((1, "p1")))
    assert (found.bye, len(found.pairs), found.warnings) == ("p1", 3, ())
    assert warned(players=players, round=2, byes=byes((1, "p1"), (2, "p1"))) == [SECOND_BYE]
    refuses(says(TWO_FREE, id="p1"), paired, byes=byes((1, "p1")))
    refuses(says(TWO_FREE, id="p1"), paired, players=players, byes=byes((1, "p1"), (1, "p2"), (1, "p3")))
    assert paired(players=("a",)).bye == "a"
    assert paired(players=("a", "b"), absent=("b",)).bye == "a"
    refuses(says(NOBODY), paired, players=("a",), absent=("a",))
    refuses(says(NOBODY), paired, players=())


def test_d_4_the_arbiter_is_warned_where_the_ha_does_not_play_by_the_swiss_system():
    assert warned(competition=Competition.D, rounds=5) == [FEW, ROUNDS]
    assert warned(competition=Competition.D, players=tuple("abcdefghi")) == []
    assert warned(competition=Competition.F, rounds=5) == []


UNKNOWN, HIMSELF = says(Refused.UNKNOWN, id="x"), says(Refused.HIMSELF, id="p1")
LATER = "{where} cannot be yet; rounds up to {last} were expected"
NO_RESULT = "the game {white} - {black} of round {round} has no result; a round is paired when the rounds before it are complete"
TWICE = says(Refused.TWICE_IN_ROUND, times=2, round=1)
ABSENT = "{id} is absent, and is paired or free in this round"
NO_ROUND = "there is no round {round}; this event has {rounds} rounds"


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ({"round": 7}, says(NO_ROUND, round=7, rounds=6)),
        ({"round": 0}, says(NO_ROUND, round=0)),
        ({"players": tuple(map(str, range(201)))}, says("there are {count} players; {most} at most are paired", count=201, most=200)),
        ({"round": 2, "games": (played(1, "p1", "x"),)}, UNKNOWN),
        ({"round": 2, "games": (played(1, "p1", "p1"),)}, HIMSELF),
        ({"round": 2, "games": (played(2, "p1", "p2"),)}, says(LATER, where="a game of round {round}", last=1)),
        ({"round": 2, "games": (played(1, "p1", "p2", None),)}, says(NO_RESULT, white="p1", black="p2", round=1)),
        ({"round": 2, "games": (played(1, "p1", "p2"), played(1, "p3", "p1"))}, TWICE),
        ({"round": 2, "games": (played(1, "p1", "p2"),), "byes": byes((1, "p2"))}, TWICE),
        (
            {"round": 2, "games": (played(1, "p1", "p2"),), "forced": (("p2", "p1"),)},
            says("{white} and {black} met in an earlier round, and opponents meet once at most (appendix 3)", white="p2", black="p1"),
        ),
        ({"forced": (("p1", "p2"), ("p1", "p3"))}, TWICE),
        ({"forced": (("p1", "p2"),), "byes": byes((1, "p1"))}, TWICE),
        ({"forced": (("p1", "x"),)}, UNKNOWN),
        ({"forced": (("p1", "p1"),)}, HIMSELF),
        ({"forced": (("p1", "p2"),), "absent": ("p2",)}, says(ABSENT, id="p2")),
        ({"absent": ("x",)}, UNKNOWN),
        ({"byes": byes((1, "x"))}, UNKNOWN),
        ({"byes": byes((2, "p1"))}, says(LATER, where="a bye of round {round}", last=1)),
        ({"byes": byes((1, "p1", 1.5))}, says("{where} is {points}; a bye is 1 point, 0.5 or 0", points=1.5)),
        ({"byes": byes((1, "p1", 0.5)), "absent": ("p1",)}, says(ABSENT, id="p1")),
    ],
)
def test_a_round_that_cannot_be_is_refused(fields, what):
    refuses(what, paired, **fields)


IDS = st.sampled_from("abcdef")
GAMES = st.builds(played, st.integers(1, 3), IDS, IDS, st.sampled_from(["1-0", "0-1", "draw", None]), st.booleans())


@given(
    players=st.lists(IDS, min_size=1, unique=True),
    number=st.integers(1, 4),
    games=st.lists(GAMES, max_size=6),
    free=st.lists(st.tuples(st.integers(1, 4), IDS, st.sampled_from([0.0, 0.5, 1.0])), max_size=3),
    absent=st.lists(IDS, max_size=2, unique=True),
    forced=st.lists(st.tuples(IDS, IDS), max_size=2),
)
def test_whatever_is_asked_everybody_there_plays_or_is_free_once_and_nobody_meets_again(players, number, games, free, absent, forced):
    earlier = tuple(game for game in games if game.round < number)
    given_byes, given_pairs = byes(*free), tuple(forced)
    try:
        found = paired(
            players=tuple(players), round=number, games=earlier, byes=given_byes, absent=tuple(absent), forced=given_pairs
        )  # fmt: skip
    except RegulationError:
        return
    placed = [id for pair in found.pairs for id in pair] + ([found.bye] if found.bye else [])
    away = {*absent, *(id for round_, id, points in free if round_ == number and points < 1)}
    assert sorted(placed) == sorted(set(players) - away)
    met = {game.pair for game in earlier if not game.by_default}
    assert not met & {frozenset(pair) for pair in found.pairs}
    assert found.pairs[: len(forced)] == given_pairs
    won = {game.white if game.result == "1-0" else game.black for game in earlier if game.by_default and game.result in ("1-0", "0-1")}
    had_bye = found.bye in {id for round_, id, points in free if round_ < number and points == 1} | won
    assert had_bye == any(warning.english == SECOND_BYE for warning in found.warnings)


def event(*, players="abcd", games=(), free=(), **more):
    """The second round of an event of three; a game is White, Black and its result, with a sign behind it where it was booked."""
    first = tuple(played(1, white, black, told.strip("+") or None, by_default=told.endswith("+")) for white, black, told in games)
    return swiss(rounds=3, round=2, players=tuple(players), games=first, byes=byes(*((1, *row) for row in free)), **more)


FOUR = event(games=[("a", "b", "1-0"), ("c", "d", "1-0+")])
FIVE = event(players="abcde", games=[("a", "b", "1-0")], free=[("e",)])
PLACED = event(forced=(("a", "b"),))


@pytest.mark.parametrize(
    ("given", "pairs", "bye", "right"),
    [
        (FOUR, ("ac", "bd"), None, True),
        (FOUR, ("cd",), None, False),
        (FOUR, ("ab", "cd"), None, False),
        (FOUR, ("ba", "cd"), None, False),
        (FOUR, ("ac", "ad"), None, False),
        (FOUR, ("ac", "bx"), None, False),
        (FOUR, ("ac",), "b", False),
        (event(games=[("a", "b", "1-0+")]), ("ab", "cd"), None, True),
        (PLACED, ("cd",), None, True),
        (event(absent=("a", "b")), ("ab", "cd"), None, False),
        (FIVE, ("ac", "be"), "d", True),
        (FIVE, ("ac", "bd"), "e", False),
        (FIVE, ("ac", "bd"), None, False),
        (event(players="abcde", free=[("e", 0.5)]), ("ac", "bd"), "e", True),
        (event(players="abcde", games=[("d", "e", "0-1+")]), ("ac", "bd"), "e", False),
        (event(players="abcde", games=[("d", "e", "0-1+")]), ("ac", "be"), "d", True),
        (event(players="abcde", games=[("d", "e", "+")]), ("ac", "be"), "d", True),
    ],
)
def test_r27_a_round_is_valid_where_everybody_plays_once_meets_somebody_new_and_has_a_first_bye(given, pairs, bye, right):
    assert is_valid(SwissRound(tuple(map(tuple, pairs)), bye), given) is right


def test_a_round_that_is_not_valid_is_never_told_and_where_none_exists_the_arbiter_is_told_what_to_do():
    failed = says("the pairing program could not pair round {round}: {why}; the arbiter pairs it by hand", round=2)
    refuses(failed, pair_round, FOUR, lambda _: SwissRound((("a", "b"), ("c", "d"))))
    with pytest.raises(TournamentError) as refusal:
        pair_round(FOUR, lambda _: None)
    assert refusal.value.sentence.english.startswith("round {round} has no pairing left")
    assert str(refusal.value).endswith("; the arbiter pairs it by hand, or lets the event end with the round before it")


def test_an_engine_is_not_asked_where_nobody_is_left_for_it():
    assert pair_round(event(forced=(("a", "b"), ("c", "d"))), None) == SwissRound((("a", "b"), ("c", "d")))


def test_an_engine_pairs_who_is_there_and_has_no_opponent_yet():
    fields = {
        "byes": byes((1, "e"), (2, "a", 0.5), (2, "b", 0.0), (3, "d"), (3, "f", 0.5)),
        "games": (played(1, "a", "b"), played(1, "c", "d", "0-1", by_default=True), played(2, "d", "e", None, by_default=True)),
    }
    given = swiss(players=tuple("abcdefg"), round=3, absent=("a",), forced=(("g", "e"),), **fields)
    assert (given.to_pair, given.placed, given.free) == ({"b", "c"}, {"d", "e", "g"}, ("d",))
    assert (given.earlier_byes, given.met, given.had_bye) == (given.byes[:3], {frozenset("ab")}, {"e", "d"})
