"""Promotion and relegation: C 8, C 9, C 11 and D 7 for the groups of eight, B 2 and B 3 for the teams."""

import pytest

from tests.support.says import says
from tests.tournament.contests import refuses
from tournament.competitions import PlayerClass
from tournament.promotion import TeamGroups, part_classes, promote_players, promote_teams


def eight(name, *, count=8):
    return [f"{name}{number}" for number in range(1, count + 1)]


def orders(**change):
    final = {"KK": eight("kk"), "HAA": eight("haa"), "RHAA": eight("rhaa"), "HA": eight("ha", count=6)}
    return {PlayerClass(name): order for name, order in (final | change).items()}


MANY = "haa3 haa4 haa5 haa6 kk1"


@pytest.mark.parametrize(
    ("absent", "ha", "kk", "haa", "rhaa", "to_ha"),
    [
        ("", 6, "1 2 3 4 5 6 haa1 haa2", "kk7 kk8 3 4 5 6 rhaa1 rhaa2", "haa7 haa8 3 4 5 6 ha1 ha2", "rhaa7 rhaa8"),
        ("kk2 kk8", 6, "1 3 4 5 6 haa1 haa2 haa3", "kk7 4 5 6 rhaa1 rhaa2 rhaa3 rhaa4", "haa7 haa8 5 6 ha1 ha2 ha3 ha4", "rhaa7 rhaa8"),
        (MANY, 6, "2 3 4 5 6 haa1 haa2 kk7", "kk8 rhaa1 rhaa2 rhaa3 rhaa4 rhaa5 rhaa6 7", "haa8 ha1 ha2 ha3 ha4 ha5 ha6 7", "rhaa8"),
        ("rhaa3", 3, "1 2 3 4 5 6 haa1 haa2", "kk7 kk8 3 4 5 6 rhaa1 rhaa2", "haa7 haa8 4 5 6 ha1 ha2 ha3", "rhaa7 rhaa8"),
        ("rhaa3", 2, "1 2 3 4 5 6 haa1 haa2", "kk7 kk8 3 4 5 6 rhaa1 rhaa2", "haa7 haa8 4 5 6 ha1 ha2 7", "rhaa8"),
        ("ha1", 6, "1 2 3 4 5 6 haa1 haa2", "kk7 kk8 3 4 5 6 rhaa1 rhaa2", "haa7 haa8 3 4 5 6 ha2 ha3", "rhaa7 rhaa8"),
        ("haa1", 6, "1 2 3 4 5 6 haa2 haa3", "kk7 kk8 4 5 6 rhaa1 rhaa2 rhaa3", "haa7 haa8 4 5 6 ha1 ha2 ha3", "rhaa7 rhaa8"),
    ],
    ids=["C 8", "C 9, worked example", "C 9, own relegated after 3 to 6 below", "C 9, HA from 3 on", "C 9, then own", "D 7", "C 11"],
)
def test_c_8_c_9_c_11_and_d_7_who_goes_up_and_down_and_who_fills_up(absent, ha, kk, haa, rhaa, to_ha):
    """A number alone is of the group itself."""
    named = {"KK": kk, "HAA": haa, "RHAA": rhaa}
    expected = {name: tuple(f"{name.lower()}{one}" if one.isdigit() else one for one in ids.split()) for name, ids in named.items()}
    found = promote_players(orders(HA=eight("ha", count=ha)), absent.split())
    assert (found.groups, found.to_ha) == (expected, tuple(to_ha.split()))
    assert found.article == ("C 8, C 9, C 11" if absent else "C 8")


def test_c_12_who_was_prevented_is_last_in_the_order_and_relegated_by_it():
    assert promote_players(orders(KK=[*eight("kk")[1:], "kk1"])).groups["HAA"][:2] == ("kk8", "kk1")


NOT_EIGHT = "{field} has {count} player, and a final order of a group of eight has 8 (C 2)"


@pytest.mark.parametrize(
    ("change", "absent", "what"),
    [
        (
            {},
            [*eight("kk")[:4], *eight("haa")[2:6]],
            says("{field} cannot be filled up to 8: C 9 names no more players than {count}; the arbiter decides (C 16)", field="KK"),
        ),
        ({"KK": eight("kk", count=7)}, [], says(NOT_EIGHT, field="KK", count=7)),
        ({"RHAA": eight("rhaa", count=9)}, [], says(NOT_EIGHT, field="RHAA", count=9)),
        ({"HA": ["ha1", "kk3"]}, [], says("{id} stands in two of the orders", id="kk3")),
        ({}, ["nobody"], says("absent has {id}, who stands in none of the orders", id="nobody")),
    ],
)
def test_orders_that_cannot_be_are_refused(change, absent, what):
    refuses(what, promote_players, orders(**change), absent)


