"""The journal: what is in it stays in it, whatever is done to the file, the disk or the process that writes.

What a fault of the disk leads to is tested where it is decided, in tests/record/log.
"""

import os
import signal
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from record.events.of_game import CameraFault, Pressed, SessionClosed
from record.log.errors import LogDamaged, LogError, LogInUse
from record.log.log import Log
from record.log.tail import tail_of
from record.session.step import from_events
from record.store.journal import Journal, fold
from record.store.journal_rows import BATCH, JournalRows, rows_of_kinds
from record.store.latest import ClockRow, Latest
from tests.record.read_only import read_only
from tests.record.store.conftest import started
from tests.support.cards import copied_card
from tests.support.journals import row_altered, rows_gone
from tests.support.says import says, within

ALTERED = "row {row} of {path} does not fit its checksum: it was altered or is damaged"
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


@pytest.fixture
def path(tmp_path):
    return tmp_path / "journal.jsonl"


def test_what_is_appended_is_read_back_in_order(path, game):
    events = game(3)
    with Journal.create(path) as journal:
        assert journal.last_id == 0
        assert [journal.append(event, 5) for event in events] == [1, 2, 3, 4, 5, 6, 7]
        assert list(journal.since(0)) == list(enumerate(events, 1))
        assert list(journal.since(5)) == list(enumerate(events, 1))[5:]
        assert list(journal.since(7)) == []
        assert journal.last_id == 7
        with pytest.raises(LogError, check=says("row {row} of {path} is not there: it ends at row {last}", row=9, last=7)):
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
    ("change", "row"),
    [
        (lambda path: row_altered(path, 3, b"1-2", b"1-3"), 3),
        (lambda path: row_altered(path, 4), 4),
        (lambda path: rows_gone(path, 1, 1), 1),
        (lambda path: rows_gone(path, 7), 7),
    ],
)
def test_a_row_altered_cut_or_gone_is_told_by_its_number_and_nobody_writes_behind_it(path, game, change, row):
    kept(path, game(3))
    change(path)
    content = path.read_bytes()
    for read in (lambda journal: list(journal.since(0)), fold, lambda journal: journal.last):
        with Journal.reader(path) as journal, pytest.raises(LogDamaged) as damaged:
            read(journal)
        assert damaged.value.row == row
    with pytest.raises(LogDamaged):
        Journal.open(path)
    assert path.read_bytes() == content


def test_the_rows_before_a_damaged_one_are_given_first(path, game):
    row_altered(kept(path, game(3)), 5, b'"seq":2', b'"seq":3')  # of the same length
    found = []
    with Journal.reader(path) as journal, suppress(LogDamaged):
        for row, _event in journal.since(0):
            found.append(row)
    assert found == [1, 2, 3, 4]


def test_an_event_out_of_place_is_told_by_its_row(path, game):
    kept(path, [*game(1), Pressed(1, 0, "white", 0, 0, None)])
    with Journal.reader(path) as journal, pytest.raises(LogError, check=within("PressFault.not-upwards", seq=1, last=1)):
        fold(journal)


def test_where_there_is_no_journal_none_is_made_and_where_there_is_one_no_other(path, game):
    for use in (Journal.open, Journal.reader):
        with pytest.raises(LogError, check=says("there is no log at {path}", path=str(path))):
            use(path)
    assert not path.exists()
    content = kept(path, game(1)).read_bytes()
    with pytest.raises(LogError, check=says("there is already a log at {path}", path=str(path))):
        Journal.create(path)
    with pytest.raises(LogError, check=says("{path} could not be written: {why}", path="/proc/journal.jsonl")):
        Journal.create("/proc/journal.jsonl")
    assert path.read_bytes() == content


def test_rows_of_another_log_are_no_events(path):
    with Log.create(path) as log:
        log.append({"press": 9}, after=0)
    with Journal.reader(path) as journal, pytest.raises(LogDamaged, check=says("row {row} of {path} is no event of a game", row=1)):
        fold(journal)


def test_a_journal_made_of_the_rows_of_another_one_has_the_same_bytes(path, game):
    kept(path, game(600))
    with JournalRows(path) as rows:
        Journal.made_of(path.with_name("copy.jsonl"), rows.since(0))
    assert path.with_name("copy.jsonl").read_bytes() == path.read_bytes()


