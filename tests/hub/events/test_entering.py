"""Making an event, entering, and the lot."""

import pytest

from hub.events.changes import Entrant, EventMade
from hub.events.drawing import drawn, lot_order
from hub.events.entering import of_ids, remarks
from hub.events.faults import TournamentError
from hub.events.groups import groups_of
from hub.events.making import checked, season_of
from tests.hub.events.conftest import InMemory


@pytest.mark.parametrize(
    ("made", "what"),
    [
        ({"competition": "X"}, "'X' is no competition; there are A, B, C, D, E, F, G"),
        ({"competition": "I"}, "the simultaneous exhibition has no rounds to pair"),
        ({"competition": "H", "rounds": 3}, "the problem contest has no rounds"),
        ({"competition": "C"}, "competition C needs a class: one of KK, HAA, RHAA (C 2)"),
        ({"competition": "C", "in_class": "HA"}, "class is 'HA'; the classes are KK, HAA, RHAA"),
        ({"competition": "D"}, "competition D needs a class: one of HA, 1, 2, 3 (D 3)"),
        ({"competition": "F", "in_class": "HA", "rounds": 5}, "competition F has no classes"),
        ({"competition": "F"}, "the arbiter sets how many rounds are played (F 3)"),
        ({"competition": "F", "rounds": 100}, "100 rounds are too many"),
        ({"competition": "B"}, "competition B needs its group, such as I"),
        ({"competition": "B", "group": "2"}, "'2' is no group"),
        ({"competition": "A", "group": "I"}, "competition A takes no group"),
        ({"competition": "C", "in_class": "KK", "rounds": 6}, "6 rounds cannot be: C 7 says how many there are"),
        ({"competition": "A", "rounds": 3}, "3 rounds cannot be: A 4 says"),
        ({"competition": "A", "date": "2026-13-01"}, "date is '2026-13-01'"),
        ({"competition": "A", "name": "x\x07y"}, "name is"),
    ],
)
def test_an_event_that_cannot_be_is_refused(made, what):
    with pytest.raises(TournamentError) as error:
        checked(EventMade(**made))
    assert str(error.value).startswith(what)


def test_an_event_is_kept_in_its_form():
    made = checked(EventMade("c", in_class="kk", name=" Frysk  Kampioenskip ", rounds=7, date="21-11-2026"))
    assert made == EventMade("C", in_class="KK", name="Frysk Kampioenskip", rounds=7, date="2026-11-21")


@pytest.mark.parametrize(("day", "year"), [("2026-09-01", 2026), ("2026-08-31", 2025), ("2027-01-02", 2026)])
def test_the_season_begins_on_1_september(day, year):
    assert season_of(EventMade("E", date=day)) == year


@pytest.mark.parametrize(
    ("entrants", "what"),
    [
        ([Entrant("p1")], "p1 has entered already"),
        ([Entrant("x"), Entrant("x")], "x is in line 0 already"),
        ([Entrant("x", "Anna"), Entrant("y", "anna")], "anna is in line 0 already"),
        ([Entrant("x", "Jos\u00e9"), Entrant("y", "Jose\u0301")], "Jose\u0301 is in line 0 already"),
        ([Entrant("x", number=1), Entrant("y", number=1)], "number 1 is that of x already"),
    ],
)
def test_nobody_enters_twice(entrants, what):
    event = InMemory("A", "p1", "p2")
    with pytest.raises(TournamentError) as error:
        event.enter(*entrants)
    assert str(error.value).startswith(what)
    assert len(event.state.entrants) == 2


def test_an_id_twice_in_one_command_is_told():
    with pytest.raises(TournamentError, match="anna is there twice"):
        of_ids(["anna", "bate", "anna"])


def test_two_people_of_one_name_differ_by_club_or_birth():
    event = InMemory("A")
    event.enter(Entrant("x", "Anna", club="Drachten"), Entrant("y", "Anna", club="Ljouwert"), Entrant("z", "Anna", born="2001-01-01"))
    assert len(event.state.entrants) == 3


def test_numbers_are_those_given_and_then_the_order_of_entry():
    event = InMemory("A")
    event.enter(Entrant("c"), Entrant("a", number=1), Entrant("d"), Entrant("b", number=3))
    assert groups_of(event.state) == (("a", "c", "b", "d"),)


