"""The journal: what is in it stays in it, whatever is done to the file, the disk or the process that writes."""

import os
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from record.events.of_game import CameraFault, Pressed
from record.session.step import from_events
from record.store.checkpoint import Checkpoint
from record.store.journal import ClockRow, Journal, JournalError, fold

WITHOUT_TAIL = "DROP TRIGGER events_end; DROP TABLE tail;"
INBOX = "CREATE TABLE inbox (id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, json TEXT NOT NULL, answer TEXT) STRICT;"
"""As journals of the versions 2 and 3 had it."""
ROOT = Path(__file__).parents[3]

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
READER = """
import sys, time
from record.store.journal import Journal
with Journal.reader(sys.argv[1]) as journal:
    seen = 0
    while seen < int(sys.argv[2]):
        for seen, event in journal.since(seen):
            assert event.t_ns == seen
        time.sleep(0.002)
print(seen)
"""


def run(program, *args, **more):
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, "-P", "-c", program, *map(str, args)], stdout=subprocess.PIPE, text=True, env=environment, **more
    )


def kept(path, events):
    with Journal.create(path) as journal:
        for event in events:
            journal.append(event, 0)
    return path


def altered(path, change):
    """What somebody, or a bad card, does to the file."""
    connection = sqlite3.connect(path)
    connection.executescript(f"DROP TRIGGER events_stay; DROP TRIGGER events_stand; {change};")
    connection.close()


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


def test_it_goes_on_where_it_was_left_and_leaves_one_file(path, game):
    events = game(4)
    kept(path, events[:5])
    with Journal.open(path) as journal:
        for event in events[5:]:
            journal.append(event, 0)
        assert fold(journal) == from_events(events)
    assert sorted(os.listdir(path.parent)) == [path.name, f"{path.name}-tail"]


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(presses=st.integers(0, 20))
def test_the_fold_of_a_journal_is_that_of_its_events(tmp_path_factory, game, presses):
    with Journal.create(tmp_path_factory.mktemp("fold") / "journal.sqlite") as journal:
        for event in game(presses):
            journal.append(event, 0)
        assert fold(journal) == from_events(game(presses))


@pytest.mark.parametrize(
    "change", ["UPDATE events SET t_ns = 1", "DELETE FROM events", "INSERT INTO events SELECT 9, 0, kind, json, checksum FROM events"]
)
def test_the_file_itself_refuses_changes(path, game, change):
    kept(path, game(1))
    with closing(sqlite3.connect(path)) as connection, pytest.raises(sqlite3.IntegrityError, match=r"only grows|at the end alone"):
        connection.execute(change)


@pytest.mark.parametrize(
    ("change", "row"),
    [
        ("UPDATE events SET json = replace(json, '1-2', '1-3') WHERE id = 3", 3),
        ("UPDATE events SET json = substr(json, 1, 20) WHERE id = 2", 2),
        ("UPDATE events SET t_ns = t_ns + 1 WHERE id = 4", 4),
        ("UPDATE events SET kind = 'Ruled' WHERE id = 1", 1),
        ("DELETE FROM events WHERE id = 4", 4),
        ("DELETE FROM events WHERE id = 1", 1),
        ("DELETE FROM events WHERE id = 7", 7),
        ("DELETE FROM events WHERE id > 4", 5),
        ("DELETE FROM events", 1),
    ],
)
def test_a_row_altered_cut_or_gone_is_told_by_its_number(path, game, change, row):
    kept(path, game(3))
    altered(path, change)
    with Journal.reader(path) as journal:
        read = []
        with pytest.raises(JournalError, match=f"row {row} of {path} "):
            read.extend(journal.since(0))
        with pytest.raises(JournalError, match=f"row {row} "):
            fold(journal)


def test_an_event_out_of_place_is_told_by_its_row(path, game):
    kept(path, [*game(1), Pressed(1, 0, "white", 0, 0, None)])
    with Journal.reader(path) as journal, pytest.raises(JournalError, match=r"row 4 of .*press 1 comes after press 1"):
        fold(journal)