def test_the_latest_time_is_that_of_the_last_event_or_of_the_clock(path, game):
    with Journal.create(path) as journal, closing(Latest(path)) as latest:
        assert journal.last_t_ns == 0
        journal.append(game(1)[0], 7)
        journal.append(game(1)[1], 5)
        assert journal.last_t_ns == 5
        latest.write_clock(ClockRow(9, 1, 1))
        assert journal.last_t_ns == 9


def test_a_reader_does_not_write_and_any_thread_may_read(path, game):
    with Journal.reader(kept(path, game(1))) as journal, ThreadPoolExecutor(1) as pool:
        with pytest.raises(ValueError, match="read alone"):
            journal.append(CameraFault(0, "x"), 0)
        assert pool.submit(lambda: len(list(journal.since(0)))).result() == 3


def test_a_second_writer_is_refused_and_may_write_once_the_first_has_ended(path, monkeypatch):
    monkeypatch.setattr("record.log.log.LOCK_TRIES", 2)
    with Journal.create(path) as first:
        with pytest.raises(LogInUse):
            Journal.open(path)
        first.append(CameraFault(1, "x"), 0)
    with Journal.open(path) as second:
        second.append(CameraFault(1, "y"), 0)
        assert [event.text for _, event in second.since(0)] == ["x", "y"]


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


def test_a_journal_that_was_cut_off_is_read_from_a_card_that_nothing_can_be_written_to(path, game):
    events = game(1)
    with TemporaryDirectory() as name, Journal.create(path) as journal:
        for event in events:
            journal.append(event, 0)
        card = copied_card(path.parent, Path(name) / "card")  # as the power left it
        with (card / path.name).open("ab") as file:
            file.write(b'{"row":4,"ev')
        with read_only(Path(name)), Journal.reader(card / path.name) as found:
            assert fold(found) == from_events(events)


@pytest.mark.parametrize("also_first_of", [(), ("Pressed",)])
def test_the_rows_of_some_kinds_are_those_of_the_journal(path, game, also_first_of):
    kept(path, [*game(5), SessionClosed(9)])
    with JournalRows(path) as rows:
        whole = [row for row in rows.since(0) if row.kind in ("SessionOpened", "SessionClosed") or (also_first_of and row.row_id == 2)]
        assert (rows.of_kind("SessionClosed"), rows.not_of_kinds({"SessionOpened", "Pressed", "Ruled"})) == ([12], (12, "SessionClosed"))
        assert [row.row_id for row in rows.latest_of(("Ruled", "SessionClosed"))] == [12, 11, 9, 7, 5, 3]
    found = list(rows_of_kinds(path, ("SessionOpened", "SessionClosed"), also_first_of))
    assert [row[:-1] for row in found] == [row[:-1] for row in whole]


def test_a_row_that_is_not_on_disk_yet_is_not_read(path, game):
    kept(path, game(2))
    tail = tail_of(path).read_bytes()
    with Journal.open(path) as journal:
        journal.append(SessionClosed(9), 9)
        tail_of(path).write_bytes(tail)
        with JournalRows(path) as rows:
            assert (rows.last_id, list(rows_of_kinds(path, ("SessionClosed",)))) == (5, [])
            journal.append(CameraFault(10, "x"), 10)
            assert (rows.last_id, [row.row_id for row in rows_of_kinds(path, ("SessionClosed",))]) == (7, [6])


def test_a_row_that_changes_after_it_was_checked_is_not_read(path, game):
    with JournalRows(kept(path, game(3))) as rows:
        assert rows.last_id == 7
        row_altered(path, 5, b'"seq":2', b'"seq":3')  # of the same length
        with pytest.raises(LogDamaged, check=says(ALTERED, row=5)):
            rows.after(3, rows.checksum(3))
        with pytest.raises(LogDamaged, check=says(ALTERED, row=5)):
            list(rows.since(0))


def test_rows_are_those_after_the_row_with_that_checksum_alone(path, game):
    with JournalRows(kept(path, game(40))) as rows:
        assert [row.row_id for row in rows.after(2, rows.checksum(2))] == list(range(3, 3 + BATCH))
        assert rows.after(81, rows.checksum(81)) == []
        with pytest.raises(LogDamaged, check=says(ALTERED, row=3)):
            rows.after(2, b"x" * 32)


def test_the_content_is_that_of_the_rows_on_disk(path, game):
    content = kept(path, game(2)).read_bytes()
    with path.open("ab") as file:
        file.write(b'{"row":6,"ev')
    with JournalRows(path) as rows:
        assert rows.content() == content
