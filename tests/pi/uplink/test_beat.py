"""The pulse: when the time of the game was nought, signs of life, and the report."""

import json
import os
import time

import pytest

from hub.boards.readiness import REPORT_NAME, boot_id
from hub.feeds.silence import NAME as ALIVE_NAME
from pi.uplink.beat import Beat, BoardClock, ClockReader, GameTime
from record.store.journal import ClockRow, Journal, JournalError

S = 1_000_000_000


@pytest.fixture
def now_ns():
    return [100 * S]


@pytest.fixture
def beat(tmp_path, now_ns):
    return Beat(tmp_path, "aa", tmp_path / "arbiters.json", BoardClock(lambda: now_ns[0], lambda: 5, lambda: "b1"))


def reading(t_s):
    return ClockRow(round(t_s * S), 1, 2)


def seen(*readings, zero_s=90, game="0001", time=None):
    """The time after these readings: of each when it was taken, by the game's time, and how much later it was seen."""
    time = time or GameTime()
    for t_s, late_s in readings:
        time.see(game, reading(t_s), round((zero_s + t_s + late_s) * S))
    return time


def test_the_reading_that_was_seen_soonest_tells_when_the_time_was_nought():
    assert seen((1, 30)).zero_ns is None  # nobody knows how old the first one is
    assert seen((1, 0), (1.4, 0.2), (1.8, 0.05), (2.2, 0.9)).zero_ns == 90.05 * S


def test_a_reading_that_is_seen_again_tells_nothing():
    time = seen((1, 0), (1.4, 0.1))
    time.see("0001", reading(1.4), 99 * S)
    assert time.zero_ns == 90.1 * S
    assert time.reading == reading(1.4)


def test_a_game_that_goes_on_after_a_pause_has_another_time():
    time = seen((1, 0), (1.4, 0.1))
    seen((2, 0.3), zero_s=150, time=time)
    assert time.zero_ns == 150.3 * S


def test_the_next_game_begins_anew():
    time = seen((1, 0), (1.4, 0.1))
    time.see("0002", None, 99 * S)
    assert (time.zero_ns, time.reading) == (None, None)


def test_a_sign_counts_for_three_seconds_and_an_old_one_not_at_all(beat, tmp_path, now_ns):
    assert not beat.is_alive()
    (tmp_path / ALIVE_NAME).touch()
    assert beat.is_alive()
    now_ns[0] += 3 * S
    assert not beat.is_alive()
    os.utime(tmp_path / ALIVE_NAME, (1, 1))
    assert beat.is_alive()
    assert not Beat(tmp_path, "aa", tmp_path, BoardClock(lambda: now_ns[0])).is_alive()


def test_pulses_have_numbers_that_no_other_uplink_of_this_boot_has(beat, tmp_path, now_ns):
    first, second = (beat.pulse("", 0, "") for _ in range(2))
    now_ns[0] += S
    later = Beat(tmp_path, "aa", tmp_path, BoardClock(lambda: now_ns[0])).pulse("", 0, "")
    assert first.number < second.number < later.number
    assert (beat.sent_ns("b1", first.number), beat.sent_ns("b1", 7), beat.sent_ns("b2", first.number)) == (100 * S, None, None)


def test_a_report_goes_with_its_age_and_without_what_is_of_this_machine(beat, tmp_path):
    assert beat.readiness() is None
    report = {"version": 2, "boot": boot_id(), "t_ns": time.monotonic_ns() - 2 * S, "checks": []}
    (tmp_path / REPORT_NAME).write_text(json.dumps(report))
    told = beat.readiness()
    assert told.report == {"version": 2, "checks": []}
    assert 2000 <= told.age_ms < 4000


def test_the_readings_of_a_journal_that_was_exchanged_are_read_anew(tmp_path):
    paths = tmp_path / "a.sqlite", tmp_path / "b.sqlite"
    for path, t_s in zip(paths, (1, 2), strict=True):
        with Journal.create(path) as journal:
            journal.write_clock(reading(t_s))
    reader = ClockReader()
    assert reader.of(paths[0]) == reading(1)
    paths[1].replace(paths[0])
    assert reader.of(paths[0]) == reading(2)
    reader.close()
    with pytest.raises((OSError, JournalError)):
        reader.of(paths[1])


def test_two_readings_within_one_step_of_the_file_systems_clock_are_both_read(tmp_path, monkeypatch):
    monkeypatch.setattr("record.store.written_lately.stamp_of", lambda _file: (1, 1))
    path, reader = tmp_path / "journal.sqlite", ClockReader()
    with Journal.create(path) as journal:
        journal.write_clock(reading(1))
        assert reader.of(path) == reading(1)
        time.sleep(0.2)
        journal.write_clock(reading(2))
        ends_s = time.monotonic() + 10
        while reader.of(path) != reading(2):
            assert time.monotonic() < ends_s
            time.sleep(0.02)
    reader.close()