def test_a_row_that_is_not_there_cannot_be_followed(path, game):
    with Journal.reader(kept(path, game(1))) as journal, pytest.raises(JournalError, match=r"row 9 .* ends at row 3"):
        list(journal.since(9))


def test_a_journal_is_not_made_twice(path, game):
    kept(path, game(1))
    with pytest.raises(JournalError, match="there already"):
        Journal.create(path)


@pytest.mark.parametrize("use", [Journal.open, Journal.reader])
def test_no_journal_there_is_a_sentence(path, use):
    with pytest.raises(JournalError, match="there is no journal at"):
        use(path)
    assert not path.exists()


@pytest.mark.parametrize("use", [Journal.open, Journal.reader])
def test_a_name_in_sqlites_own_schema_that_is_no_text_any_more_is_a_sentence(path, game, use):
    with Journal.create(path) as journal:
        for event in game(2):
            journal.append(event, 0)
    content = path.read_bytes()
    assert b"eventsevents" in content
    path.write_bytes(content.replace(b"eventsevents", b"even\xa0sevents", 1))
    with pytest.raises(JournalError, match=r"cannot be (opened|read)"):
        use(path)


@pytest.mark.parametrize("content", [b"", b"not a database, but long enough to be taken for one" * 40])
def test_another_file_is_not_taken_for_a_journal(path, content):
    path.write_bytes(content)
    with pytest.raises(JournalError, match=str(path)):
        Journal.open(path)
    assert path.read_bytes() == content


def test_a_journal_of_another_version_is_refused(path, game):
    kept(path, game(1))
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 5")
    connection.close()
    with pytest.raises(JournalError, match=r"version 5, and this damcam reads version 4; use a newer damcam"):
        Journal.reader(path)


def test_a_journal_without_a_clock_is_read_as_it_is_and_gets_one_when_it_goes_on(path, game):
    events = list(game(1))
    kept(path, events)
    connection = sqlite3.connect(path)
    connection.executescript(f"{WITHOUT_TAIL} DROP TABLE clock; DROP TABLE belief; PRAGMA user_version = 1;")
    connection.close()
    with Journal.reader(path) as journal:
        assert (journal.clock(), len(list(journal.since(0)))) == (None, len(events))
    with Journal.open(path) as journal:
        journal.write_clock(ClockRow(3, 2, 1))
    with Journal.reader(path) as journal:
        assert journal.clock() == ClockRow(3, 2, 1)


def of_version_2(path, clock, checkpoint):
    """Make the journal one of that version, as it was written then."""
    connection = sqlite3.connect(path)
    connection.executescript(f"""{WITHOUT_TAIL} {INBOX}
        DROP TABLE clock;
        DROP TABLE belief;
        CREATE TABLE clock (
            one INTEGER PRIMARY KEY CHECK (one = 1), t_ns INTEGER NOT NULL, white_ns INTEGER NOT NULL, black_ns INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE belief (one INTEGER PRIMARY KEY CHECK (one = 1), row_id INTEGER NOT NULL, data BLOB NOT NULL) STRICT;
        PRAGMA user_version = 2;""")
    connection.execute("INSERT INTO clock VALUES (1, ?, ?, ?)", clock)
    connection.execute("INSERT INTO belief VALUES (1, ?, ?)", checkpoint)
    connection.commit()
    connection.close()


def test_a_journal_without_checksums_beside_the_events_is_read_as_it_is_and_gets_them_when_it_goes_on(path, game):
    held = ClockRow(3, 2, 1), Checkpoint(2, b"held")
    events = game(2)
    kept(path, events[:-1])
    of_version_2(path, *held)
    with Journal.reader(path) as journal:
        assert (journal.version, journal.clock(), journal.checkpoint(), journal.damaged) == (2, *held, ())
        with Journal.open(path) as brought_up:
            assert (brought_up.version, brought_up.clock(), brought_up.checkpoint(), brought_up.damaged) == (4, *held, ())
            brought_up.append(events[-1], 0)
        assert [event for _, event in journal.since(0)] == events, "who was reading goes on"
        assert journal.clock() == held[0]
    altered(path, "DELETE FROM events WHERE id = 5")
    with Journal.reader(path) as journal, pytest.raises(JournalError, match=r"row 5 of .* is missing"):
        list(journal.since(0))


