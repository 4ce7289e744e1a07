"""The inbox of a game: words are done where the service was there for them, and a damaged or full disk hinders no game."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from queue import SimpleQueue
from threading import Event

import pytest
from msgspec.structs import replace

from hub.boards import handing
from hub.boards.handing import RuleError, hand_over
from pi.game import late_inbox
from pi.game.hearing import Hearing, NotHeard
from pi.game.late_inbox import LateInbox
from pi.game.station import Mark, Queued
from pi.reading.threads import ReadingThread
from record.decisions.inbox import OBEYED, TAKEN, WITHDRAWN, Inbox
from record.decisions.ruled_upon import RuledUpon, last_ruling
from record.decisions.words import AddTimes, SeeAlert, StartClock, StopClock
from record.events.of_game import ClockStarted, TimesSet
from record.store import inbox_file
from record.store.folder import JOURNAL_NAME
from record.store.inbox_file import inbox_of
from record.store.journal import Journal
from record.store.journal_rows import JournalRows
from tests.support.live.driving import driven
from tests.support.waiting import WITHIN_S


def test_words_from_before_the_start_are_answered_and_not_done(table):
    world = table.world([], until_begun=True)
    with Inbox(world.folder / JOURNAL_NAME) as inbox, ExitStack() as stack:
        before = [inbox.put(StartClock("J. Jansen")), inbox.put(StartClock("J. Jansen", "black"))]
        hearing = Hearing(stack.enter_context(closing(LateInbox(inbox.path, print))), None)
        after = inbox.put(StartClock("J. Jansen", "white"))
        hearing.hear(world.service, world.now_ns)
        assert [inbox.answered(number) for number in (*before, after)] == [NotHeard.OF_BEFORE.said(), NotHeard.OF_BEFORE.said(), OBEYED]
    assert [event.side for event in table.of(ClockStarted)] == ["white"]


def test_of_two_rulings_upon_the_same_row_one_is_done_whatever_way_they_came(table):
    world = table.world([], until_begun=True)
    keeper = world.service.loop.keeper
    with Inbox(world.folder / JOURNAL_NAME) as inbox, closing(LateInbox(inbox.path, print)) as late_inbox:
        hearing = Hearing(late_inbox, None)
        add = AddTimes(60_000_000_000, 0, "A. Arbiter")
        first, second = (inbox.put(replace(add, by=by), upon=keeper.last_ruling) for by in ("Anke", "Bouke"))
        seen = inbox.put(SeeAlert("Bouke", "1-0"), upon=0)
        hearing.hear(world.service, world.now_ns)
        assert [inbox.answered(number) for number in (first, second)] == [OBEYED, RuledUpon.RULED_MEANWHILE.said()]
        assert inbox.answered(seen) == OBEYED, "it rules nothing"
        assert [event.by for event in table.of(TimesSet)] == ["Anke"]
        with JournalRows(inbox.path) as rows:
            assert last_ruling(rows) == keeper.last_ruling > 0
        unsaid, known = inbox.put(add), inbox.put(replace(add, by="Bouke"), upon=keeper.last_ruling + 9)
        hearing.hear(world.service, world.now_ns)
        assert [inbox.answered(number) for number in (unsaid, known)] == [OBEYED, OBEYED]


def test_the_start_is_that_of_the_service_and_all_that_is_put_in_later_is_heard(tmp_path):
    journal = tmp_path / "0001" / JOURNAL_NAME
    journal.parent.mkdir()
    Journal.create(journal).close()
    with Inbox(journal) as inbox:
        before = inbox.put(StartClock("J. Jansen"))
    queue: SimpleQueue[Queued] = SimpleQueue()
    reading = ReadingThread(queue.put)
    with driven(tmp_path, queue, reading):
        runs = Event()
        queue.put(Mark(runs.set))
        assert runs.wait(WITHIN_S)
        with pytest.raises(RuleError, match="no game is being played"):
            hand_over(journal, StopClock("J. Jansen"), WITHIN_S)
    reading.close()
    with Inbox(journal) as inbox:
        assert inbox.answered(before) == NotHeard.OF_BEFORE.said()


def test_who_waits_no_longer_has_said_nothing(journal, monkeypatch):
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(handing, "_answer", interrupted)
    with pytest.raises(KeyboardInterrupt):
        hand_over(journal, StartClock("J. Jansen"))
    with Inbox(journal) as inbox:
        assert list(inbox.take()) == []


@pytest.fixture
def late(journal: Path) -> Iterator[LateInbox]:
    with closing(LateInbox(journal, print)) as made:
        yield made


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


def test_a_word_whose_life_is_over_or_that_is_withdrawn_while_the_one_before_it_is_obeyed_is_not_taken(
    journal: Path, late: LateInbox
) -> None:
    now_ns = time.monotonic_ns()
    with Inbox(journal) as inbox:
        inbox.put(StartClock("J. Jansen"), until_ns=now_ns)
        lives = inbox.put(StartClock("P. Pietersen"), until_ns=now_ns + 3600 * 10**9)
        withdrawn = inbox.put(StartClock("J. Jansen"))
        taken = []
        for number, _ in late.take():
            taken.append(number)
            inbox.withdraw(withdrawn)
        assert taken == [lives]
        assert [answer for *_, answer in inbox.listed(0)] == [WITHDRAWN, TAKEN, WITHDRAWN]
