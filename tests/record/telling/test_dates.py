"""Dates and times as a person reads them."""

from datetime import date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from record.telling.dates import day_said, moment_said
from record.telling.sentences import tell
from record.texts import LANGUAGES


@pytest.mark.parametrize(
    ("lang", "day", "moment"),
    [
        ("en", "7 March 2026", "7 March 2026 at 18:30"),
        ("nl", "7 maart 2026", "7 maart 2026 om 18:30"),
        ("fy", "7 maart 2026", "7 maart 2026 om 18:30"),
    ],
)
def test_a_day_and_a_time_in_the_readers_language(lang, day, moment):
    assert tell(day_said("2026-03-07"), lang) == day
    for text in ("2026-03-07T18:30", "2026-03-07 18:30:00"):
        assert tell(moment_said(text), lang) == moment


def test_seconds_and_a_zone_are_told_where_they_are_there():
    assert tell(moment_said("2026-03-07T18:30:01"), "en") == "7 March 2026 at 18:30:01"
    assert tell(moment_said("2026-03-07T18:30+01:00"), "en") == "7 March 2026 at 18:30 (UTC+01:00)"
    assert tell(moment_said("2026-03-07T18:30Z"), "en") == "7 March 2026 at 18:30 (UTC)"


@pytest.mark.parametrize("text", ["", "yesterday", "2026-02-30", "2026-13-01T10:00", "24:00"])
def test_what_is_no_time_is_told_as_it_is(text):
    assert tell(day_said(text), "nl") == tell(moment_said(text), "nl") == text


@given(st.dates(), st.dates(), st.sampled_from(LANGUAGES))
def test_two_days_are_told_alike_only_where_they_are_the_same(one, other, lang):
    assert (tell(day_said(one.isoformat()), lang) == tell(day_said(other.isoformat()), lang)) == (one == other)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_two_months_have_one_name(lang):
    days = [date(2026, month, 1) for month in range(1, 13)]
    assert len({tell(day_said(day.isoformat()), lang) for day in days}) == len(days)
    assert all(str((datetime(2026, 1, 1) + timedelta(days=at)).day) in tell(day_said(f"2026-01-{at + 1:02}"), lang) for at in range(31))
