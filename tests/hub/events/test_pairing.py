"""Rounds by the tables, by the Swiss system with what must never be published, and simultaneous exhibitions (I 4)."""

import pytest

from hub.evening.pairing_list import read_list
from hub.events.asking import ANSWERED
from hub.events.changes import Entrant
from hub.events.drawing import drawn
from hub.events.exhibition import as_list, exhibition, first_by_lot
from hub.events.pairing import to_catch_up
from hub.events.questions import pair_question
from hub.events.wishes import Wishes, forced_pair
from tests.hub.events.conftest import KK, InMemory, refuses
from tests.support.says import says


def test_the_rounds_of_c_are_those_of_c_7(kk):
    rounds = [kk.pair() for _ in range(7)]
    assert [f"{game.white}-{game.black}" for game in rounds[6].games] == ["p1-p2", "p4-p3", "p6-p5", "p7-p8"]
    refuses(says("PairingFault.all-paired", count=7), kk.pair)


def test_what_cannot_be_paired_is_refused(kk):
    refuses(says("ContestFault.no-table", players=7), InMemory("C", *KK[:7], in_class="KK").pair)
    refuses(says("GroupFault.nobody"), InMemory("A").pair)
    refuses(says("PairingFault.draw-first", entries=8), InMemory("A", *KK).pair)
    for forced, bye in ((["p1-p2"], ""), ([], "p1")):
        refuses(says("PairingFault.table-pairs"), kk.pair, *forced, bye=bye)
    refuses(says("PairingFault.unknown", id="'p9'"), kk.pair, absent=["p9"])


def test_groups_of_different_sizes_are_paired_together():
    event = InMemory("A", *[f"s{number}" for number in range(9)])
    event.put(drawn(event.state, 3))
    rounds = [event.pair() for _ in range(5)]
    assert [len(one.games) for one in rounds] == [4, 4, 4, 2, 2]
    assert [len(one.free) for one in rounds] == [1] * 5
    assert {game.group for game in rounds[4].games} == {2}
    met = [game.pair for one in rounds for game in one.games]
    assert len(met) == len(set(met)) == 6 + 10


def test_games_to_be_caught_up_are_asked_for_before_round_6(kk):
    kk.pair(absent=["p3"])
    for _ in range(4):
        kk.pair()
    assert [(round_, game.white) for round_, game in to_catch_up(kk.state)] == [(1, "p7")]
    refuses(says("PairingFault.to-catch-up", round=6), kk.pair)
    kk.pair(anyway=True)
    kk.undo()
    kk.result(1, "p7", "p3", "1-0")
    kk.pair()


class Engine:
    """The engine, or what it is told to answer; keeps the questions."""

    def __init__(self) -> None:
        self.answers: list[dict[str, object]] = []
        self.asked: list[dict[str, object]] = []

    def __call__(self, fields):
        self.asked.append(fields._values)
        return {"warnings": [], "bye": None, "article": "appendix 3", **self.answers.pop(0)} if self.answers else ANSWERED["pair"](fields)


@pytest.fixture
def engine(monkeypatch):
    made = Engine()
    monkeypatch.setattr("hub.events.asking.ANSWERED", {**ANSWERED, "pair": made})
    return made


@pytest.fixture
def blitz():
    return InMemory("F", "a", "b", "c", "d", "e", "f", rounds=3)


def test_a_round_of_swiss_waits_for_all_results_and_the_event_ends_with_its_rounds(blitz):
    first = blitz.pair()
    blitz.result(1, first.games[0].white, first.games[0].black, "1-0")
    refuses(says("PairingFault.not-complete", round=1, count=2), blitz.pair)
    blitz.fill()
    for _ in range(2):
        blitz.pair()
        blitz.fill()
    refuses(says("PairingFault.all-paired", count=3), blitz.pair)


def test_the_engine_is_told_everything(blitz, engine):
    blitz.pair("a-b", "c-d", absent=["e"], bye="f")
    blitz.fill()
    blitz.enter(Entrant("g"))
    blitz.withdraw("b")
    blitz.pair("d-a")
    blitz.fill()
    told = engine.asked[-1]
    assert (told["round"], told["rounds"], told["players"]) == (2, 3, ["a", "b", "c", "d", "e", "f", "g"])
    assert (told["absent"], told["byes"], told["forced"]) == (["b"], [{"round": 1, "id": "f"}], [{"white": "d", "black": "a"}])
    assert [(game["white"], game["black"], game["result"]) for game in told["games"]] == [("a", "b", "draw"), ("c", "d", "draw")]


def test_the_ha_is_swiss_from_nine(engine):
    nine = InMemory("D", *"abcdefghi", in_class="HA")
    assert len(nine.pair().free) == 1
    assert pair_question(nine.state, Wishes(), [])["rounds"] == 6
    assert len(InMemory("D", *"abcdefgh", in_class="HA").pair().games) == 4
    assert len(engine.asked) == 1


def couples(*pairs):
    return [{"white": white, "black": black} for white, black in pairs]


