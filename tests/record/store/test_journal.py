"""The journal: what is in it stays in it, whatever is done to the file, the disk or the process that writes."""

import os
import shutil
import signal
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from record.events.of_game import CameraFault, Pressed
from record.session.step import from_events
from record.store import connecting
from record.store.copy import read_journal
from record.store.journal import Journal, JournalError, fold
from record.store.versions import check_version
from tests.record.read_only import read_only
from tests.record.store.conftest import altered, started
from tests.support.says import says, within

# Appends faults numbered from what is there, and says each number once it is on disk.
WRITER = """
import sys
from pathlib import Path
from record.events.of_game import CameraFault
from record.store.journal import Journal
path = Path(sys.argv[1])
with Journal.open(path) as journal:
    for number in range(journal.last_id + 1, int(sys.argv[2]) + 1):
        journal.append(CameraFault(number, "x" * (number * 37 % 3000)), number)
        print(number, flush=True)
"""


def kept(path, events):
    with Journal.create(path) as journal:
        for event in events:
            journal.append(event, 0)
    return path


def copied(path):
    with read_journal(path):
        pass


def changed(path, script):
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "journal.sqlite"


def test_what_is_appended_is_read_back_in_order(path, game):
    events = game(3)
    with Journal.create(path) as journal:
        assert journal.last_id == 0
        assert [journal.append(event, 5) for event in events] == [1, 2, 3, 4, 5, 6, 7]
        assert list(journal.since(0)) == list(enumerate(events, 1))
        assert list(journal.since(5)) == list(enumerate(events, 1))[5:]
        assert list(journal.since(7)) == []
        assert journal.last_id == 7
        with pytest.raises(JournalError, check=says("JournalFault.no-row", row=9, last=7)):
            list(journal.since(9))


def test_it_goes_on_where_it_was_left_a_reader_left_open_reads_on_and_one_file_is_left(path, game):
    events = game(4)
    writer = Journal.create(path)
    with Journal.reader(path) as reader:
        for event in events[:5]:
            writer.append(event, 0)
        writer.close()
        assert [event for _, event in reader.since(0)] == events[:5]
        assert reader.last_id == 5
    with Journal.open(path) as writer:
        for event in events[5:]:
            writer.append(event, 0)
        assert fold(writer) == from_events(events)
    assert sorted(os.listdir(path.parent)) == [path.name, f"{path.name}-tail"]


@pytest.mark.parametrize(
    "change", ["UPDATE events SET t_ns = 1", "DELETE FROM events", "INSERT INTO events SELECT 9, 0, kind, json, checksum FROM events"]
)
def test_the_file_itself_refuses_changes(path, game, change):
    kept(path, game(1))
    with closing(sqlite3.connect(path)) as connection, pytest.raises(sqlite3.IntegrityError):
        connection.execute(change)


@pytest.mark.parametrize(
    ("change", "code", "row"),
    [
        ("UPDATE events SET json = replace(json, '1-2', '1-3') WHERE id = 3", "altered", 3),
        ("UPDATE events SET t_ns = t_ns + 1 WHERE id = 4", "altered", 4),
        ("UPDATE events SET kind = 'Ruled' WHERE id = 1", "altered", 1),
        ("DELETE FROM events WHERE id = 4", "row-missing", 4),
        ("DELETE FROM events WHERE id = 1", "row-missing", 1),
        ("DELETE FROM events WHERE id = 7", "cut-off", 7),
        ("DELETE FROM events WHERE id > 4", "cut-off", 5),
        ("DELETE FROM events", "cut-off", 1),
    ],
)
def test_a_row_altered_cut_or_gone_is_told_by_its_number(path, game, change, code, row):
    kept(path, game(3))
    altered(path, change)
    for read in (lambda journal: list(journal.since(0)), fold):
        with Journal.reader(path) as journal, pytest.raises(JournalError, check=says(f"JournalFault.{code}", row=row, path=str(path))):
            read(journal)
    if code == "cut-off":
        with pytest.raises(JournalError, check=says("JournalFault.cut-off", row=row, last=7)):
            Journal.open(path)


