"""Rounds by the tables, by the Swiss system with what must never be published, and simultaneous exhibitions (I 4)."""

import pytest

from tests.support.says import says
from tests.tournament.events.conftest import KK, InMemory, refuses
from tournament.events.changes import Entrant, EntrantCorrected, RoundPaired
from tournament.events.correcting import corrected
from tournament.events.drawing import drawn, lot_order
from tournament.events.exhibition import exhibition, first_by_lot
from tournament.events.groups import groups_of
from tournament.events.hand_pairing import by_hand
from tournament.events.pairing import to_catch_up
from tournament.events.played import swiss_event
from tournament.events.wishes import Wishes, forced_pair, met_in
from tournament.games import Bye, Game, Result
from tournament.simultaneous import Colour


def test_the_rounds_of_c_are_those_of_c_7(kk):
    rounds = [kk.pair() for _ in range(7)]
    assert [f"{game.white}-{game.black}" for game in rounds[6].games] == ["p1-p2", "p4-p3", "p6-p5", "p7-p8"]
    refuses(says("PairingFault.all-paired", count=7), kk.pair)


def test_what_cannot_be_paired_is_refused(kk):
    no_table = "there is no table for {players} ({article}); there are tables for {sizes}"
    refuses(says(no_table, players=7), InMemory("C", *KK[:7], in_class="KK").pair)
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
    refuses(says("PairingFault.all-paired", count=3), by_hand, blitz.state, [("a", "b"), ("c", "d"), ("e", "f")], "", [])


def test_who_withdrew_is_paired_by_nobody(blitz):
    blitz.withdraw("a")
    gone = says("PairingFault.withdrawn", id="a")
    refuses(gone, by_hand, blitz.state, [("a", "b"), ("c", "d")], "e", ["f"])
    refuses(gone, blitz.pair, absent=["a"])
    refuses(gone, blitz.pair, bye="a")
    assert by_hand(blitz.state, [("b", "c"), ("d", "e")], "f", [])[0].free == ("f",)


def test_the_engine_is_given_the_whole_history(blitz):
    blitz.pair("a-b", "c-d", absent=["e"], bye="f")
    blitz.fill()
    blitz.enter(Entrant("g"))
    blitz.withdraw("b")
    event = swiss_event(blitz.state, Wishes(bye="c"), [forced_pair(blitz.state, "d-a")])
    assert (event.competition, event.round, event.rounds, event.players) == ("F", 2, 3, tuple("abcdefg"))
    assert (event.absent, event.byes, event.forced) == (("b",), (Bye(1, "f"), Bye(2, "c")), (("d", "a"),))
    assert event.games == (Game(1, "a", "b", Result.DRAW), Game(1, "c", "d", Result.DRAW))


def test_the_ha_is_swiss_from_nine():
    nine = InMemory("D", *"abcdefghi", in_class="HA")
    assert len(nine.pair().free) == 1
    assert swiss_event(nine.state, Wishes(), []).rounds == 6
    assert len(InMemory("D", *"abcdefgh", in_class="HA").pair().games) == 4


def test_r27_two_who_met_are_not_paired_by_hand_again_but_two_whose_game_was_booked_are(blitz):
    blitz.pair("a-b", "c-d", "e-f")
    blitz.result(1, "a", "b", "1-0", default=True)
    blitz.fill()
    met = "{white} and {black} met in an earlier round, and opponents meet once at most (appendix 3)"
    refuses(says(met, white="d", black="c"), blitz.pair, "d-c")
    assert met_in(blitz.state) == {frozenset("cd"): 1, frozenset("ef"): 1}
    blitz.pair("b-a")
    assert met_in(blitz.state)[frozenset("ab")] == 2


def test_a_second_bye_of_the_arbiter_is_told():
    five = InMemory("F", *"abcde", rounds=3)
    for told in ([], ["a had a bye or a win by default before, and is free again because the arbiter says so"]):
        five.pair(bye="a")
        five.fill()
        assert [str(one) for one in five.told] == told


def test_c_04_2_the_numbers_go_by_rating_then_by_the_lot_or_the_name_and_stay_once_round_4_is_paired():
    rated = InMemory("F", rounds=9)
    rated.enter(Entrant("a", "Ype", rating=1000), Entrant("b", "Ânne", rating=1000), Entrant("c"), Entrant("d", "Wobbe", rating=1200))
    assert groups_of(rated.state) == (("d", "b", "a", "c"),)
    rated.put(EntrantCorrected(rated.state.by_id["a"], Entrant("a", "Aaltsje", rating=1000)))
    assert groups_of(rated.state) == (("d", "a", "b", "c"),)
    for number in range(1, 6):
        rated.put(RoundPaired(number, ()))
        rated.enter(Entrant(f"l{number}", rating=1100))
        if number == 3:
            rated.put(corrected(rated.state, "c", {"rating": "1150"}, has_reason=True))
    rated.put(EntrantCorrected(rated.state.by_id["a"], Entrant("a", "Ype", rating=1900)))
    assert groups_of(rated.state) == (("d", "c", "l1", "l2", "l3", "a", "b", "l4", "l5"),)


def test_a_number_that_was_given_stays_and_the_lot_orders_those_with_equal_ratings():
    given = InMemory("F", rounds=3)
    given.enter(Entrant("a", rating=900), Entrant("b", rating=1000), Entrant("c", rating=1100, number=2))
    assert groups_of(given.state) == (("b", "c", "a"),)
    event = InMemory("F", rounds=3)
    event.enter(*(Entrant(id, rating=1000 + (id == "e")) for id in "abcde"))
    lot = event.put(drawn(event.state, 1)).groups
    assert groups_of(event.state) == lot == (("e", *lot_order(list("abcd"), 1)),)
    plain = InMemory("F", *"dcba", rounds=3)
    assert groups_of(plain.state) == (("d", "c", "b", "a"),)


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
    assert {one.black for one in exhibition("Ton", PLAYERS, first=Colour.WHITE, giver_has=Colour.BLACK)} == {"Ton"}
    games = exhibition("Ton", PLAYERS, first=Colour.WHITE)
    assert [(one.board, one.white == "Ton") for one in games] == [(1, False), (2, True), (3, False), (4, True)]
    assert {first_by_lot(seed) for seed in range(20)} == {"white", "black"}
    assert first_by_lot(7) == first_by_lot(7)
    for players, code in ((("Jelle",), "few"), (("Jelle", "TON"), "giver"), (("Jelle", "jelle"), "twice")):
        refuses(says(f"ExhibitionFault.{code}"), exhibition, "Ton", players, first=Colour.WHITE)
    refuses(says("GivenTextFault.formula"), exhibition, "Ton", ("Jelle", "=a"), first=Colour.WHITE)
