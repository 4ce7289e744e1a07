"""The whole service beside a camera whose process even SIGKILL does not end, as in a call that never returns in the kernel (state D)."""

import os
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from record.events.of_game import CameraFault, CameraRestored
from tests.pi.game.test_run_camera_hangs import GIVES_UP_S, TOLD_WITHIN_S, Hall, until
from vision.camera.apart import DriverProcess
from vision.camera.fake_hanging import HANGS

STOPS_WITHIN_S = 15.0
"""systemd waits 20 s."""
TRIED_FOR_S = 12.0
"""Long enough for several attempts to open the camera anew."""


class Kernel:
    """Ends no process of a camera by SIGKILL until it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[int] = []
        self.started: list[DriverProcess] = []
        self.lets_go = False
        kill, init = subprocess.Popen.kill, DriverProcess.__init__

        def kills(process: "subprocess.Popen[bytes]") -> None:
            self.asked.append(process.pid)
            if self.lets_go:
                kill(process)

        def starts(driver: DriverProcess, command: Sequence[str]) -> None:
            init(driver, command)
            self.started.append(driver)

        monkeypatch.setattr(subprocess.Popen, "kill", kills)
        monkeypatch.setattr(DriverProcess, "__init__", starts)

    def end(self) -> None:
        self.lets_go = True
        for driver in self.started:
            driver.end()


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Iterator[Kernel]:
    made = Kernel(monkeypatch)
    yield made
    made.end()


@pytest.fixture
def hall(shipped: Path, tmp_path: Path) -> Iterator[Hall]:
    kept = [(number, signal.getsignal(number)) for number in (signal.SIGTERM, signal.SIGINT)]
    yield Hall(shipped, tmp_path)
    for number, handler in kept:
        signal.signal(number, handler)


def descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


@pytest.mark.slow
def test_it_is_told_no_second_process_is_started_beside_it_and_it_goes_on_when_it_is_gone(hall: Hall, kernel: Kernel) -> None:
    report = hall.state / "readiness.json"

    def play() -> None:
        hall.begin()
        ordered_s = hall.order(HANGS, "take")
        told_s, fault = hall.hears(CameraFault)
        assert told_s - ordered_s < TOLD_WITHIN_S
        assert [alert.reason for alert in fault.alerts] == ["no-picture"]
        until(lambda: "cannot be ended" in report.read_text(), GIVES_UP_S)
        assert "restart the machine" in report.read_text()
        before = descriptors()
        time.sleep(TRIED_FOR_S)
        assert len(kernel.started) == 1, "a second one could not open the camera either"
        assert descriptors() <= before + 2
        assert len(kernel.asked) > 3, "it is tried again and again"
        kernel.lets_go = True
        hall.relent(HANGS)
        hall.hears(CameraRestored)
        assert hall.press().verdict == "legal"
        assert len(kernel.started) == 2

    hall.serve(play)


def test_the_service_ends_in_its_time_all_the_same(hall: Hall, kernel: Kernel) -> None:
    stopped_s = 0.0

    def play() -> None:
        nonlocal stopped_s
        hall.begin()
        hall.order(HANGS, "take")
        hall.hears(CameraFault)
        stopped_s = time.monotonic()

    hall.serve(play)
    assert time.monotonic() - stopped_s < STOPS_WITHIN_S
    assert kernel.asked
