"""The second copy beside a recorder: its process, back when it died, and what the arbiter is to hear of it."""

import os
import signal
import subprocess
import sys
from contextlib import closing, suppress
from itertools import pairwise
from pathlib import Path

import pytest

from link.board_socket import BoardSocket
from link.messages import CopyReport
from link.status import CopyState
from pi.machine import copy_process
from pi.machine.copy_phrases import SecondCopySays
from pi.machine.copy_process import abandon, copied
from pi.machine.copy_watch import NOT_AGAIN_FOR_S, STARTS_WITHIN_S, TOLD_AFTER_S, CopyAlerts, CopyWatch, last_told
from record.events.of_game import Alerted, ClockStarted
from record.telling.remarks import COPY_AHEAD, COPY_BACK, COPY_MISSING, disk
from tests.support.another_disk import ANOTHER_DISK
from tests.support.waiting import wait_until

GAME = "0007"
SAID = SecondCopySays.SILENT.said()
FAILS, WELL, STARTS = (CopyReport(state, SAID) for state in (CopyState.FAILS, CopyState.COMPLETE, CopyState.STARTS))
AHEAD = CopyReport(CopyState.AHEAD, SAID, None, GAME)


class Watched:
    """A watch whose time is turned by hand; what it said after each report."""

    def __init__(self) -> None:
        self.s = 0.0
        self.watch = CopyWatch(lambda: None, lambda: self.s)

    def after(self, seconds: float, report: CopyReport | None) -> str:
        self.s += seconds
        self.watch.see(report)
        return self.watch.amiss(GAME)


def test_a_failure_is_told_once_it_lasts_and_its_end_at_once() -> None:
    watched = Watched()
    assert watched.after(1, WELL) == ""
    assert watched.after(1, FAILS) == ""
    assert watched.after(TOLD_AFTER_S / 2, WELL) == "", "a journal was locked for a moment"
    assert watched.after(1, FAILS) == ""
    assert watched.after(TOLD_AFTER_S, FAILS) == COPY_MISSING
    assert watched.after(1000, FAILS) == COPY_MISSING
    assert watched.after(1, WELL) == ""
    # a loose plug is told once a minute at most
    watched = Watched()
    said = ["", *(watched.after(TOLD_AFTER_S, report) for report in 100 * (FAILS, FAILS, WELL))]
    told = sum(now != before and bool(now) for before, now in pairwise(said))
    assert 2 <= told <= 1 + 100 * 3 * TOLD_AFTER_S / NOT_AGAIN_FOR_S


def test_a_program_that_gives_no_sign_of_life_is_a_failure_but_has_time_to_start() -> None:
    watched = Watched()
    assert watched.after(STARTS_WITHIN_S / 2, None) == ""
    assert watched.after(STARTS_WITHIN_S / 2, None) == ""
    assert watched.after(TOLD_AFTER_S, None) == COPY_MISSING
    assert watched.after(1, STARTS) == COPY_MISSING, "it is not complete yet"
    assert watched.after(1, WELL) == ""
    assert watched.after(1, AHEAD) == COPY_AHEAD, "a copy that knows more"
    assert watched.watch.amiss("0008") == "", "which concerns its own game"


def test_the_arbiter_hears_each_thing_once_also_after_a_restart() -> None:
    alerts = CopyAlerts()
    heard = [alerts.news(amiss) for amiss in ("", COPY_MISSING, COPY_MISSING, "", "", COPY_MISSING, COPY_AHEAD, COPY_AHEAD, "", COPY_AHEAD)]
    assert heard == ["", COPY_MISSING, "", COPY_BACK, "", COPY_MISSING, COPY_AHEAD, "", "", ""]
    told = ""
    for event in (Alerted(1, (disk(COPY_MISSING, "nl"),)), ClockStarted(2, "white"), Alerted(3, (disk("full", "nl"),))):
        told = last_told(told, event)
    assert told == COPY_MISSING
    assert CopyAlerts(told).news(COPY_MISSING) == ""
    assert CopyAlerts(told).news("") == COPY_BACK
    assert CopyAlerts(last_told(told, Alerted(4, (disk(COPY_BACK, "nl"),)))).news("") == ""


def copying(state: Path) -> list[int]:
    """The processes that copy from that state folder."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            words = (place / "cmdline").read_bytes().split(b"\0")
            found += [int(place.name)] if b"damcam.copying" in words and f"--state={state}".encode() in words else []
    return found


def test_it_is_started_again_when_it_dies_and_ends_with_the_recorder(system: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copy_process, "AGAIN_AFTER_S", 0.1)
    with closing(BoardSocket(tmp_path)) as socket, copied(tmp_path, ANOTHER_DISK, lambda: socket.report(CopyReport), wanted=True) as watch:
        socket.start()
        wait_until(lambda: (report := socket.report(CopyReport)) and report.state is CopyState.COMPLETE)
        (first,) = copying(tmp_path)
        os.kill(first, signal.SIGKILL)
        wait_until(lambda: copying(tmp_path) not in ([], [first]))
        assert watch.amiss("0001") == ""
    wait_until(lambda: copying(tmp_path) == [])


class Stuck(subprocess.Popen[bytes]):
    """A process that waits in the kernel for a disk: it is killed, and ends only once the disk lets it, which is the end of its input."""

    def kill(self) -> None:
        pass


def test_a_process_that_a_disk_keeps_from_ending_is_not_waited_for_and_reaped_later(system: None) -> None:
    with Stuck([sys.executable, "-P", "-c", "input()"], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        abandon(process)
        assert process.poll() is None
        assert process.stdin
        process.stdin.close()
        wait_until(lambda: process.returncode is not None)


def test_where_a_service_of_its_own_copies_the_recorder_only_hears_of_it_and_without_a_folder_nothing_is_copied(tmp_path: Path) -> None:
    for folder in (ANOTHER_DISK, ""):
        with copied(tmp_path, folder, lambda: None, wanted=not folder) as watch:
            assert (watch is not None) == bool(folder)
            if watch:
                watch.see(None)
                assert watch.amiss("0001") != COPY_MISSING
            assert copying(tmp_path) == []
