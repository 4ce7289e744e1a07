"""The whole service beside cameras that are none: fixed before the game, unplugged, black, frozen, and another one in the middle of it."""

import json
import os
import signal
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any

import cv2
import numpy as np
import pytest

from clock.buttons import ScriptedButtons
from clock.debounce import TwoButtons
from pi.machine.notify import Notifier
from pi.programs.run import serve
from pi.reading.devices import Devices
from pi.reading.threads import LivePace
from pi.setup.settings import BoardSettings, Settings
from record.decisions.words import CloseGame, StartClock
from record.events.of_game import BoardFound, BoardMoved, CameraFault, CameraRestored, ClockStarted, Event, Ruled, SessionClosed
from record.session.step import State
from record.store.folder import GAMES, JOURNAL_NAME, read_folder
from record.store.journal import Journal, fold
from vision.camera.device import LockableCamera
from vision.camera.fake_picamera2 import FakePicamera2
from vision.camera.fake_scene import Scene
from vision.camera.fake_usb import FakeCapture
from vision.camera.picamera import Clocks, PiCamera
from vision.camera.usb import UsbCamera
from vision.image.picture import Image, read_picture

SPEED = 8.0
GIVES_UP_S = 120


def elsewhere(image: Image) -> Image:
    """As a camera sees it that hangs higher, at the other side of the board, and sees colours otherwise."""
    height, width = image.shape[:2]
    turned = cv2.warpAffine(image, cv2.getRotationMatrix2D((width / 2, height / 2), 178.0, 0.85), (width, height), borderValue=(70, 80, 90))
    return np.asarray(np.clip(turned * np.float32([0.8, 1.0, 1.15]), 0, 255), np.uint8)


class PacedClock:
    """The fake camera's clock is the service's own."""

    suspended_ns = 0

    def __init__(self, pace: LivePace) -> None:
        self.pace = pace

    @property
    def now_ns(self) -> int:
        return self.pace.now_ns()

    def until(self, t_ns: int) -> None:
        self.pace.wait_until(t_ns)


class StuckCapture(FakeCapture):
    """A driver whose stamps can stand still."""

    stuck_ms: float | None = None

    def get(self, name: int) -> float:
        told = super().get(name)
        return self.stuck_ms if name == cv2.CAP_PROP_POS_MSEC and self.stuck_ms is not None else told


class Table:
    """What stands before the camera, the buttons, and what was told."""

    def __init__(self, session: Path) -> None:
        self.pace = LivePace(SPEED)
        presses = read_folder(session).presses
        self.presses = iter([(str(press.side), read_picture(session / press.pictures[-1])) for press in presses])
        self.shows = read_picture(session / "frames/0000.jpg")
        self.frozen: Image | None = None
        self.from_elsewhere = False
        self.scene = Scene(self._noisy, PacedClock(self.pace))
        self.library = FakePicamera2(self.scene)
        self.told: SimpleQueue[Event] = SimpleQueue()
        self.put: Callable[[object], object]
        self.buttons: ScriptedButtons
        self.usb: StuckCapture

    def ribbon(self) -> LockableCamera:
        return PiCamera(library=self.library, clocks=Clocks(self.pace.now_ns, self.pace.now_ns))

    def on_usb(self) -> LockableCamera:
        self.usb = StuckCapture(self.scene)
        return UsbCamera(0, open_capture=lambda _: self.usb, clock=self.pace.now_ns)

    def tell(self, event: Event, _: State) -> None:
        self.told.put(event)

    def hears(self, kind: type) -> Any:
        while not isinstance(event := self.told.get(timeout=GIVES_UP_S), kind):
            pass
        return event

    def press(self, *, seen: bool = True) -> Ruled:
        """The next press of the session, and its ruling; not `seen`: nobody sees what it leaves on the board."""
        side, shows = next(self.presses)
        self.shows = shows if seen else self.shows
        self.buttons.press(self.pace.now_ns(), side)
        while (event := self.hears(Ruled)).amends:
            pass
        self.shows = shows
        return event

    def controls(self) -> dict[str, object]:
        """What the open camera was last told to keep."""
        (camera,) = self.library.open
        return camera._controls(10**9)

    def serve(self, camera: Callable[[], LockableCamera], state: Path, play: Callable[[], None]) -> State:
        """What the game has come to that is recorded while `play` is done by others, from the start of the clock."""

        def players() -> None:
            try:
                self.hears(BoardFound)
                self.put(StartClock("J. Jansen"))
                self.hears(ClockStarted)
                play()
                self.put(CloseGame("J. Jansen"))
                self.hears(SessionClosed)
            finally:
                os.kill(os.getpid(), signal.SIGTERM)

        settings, args = Settings(board=BoardSettings(state=str(state))), Namespace(no_web=True, no_copy=True, replay=None, lang="en")
        others = Thread(target=players)
        others.start()
        assert serve(state, settings, args, self.tell, Notifier({}), Devices(camera, self._buttons, self.pace)) == 0
        others.join()
        with Journal.reader(state / GAMES / "0001" / JOURNAL_NAME) as journal:
            return fold(journal)

    def _buttons(self, put: Callable[[object], object]) -> ScriptedButtons:
        self.put, self.buttons = put, ScriptedButtons(TwoButtons(17, 27), put)
        return self.buttons

    def _noisy(self, t_ns: int) -> Image:
        """No two pictures of a sensor are alike; those of a frozen camera are."""
        if self.frozen is not None:
            return self.frozen
        chance = np.random.default_rng(t_ns)
        noisy = elsewhere(self.shows) if self.from_elsewhere else self.shows.copy()
        noisy[::16, ::16] += chance.integers(0, 3, noisy[::16, ::16].shape, np.uint8)
        return noisy


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    """Those of the test run, put back afterwards."""
    kept = [(number, signal.getsignal(number)) for number in (signal.SIGTERM, signal.SIGINT)]
    yield
    for number, handler in kept:
        signal.signal(number, handler)


