"""How long ago a journal was written to, by its files."""

import os
from contextlib import closing
from pathlib import Path

import pytest

from hub.feeds import journals
from hub.feeds.journals import written_ago_s
from record.events.of_game import ClockStarted, SessionOpened
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal
from record.store.latest import ClockRow, Latest, clock_of

SECOND = 1_000_000_000


def test_of_a_running_clock_the_age_of_its_last_reading_counts_and_not_that_of_the_last_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that is opened in a long think would count the time since the last row twice."""
    path = tmp_path / JOURNAL_NAME
    monkeypatch.setattr(journals.time, "time", lambda: 2010.0)
    with Journal.create(path) as journal, closing(Latest(path)) as latest:
        journal.append(SessionOpened("frisian", 10, "W:W31-50:B1-20", "80m+60s", 4800 * SECOND, 4800 * SECOND), 0)
        journal.append(ClockStarted(SECOND, "white"), SECOND)
        os.utime(path, (1400, 1400))
        assert (written_ago_s(path), journal.last_t_ns) == (610.0, SECOND)
        latest.write_clock(ClockRow(601 * SECOND, 4200 * SECOND, 4800 * SECOND))
        os.utime(clock_of(path), (2000, 2000))
        assert (written_ago_s(path), journal.last_t_ns) == (10.0, 601 * SECOND)
