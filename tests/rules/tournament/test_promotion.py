"""Promotion and relegation: C 8, C 9, C 11 and D 7 for the groups of eight, B 2 and B 3 for the teams."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.tournament.asking import ask, refused


def eight(name, *, count=8):
    return [f"{name}{number}" for number in range(1, count + 1)]


def eights(*absent, ha=6):
    return ask(
        "promotion", competition="C", KK=eight("kk"), HAA=eight("haa"), RHAA=eight("rhaa"), HA=eight("ha", count=ha), absent=list(absent)
    )


def test_c_8_two_go_up_and_two_go_down():
    assert eights() == {
        "KK": ["kk1", "kk2", "kk3", "kk4", "kk5", "kk6", "haa1", "haa2"],
        "HAA": ["kk7", "kk8", "haa3", "haa4", "haa5", "haa6", "rhaa1", "rhaa2"],
        "RHAA": ["haa7", "haa8", "rhaa3", "rhaa4", "rhaa5", "rhaa6", "ha1", "ha2"],
        "to_HA": ["rhaa7", "rhaa8"],
    }


def test_c_9_the_worked_example():
    assert eights("kk2", "kk8") == {
        "KK": ["kk1", "kk3", "kk4", "kk5", "kk6", "haa1", "haa2", "haa3"],
        "HAA": ["kk7", "haa4", "haa5", "haa6", "rhaa1", "rhaa2", "rhaa3", "rhaa4"],
        "RHAA": ["haa7", "haa8", "rhaa5", "rhaa6", "ha1", "ha2", "ha3", "ha4"],
        "to_HA": ["rhaa7", "rhaa8"],
    }


def test_c_9_the_own_relegated_fill_up_after_the_numbers_three_to_six_below():
    found = eights("haa3", "haa4", "haa5", "haa6", "kk1")
    assert found["KK"] == ["kk2", "kk3", "kk4", "kk5", "kk6", "haa1", "haa2", "kk7"]
    assert found["HAA"] == ["kk8", "rhaa1", "rhaa2", "rhaa3", "rhaa4", "rhaa5", "rhaa6", "haa7"]
    assert found["RHAA"] == ["haa8", "ha1", "ha2", "ha3", "ha4", "ha5", "ha6", "rhaa7"]
    assert found["to_HA"] == ["rhaa8"]


def test_c_9_the_rhaa_is_filled_by_the_ha_from_its_third_on_and_then_by_its_own_relegated():
    assert eights("rhaa3", ha=3)["RHAA"] == ["haa7", "haa8", "rhaa4", "rhaa5", "rhaa6", "ha1", "ha2", "ha3"]
    found = eights("rhaa3", ha=2)
    assert (found["RHAA"][-1], found["to_HA"]) == ("rhaa7", ["rhaa8"])


def test_d_7_who_declines_promotion_from_the_ha_is_followed_by_the_next():
    found = eights("ha1")
    assert found["RHAA"] == ["haa7", "haa8", "rhaa3", "rhaa4", "rhaa5", "rhaa6", "ha2", "ha3"]


def test_c_11_who_is_promoted_and_absent_is_replaced_by_those_who_fill_up():
    assert eights("haa1")["KK"] == ["kk1", "kk2", "kk3", "kk4", "kk5", "kk6", "haa2", "haa3"]


def test_c_9_a_group_that_nobody_can_fill_is_refused():
    absent = ["kk1", "kk2", "kk3", "kk4", "haa3", "haa4", "haa5", "haa6"]
    assert "KK cannot be filled" in refused(
        "promotion", competition="C", KK=eight("kk"), HAA=eight("haa"), RHAA=eight("rhaa"), HA=eight("ha"), absent=absent
    )


@given(st.sets(st.sampled_from([*eight("kk"), *eight("haa"), *eight("rhaa"), *eight("ha", count=12)]), max_size=6), st.integers(8, 12))
def test_everybody_stands_once_in_the_answer_to_a_promotion(absent, ha):
    absent = {one for one in absent if one not in eight("ha", count=12)[ha:]}
    found = eights(*absent, ha=ha)
    placed = [*found["KK"], *found["HAA"], *found["RHAA"]]
    assert len(placed) == len(set(placed)) == 24
    assert not absent & set(placed)
    away = set(found["to_HA"])
    assert not away & set(placed)
    left = {*eight("kk"), *eight("haa"), *eight("rhaa")} - set(placed) - absent
    assert left <= away <= {"rhaa7", "rhaa8"}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"KK": eight("kk", count=7)}, "KK has 7 players"),
        ({"RHAA": eight("rhaa", count=9)}, "RHAA has 9 players"),
        ({"HA": ["ha1", "kk3"]}, "'kk3' stands in two of the orders"),
        ({"HA": ["ha1", "ha1"]}, "HA has 'ha1' twice"),
        ({"absent": ["nobody"]}, "absent has 'nobody'"),
        ({"absent": "kk1"}, "absent is"),
        ({"HAA": None}, "HAA is missing"),
        ({"competition": "F"}, "competition is"),
    ],
)
def test_orders_that_cannot_be_are_refused(change, told):
    right = {"competition": "C", "KK": eight("kk"), "HAA": eight("haa"), "RHAA": eight("rhaa"), "HA": eight("ha")}
    assert told in refused("promotion", **(right | change))


THREE = [eight("a", count=4), eight("b", count=4), eight("c", count=4)]


def groups(order, absent=None):
    return ask("promotion", competition="B", order=order, **({} if absent is None else {"absent": absent}))["groups"]


def test_b_3_winners_go_up_to_the_last_place_and_the_last_go_down_to_the_first():
    assert groups(THREE) == [["a1", "a2", "a3", "b1"], ["a4", "b2", "b3", "c1"], ["b4", "c2", "c3", "c4"]]
    assert groups(THREE[:1]) == THREE[:1]
    assert groups([THREE[0], eight("z", count=7)]) == [["a1", "a2", "a3", "z1"], ["a4", "z2", "z3", "z4", "z5", "z6", "z7"]]


def test_b_3_the_number_two_takes_the_very_place_that_fell_empty_and_so_on_down():
    order = [*THREE[:2], eight("c", count=5)]
    assert groups(order, ["a2"]) == [["a1", "b2", "a3", "b1"], ["a4", "c2", "b3", "c1"], ["b4", "c3", "c4", "c5"]]
    assert groups(order, "a4") == [["a1", "a2", "a3", "b1"], ["c2", "b2", "b3", "c1"], ["b4", "c3", "c4", "c5"]]
    assert groups(order, ["b1"]) == [["a1", "a2", "a3", "b2"], ["a4", "c2", "b3", "c1"], ["b4", "c3", "c4", "c5"]]
    assert groups(order, ["c5"]) == [["a1", "a2", "a3", "b1"], ["a4", "b2", "b3", "c1"], ["b4", "c2", "c3", "c4"]]


def test_b_2_groups_are_formed_anew_where_the_lowest_would_have_three():
    assert groups(THREE, ["a2"]) == [["a1", "b2", "a3", "b1"], ["a4", "c2", "b3", "c1", "b4", "c3", "c4"]]
    assert "too few" in refused("promotion", competition="B", order=THREE[:1], absent=["a1"])


@st.composite
def orders(draw):
    count = draw(st.integers(1, 5))
    last = draw(st.integers(4, 7))
    return [[f"g{group}t{team}" for team in range(last if group == count - 1 else 4)] for group in range(count)]


@given(orders(), st.data())
def test_every_team_stands_once_in_the_groups_and_the_sizes_are_those_of_b_2(order, data):
    everybody = [team for group in order for team in group]
    absent = data.draw(st.sampled_from(everybody)) if len(everybody) > 4 and data.draw(st.booleans()) else None
    found = groups(order, absent)
    placed = [team for group in found for team in group]
    assert sorted(placed) == sorted(set(everybody) - {absent})
    assert [len(group) for group in found] == ask("groups", competition="B", entries=len(placed))["sizes"]


def test_b_3_merged_classes_are_parted():
    found = ask(
        "promotion",
        competition="B",
        merged=True,
        upper=["u1", "u2", "u3"],
        lower=["l1", "l2", "l3"],
        order=["u2", "l3", "u1", "l1", "l2", "u3"],
    )
    assert found == {"promoted": "l3", "relegated": "u3", "upper": ["u2", "u1", "l3"], "lower": ["u3", "l1", "l2"]}


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"order": THREE, "absent": ["a1", "b2"]}, "several teams"),
        ({"order": THREE, "absent": ["z"]}, "absent has 'z'"),
        ({"order": [THREE[0], ["a1", "x", "y", "z"]]}, "'a1' stands in two"),
        ({"order": [["a", "b", "c"], THREE[1]]}, "order has 3 teams in group 1"),
        ({"order": [eight("a", count=5), THREE[1]]}, "order has 5 teams in group 1"),
        ({"order": [eight("a", count=8)]}, "order has 8 teams in group 1"),
        ({"order": []}, "order has no group"),
        ({"order": ["a", "b"]}, "order[0] is"),
        ({}, "order is missing"),
        ({"merged": True, "upper": ["a"], "lower": ["b"], "order": ["a"]}, "'b' is one too many or is missing"),
        ({"merged": True, "upper": ["a"], "lower": ["b"], "order": ["a", "b", "c"]}, "'c' is one too many"),
        ({"merged": True, "upper": ["a"], "lower": ["a"], "order": ["a"]}, "'a' stands in two"),
        ({"merged": True, "upper": [], "lower": ["a"], "order": ["a"]}, "upper has no team"),
        ({"merged": True, "upper": ["a"], "lower": ["b"], "order": ["a", "b"], "absent": ["a"]}, "merged classes"),
        ({"merged": 1, "order": THREE}, "merged is 1"),
    ],
)
def test_groups_that_cannot_be_are_refused(fields, told):
    assert told in refused("promotion", competition="B", **fields)


def test_a_promotion_without_its_competition_is_known_by_its_fields():
    assert ask("promotion", order=THREE) == {"groups": groups(THREE)}
    assert ask("promotion", KK=eight("kk"), HAA=eight("haa"), RHAA=eight("rhaa"), HA=eight("ha", count=6)) == eights()


def test_c_12_who_was_prevented_for_a_year_stands_last_and_is_relegated():
    found = ask("promotion", competition="C", KK=["kk2", *eight("kk")[2:], "kk1"], HAA=eight("haa"), RHAA=eight("rhaa"), HA=eight("ha"))
    assert found["HAA"][:2] == ["kk8", "kk1"]