def test_a_camera_is_fixed_before_the_game_and_when_it_was_unplugged_in_it(shipped: Path, tmp_path: Path) -> None:
    table, seen = Table(shipped), []

    def play() -> None:
        fixed = table.controls()
        table.scene.light = 0.5
        table.press()
        seen.append(table.controls() == fixed)
        table.scene.plugged = False
        seen.append(table.hears(CameraFault).reason)
        table.scene.plugged = True
        table.hears(CameraRestored)
        seen.append({name: table.controls()[name] for name in fixed} == fixed)
        table.press()
        seen.append(fixed["AeEnable"])

    state = table.serve(table.ribbon, tmp_path, play)
    assert seen == [True, "no-picture", True, False]
    assert [ply.move for ply in state.plies] == ["31-27", "18-23"]


@pytest.mark.slow
def test_what_a_camera_does_instead_is_told_and_the_game_goes_on(shipped: Path, tmp_path: Path) -> None:
    table, told = Table(shipped), []

    def trouble() -> tuple[str | None, str | None]:
        fault = table.hears(CameraFault)
        return fault.reason, fault.alerts[0].reason if fault.alerts else None

    def play() -> None:
        table.scene.light = 0.001  # the cap is on the lens
        told.append(table.press())
        table.scene.light = 1.0
        table.press()
        table.frozen = table.shows
        told.append(trouble())
        told.append(table.press(seen=False))
        table.frozen = None
        table.hears(CameraRestored)
        table.press()
        table.frozen, table.usb.stuck_ms = table.shows, table.usb.get(cv2.CAP_PROP_POS_MSEC)
        told.append(trouble())
        table.frozen = table.usb.stuck_ms = None
        table.hears(CameraRestored)
        table.scene.plugged = False
        told.append(trouble())
        table.from_elsewhere, table.scene.plugged = True, True
        told.append(table.hears(BoardMoved))
        told.append(table.press())

    state = table.serve(table.on_usb, tmp_path, play)
    black, frozen, unseen, stuck, unplugged, moved, later = told
    assert (black.verdict, [alert.reason for alert in black.alerts]) == ("unsure", ["black"])
    assert (frozen, unseen.verdict, unseen.alerts, stuck) == (("frozen", "frozen"), "unsure", (), ("frozen", "frozen"))
    assert [ply.move for ply in state.plies] == ["31-27", "18-23", "36-31", "17-21"]
    assert [fault.reason for fault in state.faults] == ["black", "frozen", "frozen", "no-picture"]
    truth = [json.loads(line)["fen"] for line in (shipped / "truth.jsonl").read_text().splitlines()]
    assert (unplugged, round(abs(moved.degrees)), later.fen) == (("no-picture", "no-picture"), 178, truth[4])