def test_a_number_that_nobody_has_is_told():
    event = InMemory("A")
    event.enter(Entrant("a", number=1), Entrant("b", number=2), Entrant("c", number=4))
    with pytest.raises(TournamentError, match="nobody has number 3; numbers from 1 to 3 were expected"):
        event.pair()


def test_a_table_takes_no_late_entry():
    event = InMemory("A", "a", "b", "c")
    event.pair()
    with pytest.raises(TournamentError, match="round 1 is paired, and a table takes no late entries"):
        event.enter(Entrant("d"))


def test_who_is_too_old_is_told_and_not_refused():
    event = InMemory("E", in_class="jeugd", date="2026-11-21")
    young, old, unknown = Entrant("a", born="2010-09-02"), Entrant("b", born="2010-09-01"), Entrant("c")
    assert [str(one) for one in remarks(event.state, [young, old, unknown])] == [
        "b is 16 on 1 September 2026 and may not play as jeugd (E 4); the arbiter decides",
        "c has no date of birth; whether he may play as jeugd is not known (E 4)",
    ]


TWELVE = [f"s{number}" for number in range(1, 13)]


def test_the_lot_of_a_seed_is_the_same_in_any_order_of_entry():
    event, other = InMemory("A", *TWELVE), InMemory("A", *reversed(TWELVE))
    assert drawn(event.state, 7) == drawn(other.state, 7)
    assert [len(group) for group in drawn(event.state, 7).groups] == [4, 4, 4]
    assert sorted(id for group in drawn(event.state, 7).groups for id in group) == sorted(TWELVE)
    assert len({drawn(event.state, seed).groups for seed in range(20)}) == 20


def test_the_lot_can_be_repeated_by_another_program():
    """for id in anna bate cor durk; do printf "2:$id" | sha256sum | sed "s/-/$id/"; done | sort"""
    assert lot_order(["anna", "bate", "cor", "durk"], 1) == ["anna", "durk", "bate", "cor"]
    assert lot_order(["anna", "bate", "cor", "durk"], 2) == ["anna", "bate", "cor", "durk"]


@pytest.mark.parametrize(
    ("competition", "made", "entries", "sizes"),
    [
        ("A", {}, 10, [4, 6]),
        ("A", {}, 9, [4, 5]),
        ("A", {}, 11, [4, 4, 3]),
        ("D", {"in_class": "2"}, 9, [4, 5]),
        ("D", {"in_class": "HA"}, 12, [12]),
        ("E", {}, 8, [8]),
        ("E", {}, 9, [4, 5]),
        ("F", {"rounds": 5}, 9, [9]),
    ],
)
def test_the_groups_have_the_sizes_of_the_regulation(competition, made, entries, sizes):
    event = InMemory(competition, *[f"s{number}" for number in range(entries)], **made)
    assert [len(group) for group in drawn(event.state, 3).groups] == sizes


def test_in_g_the_groups_are_by_strength():
    event = InMemory("G", *TWELVE[:9])
    assert drawn(event.state, 3).groups == (("s1", "s2", "s3", "s4"), ("s5", "s6", "s7", "s8", "s9"))


@pytest.mark.parametrize(
    ("competition", "made", "what"),
    [("B", {"group": "I"}, "no lot is drawn in competition B"), ("C", {"in_class": "KK"}, "no lot is drawn in competition C")],
)
def test_b_and_c_draw_no_lot(competition, made, what):
    event = InMemory(competition, "a", "b", "c", "d", **made)
    with pytest.raises(TournamentError, match=what):
        drawn(event.state, 1)


def test_a_lot_is_drawn_once_and_before_the_first_round():
    event = InMemory("A", "a", "b", "c")
    event.put(drawn(event.state, 1))
    with pytest.raises(TournamentError, match="the lot is drawn already, with seed 1"):
        drawn(event.state, 2)
    with pytest.raises(TournamentError, match="the lot is drawn; damcam event undo takes it back"):
        event.enter(Entrant("d"))
    event.pair()
    with pytest.raises(TournamentError, match="round 1 is paired"):
        drawn(event.state, 2)


def test_too_few_for_a_group_is_a_sentence():
    with pytest.raises(TournamentError):
        drawn(InMemory("A", "a", "b").state, 1)
