"""A damaged inbox is no part of the record: it makes room for another one."""

import sqlite3
from contextlib import closing

import pytest

from record.decisions.inbox import Inbox
from record.decisions.words import StopClock
from record.store.folder import JOURNAL_NAME
from record.store.inbox_file import damaged_set_aside, inbox_of


@pytest.fixture
def journal(recorded):
    """The journal of a game with a word in its inbox."""
    found = recorded(1, is_over=False) / JOURNAL_NAME
    with Inbox(found) as inbox:
        inbox.put(StopClock("J. Jansen"))
    return found


def by(statement):
    def change(path):
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(statement)

    return change


def headless(path):
    path.write_bytes(b"x" + path.read_bytes()[1:])


def misnamed(path):
    """A name in SQLite's own schema that is no UTF-8 any more."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = path.read_bytes()
    assert b"inboxinbox" in content
    path.write_bytes(content.replace(b"inboxinbox", b"in\xa0oxinbox", 1))


def folder(path):
    path.unlink()
    path.mkdir()


def cut(path):
    path.write_bytes(path.read_bytes()[:5000])


@pytest.mark.parametrize("damage", [headless, by("DROP TABLE inbox"), misnamed, by("PRAGMA application_id = 1"), cut, folder])
def test_it_is_set_aside_and_the_next_one_takes_words(journal, damage):
    damage(inbox_of(journal))
    kept = inbox_of(journal).read_bytes() if inbox_of(journal).is_file() else None
    aside = damaged_set_aside(journal)
    assert aside is not None
    assert aside.name == "journal-inbox.sqlite-damaged-1"
    assert aside.is_dir() if kept is None else aside.read_bytes() == kept
    with Inbox(journal) as inbox:
        assert inbox.put(StopClock("J. Jansen")) == 1
    assert damaged_set_aside(journal) is None


def test_a_sound_one_and_one_that_is_not_there_are_left_alone(journal):
    assert damaged_set_aside(journal) is None
    with Inbox(journal) as inbox:
        assert inbox.last == 1
    inbox_of(journal).unlink()
    assert damaged_set_aside(journal) is None
    assert not inbox_of(journal).exists()
