"""The whole service beside a camera that is none: fixed before the game, and again after it was unplugged."""

from pathlib import Path

import numpy as np
import pytest

from pi.reading.devices import Devices
from pi.reading.threads import LivePace
from record.events.of_game import CameraFault, CameraRestored, Ruled
from record.store.folder import GAMES, JOURNAL_NAME
from record.store.journal import Journal, fold
from tests.pi.game.beside import Beside, presses_of
from tests.support.cameras.picamera2 import FakePicamera2
from tests.support.cameras.scene import Scene
from vision.camera.device import LockableCamera
from vision.camera.picamera import Clocks, PiCamera
from vision.image.picture import Image, read_picture

SPEED = 4.0
"""A picture each 60 ms: as many as a machine draws that does much else besides."""

pytestmark = pytest.mark.usefixtures("system")


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


class Table(Beside):
    """What stands before the camera."""

    def __init__(self, session: Path, state: Path) -> None:
        super().__init__(state)
        self.presses = presses_of(session)
        self.pace = LivePace(SPEED)
        self.shows = read_picture(session / "frames/0000.jpg")
        self.scene = Scene(self._noisy, PacedClock(self.pace))
        self.library = FakePicamera2(self.scene)

    def press(self) -> None:
        """The next press of the session, until it is ruled upon."""
        side, self.shows = next(self.presses)
        self.hands.press(self.pace.now_ns(), side)
        while self.hears(Ruled).amends:
            pass

    def controls(self) -> dict[str, object]:
        """What the open camera was last told to keep."""
        (camera,) = self.library.open
        return camera._controls(10**9)

    def _noisy(self, t_ns: int) -> Image:
        """No two pictures of a sensor are alike."""
        chance = np.random.default_rng(t_ns)
        noisy = self.shows.copy()
        noisy[::16, ::16] += chance.integers(0, 3, noisy[::16, ::16].shape, np.uint8)
        return noisy


def test_a_camera_is_fixed_before_the_game_and_when_it_was_unplugged_in_it(shipped: Path, tmp_path: Path) -> None:
    table, seen = Table(shipped, tmp_path), []

    def play() -> None:
        table.begin()
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
        table.end()

    def camera() -> LockableCamera:
        return PiCamera(library=table.library, clocks=Clocks(table.pace.now_ns, table.pace.now_ns))

    table.serve(Devices(camera, table.buttons, table.pace), play)
    assert seen == [True, "no-picture", True, False]
    with Journal.reader(tmp_path / GAMES / "0001" / JOURNAL_NAME) as journal:
        state = fold(journal)
    assert [ply.move for ply in state.plies] == ["31-27", "18-23"]
