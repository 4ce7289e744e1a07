"""The time of day beside what somebody rules: kept, and told apart from one that nobody vouches for."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from record.papers.time_of_day import kept, read

AT = datetime(2026, 11, 21, 18, 43, 5, 999, timezone(timedelta(hours=1)))


@pytest.mark.parametrize("is_set", [True, False])
def test_it_is_read_as_it_was_kept_to_the_second(is_set):
    assert read(kept(AT, is_set=is_set)) == (AT.replace(microsecond=0), is_set)


def test_it_is_local_with_its_distance_from_utc_and_a_mark_where_the_clock_was_perhaps_not_set():
    assert kept(AT, is_set=True) == "2026-11-21T18:43:05+01:00"
    assert kept(AT.astimezone(UTC), is_set=False) == "2026-11-21T17:43:05+00:00?"


@pytest.mark.parametrize("nothing", ["", "?", "half past six"])
def test_where_none_was_kept_there_is_none(nothing):
    assert read(nothing) is None
