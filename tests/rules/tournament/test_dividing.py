"""The sizes of groups: A 4, B 2, D 5, G 2."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.tournament.asking import ask, refused


@pytest.mark.parametrize(
    ("competition", "entries", "sizes"),
    [
        ("B", 13, [4, 4, 5]),
        ("B", 4, [4]),
        ("B", 7, [7]),
        ("B", 8, [4, 4]),
        ("B", 11, [4, 7]),
        ("D", 9, [4, 5]),
        ("D", 10, [4, 6]),
        ("D", 11, [4, 4, 3]),
        ("A", 3, [3]),
        ("A", 6, [6]),
        ("A", 7, [4, 3]),
        ("A", 8, [4, 4]),
        ("G", 5, [5]),
        ("G", 15, [4, 4, 4, 3]),
    ],
)
def test_a_4_b_2_d_5_and_g_2(competition, entries, sizes):
    assert ask("groups", competition=competition, entries=entries) == {"sizes": sizes}


@given(st.sampled_from("ABDG"), st.integers(4, 10_000))
def test_everybody_has_a_place_and_all_groups_but_the_last_are_fours(competition, entries):
    sizes = ask("groups", competition=competition, entries=entries)["sizes"]
    assert sum(sizes) == entries
    assert set(sizes[:-1]) <= {4}
    assert sizes[-1] in ((4, 5, 6, 7) if competition == "B" else (3, 4, 5, 6))


@pytest.mark.parametrize(("competition", "entries"), [("A", 2), ("A", 0), ("B", 3), ("D", 2), ("G", 1)])
def test_r18_too_few_entries_are_refused(competition, entries):
    assert "too few" in refused("groups", competition=competition, entries=entries)


def test_d_4_the_ha_plays_in_one_group_whatever_its_size():
    assert ask("groups", competition="D", klass="HA", entries=2) == {"sizes": [2]}
    assert ask("groups", competition="D", klass="HA", entries=23) == {"sizes": [23]}
    assert ask("groups", competition="D", klass="3", entries=9) == {"sizes": [4, 5]}
    assert "too few" in refused("groups", competition="D", klass="HA", entries=1)
    assert "class" in refused("groups", competition="D", klass="KK", entries=9)


def test_competitions_without_groups_are_refused():
    assert refused("groups", competition="F", entries=12).startswith('competition is "F"')
