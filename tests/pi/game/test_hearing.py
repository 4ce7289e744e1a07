"""What people have put into a game's inbox: done where it was put in while the service was there."""

from contextlib import ExitStack, closing
from dataclasses import replace
from queue import SimpleQueue
from threading import Event

import pytest

from hub.boards import handing
from hub.boards.handing import RuleError, hand_over
from pi.game.hearing import Hearing, NotHeard
from pi.game.late_inbox import LateInbox
from pi.game.station import Mark, Queued
from pi.reading.threads import ReadingThread
from record.decisions.inbox import OBEYED, Inbox
from record.decisions.ruled_upon import RuledUpon, last_ruling
from record.decisions.words import AddTimes, SeeAlert, StartClock, StopClock
from record.events.of_game import ClockStarted, TimesSet
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal
from record.store.journal_rows import JournalRows
from tests.bench.live.driving import driven


def test_words_from_before_the_start_are_answered_and_not_done(table):
    world = table.world([])
    world.run(lambda: world.service.begun)
    with Inbox(world.folder / JOURNAL_NAME) as inbox, ExitStack() as stack:
        before = [inbox.put(StartClock("J. Jansen")), inbox.put(StartClock("J. Jansen", "black"))]
        hearing = Hearing(stack.enter_context(closing(LateInbox(inbox.path, print))), None)
        after = inbox.put(StartClock("J. Jansen", "white"))
        hearing.hear(world.service, world.now_ns)
        assert [inbox.answered(number) for number in (*before, after)] == [NotHeard.OF_BEFORE.said(), NotHeard.OF_BEFORE.said(), OBEYED]
    assert [event.side for event in table.of(ClockStarted)] == ["white"]


def test_of_two_rulings_upon_the_same_row_one_is_done_whatever_way_they_came(table):
    world = table.world([])
    world.run(lambda: world.service.begun)
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
        assert runs.wait(60)
        with pytest.raises(RuleError, match="no game is being played"):
            hand_over(journal, StopClock("J. Jansen"), 60.0)
    reading.close()
    with Inbox(journal) as inbox:
        assert inbox.answered(before) == NotHeard.OF_BEFORE.said()


def test_who_waits_no_longer_has_said_nothing(tmp_path, monkeypatch):
    Journal.create(tmp_path / JOURNAL_NAME).close()

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(handing, "_answer", interrupted)
    with pytest.raises(KeyboardInterrupt):
        hand_over(tmp_path / JOURNAL_NAME, StartClock("J. Jansen"))
    with Inbox(tmp_path / JOURNAL_NAME) as inbox:
        assert list(inbox.take()) == []