THREE = [eight("a", count=4), eight("b", count=4), eight("c", count=4)]


def groups(order, *absent):
    return [" ".join(group) for group in promote_teams(order, absent).groups]


def test_b_3_winners_go_up_to_the_last_place_and_the_last_go_down_to_the_first():
    assert groups(THREE) == ["a1 a2 a3 b1", "a4 b2 b3 c1", "b4 c2 c3 c4"]
    assert groups(THREE[:1]) == ["a1 a2 a3 a4"]
    assert groups([THREE[0], eight("z", count=7)]) == ["a1 a2 a3 z1", "a4 z2 z3 z4 z5 z6 z7"]


def test_b_3_the_number_two_takes_the_place_that_fell_empty_and_so_on_down_and_b_2_groups_are_formed_anew_for_three():
    order = [*THREE[:2], eight("c", count=5)]
    assert groups(order, "a2") == ["a1 b2 a3 b1", "a4 c2 b3 c1", "b4 c3 c4 c5"]
    assert groups(order, "a4") == ["a1 a2 a3 b1", "c2 b2 b3 c1", "b4 c3 c4 c5"]
    assert groups(order, "b1") == ["a1 a2 a3 b2", "a4 c2 b3 c1", "b4 c3 c4 c5"]
    assert groups(order, "c1") == ["a1 a2 a3 b1", "a4 b2 b3 c2", "b4 c3 c4 c5"]
    assert groups(order, "c5") == ["a1 a2 a3 b1", "a4 b2 b3 c1", "b4 c2 c3 c4"]
    assert groups(THREE, "a2") == ["a1 b2 a3 b1", "a4 c2 b3 c1 b4 c3 c4"]
    too_few = "{count} entry is too few for a group; {article} wants {least}"
    refuses(says(too_few), promote_teams, THREE[:1], ["a1"])


def test_b_3_merged_classes_are_parted():
    found = part_classes(["u1", "u2", "u3"], ["l1", "l2", "l3"], ["u2", "l3", "u1", "l1", "l2", "u3"])
    assert found == TeamGroups((("u2", "u1", "l3"), ("u3", "l1", "l2")), promoted="l3", relegated="u3")


TWO_GROUPS = "{id} stands in two of the groups"
SIZE = "order has {count} teams in group {group}; B 2 wants 4 in a group, and from 4 to 7 in the lowest"


@pytest.mark.parametrize(
    ("order", "absent", "what"),
    [
        (THREE, ["a1", "b2"], says("several teams do not take part; B 3 leaves the groups to the arbiter, who enters them")),
        (THREE, ["z"], says("absent has {id}, which stands in none of the groups", id="z")),
        ([THREE[0], ["a1", "x", "y", "z"]], [], says(TWO_GROUPS, id="a1")),
        ([["a", "b", "c"], THREE[1]], [], says(SIZE, count=3, group=1)),
        ([eight("a", count=5), THREE[1]], [], says(SIZE, count=5, group=1)),
        ([eight("a")], [], says(SIZE, count=8, group=1)),
        ([], [], says("order has no group")),
    ],
)
def test_groups_that_cannot_be_are_refused(order, absent, what):
    refuses(what, promote_teams, order, absent)


NOT_ALL = "order must have the teams of upper and lower, each once; {id} is one too many or is missing"
MERGED_ABSENT = "a team does not take part after a championship of merged classes; B 3 leaves the groups to the arbiter, who enters them"


@pytest.mark.parametrize(
    ("upper", "lower", "order", "absent", "what"),
    [
        ("a", "b", "a", "", says(NOT_ALL, id="b")),
        ("a", "b", "abc", "", says(NOT_ALL, id="c")),
        ("a", "a", "a", "", says(TWO_GROUPS, id="a")),
        ("", "a", "a", "", says("{field} has no team", field="upper")),
        ("a", "b", "ab", "a", says(MERGED_ABSENT)),
    ],
)
def test_merged_classes_that_cannot_be_are_refused(upper, lower, order, absent, what):
    refuses(what, part_classes, list(upper), list(lower), list(order), list(absent))
