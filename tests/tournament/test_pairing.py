"""The question `pair` (D 4, F 3, appendix 3) with engines of the tests' own, what an engine is given, and the check of what it proposes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.says import says
from tests.tournament.contests import game, refuses
from tests.tournament.pairs import asked, pairs_of, plainly
from tournament.fields import Fields, QuestionError
from tournament.pairing import pair
from tournament.swiss import BYE, DRAW, NOTHING, SwissBye, SwissEvent, SwissGame, SwissRound, holds
from tournament.swiss import paired as engine_paired


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
        ({"byes": [{"round": 1, "id": "p1", "points": 1.5}]}, says("PairFault.bye-points", field="byes[0].points", points="1.5")),
        ({"byes": [{"round": 1, "id": "p1", "points": 0.5}], "absent": ["p1"]}, says("PairFault.absent", id="'p1'")),
        ({"byes": [{"round": 1, "id": "p1", "point": 0.5}]}, says("FieldFault.unknown", field='"byes[0].point"')),
        ({"absents": ["p1"]}, says("FieldFault.unknown", field='"absents"')),
        ({"round": 2, "games": [{**game(1, "p1", "p2"), "board": 1}]}, says("FieldFault.unknown", field='"games[0].board"')),
        ({"forced": [{"white": "p1", "black": "p2", "round": 1}]}, says("FieldFault.unknown", field='"forced[0].round"')),
    ],
)
def test_a_round_that_cannot_be_is_refused(fields, told):
    assert told(refused(**fields))


IDS = st.sampled_from("abcdef")
COUPLE = {"white": IDS, "black": IDS}
COUPLES = st.fixed_dictionaries(COUPLE)
WON = ("1-0", "0-1")
RESULTS = st.sampled_from(["1-0", "0-1", "draw", None])
GAMES = st.fixed_dictionaries({**COUPLE, "round": st.integers(1, 3), "result": RESULTS, "default": st.booleans()})


@given(
    players=st.lists(IDS, min_size=1, unique=True),
    number=st.integers(1, 4),
    games=st.lists(GAMES, max_size=6),
    byes=st.lists(st.fixed_dictionaries({"round": st.integers(1, 4), "id": IDS, "points": st.sampled_from([0, 0.5, 1])}), max_size=3),
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
    away = {*absent, *(row["id"] for row in byes if row["round"] == number and row["points"] < 1)}
    assert sorted(placed) == sorted(set(players) - away)
    met = {frozenset((row["white"], row["black"])) for row in given_games if not row["default"]}
    assert not met & {frozenset(couple) for couple in pairs_of(found)}
    assert all((row["white"], row["black"]) in pairs_of(found) for row in forced)
    winners = {row["white" if row["result"] == "1-0" else "black"] for row in given_games if row["default"] and row["result"] in WON}
    had_bye = found["bye"] in {row["id"] for row in byes if row["round"] < number and row["points"] == 1} | winners
    assert had_bye == any(warning.code == "SwissFault.second-bye" for warning in found["warnings"])


def event(*, players=4, games=(), byes=(), placed=(), away=()):
    """The second round of an event of three rounds; a game is White, Black and its result, with a sign behind it where it was booked."""
    played = tuple(SwissGame(1, white, black, told.strip("+") or None, told.endswith("+")) for white, black, told in games)
    return SwissEvent(players, 3, 2, played, tuple(SwissBye(1, *bye) for bye in byes), frozenset(away), frozenset(placed))


FOUR = event(games=[(1, 2, "1-0"), (3, 4, "1-0+")])
FIVE = event(players=5, games=[(1, 2, "1-0")], byes=[(5, BYE)])


@pytest.mark.parametrize(
    ("given", "pairs", "bye", "right"),
    [
        (FOUR, ((1, 3), (2, 4)), None, True),
        (FOUR, ((3, 4),), None, False),
        (FOUR, ((1, 2), (3, 4)), None, False),
        (FOUR, ((2, 1), (3, 4)), None, False),
        (FOUR, ((1, 3), (1, 4)), None, False),
        (FOUR, ((1, 3), (2, 9)), None, False),
        (FOUR, ((1, 3),), 2, False),
        (event(games=[(1, 2, "1-0+")]), ((1, 2), (3, 4)), None, True),
        (event(placed=(1, 2)), ((3, 4),), None, True),
        (event(away=(1, 2)), ((1, 2), (3, 4)), None, False),
        (FIVE, ((1, 3), (2, 5)), 4, True),
        (FIVE, ((1, 3), (2, 4)), 5, False),
        (FIVE, ((1, 3), (2, 4)), None, False),
        (event(players=5, byes=[(5, DRAW)]), ((1, 3), (2, 4)), 5, True),
        (event(players=5, games=[(4, 5, "0-1+")]), ((1, 3), (2, 4)), 5, False),
        (event(players=5, games=[(4, 5, "0-1+")]), ((1, 3), (2, 5)), 4, True),
        (event(players=5, games=[(4, 5, "+")]), ((1, 3), (2, 5)), 4, True),
    ],
)
def test_r27_a_round_holds_where_everybody_plays_once_meets_somebody_new_and_has_a_first_bye(given, pairs, bye, right):
    assert holds(SwissRound(pairs, bye), given) is right


def test_a_round_that_does_not_hold_is_never_told_and_where_none_exists_the_arbiter_is_told_what_to_do():
    failed = says("SwissFault.engine-failed", round=2)
    refuses(failed, engine_paired, lambda given: SwissRound(((1, 2), (3, 4))), FOUR)
    with pytest.raises(QuestionError) as refusal:
        engine_paired(lambda given: None, FOUR)
    assert says("SwissFault.not-paired", round=2)(refusal.value)
    assert refusal.value.sentence.remedy.code == "SwissFault.what-to-do"
    assert engine_paired(None, event(placed=(1, 2, 3, 4))) == SwissRound(())


def test_the_engine_is_given_the_whole_history():
    given = []

    def engine(one):
        given.append(one)
        return SwissRound(((2, 3),))

    pair(
        Fields(
            asked(
                players=list("abcdefg"),
                round=3,
                games=[game(1, "a", "b", "1-0"), game(1, "c", "d", "0-1", default=True), game(2, "d", "e", None, default=True)],
                byes=[
                    {"round": 1, "id": "e"},
                    {"round": 2, "id": "a", "points": 0.5},
                    {"round": 2, "id": "b", "points": 0},
                    {"round": 3, "id": "d"},
                    {"round": 3, "id": "f", "points": 0.5},
                ],
                absent=["a"],
                forced=[{"white": "g", "black": "e"}],
            )
        ),
        engine,
    )
    games = SwissGame(1, 1, 2, "1-0", False), SwissGame(1, 3, 4, "0-1", True), SwissGame(2, 4, 5, None, True)
    byes = SwissBye(1, 5, BYE), SwissBye(2, 1, DRAW), SwissBye(2, 2, NOTHING)
    assert given == [SwissEvent(7, 6, 3, games, byes, frozenset({1, 6}), frozenset({4, 5, 7}))]
    assert given[0].to_pair == {2, 3}
