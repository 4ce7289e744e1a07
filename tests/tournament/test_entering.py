"""Who may play where, and in groups of which size: A 2, A 4, B 2, D 4, D 5, E 4, G 2."""

from datetime import date

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.support.says import says
from tests.tournament.contests import refuses
from tournament.competitions import Competition, PlayerClass
from tournament.eligibility import age_classes, age_in_season, classes_at_club_events
from tournament.groups import Division, divide
from tournament.times import day_in

TOO_FEW = "{count} entry is too few for a group; {article} wants {least}"


@pytest.mark.parametrize(
    ("born", "age", "may_play"),
    [
        ("2014-09-02", 11, ["pupillen", "jeugd", "junioren"]),
        ("2014-09-01", 12, ["jeugd", "junioren"]),
        ("2010-09-01", 16, ["junioren"]),
        ("2005-09-01", 21, []),
        ("2026-09-01", 0, ["pupillen", "jeugd", "junioren"]),
        ("2004-02-29", 22, []),
    ],
)
def test_e_4_the_age_on_the_first_of_september(born, age, may_play):
    assert age_in_season(date.fromisoformat(born), 2026) == age
    assert list(age_classes(age)) == may_play


def test_e_4_nobody_is_born_after_the_first_of_september():
    born_later = "born is {born}, which is after 1 September {year}"
    refuses(says(born_later, born="2026-09-02", year=2026), age_in_season, date(2026, 9, 2), 2026)


def test_a_date_is_written_by_year_month_and_day():
    assert day_in("2010-02-03", "born") == date(2010, 2, 3)
    for text in ("2010-02-30", "2010-W01-1", "2010-02-03T00:00", "\u0662010-02-03", "x" * 99):
        refuses(says("{field} is {value}; a date such as 2026-09-01 was expected", field="born"), day_in, text, "born")


@pytest.mark.parametrize(
    ("name", "number", "may_play"),
    [("KK", 8, ["EK"]), ("RHAA", 4, ["EK"]), ("RHAA", 5, ["EK", "HA"]), ("RHAA", 8, ["EK", "HA"]), ("HA", 30, ["HA"]), ("2", 9, ["2"])],
)
def test_a_2_the_classes_of_club_events(name, number, may_play):
    assert list(classes_at_club_events(PlayerClass(name), number)) == may_play


@given(st.sampled_from("ABDG"), st.integers(4, 10_000))
@example("B", 13)
@example("A", 7)
def test_a_4_b_2_d_5_and_g_2_everybody_has_a_place_and_all_groups_but_the_last_are_fours(competition, entries):
    """By that and the size of the last group there is one way to divide them: 4, 4, 5 in B, and 4, 3 in A."""
    sizes = divide(Competition(competition), entries).sizes
    assert sum(sizes) == entries
    assert set(sizes[:-1]) <= {4}
    assert sizes[-1] in ((4, 5, 6, 7) if competition == "B" else (3, 4, 5, 6))


def test_r18_three_are_a_group_where_four_are_not_asked():
    assert [divide(Competition(competition), 3).sizes for competition in "ADG"] == [(3,)] * 3


def test_d_4_the_ha_plays_in_one_group_whatever_its_size_and_r18_nobody_in_too_small_a_one():
    assert [divide(Competition.D, entries, "HA") for entries in (2, 23)] == [Division((2,), "D 4"), Division((23,), "D 4")]
    assert divide(Competition.D, 9, "3") == Division((4, 5), "D 5")
    refuses(says(TOO_FEW, count=1, least=2), divide, Competition.D, 1, "HA")
    for competition, entries in (("A", 2), ("A", 0), ("B", 3), ("D", 2), ("G", 1)):
        refuses(says(TOO_FEW, count=entries), divide, Competition(competition), entries)