def test_an_event_out_of_place_is_told_by_its_row(path, game):
    kept(path, [*game(1), Pressed(1, 0, "white", 0, 0, None)])
    with Journal.reader(path) as journal, pytest.raises(JournalError, check=within("PressFault.not-upwards", seq=1, last=1)):
        fold(journal)


@pytest.mark.parametrize(("use", "code"), [(Journal.open, "none"), (Journal.reader, "none-yet"), (copied, "none-yet")])
def test_where_there_is_no_journal_none_is_made_and_where_there_is_one_no_other(path, game, use, code):
    with pytest.raises(JournalError, check=says(f"JournalFault.{code}", path=str(path))):
        use(path)
    assert not path.exists()
    kept(path, game(1))
    with pytest.raises(JournalError, check=says("JournalFault.there-already")):
        Journal.create(path)
    with pytest.raises(JournalError, check=says("JournalFault.not-made", path="/proc/journal.sqlite")):
        Journal.create("/proc/journal.sqlite")


@pytest.mark.parametrize("use", [Journal.open, Journal.reader])
@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda _: b"", says("JournalFault.not-ours")),
        (lambda _: b"not a database, but long enough to be taken for one" * 40, says("JournalFault.not-opened")),
        (lambda whole: whole.replace(b"eventsevents", b"even\xa0sevents", 1), says("JournalFault.not-read")),  # SQLite's own schema
        (lambda whole: whole[:60] + b"\0\0\0\7" + whole[64:], says("JournalFault.other-version", version=7, ours=6)),
    ],
)
def test_what_is_no_journal_or_of_another_version_is_said_and_left_alone(path, game, use, spoil, said):
    content = spoil(kept(path, game(2)).read_bytes())
    path.write_bytes(content)
    with pytest.raises(JournalError, check=said):
        use(path)
    assert path.read_bytes() == content


def test_all_that_is_told_to_be_on_disk_is_waited_for(path):
    """SQLite's FULL is 2: the WAL is synchronised with the disk at each commit, so that a power cut takes nothing that was told."""
    asked = []
    with Journal.create(path) as first:
        asked += first._connection.execute("PRAGMA synchronous").fetchone()
        first.move_wal()
        asked += first._connection.execute("PRAGMA synchronous").fetchone()
        with Journal.open(path) as second:
            asked += second._connection.execute("PRAGMA synchronous").fetchone()
            assert second._connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert asked == [2, 2, 2]


def test_the_name_of_a_new_journal_is_on_disk_before_anything_is_written_in_it(path, monkeypatch):
    done, fsync = [], os.fsync

    def on_disk(descriptor):
        fsync(descriptor)
        done.append(sorted(os.listdir(os.readlink(f"/proc/self/fd/{descriptor}"))))

    monkeypatch.setattr(os, "fsync", on_disk)
    with Journal.create(path):
        assert done == [[path.name]]


def test_a_full_disk_is_a_sentence_and_the_journal_goes_on_when_there_is_room(path, game):
    """SQLite says the same of a disk without room and of a file that may not grow."""
    events = game(1)
    with Journal.create(path) as journal:
        (pages,) = journal._connection.execute("PRAGMA page_count").fetchone()
        journal._connection.execute(f"PRAGMA max_page_count = {pages}")
        kept = 0
        with suppress(JournalError):
            while kept < 1000:
                journal.append(events[0], kept)
                kept += 1
        assert kept > 2
        with pytest.raises(JournalError, check=says("JournalFault.not-written")):
            journal.append(events[0], kept)
        journal._connection.execute(f"PRAGMA max_page_count = {pages + 100}")
        assert journal.append(events[0], kept) == kept + 1
    with Journal.reader(path) as journal:
        assert len(list(journal.since(0))) == kept + 1


