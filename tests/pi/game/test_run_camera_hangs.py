"""The whole service beside a camera whose driver never returns from a call, also where SIGKILL does not end it: told, and recovered."""

import os
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from link.board_socket import read_status
from link.status import message_of
from pi.programs import run
from pi.reading.devices import Devices
from record.events.of_game import CameraFault, CameraRestored, Ruled
from tests.pi.game.beside import Beside, presses_of
from tests.support.cameras.hanging import ENDS, HANGS, HUNG, SET, hanging_program
from tests.support.live.orders import Orders
from tests.support.waiting import WITHIN_S, wait_until
from vision.camera import apart
from vision.camera.apart import CameraProcesses, DriverProcess
from vision.camera.driving import Spoken
from vision.image.picture import read_picture


class Hall(Beside):
    """What the driver is ordered to do."""

    def __init__(self, session: Path, folder: Path) -> None:
        super().__init__(folder / "state")
        self.presses = presses_of(session)
        self.orders = Orders(folder / "orders")
        self.hung, self.set = self.orders.folder / HUNG, self.orders.folder / SET
        self.orders.show(read_picture(session / "frames/0000.jpg"))

    @property
    def hung_ns(self) -> int:
        """When a call of the driver last began to hang; the file stays there."""
        return self.hung.stat().st_mtime_ns if self.hung.exists() else 0

    def reports(self, code: str) -> None:
        """Wait until the status has that sentence."""
        wait_until(lambda: f'"{code}"'.encode() in message_of(read_status(self.state)))

    def press(self) -> Ruled:
        side, shown = next(self.presses)
        self.orders.show(shown)
        self.hands.press(time.monotonic_ns(), side)
        ruled: Ruled = self.hears(Ruled)
        return ruled

    def plays(self, play: Callable[[], None]) -> None:
        self.serve(Devices(CameraProcesses(hanging_program(self.orders.folder)), self.buttons), play)


class Kernel:
    """Ends no process of a camera by SIGKILL unless it `lets_go`, as in a call that never returns in the kernel (state D)."""

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
def hall(system: None, shipped: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hall:
    """A driver that works has the time that it needs; of one that says that it hangs, the waits are over at once."""
    made, hear = Hall(shipped, tmp_path), Spoken.hear
    hung_before: dict[Spoken, int] = {}

    def hears(spoken: Spoken) -> Sequence[Any]:
        if hung_before.setdefault(spoken, made.hung_ns) != made.hung_ns:
            raise TimeoutError
        return hear(spoken)

    monkeypatch.setattr(Spoken, "hear", hears)
    monkeypatch.setattr(apart, "ANSWERS_WITHIN_S", WITHIN_S)
    monkeypatch.setattr(apart, "MAX_OPENS_WITHIN_S", WITHIN_S)
    monkeypatch.setattr(run, "REOPEN_AFTER_S", 0.1)
    return made


def test_a_driver_that_hangs_or_ends_is_told_of_started_anew_and_fixed_as_before(hall: Hall) -> None:
    def play() -> None:
        wait_until(hall.hung.exists)  # while it is fixed for the first time; the game begins all the same
        hall.reports("ApartTrouble.hangs")
        hall.orders.relent(HANGS)
        hall.begin()

        hall.orders.order(HANGS, "take")
        fault = hall.hears(CameraFault)
        assert (fault.reason, [alert.reason for alert in fault.alerts]) == ("no-picture", ["no-picture"])
        hall.orders.relent(HANGS)
        hall.hears(CameraRestored)
        assert hall.set.read_text() == "{'fixed': True}"
        assert hall.press().verdict == "legal"

        before_ns = hall.hung_ns
        hall.orders.order(HANGS, "open")
        hall.orders.order(ENDS, "take")
        hall.hears(CameraFault)
        hall.orders.relent(ENDS)
        for _ in range(2):  # it is tried until it does not hang
            before_ns = wait_until(lambda before_ns=before_ns: hall.hung_ns != before_ns and hall.hung_ns)
        hall.orders.relent(HANGS)
        hall.hears(CameraRestored)
        assert hall.set.read_text() == "{'fixed': True}"
        assert hall.press().verdict == "legal"
        hall.end()

    hall.orders.order(HANGS, "lock")
    hall.plays(play)


def descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


def test_beside_a_process_that_cannot_be_killed_no_second_one_is_started_and_the_service_ends_all_the_same(
    hall: Hall, kernel: Kernel
) -> None:
    def play() -> None:
        hall.begin()
        hall.orders.order(HANGS, "take")
        assert [alert.reason for alert in hall.hears(CameraFault).alerts] == ["no-picture"]
        hall.reports("ApartTrouble.not-ended")
        hall.reports("ApartTrouble.restart")
        before, asked = descriptors(), len(kernel.asked)
        wait_until(lambda: len(kernel.asked) > asked + 1, lambda: "it is not tried again and again")
        assert len(kernel.started) == 1, "a second one could not open the camera either"
        assert descriptors() <= before + 2
        kernel.lets_go = True
        hall.orders.relent(HANGS)
        hall.hears(CameraRestored)
        assert hall.press().verdict == "legal"
        assert len(kernel.started) == 2
        kernel.lets_go = False
        hall.orders.order(HANGS, "take")
        hall.hears(CameraFault)

    hall.plays(play)
    assert not kernel.lets_go
