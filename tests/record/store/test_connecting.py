"""Connections to a journal whose lock somebody else has for a moment."""

import sqlite3
from pathlib import Path

import pytest

from record.store import connecting
from record.store.journal import Journal, JournalError
from record.store.versions import version_of


def failing(monkeypatch, code: int, times: int) -> list[int]:
    """The first so many looks at a journal fail with that code of SQLite; the looks so far."""
    looks: list[int] = []

    def version(path: Path, connection: sqlite3.Connection) -> int:
        looks.append(code)
        if len(looks) > times:
            return version_of(path, connection)
        error = sqlite3.OperationalError("database is locked")
        error.sqlite_errorcode = code
        raise error

    monkeypatch.setattr(connecting, "version_of", version)
    return looks


@pytest.mark.parametrize("code", [sqlite3.SQLITE_BUSY, sqlite3.SQLITE_BUSY_RECOVERY])
def test_a_journal_is_opened_though_sqlite_does_not_wait_for_a_lock(tmp_path, monkeypatch, code):
    Journal.create(tmp_path / "journal.sqlite").close()
    looks = failing(monkeypatch, code, 2)
    Journal.reader(tmp_path / "journal.sqlite").close()
    assert len(looks) == 3


def test_a_lock_that_nobody_gives_back_is_told_in_the_end(tmp_path, monkeypatch):
    Journal.create(tmp_path / "journal.sqlite").close()
    looks = failing(monkeypatch, sqlite3.SQLITE_BUSY, 1_000)
    monkeypatch.setattr(connecting, "BUSY_S", 0.2)
    with pytest.raises(JournalError, match="cannot be opened as a journal: database is locked"):
        Journal.reader(tmp_path / "journal.sqlite")
    assert 1 < len(looks) < 20


def test_any_other_error_is_told_at_once(tmp_path, monkeypatch):
    Journal.create(tmp_path / "journal.sqlite").close()
    looks = failing(monkeypatch, sqlite3.SQLITE_IOERR, 1_000)
    with pytest.raises(JournalError, match="cannot be opened as a journal"):
        Journal.reader(tmp_path / "journal.sqlite")
    assert len(looks) == 1
