"""Rounds by the tables, and by the Swiss system with what must never be published."""

import pytest

from hub.events.asking import ANSWERED
from hub.events.changes import Entrant
from hub.events.drawing import drawn
from hub.events.faults import TournamentError
from hub.events.pairing import to_catch_up
from hub.events.questions import pair_question
from hub.events.wishes import Wishes, forced_pair
from tests.hub.events.conftest import KK, InMemory


def pairs(change):
    return [f"{game.white}-{game.black}" for game in change.games]


def test_the_rounds_of_c_are_those_of_c_7(kk):
    rounds = [pairs(kk.pair()) for _ in range(7)]
    assert rounds[0] == ["p5-p1", "p6-p2", "p7-p3", "p8-p4"]
    assert rounds[6] == ["p1-p2", "p4-p3", "p6-p5", "p7-p8"]
    with pytest.raises(TournamentError, match="all 7 rounds are paired"):
        kk.pair()


def test_a_number_without_a_table_is_refused():
    with pytest.raises(TournamentError, match="no table for 7"):
        InMemory("C", *KK[:7], in_class="KK").pair()


def test_nobody_to_pair_is_told():
    with pytest.raises(TournamentError, match="nobody has entered yet"):
        InMemory("A").pair()


def test_several_groups_need_the_lot_first():
    event = InMemory("A", *[f"s{number}" for number in range(9)])
    with pytest.raises(TournamentError, match="9 entries play in groups of 4, 5; damcam event draw makes the groups first"):
        event.pair()


def test_groups_of_different_sizes_are_paired_together():
    event = InMemory("A", *[f"s{number}" for number in range(9)])
    event.put(drawn(event.state, 3))
    rounds = [event.pair() for _ in range(5)]
    assert [len(one.games) for one in rounds] == [4, 4, 4, 2, 2]
    assert [len(one.free) for one in rounds] == [1] * 5
    assert {game.group for game in rounds[4].games} == {2}
    met = [game.pair for one in rounds for game in one.games]
    assert len(met) == len(set(met)) == 6 + 10


@pytest.mark.parametrize(("players", "rounds"), [(3, 3), (4, 3), (5, 5), (6, 5), (7, 7), (8, 7)])
def test_in_e_all_meet_once(players, rounds):
    event = InMemory("E", *[f"s{number}" for number in range(players)], in_class="jeugd")
    met = [game.pair for _ in range(rounds) for game in event.pair().games]
    assert len(met) == len(set(met)) == players * (players - 1) // 2


def test_the_table_takes_no_wishes(kk):
    with pytest.raises(TournamentError, match="the table of the regulation says who plays whom"):
        kk.pair("p1-p2")
    with pytest.raises(TournamentError, match="the table of the regulation says who plays whom"):
        kk.pair(bye="p1")
    with pytest.raises(TournamentError, match="nobody here has the id 'p9'"):
        kk.pair(absent=["p9"])


def test_games_to_be_caught_up_are_asked_for_before_round_6(kk):
    kk.pair(absent=["p3"])
    for _ in range(4):
        kk.pair()
    assert [(round_, game.white) for round_, game in to_catch_up(kk.state)] == [(1, "p7")]
    with pytest.raises(TournamentError) as error:
        kk.pair()
    assert "these games are to be caught up before round 6 is played (C 13): p7 - p3 (round 1)" in str(error.value)
    kk.pair(anyway=True)
    kk.pair()


def test_a_game_that_was_caught_up_asks_for_nothing(kk):
    kk.pair(absent=["p3"])
    for _ in range(4):
        kk.pair()
    kk.result(1, "p7", "p3", "1-0")
    kk.pair()


def test_the_opponent_of_one_who_withdrew_is_told_free(kk):
    kk.pair()
    kk.withdraw("p3")
    kk.pair()
    assert str(kk.told[0]) == "p3 has withdrawn, and p8 is free"


