"""A log is appended elsewhere from the last row that the other side has on disk, and nothing is written over what differs there."""

import errno
from contextlib import closing

import pytest

from record.log.errors import LogDamaged, LogError, RowsDiffer
from record.log.follower import BATCH_ROWS, Follower, first_difference
from record.log.log import Log
from record.log.reading import verify
from record.log.tail import tail_of
from tests.record.log.simulated_disk import PowerCut, SimulatedDisk


@pytest.fixture
def source(tmp_path):
    return tmp_path / "log"


@pytest.fixture
def copy(tmp_path):
    return tmp_path / "copy"


def write(path, rows, text="x"):
    """Append so many rows to the log at `path`, which is made where there is none."""
    with Log.open(path, disk=SimulatedDisk()) if path.exists() else Log.create(path, disk=SimulatedDisk()) as log:
        log.extend([{"row": log.last.row + number, "text": text * 100} for number in range(1, rows + 1)], after=log.last.row)


def opened(path, disk):
    return Log.open(path, disk=disk) if path.exists() else Log.create(path, disk=disk)


def append(follower, copy, disk=None):
    with opened(copy, disk or SimulatedDisk()) as target:
        follower.append_to(target)


def test_the_rows_are_those_of_the_log_and_each_is_read_once(source, copy):
    write(source, BATCH_ROWS * 2 + 3)
    with closing(Follower(source)) as follower:
        append(follower, copy)
        assert copy.read_bytes() == source.read_bytes()
        write(source, 5)
        end = source.stat().st_size
        with source.open("r+b") as file:  # what was read before is not read again
            file.write(b"#")
        append(follower, copy)
    assert (copy.stat().st_size, verify(copy).last.row, verify(copy).tail_row) == (end, BATCH_ROWS * 2 + 8, BATCH_ROWS * 2 + 8)


def test_no_row_is_appended_that_the_tail_does_not_name_and_one_that_it_names_no_more_does_not_differ(source, copy):
    write(source, 2)
    earlier = tail_of(source).read_bytes()
    write(source, 1)
    later = tail_of(source).read_bytes()
    for tail, rows in ((earlier, 2), (later, 3), (earlier, 3)):
        tail_of(source).write_bytes(tail)
        with closing(Follower(source)) as follower:
            append(follower, copy)
        assert verify(copy).last.row == rows


@pytest.mark.parametrize(("shared", "copied", "here"), [(3, 2, 0), (3, 2, 1), (3, 2, 2), (3, 2, 5), (0, 2, 5), (0, 5, 2)])
def test_a_copy_with_other_rows_or_more_is_not_written_to(source, copy, shared, copied, here):
    for path, text, rows in ((source, "y", here), (copy, "z", copied)):
        write(path, shared)
        write(path, rows, text)
    before = copy.read_bytes()
    with closing(Follower(source)) as follower:
        with pytest.raises(RowsDiffer):
            append(follower, copy)
        assert copy.read_bytes() == before
        assert first_difference(copy, source) == shared + 1
        copy.unlink()
        tail_of(copy).unlink()
        append(follower, copy)
    assert copy.read_bytes() == source.read_bytes()
    assert first_difference(copy, source) == 0


def test_the_copy_of_a_log_that_was_damaged_since_stays_as_it_is(source, copy):
    write(source, 9)
    whole = source.read_bytes()
    with closing(Follower(source)) as follower:
        append(follower, copy)
    source.write_bytes(whole[:400] + b"#" + whole[401:])
    with closing(Follower(source)) as follower, pytest.raises(LogDamaged) as raised:
        append(follower, copy)
    assert (type(raised.value), copy.read_bytes()) == (LogDamaged, whole)


def test_what_the_other_side_did_not_take_comes_with_the_next_call(source, copy):
    write(source, 3)
    disk = SimulatedDisk()
    with closing(Follower(source)) as follower, Log.create(copy, disk=disk) as target:
        disk.faults = {disk.calls + 1: errno.ENOSPC}
        with pytest.raises(LogError):
            follower.append_to(target)
        assert target.last.row == 0
        follower.append_to(target)
    assert copy.read_bytes() == source.read_bytes()


def test_a_power_cut_at_each_call_of_the_copys_disk_leaves_a_copy_that_is_completed(source, tmp_path):
    write(source, BATCH_ROWS + 2)
    whole, cut_at, is_over = source.read_bytes(), 0, False
    while not is_over:
        cut_at += 1
        copy = tmp_path / str(cut_at) / "copy"
        copy.parent.mkdir()
        disk = SimulatedDisk(cut_at=cut_at)
        with closing(Follower(source)) as follower:
            try:
                append(follower, copy, disk)
                is_over = True
            except PowerCut:
                pass
        for _ in disk.after_power_cut():
            with closing(Follower(source)) as follower:
                try:
                    append(follower, copy)
                    assert copy.read_bytes() == whole
                except LogDamaged:  # sectors of a row are missing, and its line feed is there: another file gets the rows
                    assert b"\0" in copy.read_bytes()
            for path in copy.parent.iterdir():
                if path not in disk.files:
                    path.unlink()
    assert cut_at > 15
