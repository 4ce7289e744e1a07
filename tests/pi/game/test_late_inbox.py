"""The inbox as the service uses it: damaged, or on a disk that does not let it be opened, it hinders no game."""

import sqlite3
import time
from pathlib import Path

import pytest

from pi.game import late_inbox
from pi.game.late_inbox import LateInbox
from record.decisions.inbox import TAKEN, WITHDRAWN, Inbox
from record.decisions.words import StartClock
from record.store import inbox_file
from record.store.folder import JOURNAL_NAME
from record.store.inbox_file import inbox_of
from record.store.journal import Journal


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / JOURNAL_NAME
    Journal.create(path).close()
    return path


def test_a_damaged_inbox_is_set_aside_and_the_next_word_is_heard(journal: Path) -> None:
    Inbox(journal).close()
    inbox_of(journal).write_bytes(b"nothing that SQLite knows" * 400)
    said: list[str] = []
    late = LateInbox(journal, said.append)
    with Inbox(journal) as inbox:
        number = inbox.put(StartClock("J. Jansen"))
    assert list(late.take()) == [(number, StartClock("J. Jansen"))]
    late.close()
    (aside,) = journal.parent.glob("*-damaged-1")
    assert aside.read_bytes().startswith(b"nothing")
    assert aside.name in said[0]


def test_an_inbox_that_cannot_be_opened_is_tried_again_and_what_was_put_in_before_is_known(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: Path) -> sqlite3.Connection:
        raise sqlite3.OperationalError("disk I/O error")

    with Inbox(journal) as inbox:
        before = inbox.put(StartClock("J. Jansen"))
    said: list[str] = []
    with monkeypatch.context() as patch:
        patch.setattr("record.decisions.inbox.connected_inbox", full)
        patch.setattr(late_inbox, "AGAIN_AFTER_S", 0.0)
        late = LateInbox(journal, said.append)
        assert [list(late.take()) for _ in range(3)] == [[], [], []]
    assert len(said) == 1
    assert "disk I/O error" in said[0]
    monkeypatch.setattr(late_inbox, "AGAIN_AFTER_S", 0.0)
    assert [number for number, _ in late.take()] == [before] == [late.before]
    late.close()
    assert inbox_file.inbox_of(journal).exists()


def test_a_word_whose_life_is_over_is_not_taken_where_nobody_withdrew_it(journal: Path) -> None:
    late = LateInbox(journal, print)
    now_ns = time.monotonic_ns()
    with Inbox(journal) as inbox:
        inbox.put(StartClock("J. Jansen"), until_ns=now_ns)
        lives = inbox.put(StartClock("P. Pietersen"), until_ns=now_ns + 3600 * 10**9)
        assert [number for number, _ in late.take()] == [lives]
        assert [answer for *_, answer in inbox.listed(0)] == [WITHDRAWN, TAKEN]
    late.close()


def test_a_word_that_is_withdrawn_while_the_one_before_it_is_obeyed_is_not_taken(journal: Path) -> None:
    late = LateInbox(journal, print)
    with Inbox(journal) as inbox:
        first, second = inbox.put(StartClock("J. Jansen")), inbox.put(StartClock("P. Pietersen"))
        taken = []
        for number, _ in late.take():
            taken.append(number)
            inbox.withdraw(second)
        assert taken == [first]
        assert [answer for *_, answer in inbox.listed(0)] == [TAKEN, WITHDRAWN]
    late.close()