class Engine:
    """Pairs neighbours, or what it is told to answer; keeps the questions."""

    def __init__(self) -> None:
        self.answers: list[dict[str, object]] = []
        self.asked: list[dict[str, object]] = []

    def __call__(self, fields):
        question = {name: fields._values[name] for name in ("players", "absent", "forced", "byes", "games", "round", "rounds")}
        self.asked.append(question)
        if self.answers:
            return {"warnings": [], "bye": None, "article": "appendix 3", **self.answers.pop(0)}
        forced = question["forced"]
        named = {id for one in forced for id in one.values()}
        named |= {one["id"] for one in question["byes"] if one["round"] == question["round"]}
        there = [id for id in question["players"] if id not in question["absent"] and id not in named]
        met = {frozenset((game["white"], game["black"])) for game in question["games"]}
        free, found = self._matched(there, met, {one["id"] for one in question["byes"]})
        free = next((one["id"] for one in question["byes"] if one["round"] == question["round"]), free)
        return {"pairs": [*forced, *found], "bye": free, "warnings": [], "article": "appendix 3"}

    def _matched(self, there, met, byes):
        if not there:
            return None, []
        one, *others = there
        for other in others:
            if frozenset((one, other)) not in met:
                free, found = self._matched([id for id in others if id != other], met, byes)
                if found is not None:
                    return free, [{"white": one, "black": other}, *found]
        if len(there) % 2 and one not in byes:
            free, found = self._matched(others, met, byes)
            if found is not None:
                return one, found
        return None, None


@pytest.fixture
def engine(monkeypatch):
    made = Engine()
    monkeypatch.setattr("hub.events.asking.ANSWERED", {**ANSWERED, "pair": made})
    return made


@pytest.fixture
def blitz(engine):
    return InMemory("F", "a", "b", "c", "d", "e", "f", rounds=4)


def played(event, change):
    for game in change.games:
        event.result(change.round, game.white, game.black, "draw")


def test_a_round_of_swiss_waits_for_all_results(blitz):
    first = blitz.pair()
    blitz.result(1, first.games[0].white, first.games[0].black, "1-0")
    with pytest.raises(TournamentError) as error:
        blitz.pair()
    assert str(error.value).startswith("round 1 has 2 games without a result: c - d (round 1); e - f (round 1)")


def test_swiss_ends_with_its_rounds(blitz):
    for _ in range(4):
        played(blitz, blitz.pair())
    with pytest.raises(TournamentError, match="all 4 rounds are paired"):
        blitz.pair()


def test_the_engine_is_told_everything(blitz, engine):
    played(blitz, blitz.pair(absent=["e"], bye="f"))
    blitz.enter(Entrant("g"))
    blitz.withdraw("b")
    played(blitz, blitz.pair("d-a"))
    told = engine.asked[-1]
    assert (told["round"], told["rounds"], told["players"]) == (2, 4, ["a", "b", "c", "d", "e", "f", "g"])
    assert told["absent"] == ["b"]
    assert told["byes"] == [{"round": 1, "id": "f"}]
    assert told["forced"] == [{"white": "d", "black": "a"}]
    assert [(game["white"], game["black"], game["result"]) for game in told["games"]] == [("a", "b", "draw"), ("c", "d", "draw")]


def test_the_ha_is_swiss_from_nine(engine):
    nine = InMemory("D", *"abcdefghi", in_class="HA")
    assert nine.pair().free == ("a",) or len(nine.state.rounds[0].free) == 1
    assert pair_question(nine.state, Wishes(), [])["rounds"] == 6
    assert len(InMemory("D", *"abcdefgh", in_class="HA").pair().games) == 4
    assert len(engine.asked) == 1


@pytest.mark.parametrize(
    ("answer", "what"),
    [
        ({"pairs": [{"white": "a", "black": "b"}, {"white": "c", "black": "d"}]}, "the pairing that came back leaves e out"),
        ({"pairs": [{"white": "a", "black": "b"}, {"white": "c", "black": "a"}, {"white": "d", "black": "e"}]}, "has a twice"),
        ({"pairs": [{"white": "a", "black": "b"}, {"white": "c", "black": "z"}, {"white": "d", "black": "e"}]}, "has z twice"),
    ],
)
def test_a_pairing_that_does_not_hold_is_told_and_not_kept(blitz, engine, answer, what):
    engine.answers.append(answer)
    with pytest.raises(TournamentError) as error:
        blitz.pair()
    assert what in str(error.value)
    assert "nothing was paired; pair by hand with --force and --bye" in str(error.value)
    assert blitz.state.rounds == ()


