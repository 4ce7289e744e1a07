"""The process of the second copy beside a recorder: back when it died, and gone when the recorder is."""

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from pi.machine import copy_process
from pi.machine.copy_process import copied
from pi.machine.copy_report import CopyState, read_copy_report
from record.telling.remarks import COPY_MISSING
from tests.another_disk import ANOTHER_DISK


def copying(state: Path) -> list[int]:
    """The processes that copy from that state folder."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            words = (place / "cmdline").read_bytes().split(b"\0")
            found += [int(place.name)] if b"damcam.copying" in words and f"--state={state}".encode() in words else []
    return found


def until(holds: Callable[[], object]) -> None:
    ends_s = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < ends_s
        time.sleep(0.05)


def test_it_is_started_again_when_it_dies_and_ends_with_the_recorder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copy_process, "AGAIN_AFTER_S", 0.1)
    with copied(tmp_path, ANOTHER_DISK, wanted=True) as watch:
        assert watch is not None
        until(lambda: (report := read_copy_report(tmp_path)) and report.state is CopyState.COMPLETE)
        (first,) = copying(tmp_path)
        os.kill(first, signal.SIGKILL)
        until(lambda: copying(tmp_path) not in ([], [first]))
        assert watch.amiss("0001") == ""
    until(lambda: copying(tmp_path) == [])


def test_where_a_service_of_its_own_copies_the_recorder_only_hears_of_it(tmp_path: Path) -> None:
    with copied(tmp_path, ANOTHER_DISK, wanted=False) as watch:
        assert watch is not None
        watch.see(None)
        assert watch.amiss("0001") != COPY_MISSING
        assert copying(tmp_path) == []


def test_without_a_folder_nothing_is_copied(tmp_path: Path) -> None:
    with copied(tmp_path, "", wanted=True) as watch:
        assert watch is None
        assert copying(tmp_path) == []