def test_a_journal_with_an_inbox_is_read_as_it_is_and_loses_the_inbox_alone_when_it_goes_on(path, game):
    events = game(2)
    kept(path, events)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(f"{INBOX} INSERT INTO inbox (kind, json) VALUES ('CloseGame', '{{}}'); PRAGMA user_version = 3;")
    with Journal.reader(path) as journal:
        assert (journal.version, [event for _, event in journal.since(0)]) == (3, events)
    with Journal.open(path) as journal:
        journal.append(CameraFault(1, "x"), 0)
        assert (journal.version, journal.last_id) == (4, len(events) + 1)
    with closing(sqlite3.connect(path)) as connection:
        assert not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'inbox'").fetchall()


@pytest.mark.parametrize("change", ["t_ns = t_ns + 1", "white_ns = 0", "black_ns = 99", "checksum = x''"])
def test_a_clock_that_is_damaged_is_as_if_it_were_not_there(path, game, change):
    kept(path, game(1))
    with Journal.open(path) as journal:
        journal.write_clock(ClockRow(10 * 10**9, 5, 7))
        journal.write_checkpoint(Checkpoint(3, b"held"))
    altered(path, f"UPDATE clock SET {change}")
    with Journal.open(path) as journal:
        assert (journal.clock(), journal.checkpoint(), journal.damaged) == (None, Checkpoint(3, b"held"), ("clock",))
        assert journal.last_t_ns == 0
        journal.write_clock(ClockRow(11 * 10**9, 5, 7))
        assert (journal.clock(), journal.damaged) == (ClockRow(11 * 10**9, 5, 7), ())


@pytest.mark.parametrize("change", ["row_id = 1", "data = x'00'"])
def test_a_belief_that_is_damaged_or_of_another_row_is_as_if_it_were_not_there(path, game, change):
    kept(path, game(1))
    with Journal.open(path) as journal:
        journal.write_checkpoint(Checkpoint(3, b"held"))
    altered(path, f"UPDATE belief SET {change}")
    with Journal.reader(path) as journal:
        assert (journal.checkpoint(), journal.damaged) == (None, ("belief",))


def test_an_end_that_was_cut_off_is_not_written_on(path, game):
    kept(path, game(3))
    altered(path, "DELETE FROM events WHERE id > 5")
    with pytest.raises(JournalError, match=r"row 6 of .* is missing: row 7 was the last that was written"):
        Journal.open(path)


def test_all_that_is_told_to_be_on_disk_is_waited_for(path):
    """SQLite's FULL is 2: the WAL is synchronised with the disk at each commit, so that a power cut takes nothing that was told."""
    asked = []
    with Journal.create(path) as first:
        asked += first._connection.execute("PRAGMA synchronous").fetchone()
        first.write_checkpoint(Checkpoint(1, b"held"))
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
    events = list(game(1))
    with Journal.create(path) as journal:
        (pages,) = journal._connection.execute("PRAGMA page_count").fetchone()
        journal._connection.execute(f"PRAGMA max_page_count = {pages}")
        kept = 0
        with suppress(JournalError):
            while kept < 1000:
                journal.append(events[0], kept)
                kept += 1
        with pytest.raises(JournalError, match="is the disk full"):
            journal.append(events[0], kept)
        journal._connection.execute(f"PRAGMA max_page_count = {pages + 100}")
        assert journal.append(events[0], kept) == kept + 1
    with Journal.reader(path) as journal:
        assert len(list(journal.since(0))) == kept + 1


def test_the_clock_is_one_row_however_often_it_is_written(path, game):
    kept(path, game(1))
    with Journal.open(path) as journal:
        for t_ns in range(50):
            journal.write_clock(ClockRow(t_ns, 100 - t_ns, 100))
        assert journal.clock() == ClockRow(49, 51, 100)
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT count(*) FROM clock").fetchone() == (1,)
    connection.close()