def test_a_half_made_journal_is_made_anew(path):
    path.with_name(path.name + ".new").write_bytes(b"half")
    Journal.create(path).close()
    assert os.listdir(path.parent) == [path.name]


def test_a_reader_does_not_write_and_any_thread_may_read(path, game):
    with Journal.reader(kept(path, game(1))) as journal, ThreadPoolExecutor(1) as pool:
        with pytest.raises(JournalError, check=says("JournalFault.read-alone")):
            journal.append(CameraFault(0, "x"), 0)
        assert pool.submit(lambda: len(list(journal.since(0)))).result() == 3


def test_a_second_writer_is_noticed(path):
    with Journal.create(path) as first, Journal.open(path) as second:
        second.append(CameraFault(1, "x"), 0)
        with pytest.raises(JournalError, check=says("JournalFault.others-write")):
            first.append(CameraFault(1, "y"), 0)
        assert [event.text for _, event in first.since(0)] == ["x"]


def test_killed_at_any_moment_nothing_told_is_lost(system, path):
    Journal.create(path).close()
    told = 0
    for moment in (1, 7, 60):
        with started(WRITER, path, 100_000) as process:
            for _ in range(moment):
                told = int(process.stdout.readline())
            process.send_signal(signal.SIGKILL)
            told = max([told, *(int(line) for line in process.stdout if line.endswith("\n"))])
        with Journal.reader(path) as journal:
            numbers = [event.t_ns for _, event in journal.since(0)]
        assert numbers == list(range(1, len(numbers) + 1))
        assert told <= len(numbers) <= told + 1


def failing(monkeypatch, code: int, times: int) -> list[int]:
    """The first so many looks at a journal fail with that code of SQLite; the looks so far."""
    looks: list[int] = []

    def check(path: Path, connection: sqlite3.Connection) -> None:
        looks.append(code)
        if len(looks) > times:
            return check_version(path, connection)
        error = sqlite3.OperationalError("database is locked")
        error.sqlite_errorcode = code
        raise error

    monkeypatch.setattr(connecting, "check_version", check)
    return looks


@pytest.mark.parametrize(
    ("code", "fails", "opens"),
    [
        (sqlite3.SQLITE_BUSY, 2, True),
        (sqlite3.SQLITE_BUSY_RECOVERY, 2, True),
        (sqlite3.SQLITE_BUSY, 1_000, False),
        (sqlite3.SQLITE_IOERR, 1, False),
    ],
)
def test_a_journal_is_opened_though_sqlite_does_not_wait_for_a_lock_but_for_no_other_error(path, monkeypatch, code, fails, opens):
    Journal.create(path).close()
    looks = failing(monkeypatch, code, fails)
    if opens:
        Journal.reader(path).close()
        assert len(looks) == 3
        return
    monkeypatch.setattr(connecting, "BUSY_S", 0.2)
    with pytest.raises(JournalError, check=says("JournalFault.not-opened", why="database is locked")):
        Journal.reader(path)
    assert 1 < len(looks) < 20 if code == sqlite3.SQLITE_BUSY else len(looks) == 1


def test_a_journal_that_was_cut_off_is_read_from_a_card_that_nothing_can_be_written_to(path, game):
    events = game(1)
    with TemporaryDirectory() as name, Journal.create(path) as journal:
        for event in events:
            journal.append(event, 0)
        for end in ("", "-wal"):  # as the power left it
            shutil.copyfile(f"{path}{end}", Path(name) / (path.name + end))
        card = Path(name) / path.name
        with read_only(card.parent):
            with pytest.raises(JournalError, check=says("JournalFault.not-opened", why="unable to open database file")):
                Journal.reader(card)
            with read_journal(card) as found:
                assert (found.path, fold(found)) == (card, from_events(events))
            assert sorted(os.listdir(name)) == [path.name, f"{path.name}-wal"]
