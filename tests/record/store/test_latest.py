"""The running clock and the belief beside a journal: the last that was written, and nothing where it is damaged."""

import os
from contextlib import closing

import pytest

from record.log.errors import LogError
from record.store.latest import BELIEF_BYTES, Checkpoint, ClockRow, Latest, belief_of, clock_of, read_clock, read_latest
from tests.support.says import says

CLOCK_NOT_WRITTEN = "the running clock could not be written to {path}: {why}"
BELIEF_NOT_WRITTEN = "the referee's belief could not be written to {path}: {why}"
CLOCK, BELIEF = ClockRow(10 * 10**9, -5, 7), Checkpoint(3, "0f" * 32, b"held\n\0")


@pytest.fixture
def journal(tmp_path):
    return tmp_path / "journal.db"


@pytest.fixture
def latest(journal):
    with closing(Latest(journal)) as latest:
        yield latest


def test_what_was_written_last_is_read(journal, latest):
    assert read_latest(journal) == (None, None, ())
    for clock, belief in ((CLOCK._replace(t_ns=1), BELIEF._replace(data=b"")), (CLOCK, BELIEF)):
        latest.write_clock(clock)
        latest.write_belief(belief)
        assert read_latest(journal) == (clock, belief, ())
    assert read_clock(journal) == CLOCK


@pytest.mark.parametrize("content", [b"x" * 9000, b""])
def test_a_damaged_file_counts_as_absent_and_is_named(journal, latest, content):
    latest.write_clock(CLOCK)
    latest.write_belief(BELIEF)
    clock_of(journal).write_bytes(content)
    damaged = ("clock",) if content else ()
    assert read_latest(journal) == (None, BELIEF, damaged)
    belief_of(journal).write_bytes(content)
    assert read_latest(journal) == (None, None, (*damaged, "belief") if content else ())


def test_sound_slots_with_other_values_are_damaged(journal, latest):
    latest._clock.write(b"[1, 2, 99999999999999999999]")
    latest._belief.write(b"3 no checksum\n")
    assert read_latest(journal) == (None, None, ("clock", "belief"))


def test_the_disk_is_waited_for_where_a_clock_at_the_board_is_written_and_not_elsewhere(journal, latest, monkeypatch):
    latest.write_clock(CLOCK)
    latest.write_belief(BELIEF)
    flushed = []
    monkeypatch.setattr(os, "fdatasync", flushed.append)
    latest.write_belief(BELIEF)
    latest.write_clock(CLOCK, flush=False)
    assert not flushed
    latest.write_clock(CLOCK)
    assert len(flushed) == 1


def test_a_disk_that_does_not_take_them_is_a_sentence(tmp_path):
    latest = Latest(tmp_path / "gone" / "journal.db")
    with pytest.raises(LogError, check=says(CLOCK_NOT_WRITTEN)):
        latest.write_clock(CLOCK)
    with pytest.raises(LogError, check=says(BELIEF_NOT_WRITTEN)):
        latest.write_belief(BELIEF)
    with pytest.raises(LogError, check=says(BELIEF_NOT_WRITTEN)):
        latest.write_belief(BELIEF._replace(data=b"x" * BELIEF_BYTES))
