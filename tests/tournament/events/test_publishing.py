"""How an event is published, and a round that the arbiter pairs by hand."""

from dataclasses import replace

import pytest

from tests.support.says import says
from tests.tournament.events.conftest import InMemory, refuses
from tournament.events.changes import BoardsGiven, Entrant, EventSettled, GameAtBoard
from tournament.events.hand_pairing import by_hand, colour_broken
from tournament.events.published import giving_remarks, initials_of, publishing_remarks, settled, shown_names, with_initials
from tournament.events.standing import reason_of, standings_of
from tournament.events.telling import change_said
from tournament.events.trf import TrfVersion, trf_files


def test_two_with_the_same_initials_are_told_apart_and_teams_keep_their_names():
    names = {"Jelle de Vries": "J.d.V.", "Hans van 't Hof": "H.v.t.H.", "Ûlbe": "Û.", "Bouma (jr)": "B.j.", "12": "", "": ""}
    assert {name: initials_of(name) for name in names} == names
    event, teams = InMemory("A"), InMemory("G", "drachten", "snits", "ljouwert")
    event.enter(Entrant("a", "Jan Bakker", born="2014-09-01"), Entrant("b", "Johan Boersma"), Entrant("c", "Piet Smit"), Entrant("durk"))
    assert shown_names(event.state) == {"a": "Jan Bakker", "b": "Johan Boersma", "c": "Piet Smit", "durk": "durk"}
    for one in (event, teams):
        one.put(EventSettled("initials"))
    assert shown_names(event.state) == {"a": "J.B. (1)", "b": "J.B. (2)", "c": "P.S.", "durk": "d."}
    assert {one.born for one in with_initials(event.state).entrants} == {""}
    assert shown_names(teams.state)["snits"] == "snits"


@pytest.mark.parametrize("before", ["names", "initials"])
def test_who_hides_an_event_is_told_what_its_boards_still_show(kk, before):
    kk.put(EventSettled(before))
    assert publishing_remarks(kk.state, settled(kk.state.settled, "nobody")) == []
    refuses(says("PublishingFault.not-so"), settled, kk.state.settled, "everybody")
    kk.pair()
    kk.put(BoardsGiven(1, (GameAtBoard("p5", "p1", "7"),)))
    assert [one.code for one in publishing_remarks(kk.state, EventSettled())] == ["PublishingSays.boards-show"]
    assert giving_remarks(kk.state) == []
    kk.put(settled(kk.state.settled, "nobody"))
    assert kk.state.settled == EventSettled()
    hidden = settled(EventSettled(before, at_once=True), "nobody")
    assert (hidden, publishing_remarks(kk.state, hidden)) == (EventSettled("", at_once=True), [])
    assert [one.code for one in giving_remarks(kk.state)] == ["PublishingSays.shown-by-boards"]


def test_a_change_is_told_with_names_or_ids(kk):
    kk.pair()
    kk.withdraw("p3")
    assert change_said(kk.rows[-1].change).values["id"] == "p3"
    names = {f"p{number}": f"Player {number}" for number in range(1, 9)}
    assert change_said(kk.rows[-1].change, names).values["id"] == "Player 3"
    assert "Player 5 - Player 1" in str(change_said(kk.rows[-2].change, names))


def test_an_equal_place_before_the_last_game_names_no_article_and_many_equals_are_counted(kk):
    told = standings_of(kk.state)
    assert {reason_of(row, told, {}).code for row in told.table} == {"PlaceSays.not-yet"}
    assert {row.article for row in told.table} == {"C 15"}, "programs are told the article all the same"
    said = reason_of(told.table[0], replace(told, is_over=True), {})
    assert (said.code, said.values["count"]) == ("PlaceSays.open-many", 7)


@pytest.fixture
def swiss():
    """Three rounds of seven, of which one is played: p1, p2 and p3 won, and p7 was free."""
    event = InMemory("F", *(f"p{number}" for number in range(1, 8)), rounds=4)
    event.pair("p1-p4", "p2-p5", "p3-p6")
    for white, black in (("p1", "p4"), ("p2", "p5"), ("p3", "p6")):
        event.result(1, white, black, "1-0")
    return event


FAIR = ("p2-p1", "p7-p3", "p4-p5", "p6")


def broken_by(event, *pairs_and_free):
    """The rules that the round breaks, by the codes of the warnings and whom they name."""
    *pairs, free = pairs_and_free
    round_, broken = by_hand(event.state, [tuple(pair.split("-")) for pair in pairs], free, ())
    return round_, [" ".join([one.code.removeprefix("HandPairFault."), *map(str, one.values.values())]) for one in broken]


def test_a_round_by_hand_that_breaks_no_rule(swiss):
    round_, broken = broken_by(swiss, *FAIR)
    assert broken == []
    assert [(game.white, game.black, game.by_hand) for game in round_.games] == [("p2", "p1", True), ("p7", "p3", True), ("p4", "p5", True)]
    swiss.put(round_)
    assert "### round 2: 2 - 1 was paired by hand" in dict(trf_files(swiss.state, TrfVersion.TRF16))["event.trf"]


def test_each_rule_that_a_round_by_hand_breaks_is_told(swiss):
    assert broken_by(swiss, "p1-p4", "p2-p3", "p5-p6", "p7")[1] == ["met p1 p4 1", "had-bye p7 1"]
    for pairs in (FAIR, ("p1-p7", "p2-p3", "p6-p4", "p5")):
        round_, _ = broken_by(swiss, *pairs)
        swiss.put(round_)
        for game in round_.games:
            swiss.result(round_.round, game.white, game.black, "1-0")
    told = ["met p2 p5 1", "scores p2 3 p5 1", "three-white p2", "three-black p5"]
    assert broken_by(swiss, "p2-p5", "p1-p6", "p7-p4", "p3")[1] == told
    assert [one.code for one in colour_broken("p1", [1, 1, -1, 1], 1)] == ["HandPairFault.more-white"]
    assert colour_broken("p1", [1, -1, -1, 1], 1) == []


def test_what_is_no_round_and_none_by_hand_before_the_last_is_complete_or_of_a_table(swiss, kk):
    refuses(says("HandPairFault.missing", id="p6"), broken_by, swiss, "p1-p2", "p3-p4", "p5")
    refuses(says("HandPairFault.twice", id="p1"), broken_by, swiss, "p1-p2", "p1-p4", "p5-p6", "p7")
    refuses(says("HandPairFault.itself"), broken_by, swiss, "p1-p1", "p3-p4", "p5-p6", "p7")
    refuses(says("PairingFault.unknown"), broken_by, swiss, "p1-x", "p3-p4", "p5-p6", "p7")
    swiss.withdraw("p7")
    refuses(says("PairingFault.withdrawn", id="p7"), broken_by, swiss, "p1-p2", "p3-p4", "p5-p7", "p6")
    swiss.undo()
    swiss.pair()
    refuses(says("PairingFault.not-complete"), broken_by, swiss, *FAIR)
    refuses(says("HandPairFault.not-swiss"), broken_by, kk, "")
