"""A value in two slots: whatever is cut off or damaged, the value before it is there, and what is not the value is never taken for it."""

import os
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from record.log.slots import BLOCK_BYTES, SlotsReader, TwoSlots, read_slots
from tests.record.log.simulated_disk import PowerCut, SimulatedDisk

VALUES = [b"first", b"the second value is longer", b"3", b"fourth"]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "small"


def written(path, *values, disk=None, **how):
    slots = TwoSlots(path, disk=disk) if disk else TwoSlots(path)
    try:
        for value in values:
            slots.write(value, **how)
    finally:
        slots.close()
    return path


def test_the_last_value_is_read_also_after_another_writer_went_on(path):
    assert read_slots(path) == (None, False, 0)
    assert read_slots(written(path, *VALUES))[:2] == (b"fourth", False)
    assert read_slots(written(path, b"fifth"))[:2] == (b"fifth", False)
    assert path.stat().st_ino == read_slots(path).file


def test_a_damaged_slot_leaves_the_other_value_and_is_told(path):
    content = written(path, *VALUES).read_bytes()
    for slot, left in ((0, b"fourth"), (1, b"3")):
        for offset in range(64 + len(VALUES[2 + slot])):
            spoilt = bytearray(content)
            spoilt[slot * BLOCK_BYTES + offset] ^= 1
            path.write_bytes(spoilt)
            value, is_damaged, _ = read_slots(path)
            assert (value, is_damaged) == (left, True)
    path.write_bytes(b"x" * 2 * BLOCK_BYTES)
    assert read_slots(path)[:2] == (None, True)


def test_a_file_that_lost_its_end_or_a_block_is_damaged(path):
    content = written(path, *VALUES).read_bytes()
    sizes = range(1, BLOCK_BYTES + 64 + len(VALUES[3]))
    for spoilt in (*(content[:size] for size in sizes), b"\0" * BLOCK_BYTES + content[BLOCK_BYTES:]):
        path.write_bytes(spoilt)
        value, is_damaged, _ = read_slots(path)
        assert is_damaged
        assert value in (None, b"3", b"fourth")


def test_a_file_that_is_deleted_under_the_writer_is_made_anew(path):
    with closing(TwoSlots(path)) as slots:
        for value in VALUES:
            slots.write(value)
        path.unlink()
        slots.write(b"fifth")
        assert read_slots(path)[:2] == (b"fifth", False)


def test_the_writer_goes_on_over_the_damaged_slot(path):
    content = bytearray(written(path, *VALUES).read_bytes())
    content[BLOCK_BYTES + 70] ^= 1
    path.write_bytes(content)
    assert read_slots(written(path, b"fifth"))[:2] == (b"fifth", False)


def test_at_each_moment_of_a_power_cut_the_value_before_or_the_new_one_is_there(tmp_path):
    """Each call of the disk is the last one, and of what was not flushed all, nothing or some sectors are there."""
    for number in range(1, 100):
        folder = tmp_path / str(number)
        folder.mkdir()
        disk, done = SimulatedDisk(cut_at=number), [None]
        slots = TwoSlots(folder / "small", disk=disk)
        try:
            for value in VALUES:
                slots.write(value)
                done.append(value)
        except PowerCut:
            pass
        else:
            assert len(done) == len(VALUES) + 1
            return
        for _ in disk.after_power_cut():
            assert read_slots(folder / "small").value in (done[-1], VALUES[len(done) - 1])
    pytest.fail("no end")


def test_a_flush_that_fails_is_tried_again_through_another_descriptor_and_a_full_disk_is_an_error(path):
    disk = SimulatedDisk(faults={7: 5})
    assert read_slots(written(path, *VALUES, disk=disk)).value == b"fourth"
    assert disk.names.count("open") == 2
    written(path, b"x" * 100)
    with pytest.raises(ValueError, match="at most"):
        written(path, b"x" * BLOCK_BYTES)
    assert read_slots(path).value == b"x" * 100


def test_only_what_is_to_be_on_disk_is_waited_for(path, monkeypatch):
    written(path, b"made")
    monkeypatch.setattr(os, "fdatasync", lambda _file: pytest.fail("it waits for the disk"))
    assert read_slots(written(path, b"quick", flush=False)).value == b"quick"


@given(st.binary(max_size=300), st.integers(0, 400))
def test_whatever_is_in_the_file_reading_it_does_not_fail(tmp_path_factory, content, at):
    path = tmp_path_factory.mktemp("any") / "small"
    whole = written(path, *VALUES).read_bytes()
    path.write_bytes(whole[:at] + content + whole[at + len(content) :])
    assert read_slots(path).value in (b"fourth", b"3", None)


def test_a_reader_that_keeps_the_file_open_sees_another_file_in_its_place(path, tmp_path):
    with closing(SlotsReader(path)) as reader:
        assert reader.read() == (None, False, 0)
        written(path, b"first")
        assert reader.read() == read_slots(path)
        written(tmp_path / "other", b"second").replace(path)
        assert reader.read()[:2] == (b"second", False)
        path.unlink()
        assert reader.read() == (None, False, 0)


def test_a_slot_that_looks_damaged_once_is_being_written(path, monkeypatch):
    written(path, *VALUES)
    damaged, pread = [b"x" * 64], os.pread
    monkeypatch.setattr(os, "pread", lambda *words: damaged.pop() if damaged else pread(*words))
    assert read_slots(path)[:2] == (b"fourth", False)