def test_a_pairing_that_does_not_hold_is_told_and_not_kept_nor_are_two_who_met_or_a_second_bye(blitz, engine):
    for pairs, code, id in ((("ab", "cd"), "left-out", "e"), (("ab", "ca"), "twice-in-round", "a"), (("ab", "cz"), "twice-in-round", "z")):
        engine.answers.append({"pairs": couples(*pairs)})
        refuses(says(f"PairingFault.{code}", id=id), blitz.pair)
    blitz.pair("a-b", "c-d", "e-f")
    blitz.fill()
    engine.answers.append({"pairs": couples("ba", "dc", "fe")})
    refuses(says("PairingFault.met", white="b", black="a", round=1), blitz.pair)
    refuses(says("PairFault.met", white="'b'", black="'a'"), blitz.pair, "b-a")
    three = InMemory("F", "a", "b", "c", rounds=3)
    three.pair("a-b")
    three.fill()
    engine.answers.append({"pairs": couples("ab"), "bye": "c"})
    refuses(says("PairingFault.met"), three.pair)
    assert (len(blitz.state.rounds), len(three.state.rounds)) == (1, 1)


def test_of_one_who_withdrew_in_a_round_the_opponent_gets_a_result_and_for_two_who_did_nobody_waits(blitz):
    game, *others = blitz.pair().games
    for one in others:
        blitz.result(1, one.white, one.black, "draw")
    blitz.withdraw(game.black)
    refuses(says("PairingFault.not-complete", round=1, count=1), blitz.pair)
    blitz.result(1, game.white, game.black, "1-0", default=True)
    assert len(blitz.pair().games) == 2
    blitz.undo()
    blitz.undo()
    blitz.withdraw(game.white)
    assert len(blitz.pair().games) == 2


@pytest.mark.parametrize(
    ("forced", "wish", "what"),
    [
        ([], {"bye": "a"}, says("PairingFault.bye-not-needed", count=6)),
        ([], {"bye": "z"}, says("PairingFault.unknown", id="'z'")),
        ([], {"absent": ["z"]}, says("PairingFault.unknown", id="'z'")),
        ([], {"absent": ["a"], "bye": "a"}, says("PairingFault.absent-too", id="a")),
        (["a"], {}, says("PairingFault.no-pair", text="'a'")),
        (["a-a"], {}, says("PairingFault.no-pair", text="'a-a'")),
        (["a-z"], {}, says("PairingFault.unknown", id="'z'")),
        (["a-b", "b-c"], {}, says("PairingFault.forced-twice", id="b")),
    ],
)
def test_wishes_that_cannot_be_are_refused_and_ids_with_hyphens_can_be_paired_by_hand(blitz, forced, wish, what):
    refuses(what, blitz.pair, *forced, **wish)
    event = InMemory("F", "de-vries", "anna", "a", "b-c", "a-b", "c", rounds=3)
    assert forced_pair(event.state, "de-vries-anna").pair == {"de-vries", "anna"}
    refuses(says("PairingFault.two-pairs"), forced_pair, event.state, "a-b-c")


PLAYERS = ("Jelle", "Sytske; K.", 'Ype "de" Boer', "Hiske")
BOARDS = {str(number): str(number) for number in range(1, 6)}


def test_the_colours_of_an_exhibition_change_from_board_to_board_after_the_lot_or_the_giver_has_one_everywhere():
    assert {one.black for one in exhibition("Ton", PLAYERS, giver_has="black")} == {"Ton"}
    games = exhibition("Ton", PLAYERS, first="white")
    assert [(one.board, one.white == "Ton") for one in games] == [(1, False), (2, True), (3, False), (4, True)]
    assert {first_by_lot(seed) for seed in range(20)} == {"white", "black"}
    assert first_by_lot(7) == first_by_lot(7)
    for players, code in ((("Jelle",), "few"), (("Jelle", "TON"), "giver"), (("Jelle", "jelle"), "twice")):
        refuses(says(f"ExhibitionFault.{code}"), exhibition, "Ton", players, first="white")
    refuses(says("GivenTextFault.formula"), exhibition, "Ton", ("Jelle", "=a"), first="white")


def test_the_list_is_taken_by_the_boards_with_the_giver_at_all_of_them():
    games = exhibition("Ton", PLAYERS, first="black")
    told = read_list(as_list(games, "Simultaan", "1"), BOARDS)
    assert told.wrong == ()
    assert [(one.board, one.white, one.black, one.event) for one in told.pairings] == [
        (str(one.board), *one[1:], "Simultaan") for one in games
    ]


@pytest.mark.parametrize(
    ("lines", "twice"),
    [("1;Ton;Jelle\n2;Ton;Ype", "Ton"), ("1;Ton;Jelle\n2;Ton;Ype\n3;Hiske;Durk", "Ton"), ("1;Ton;Jelle\n2;Ton;Ype\n3;jelle;Ton", "jelle")],
)
def test_somebody_else_who_is_twice_or_anybody_in_a_list_that_is_no_exhibition_is_told(lines, twice):
    (wrong,) = read_list(lines, BOARDS).wrong
    said = wrong.said.values["what"]
    assert (said.code, said.values) == ("ListFault.player-twice", {"name": twice, "first": 1})
