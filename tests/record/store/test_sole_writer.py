"""SQLite before 3.51.3 loses pages where a checkpoint starts on a log that is moved already, beside another writer: that never happens."""

import os
import signal
import sqlite3
import struct
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from unittest.mock import Mock

import pytest

from record.decisions.inbox import Inbox
from record.decisions.words import CloseGame
from record.events.of_game import CameraFault
from record.store import sole_writer
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal, JournalError
from record.store.sqlite_version import loses_pages
from tests.record.store.conftest import started
from tests.support.says import says

MX_FRAME, BACKFILLED = 16, 96
"""Where the index of the log (-shm) has the number of its last page, and that of the last one that was moved."""
HOLDS = """
import sys
from record.store.journal import Journal
with Journal.open(sys.argv[1]) as journal:
    print("open", flush=True)
    sys.stdin.read()
"""
WAITS = """
import time
from types import SimpleNamespace
from record.store import sole_writer

def waits(seconds):
    print("waits", flush=True)
    time.sleep(seconds)

sole_writer.time = SimpleNamespace(monotonic=time.monotonic, sleep=waits)
"""
"""Says each time that it waits for another process."""
WORDS = """
import sys
from pathlib import Path
from record.decisions.inbox import Inbox
from record.decisions.words import CloseGame
from record.store.journal import Journal
print("ready", flush=True)
sys.stdin.readline()
for _ in range(int(sys.argv[2])):
    with Inbox(Path(sys.argv[1])) as inbox, Journal.reader(sys.argv[1]) as journal:
        number = inbox.put(CloseGame("x" * 2000))
        if number % 2:
            inbox.withdraw(number)
        seen = journal.last_id
        assert len(list(journal.since(0))) >= seen
print("done")
"""


@pytest.fixture
def path(tmp_path):
    return tmp_path / JOURNAL_NAME


def of_log(path):
    """The last page in the log of the journal, and the last one that was moved."""
    index = path.with_name(path.name + "-shm").read_bytes()
    return tuple(struct.unpack_from("=I", index, at)[0] for at in (MX_FRAME, BACKFILLED))


def log_header(path):
    """The part of the log that tells one beginning of it from another."""
    return path.with_name(path.name + "-wal").read_bytes()[:32]


def test_a_move_never_starts_on_a_log_that_is_moved_already(path):
    """Otherwise another connection may begin the log anew at that very moment."""
    starts = []

    def note(statement):
        if "wal_checkpoint" in statement:
            starts.append(of_log(path))

    with Journal.create(path) as journal, Journal.open(path) as beside:
        beside._connection.set_trace_callback(note)
        for number in range(1, 6):
            for _ in range(number % 3):  # with and without anything to be moved
                journal.append(CameraFault(number, "x"), number)
            beside.move_wal()
            assert len(set(of_log(path))) == 1, "all of it was moved"
        assert len(starts) == 5
        assert all(last > moved for last, moved in starts), starts


