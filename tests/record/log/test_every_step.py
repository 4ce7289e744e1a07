"""A log is killed at each call to its disk, systematically, and each call fails in each way: nothing told is lost or changed."""

import errno
import json
import os
from contextlib import suppress

import pytest

from record.log.errors import LogDamaged, LogError
from record.log.log import Log
from record.log.reading import read, verify
from tests.record.log.simulated_disk import FAULTS, PowerCut, SimulatedDisk

EVENTS = [{"press": number, "text": "é" * 30} for number in range(7)]


class Life:
    """A writer's life with a log: it is made, appended to, closed, opened and appended to. An event that failed is tried once more."""

    def __init__(self, path, disk, may_be_unwritable=False, flush_tail=True):
        self.path, self.disk, self.may_be_unwritable, self.flush_tail = path, disk, may_be_unwritable, flush_tail
        self.told, self.begun = 0, 0

    def live(self):
        log = self._retried(lambda: Log.create(self.path, disk=self.disk))
        for number in range(3):
            self._append(log, number, number + 1)
        log.close()
        log = self._retried(lambda: Log.open(self.path, may_be_unwritable=self.may_be_unwritable, disk=self.disk))
        self._append(log, 3, 4)
        self._append(log, 4, 6)
        self._append(log, 6, 7)
        log.close()

    def _append(self, log, start, end):
        self.begun = end
        self._retried(lambda: log.extend(EVENTS[start:end], after=start, flush_tail=self.flush_tail))
        self.told = end

    @staticmethod
    def _retried(call):
        try:
            return call()
        except LogDamaged:
            raise
        except LogError:
            return call()


def events_of(path):
    return [json.loads(row.event) for row in read(path)]


def names_of_calls(folder, **ways):
    folder.mkdir()
    disk = SimulatedDisk()
    Life(folder / "log", disk, **ways).live()
    assert events_of(folder / "log") == EVENTS
    return disk.names


def opened_again(path, life):
    """What the next start finds; LogDamaged only for a whole line that was never told and never flushed."""
    begun = EVENTS[: life.begun]
    if not path.exists() and life.told == 0:
        Log.create(path, disk=SimulatedDisk()).close()
    verified = verify(path)
    assert life.told <= verified.last.row <= life.begun
    if verified.damage:  # sectors of the row are missing, and its line feed is there
        assert verified.damage.row > life.told
        assert b"\0" in path.read_bytes()
        return
    seen = events_of(path)
    assert seen == begun[: len(seen)]
    assert len(seen) >= life.told or not life.flush_tail, "readers see the rows before the next writer names them"
    with Log.open(path, disk=SimulatedDisk()) as log:
        row = log.last.row
        assert row == verified.last.row
        log.append({"next": True}, after=row)
    assert events_of(path) == [*begun[:row], {"next": True}]


@pytest.mark.parametrize("flush_tail", [True, False])
def test_a_power_cut_at_each_call_loses_nothing_that_was_told(tmp_path, flush_tail):
    names = names_of_calls(tmp_path / "whole", flush_tail=flush_tail)
    kinds = set()
    for cut_at in range(1, len(names) + 1):
        folder = tmp_path / str(cut_at)
        folder.mkdir()
        disk = SimulatedDisk(cut_at=cut_at)
        life = Life(folder / "log", disk, flush_tail=flush_tail)
        with pytest.raises(PowerCut):
            life.live()
        for _ in disk.after_power_cut():
            kinds.add(names[cut_at - 1])
            opened_again(folder / "log", life)
            for path in folder.iterdir():
                if path not in disk.files:
                    path.unlink()
    assert kinds >= {"open", "write", "flush", "truncate"}


@pytest.mark.parametrize("may_be_unwritable", [False, True])
def test_each_call_fails_in_each_way_and_the_log_goes_on(tmp_path, may_be_unwritable):
    names = names_of_calls(tmp_path / "whole")
    for number, name in enumerate(names, 1):
        for fault in FAULTS[name]:
            folder = tmp_path / f"{number}-{fault}"
            folder.mkdir()
            disk = SimulatedDisk(faults={number: fault})
            disk.destroys = True
            Life(folder / "log", disk, may_be_unwritable).live()
            assert events_of(folder / "log") == EVENTS, (number, name, fault)
            assert disk.files[folder / "log"].on_disk == (folder / "log").read_bytes(), (number, name, fault)
            assert verify(folder / "log").tail_row == len(EVENTS), (number, name, fault)


@pytest.mark.parametrize("fault", ["short", "EIO"])
def test_a_power_cut_after_a_failure_loses_nothing_that_was_told(tmp_path, fault):
    names = names_of_calls(tmp_path / "whole")
    for number, name in enumerate(names, 1):
        code = {"short": 0, "EIO": errno.EIO}[fault]
        if code not in FAULTS[name]:
            continue
        for cut_at in range(number + 1, number + 6):
            folder = tmp_path / f"{number}-{cut_at}"
            folder.mkdir()
            disk = SimulatedDisk(cut_at=cut_at, faults={number: code})
            life = Life(folder / "log", disk)
            with suppress(PowerCut):
                life.live()
            for _ in disk.after_power_cut():
                opened_again(folder / "log", life)
                for path in folder.iterdir():
                    if path not in disk.files:
                        path.unlink()


def test_a_disk_that_fails_for_good_changes_nothing(tmp_path):
    disk = SimulatedDisk()
    path = tmp_path / "log"
    with Log.create(path, disk=disk) as log:
        log.append(EVENTS[0], after=0)
        before = os.stat(path).st_ino, path.read_bytes()
        disk.faults = dict.fromkeys(range(disk.calls + 1, disk.calls + 100), errno.EIO)
        for _ in range(3):
            with pytest.raises(LogError):
                log.append(EVENTS[1], after=1)
        assert events_of(path) == EVENTS[:1]
        assert disk.files[path].on_disk == before[1]
        disk.faults = {}
        log.append(EVENTS[1], after=1)
    assert events_of(path) == EVENTS[:2]
    assert disk.files[path].on_disk == path.read_bytes()
