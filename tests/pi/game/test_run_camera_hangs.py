"""The whole service beside a camera whose driver never returns from a call: told within five seconds, without any press, and recovered."""

import os
import signal
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

import pytest

from clock.buttons import ScriptedButtons
from clock.debounce import TwoButtons
from pi.machine.notify import Notifier
from pi.programs.run import serve
from pi.reading.devices import Devices, camera_program
from pi.setup.settings import BoardSettings, Settings
from record.decisions.words import CloseGame, StartClock
from record.events.of_game import BoardFound, CameraFault, CameraRestored, ClockStarted, Event, Ruled, SessionClosed
from record.session.step import State
from record.store.folder import read_folder
from tests.bench.live.orders import Orders
from vision.camera.apart import CameraProcesses
from vision.camera.fake_hanging import ENDS, HANGS, HUNG, SET
from vision.image.picture import read_picture

TOLD_WITHIN_S = 5.0
GIVES_UP_S = 60.0


class Hall(Orders):
    """What the driver is ordered to do, what the service told and when, and whoever plays beside it."""

    def __init__(self, session: Path, folder: Path) -> None:
        super().__init__(folder / "orders")
        self.state = folder / "state"
        self.presses = iter([(str(press.side), read_picture(session / press.pictures[-1])) for press in read_folder(session).presses])
        self.show(read_picture(session / "frames/0000.jpg"))
        self.told: SimpleQueue[tuple[float, Event]] = SimpleQueue()
        self.put: Callable[[object], object]
        self.buttons: ScriptedButtons

    def hears(self, kind: type, within_s: float = GIVES_UP_S) -> tuple[float, Any]:
        """When the service told of such an event, and the event."""
        until_s = time.monotonic() + within_s
        while True:
            try:
                told_s, event = self.told.get(timeout=max(0.0, until_s - time.monotonic()))
            except Empty:
                raise TimeoutError(f"nothing was told of a {kind.__name__}") from None
            if isinstance(event, kind):
                return told_s, event

    def press(self) -> Ruled:
        side, shown = next(self.presses)
        self.show(shown)
        time.sleep(0.5)
        self.buttons.press(time.monotonic_ns(), side)
        ruled: Ruled = self.hears(Ruled)[1]
        return ruled

    def serve(self, play: Callable[[], None]) -> None:
        """Let the service run while others `play`, from the start of the clock."""
        failed: list[BaseException] = []

        def players() -> None:
            try:
                play()
            except BaseException as error:
                failed.append(error)
            finally:
                os.kill(os.getpid(), signal.SIGTERM)

        settings, args = Settings(board=BoardSettings(state=str(self.state))), Namespace(no_web=True, no_copy=True, replay=None, lang="en")
        camera = CameraProcesses(camera_program("fake", str(self.folder)))
        others = Thread(target=players)
        others.start()
        assert serve(self.state, settings, args, self._tell, Notifier({}), Devices(camera, self._buttons)) == 0
        others.join()
        for error in failed:
            raise error

    def begin(self) -> None:
        self.hears(BoardFound)
        self.put(StartClock("J. Jansen"))
        self.hears(ClockStarted)

    def _tell(self, event: Event, _: State) -> None:
        self.told.put((time.monotonic(), event))

    def _buttons(self, put: Callable[[object], object]) -> ScriptedButtons:
        self.put, self.buttons = put, ScriptedButtons(TwoButtons(17, 27), put)
        return self.buttons


@pytest.fixture
def hall(shipped: Path, tmp_path: Path) -> Iterator[Hall]:
    """The signal handlers of the test run are put back afterwards: the service sets its own."""
    kept = [(number, signal.getsignal(number)) for number in (signal.SIGTERM, signal.SIGINT)]
    yield Hall(shipped, tmp_path)
    for number, handler in kept:
        signal.signal(number, handler)


def test_a_driver_that_hangs_in_a_game_is_told_of_and_started_anew(hall: Hall) -> None:
    took_s, verdicts = [], []

    def play() -> None:
        hall.begin()
        for name, call in ((HANGS, "take"), (ENDS, "take")):
            ordered_s = hall.order(name, call)
            told_s, fault = hall.hears(CameraFault)
            took_s.append(told_s - ordered_s)
            assert (fault.reason, [alert.reason for alert in fault.alerts]) == ("no-picture", ["no-picture"])
            hall.relent(name)
            hall.hears(CameraRestored)
            assert (hall.folder / SET).read_text() == "{'fixed': True}", "the camera is fixed as it was before"
            verdicts.append(hall.press().verdict)
        hall.put(CloseGame("J. Jansen"))
        hall.hears(SessionClosed)

    hall.serve(play)
    assert (max(took_s) < TOLD_WITHIN_S, verdicts) == (True, ["legal", "legal"]), took_s


def test_a_driver_that_hangs_when_it_is_opened_again_is_tried_until_it_does_not(hall: Hall) -> None:
    def play() -> None:
        hall.begin()
        hall.order(HANGS, "open")
        ordered_s = hall.order(ENDS, "take")
        told_s, _ = hall.hears(CameraFault)
        assert told_s - ordered_s < TOLD_WITHIN_S
        hall.relent(ENDS)
        time.sleep(2 * TOLD_WITHIN_S)
        hall.relent(HANGS)
        hall.hears(CameraRestored)
        assert hall.press().verdict == "legal"

    hall.serve(play)


def test_a_driver_that_hangs_while_it_is_fixed_is_told_of_before_the_game_and_the_game_begins_all_the_same(hall: Hall) -> None:
    reports = hall.state / "readiness.json"

    def play() -> None:
        until((hall.folder / HUNG).exists, GIVES_UP_S)
        hung_s = time.monotonic()
        until(lambda: "has not answered" in reports.read_text(), GIVES_UP_S)
        assert time.monotonic() - hung_s < TOLD_WITHIN_S
        hall.relent(HANGS)
        hall.begin()

    hall.order(HANGS, "lock")
    hall.serve(play)


def until(holds: Callable[[], bool], within_s: float) -> None:
    ends_s = time.monotonic() + within_s
    while not holds():
        assert time.monotonic() < ends_s
        time.sleep(0.05)
