"""Promotion and relegation: C 8, C 9, C 11 and D 7 for the groups of eight, B 2 and B 3 for the teams."""

import pytest

from tests.support.says import says
from tests.tournament.contests import asked as ask
from tests.tournament.contests import refused


def eight(name, *, count=8):
    return [f"{name}{number}" for number in range(1, count + 1)]


EIGHTS = {"KK": eight("kk"), "HAA": eight("haa"), "RHAA": eight("rhaa"), "HA": eight("ha", count=6)}


def eights(*absent, ha=6):
    return ask("promotion", competition="C", **EIGHTS | {"HA": eight("ha", count=ha)}, absent=list(absent))


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
    named = {"KK": kk, "HAA": haa, "RHAA": rhaa, "to_HA": to_ha}
    expected = {name: [f"{name.lower()}{one}" if one.isdigit() else one for one in ids.split()] for name, ids in named.items()}
    assert eights(*absent.split(), ha=ha) == expected


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"absent": [*eight("kk")[:4], *eight("haa")[2:6]]}, says("PromotionFault.not-filled", field="KK")),
        ({"KK": eight("kk", count=7)}, says("PromotionFault.not-eight", field="KK", count=7)),
        ({"RHAA": eight("rhaa", count=9)}, says("PromotionFault.not-eight", field="RHAA", count=9)),
        ({"HA": ["ha1", "kk3"]}, says("PromotionFault.two-classes", id="'kk3'")),
        ({"HA": ["ha1", "ha1"]}, says("FieldFault.twice", field="HA", id="'ha1'")),
        ({"absent": ["nobody"]}, says("PromotionFault.unknown-absent", id="'nobody'")),
        ({"absent": "kk1"}, says("FieldFault.wrong", field="absent")),
        ({"HAA": None}, says("FieldFault.missing", field="HAA")),
        ({"competition": "F"}, says("FieldFault.wrong", field="competition")),
    ],
)
def test_orders_that_cannot_be_are_refused(change, told):
    assert told(refused("promotion", **{"competition": "C", **EIGHTS} | change))


THREE = [eight("a", count=4), eight("b", count=4), eight("c", count=4)]


def groups(order, absent=None):
    return ask("promotion", competition="B", order=order, **({} if absent is None else {"absent": absent}))["groups"]


def test_b_3_winners_go_up_to_the_last_place_and_the_last_go_down_to_the_first():
    assert groups(THREE) == [["a1", "a2", "a3", "b1"], ["a4", "b2", "b3", "c1"], ["b4", "c2", "c3", "c4"]]
    assert groups(THREE[:1]) == THREE[:1]
    assert groups([THREE[0], eight("z", count=7)]) == [["a1", "a2", "a3", "z1"], ["a4", "z2", "z3", "z4", "z5", "z6", "z7"]]


def test_b_3_the_number_two_takes_the_place_that_fell_empty_and_so_on_down_and_b_2_groups_are_formed_anew_for_three():
    order = [*THREE[:2], eight("c", count=5)]
    assert groups(order, ["a2"]) == [["a1", "b2", "a3", "b1"], ["a4", "c2", "b3", "c1"], ["b4", "c3", "c4", "c5"]]
    assert groups(order, "a4") == [["a1", "a2", "a3", "b1"], ["c2", "b2", "b3", "c1"], ["b4", "c3", "c4", "c5"]]
    assert groups(order, ["b1"]) == [["a1", "a2", "a3", "b2"], ["a4", "c2", "b3", "c1"], ["b4", "c3", "c4", "c5"]]
    assert groups(order, ["c1"]) == [["a1", "a2", "a3", "b1"], ["a4", "b2", "b3", "c2"], ["b4", "c3", "c4", "c5"]]
    assert groups(order, ["c5"]) == [["a1", "a2", "a3", "b1"], ["a4", "b2", "b3", "c1"], ["b4", "c2", "c3", "c4"]]
    assert groups(THREE, ["a2"]) == [["a1", "b2", "a3", "b1"], ["a4", "c2", "b3", "c1", "b4", "c3", "c4"]]
    too_few = "{count} entry is too few for a group; {article} wants {least}"
    assert says(too_few)(refused("promotion", competition="B", order=THREE[:1], absent=["a1"]))


def test_b_3_merged_classes_are_parted():
    classes = {"upper": ["u1", "u2", "u3"], "lower": ["l1", "l2", "l3"], "order": ["u2", "l3", "u1", "l1", "l2", "u3"]}
    found = ask("promotion", competition="B", merged=True, **classes)
    assert found == {"promoted": "l3", "relegated": "u3", "upper": ["u2", "u1", "l3"], "lower": ["u3", "l1", "l2"]}


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"order": THREE, "absent": ["a1", "b2"]}, says("TeamsFault.several-absent")),
        ({"order": THREE, "absent": ["z"]}, says("TeamsFault.unknown-absent", id="'z'")),
        ({"order": [THREE[0], ["a1", "x", "y", "z"]]}, says("TeamsFault.two-groups", id="'a1'")),
        ({"order": [["a", "b", "c"], THREE[1]]}, says("TeamsFault.size", count=3, group=1)),
        ({"order": [eight("a", count=5), THREE[1]]}, says("TeamsFault.size", count=5, group=1)),
        ({"order": [eight("a")]}, says("TeamsFault.size", count=8, group=1)),
        ({"order": []}, says("TeamsFault.no-group")),
        ({"order": ["a", "b"]}, says("FieldFault.wrong", field="order[0]")),
        ({}, says("FieldFault.missing", field="order")),
        ({"merged": True, "upper": ["a"], "lower": ["b"], "order": ["a"]}, says("TeamsFault.not-all", id="'b'")),
        ({"merged": True, "upper": ["a"], "lower": ["b"], "order": ["a", "b", "c"]}, says("TeamsFault.not-all", id="'c'")),
        ({"merged": True, "upper": ["a"], "lower": ["a"], "order": ["a"]}, says("TeamsFault.two-groups", id="'a'")),
        ({"merged": True, "upper": [], "lower": ["a"], "order": ["a"]}, says("TeamsFault.empty", field="upper")),
        ({"merged": True, "upper": ["a"], "lower": ["b"], "order": ["a", "b"], "absent": ["a"]}, says("TeamsFault.merged-absent")),
        ({"merged": 1, "order": THREE}, says("FieldFault.wrong", field="merged", value="1")),
    ],
)
def test_groups_that_cannot_be_are_refused(fields, told):
    assert told(refused("promotion", competition="B", **fields))


def test_a_promotion_without_its_competition_is_known_by_its_fields():
    assert ask("promotion", order=THREE) == {"groups": groups(THREE)}
    assert ask("promotion", **EIGHTS) == eights()
    assert ask("promotion", **EIGHTS | {"KK": [*eight("kk")[1:], "kk1"]})["HAA"][:2] == ["kk8", "kk1"], "C 12: who was prevented is last"
