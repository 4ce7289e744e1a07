"""The queue of a game: rows that a disk does not take follow one row of one journal, and are appended there or nowhere. The reserve."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from record.events.of_game import ClockStarted, ClockStopped, Event
from record.log.errors import LogError
from record.log.log import Log
from record.log.tail import tail_of
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal
from record.store.latest import ClockRow
from record.store.queue import Queue
from record.store.reserve import Reserve

WRITTEN, QUEUED = 3, 2


def event(number: int) -> Event:
    return ClockStopped(number, 3 * number, 2 * number)


@pytest.fixture
def memory(tmp_path: Path) -> Path:
    folder = tmp_path / "run"
    folder.mkdir()
    return folder


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """A journal of some rows."""
    with Journal.create(tmp_path / JOURNAL_NAME) as made:
        for number in range(WRITTEN):
            made.append(event(number), number)
        yield made


@pytest.fixture
def left(journal: Journal, memory: Path) -> Path:
    """The queue that a service left whose journal took no more rows."""
    with closing(Queue(journal.path, memory)) as queue:
        for number in range(WRITTEN, WRITTEN + QUEUED):
            queue.append(journal.last, event(number), number)
        queue.write_clock(ClockRow(77, 1, 1))
        assert queue.path is not None
        return queue.path


def missing(journal: Journal, memory: Path) -> list[Event]:
    """The events that the queue has and the journal lacks; each at its time, as the row that it will be."""
    with closing(Queue(journal.path, memory)) as queue:
        rows = queue.resume(journal)
        assert [row.row.row_id for row in rows] == list(range(journal.last_id + 1, journal.last_id + 1 + len(rows)))
        return [row.event for row in rows]


@pytest.mark.parametrize("appended", range(QUEUED + 1))
def test_what_the_journal_has_already_is_not_appended_again(journal: Journal, left: Path, memory: Path, appended: int) -> None:
    for number in range(WRITTEN, WRITTEN + appended):
        journal.append(event(number), number)
    assert missing(journal, memory) == [event(number) for number in range(WRITTEN + appended, WRITTEN + QUEUED)]
    assert [path.name for path in memory.iterdir()] == [] if appended == QUEUED else left.exists()


def test_a_row_is_the_row_that_the_journal_will_have(journal: Journal, left: Path, memory: Path) -> None:
    with closing(Queue(journal.path, memory)) as queue:
        rows = queue.resume(journal)
        for row in rows:
            assert journal.append(row.event, row.t_ns) == row.row.row_id
        assert journal.last == rows[-1].row


def test_a_queue_goes_on_where_an_earlier_service_left_it(journal: Journal, left: Path, memory: Path) -> None:
    with closing(Queue(journal.path, memory)) as queue:
        assert (len(queue.resume(journal)), queue.clock_ns) == (QUEUED, 77)
        queue.append(journal.last, event(9), 9)
    assert missing(journal, memory)[-1] == event(9)


def test_half_a_row_that_was_being_written_is_left_out(journal: Journal, left: Path, memory: Path) -> None:
    with left.open("ab") as file:
        file.write(b'{"row":4,"event":{"t_ns"')
    assert len(missing(journal, memory)) == QUEUED


def other_row(journal: Journal, left: Path) -> None:
    journal.append(ClockStarted(9, "white"), 9)


def other_game(journal: Journal, left: Path) -> None:
    """Another journal has the path, with as many rows."""
    journal.close()
    for path in (journal.path, tail_of(journal.path)):
        path.unlink()
    with Journal.create(journal.path) as other:
        for number in range(WRITTEN):
            other.append(event(number + 1), number)


def fewer_rows(journal: Journal, left: Path) -> None:
    other_game(journal, left)
    for path in (journal.path, tail_of(journal.path)):
        path.unlink()
    Journal.create(journal.path).close()


def altered(journal: Journal, left: Path) -> None:
    left.write_bytes(left.read_bytes().replace(b'"t_ns":4', b'"t_ns":5'))


def without_head(journal: Journal, left: Path) -> None:
    for path in (left, tail_of(left)):
        path.unlink()
    with Log.create(left) as log:
        log.append({"elsewhere": 3}, after=0)


def unknown_event(journal: Journal, left: Path) -> None:
    with Log.open(left) as log:
        log.append({"t_ns": 1, "kind": "Unheard", "fields": {}}, after=1 + QUEUED)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (other_row, "of another journal, or of this one as it was before"),
        (other_game, "of another journal, or of this one as it was before"),
        (fewer_rows, "ends with row 0"),
        (altered, "row 3 of .* does not fit its checksum"),
        (without_head, "does not say which row of the journal it follows"),
        (unknown_event, "row 4 of .* cannot be read"),
    ],
)
def test_a_queue_that_does_not_follow_the_journal_is_refused_and_kept_under_another_name(journal, left, memory, change, why) -> None:
    change(journal, left)
    content = left.read_bytes()
    with Journal.reader(journal.path) as reader, closing(Queue(journal.path, memory)) as queue:
        with pytest.raises(LogError, match=why):
            queue.resume(reader)
        aside = queue.set_aside()
        assert aside is not None
        assert [path.read_bytes() for path in memory.iterdir()] == [content]
        assert queue.resume(reader) == ()
        queue.append(reader.last, event(1), 1)
        queue.clear()
        queue.append(reader.last, event(1), 1)
        assert queue.set_aside() != aside, "and a second one does not take its name"


def test_a_queue_whose_rows_are_in_the_journal_and_that_was_not_deleted_is_begun_anew(journal: Journal, left: Path, memory: Path) -> None:
    with closing(Queue(journal.path, memory)) as queue:
        queue.append(journal.last, event(9), 9)
    assert missing(journal, memory) == [event(9)]


def test_without_a_folder_in_memory_nothing_is_queued(journal: Journal) -> None:
    queue = Queue(journal.path, None)
    assert (queue.resume(journal), queue.clock_ns) == ((), 0)
    with pytest.raises(LogError, match="XDG_RUNTIME_DIR"):
        queue.append(journal.last, event(1), 1)
    queue.write_clock(ClockRow(1, 1, 1))
    queue.clear()
    assert queue.set_aside() is None


def test_two_journals_have_two_queues(journal: Journal, left: Path, memory: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    with Journal.create(tmp_path / "other" / JOURNAL_NAME) as other, closing(Queue(other.path, memory)) as queue:
        assert queue.resume(other) == ()
        queue.append(other.last, event(1), 1)
    assert len(missing(journal, memory)) == QUEUED


def test_a_reserve_takes_its_room_once_and_gives_it_up_once(tmp_path: Path) -> None:
    reserve = Reserve(tmp_path, 8192)
    assert not reserve.give_up()
    for _try in range(2):
        reserve.make()
        assert reserve.path.stat().st_blocks * 512 >= 8192, "the room is taken"
    assert (reserve.give_up(), reserve.path.exists(), reserve.give_up()) == (True, False, False)


def test_a_reserve_is_not_made_where_the_disk_has_no_room_for_twice_its_size(tmp_path: Path) -> None:
    reserve = Reserve(tmp_path, 10**15)
    reserve.make()
    assert not reserve.path.exists()