def test_no_event_waits_until_the_disk_has_the_clock(path, game, monkeypatch):
    first, *others = game(1)
    kept(path, [first])
    with Journal.open(path) as journal, Journal.open(path) as beside, monkeypatch.context() as patched:
        patched.setattr("os.fdatasync", lambda _: journal.append(others[0], 1))
        beside.write_clock(ClockRow(3, 2, 1))
    with Journal.reader(path) as journal:
        assert (journal.clock(), [event for _, event in journal.since(0)]) == (ClockRow(3, 2, 1), [first, others[0]])


@pytest.mark.parametrize("folder", ["/proc", "/nowhere/at/all"])
def test_a_folder_that_cannot_be_written_to_is_a_sentence(folder):
    with pytest.raises(JournalError, match=f"no journal can be made at {folder}"):
        Journal.create(f"{folder}/journal.sqlite")


def test_a_half_made_journal_is_made_anew(path):
    path.with_name(path.name + ".new").write_bytes(b"half")
    Journal.create(path).close()
    assert os.listdir(path.parent) == [path.name]


def test_a_reader_does_not_write(path, game):
    with Journal.reader(kept(path, game(1))) as journal, pytest.raises(JournalError, match="read alone"):
        journal.append(CameraFault(0, "x"), 0)


def test_a_second_writer_is_noticed(path):
    with Journal.create(path) as first, Journal.open(path) as second:
        second.append(CameraFault(1, "x"), 0)
        with pytest.raises(JournalError, match="another process writes"):
            first.append(CameraFault(1, "y"), 0)
        assert [event.text for _, event in first.since(0)] == ["x"]


def test_a_reader_left_open_keeps_reading_after_the_writer_closed(path, game):
    events = game(2)
    writer = Journal.create(path)
    with Journal.reader(path) as reader:
        for event in events:
            writer.append(event, 0)
        writer.close()
        assert [event for _, event in reader.since(0)] == events
        assert reader.last_id == len(events)
    with Journal.open(path) as writer:
        assert writer.last_id == len(events)
    assert sorted(os.listdir(path.parent)) == [path.name, f"{path.name}-tail"]


def test_any_thread_may_read(path, game):
    with Journal.reader(kept(path, game(2))) as journal, ThreadPoolExecutor(1) as pool:
        assert pool.submit(lambda: len(list(journal.since(0)))).result() == 5


DISK_FULL = """
import resource, sys
from record.events.of_game import CameraFault
from record.store.journal import Journal, JournalError
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
journal = Journal.open(sys.argv[1])
number = 0
try:
    while True:
        journal.append(CameraFault(number + 1, "x" * 1000), 0)
        number += 1
except JournalError as error:
    print(number, error)
"""


def test_a_full_disk_is_a_sentence_and_loses_nothing_told(path):
    kept(path, [])
    process = run(DISK_FULL, path)
    number, _, sentence = process.communicate(timeout=250)[0].partition(" ")
    assert process.returncode == 0
    assert f"CameraFault could not be written to {path}" in sentence
    assert int(number) > 10
    with Journal.open(path) as journal:
        assert [event.t_ns for _, event in journal.since(0)] == list(range(1, int(number) + 1))


def test_killed_at_any_moment_nothing_told_is_lost(path):
    Journal.create(path).close()
    told = 0
    for moment in (1, 7, 40, 90):
        with run(WRITER, path, 100_000) as process:
            for _ in range(moment):
                told = int(process.stdout.readline())
            process.send_signal(signal.SIGKILL)
            told = max([told, *(int(line) for line in process.stdout if line.endswith("\n"))])
        with Journal.reader(path) as journal:
            numbers = [event.t_ns for _, event in journal.since(0)]
        assert numbers == list(range(1, len(numbers) + 1))
        assert told <= len(numbers) <= told + 1


def test_two_processes_read_while_one_writes(path):
    Journal.create(path).close()
    with run(WRITER, path, 300) as writer, run(READER, path, 300) as one, run(READER, path, 300) as two:
        assert one.communicate(timeout=250)[0].split() == ["300"]
        assert two.communicate(timeout=250)[0].split() == ["300"]
        assert len(writer.communicate(timeout=250)[0].split()) == 300
    assert [process.returncode for process in (writer, one, two)] == [0, 0, 0]
