"""The whole service beside a picamera2 that is none: the camera is fixed before the game, held so, and given back as it was."""

import os
import signal
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

import pytest

from clock.buttons import ScriptedButtons
from clock.debounce import TwoButtons
from pi.devices import Devices
from pi.notify import Notifier
from pi.run_command import serve
from pi.settings import Board, Settings
from pi.threads import Pace
from record.events import BoardFound, CameraFault, CameraRestored, ClockStarted, Event, Ruled, SessionClosed
from record.folder import read_folder
from record.inbox import CloseGame, StartClock
from record.session import State
from vision.camera import Clocks, PiCamera
from vision.fake_picamera2 import FakePicamera2
from vision.fake_scene import Scene
from vision.picture import Image, read_picture

SPEED = 8.0
GIVES_UP_S = 30


class PacedClock:
    """The fake camera's clock is the service's own."""

    suspended_ns = 0

    def __init__(self, pace: Pace) -> None:
        self.pace = pace

    @property
    def now_ns(self) -> int:
        return self.pace.now_ns()

    def until(self, t_ns: int) -> None:
        self.pace.wait_until(t_ns)


class Table:
    """What stands before the camera, the buttons, and what was told."""

    def __init__(self, shows: Image) -> None:
        self.pace = Pace(SPEED)
        self.shows = shows
        self.scene = Scene(lambda _: self.shows, PacedClock(self.pace))
        self.library = FakePicamera2(self.scene)
        self.told: SimpleQueue[Event] = SimpleQueue()
        self.put: Callable[[object], object]
        self.buttons: ScriptedButtons

    def devices(self) -> Devices:
        clocks = Clocks(self.pace.now_ns, self.pace.now_ns)
        return Devices(lambda: PiCamera(library=self.library, clocks=clocks), self._buttons, self.pace)

    def tell(self, event: Event, _: State) -> None:
        self.told.put(event)

    def hears(self, kind: type) -> Event:
        while not isinstance(event := self.told.get(timeout=GIVES_UP_S), kind):
            pass
        return event

    def press(self, side: str, shows: Image) -> Event:
        self.shows = shows
        self.buttons.press(self.pace.now_ns(), side)
        return self.hears(Ruled)

    def controls(self) -> dict[str, object]:
        """What the open camera was last told to keep."""
        (camera,) = self.library.open
        return camera._controls(10**9)

    def _buttons(self, put: Callable[[object], object]) -> ScriptedButtons:
        self.put, self.buttons = put, ScriptedButtons(TwoButtons(17, 27), put)
        return self.buttons


@pytest.fixture
def handlers() -> Iterator[None]:
    """Those of the test run, put back afterwards."""
    kept = [(number, signal.getsignal(number)) for number in (signal.SIGTERM, signal.SIGINT)]
    yield
    for number, handler in kept:
        signal.signal(number, handler)


def test_a_camera_is_fixed_before_the_game_and_when_it_was_unplugged_in_it(shipped: Path, tmp_path: Path, handlers: None) -> None:
    session = read_folder(shipped)
    table = Table(read_picture(shipped / "frames/0000.jpg"))
    presses = [(str(press.side), read_picture(shipped / press.pictures[-1])) for press in session.presses[:3]]
    seen: list[object] = []

    def play() -> None:
        try:
            table.hears(BoardFound)
            fixed = table.controls()
            table.put(StartClock("J. Jansen"))
            table.hears(ClockStarted)
            seen.append(table.press(*presses[0]).move)
            table.scene.light = 0.5
            seen.append(table.press(*presses[1]).move)
            seen.append(table.controls() == fixed)
            table.scene.plugged = False
            seen.append(table.hears(CameraFault).reason)
            table.scene.plugged = True
            table.hears(CameraRestored)
            seen.append({name: table.controls()[name] for name in fixed} == fixed)
            seen.append(table.press(*presses[2]).move)
            seen.append(fixed["AeEnable"])
            table.put(CloseGame("J. Jansen"))
            table.hears(SessionClosed)
        finally:
            os.kill(os.getpid(), signal.SIGTERM)

    settings = Settings(board=Board(state=str(tmp_path)))
    players = Thread(target=play)
    players.start()
    args = Namespace(no_web=True, replay=None, lang="en")
    assert serve(tmp_path, settings, args, table.tell, Notifier({}), table.devices()) == 0
    players.join()
    assert seen == ["31-27", "18-23", True, "no-picture", True, "36-31", False]
