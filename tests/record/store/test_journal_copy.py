"""The journal of a broken Pi is read from its card, which is mounted so that nothing is changed on it."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from record.events.of_game import ClockStarted, SessionOpened
from record.store.copy import read_journal
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal, JournalError, fold

EVENTS = [SessionOpened("frisian", 10, "W:W31-50:B1-20", "80m+60s", 1, 1), ClockStarted(1, "white")]
NOBODY = 65534


@contextmanager
def card(made: Path) -> Iterator[Path]:
    """The journal as the power left it, in a folder in which the user who looks at it may write nothing."""
    user = os.geteuid()
    with TemporaryDirectory() as name, Journal.create(made / JOURNAL_NAME) as journal:
        for event in EVENTS:
            journal.append(event, 0)
        for end in ("", "-wal"):
            shutil.copyfile(made / (JOURNAL_NAME + end), Path(name) / (JOURNAL_NAME + end))
        Path(name).chmod(0o555)
        try:
            if user == 0:
                os.seteuid(NOBODY)
            yield Path(name) / JOURNAL_NAME
        finally:
            os.seteuid(user)
            Path(name).chmod(0o755)


def test_a_journal_that_was_cut_off_is_read_from_a_card_that_nothing_can_be_written_to(tmp_path: Path) -> None:
    with card(tmp_path) as path:
        with pytest.raises(JournalError, match="unable to open database file"):
            Journal.reader(path)
        with read_journal(path) as journal:
            assert (journal.path, fold(journal).clock.running) == (path, "white")
            assert [event for _, event in journal.since(0)] == EVENTS
        assert sorted(one.name for one in path.parent.iterdir()) == [JOURNAL_NAME, f"{JOURNAL_NAME}-wal"]


def test_what_is_no_journal_is_said_as_ever(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="there is no journal at"), read_journal(tmp_path / JOURNAL_NAME):
        pass