def test_moves_of_two_connections_follow_one_another(path):
    steps = []

    def note(statement):
        steps.extend((threading.get_ident(), word) for word in ("user_version =", "wal_checkpoint") if word in statement)

    with Journal.create(path) as one, Journal.open(path) as two:
        for journal in (one, two):
            journal._connection.set_trace_callback(note)
        threads = [threading.Thread(target=lambda journal=journal: [journal.move_wal() for _ in range(50)]) for journal in (one, two)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(steps) == 200
    assert all(first[0] == second[0] for first, second in zip(steps[::2], steps[1::2], strict=True))


def test_no_other_process_writes_while_one_does_and_the_next_one_may(system, path, monkeypatch):
    monkeypatch.setattr(sole_writer, "BUSY_S", 0.2)
    path.write_bytes(b"not a journal")
    with pytest.raises(JournalError):
        Journal.open(path)  # and leaves it to others
    path.unlink()
    Journal.create(path).close()
    with started(HOLDS, path) as other:
        assert other.stdout.readline() == "open\n"
        with pytest.raises(JournalError, check=says("JournalFault.held")):
            Journal.open(path)
        with Journal.reader(path) as reader:
            assert reader.last_id == 0
        other.send_signal(signal.SIGKILL)
        other.wait()
        with Journal.open(path) as journal:
            assert journal.append(CameraFault(1, "x"), 1) == 1
    assert not list(path.parent.glob("*-lock"))


def test_another_process_waits_for_one_that_is_about_to_end(system, path):
    Journal.create(path).close()
    with Journal.open(path) as journal:
        with started(WAITS + HOLDS, path) as other:
            assert other.stdout.readline() == "waits\n"
            journal.close()
            assert next(line for line in other.stdout if line != "waits\n") == "open\n"
            other.stdin.close()
        assert other.returncode == 0


def test_a_folder_that_takes_no_lock_still_takes_the_record(path):
    Journal.create(path).close()
    path.with_name(JOURNAL_NAME + "-lock").symlink_to("/nowhere")  # as good as a full disk, for root too
    with Journal.open(path) as journal:
        assert journal.append(CameraFault(1, "x"), 1) == 1


def test_who_closes_first_leaves_the_log_to_the_last_one(path):
    with Journal.create(path) as journal:
        with Journal.open(path) as beside:
            beside.append(CameraFault(1, "x"), 1)
            before = log_header(path), of_log(path)
        assert (log_header(path), of_log(path)) == before
        assert journal.last_id == 1
    assert not path.with_name(JOURNAL_NAME + "-wal").exists()


def test_words_leave_the_file_of_the_journal_alone(path):
    with Journal.create(path) as journal:
        journal.append(CameraFault(1, "x"), 1)
        before = [file.read_bytes() for file in (path, path.with_name(JOURNAL_NAME + "-wal"))]
        with Inbox(path) as here, Inbox(path) as there:
            number = here.put(CloseGame("x"))
            assert [(found, word.by) for found, word in there.take()] == [(number, "x")]
        assert [file.read_bytes() for file in (path, path.with_name(JOURNAL_NAME + "-wal"))] == before


def test_no_connection_to_an_inbox_moves_its_log_while_another_one_is_open(path):
    with Journal.create(path), Inbox(path) as inbox:
        file = path.with_name("journal-inbox.sqlite")
        for _ in range(40):
            with Inbox(path) as other:
                other.put(CloseGame("x" * 200_000))
        log = file.with_name(file.name + "-wal")
        assert (of_log(file)[1], log.stat().st_size > 8_000_000, inbox.last) == (0, True, 40)
    assert not log.exists()


@pytest.mark.parametrize("link", [os.link, Mock(side_effect=PermissionError(1, "Operation not permitted"))])
def test_an_inbox_is_made_once_however_many_need_it_at_the_same_time_also_where_files_have_no_second_name(path, monkeypatch, link):
    monkeypatch.setattr("os.link", link)
    with Journal.create(path), ThreadPoolExecutor(8) as pool:

        def say(number):
            with Inbox(path) as inbox:
                return inbox.put(CloseGame(str(number)))

        assert sorted(pool.map(say, range(40))) == list(range(1, 41))
    assert sorted(file.name for file in path.parent.iterdir()) == ["journal-inbox.sqlite", JOURNAL_NAME]


def test_many_processes_with_words_and_one_that_writes_lose_nothing(system, path):
    """Each reads all from the first row on, so that rows and words are so many, however slow the machine is."""
    rows, words = 200, 20
    with Journal.create(path) as journal, Journal.open(path) as beside, Inbox(path) as inbox:
        others = [started(WORDS, path, words) for _ in range(3)]
        assert [other.stdout.readline() for other in others] == ["ready\n"] * 3
        for other in others:
            other.stdin.write("go\n")
            other.stdin.flush()
        taken = 0
        for number in range(1, rows + 1):
            journal.append(CameraFault(number, "x" * (number * 37 % 3000)), number)
            if number % 3 == 0:
                beside.move_wal()
            for word, _ in inbox.take():
                inbox.answer(word, "obeyed")
                taken += 1
        assert [other.communicate()[0] for other in others] == ["done\n"] * 3
        taken += sum(1 for _ in inbox.take())
        assert inbox.last == 3 * words
    assert 3 * words / 2 <= taken <= 3 * words, "the others were withdrawn"
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    with Journal.reader(path) as reader:
        assert [event.t_ns for _, event in reader.since(0)] == list(range(1, rows + 1))


WITH = [(3, 7, 0), (3, 40, 1), (3, 44, 5), (3, 45, 0), (3, 46, 1), (3, 50, 6), (3, 51, 0), (3, 51, 2)]
WITHOUT = [(3, 6, 23), (3, 44, 6), (3, 50, 7), (3, 51, 3), (3, 52, 0), (3, 53, 3), (4, 0, 0)]


@pytest.mark.parametrize(("version", "loses"), [*((one, True) for one in WITH), *((one, False) for one in WITHOUT)])
def test_the_versions_with_the_bug(version, loses):
    assert loses_pages(version) is loses