def test_two_who_met_are_never_paired_again(blitz, engine):
    first = blitz.pair()
    played(blitz, first)
    engine.answers.append({"pairs": [{"white": game.black, "black": game.white} for game in first.games]})
    with pytest.raises(TournamentError, match="has b and a together, who met in round 1"):
        blitz.pair()
    assert len(blitz.state.rounds) == 1


def test_a_pair_by_hand_is_marked_and_may_not_have_met():
    event = InMemory("F", "a", "b", "c", "d", "e", "f", rounds=4)
    first = event.pair("f-a")
    assert [(game.white, game.black) for game in first.games if game.by_hand] == [("f", "a")]
    played(event, first)
    with pytest.raises(TournamentError, match="'f' and 'a' met in an earlier round"):
        event.pair("f-a")


def test_the_engine_pairs_whole_events():
    event = InMemory("F", *[f"s{number}" for number in range(11)], rounds=6)
    for number in range(6):
        change = event.pair(absent=["s3"] if number == 2 else [])
        for at, game in enumerate(change.games):
            event.result(change.round, game.white, game.black, ("1-0", "draw", "0-1")[(at + number) % 3])
        if number == 3:
            event.withdraw("s4")
    met = [game.pair for one in event.state.rounds for game in one.games]
    assert len(met) == len(set(met))
    byes = [id for one in event.state.rounds for id in one.free]
    assert len(byes) == len(set(byes))
    assert not any("s4" in game.pair for one in event.state.rounds[4:] for game in one.games)


def test_of_one_who_withdrew_in_a_round_the_opponent_gets_a_result():
    event = InMemory("F", "a", "b", "c", "d", "e", "f", rounds=3)
    first = event.pair()
    game, *others = first.games
    for one in others:
        event.result(1, one.white, one.black, "draw")
    event.withdraw(game.black)
    with pytest.raises(TournamentError, match="round 1 has 1 game without a result"):
        event.pair()
    event.result(1, game.white, game.black, "1-0", default=True)
    assert len(event.pair().games) == 2


def test_for_two_who_both_withdrew_nobody_waits():
    event = InMemory("F", "a", "b", "c", "d", "e", "f", rounds=3)
    game, *others = event.pair().games
    for one in others:
        event.result(1, one.white, one.black, "draw")
    for id in (game.white, game.black):
        event.withdraw(id)
    assert len(event.pair().games) == 2


def test_a_second_bye_is_told_and_not_kept(engine):
    event = InMemory("F", "a", "b", "c", rounds=3)
    first = event.pair()
    played(event, first)
    (free,) = first.free
    others = [id for id in "abc" if id != free]
    engine.answers.append({"pairs": [{"white": others[0], "black": others[1]}], "bye": free})
    with pytest.raises(TournamentError, match="nothing was paired"):
        event.pair()
    assert len(event.state.rounds) == 1


@pytest.mark.parametrize(
    ("wish", "what"),
    [
        ({"bye": "a"}, "6 are there, and so nobody is free"),
        ({"bye": "z"}, "nobody here has the id 'z'"),
        ({"absent": ["z"]}, "nobody here has the id 'z'"),
        ({"absent": ["a"], "bye": "a"}, "a is absent and cannot play or be free"),
    ],
)
def test_wishes_that_cannot_be_are_refused(blitz, wish, what):
    with pytest.raises(TournamentError) as error:
        blitz.pair(**wish)
    assert str(error.value).startswith(what)


@pytest.mark.parametrize(
    ("forced", "what"),
    [
        (["a"], "'a' names no pair"),
        (["a-a"], "'a-a' names no pair"),
        (["a-z"], "nobody here has the id 'z'"),
        (["a-b", "b-c"], "b is named for more than one pair"),
    ],
)
def test_pairs_by_hand_that_cannot_be_are_refused(blitz, forced, what):
    with pytest.raises(TournamentError) as error:
        blitz.pair(*forced)
    assert str(error.value).startswith(what)


def test_ids_with_hyphens_can_be_paired_by_hand(engine):
    event = InMemory("F", "de-vries", "anna", "a", "b-c", "a-b", "c", rounds=3)
    assert forced_pair(event.state, "de-vries-anna").pair == {"de-vries", "anna"}
    with pytest.raises(TournamentError, match="may be any of"):
        forced_pair(event.state, "a-b-c")
