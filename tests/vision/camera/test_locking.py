"""A camera that is locked from another thread, fails, and is opened again with the same settings."""

from itertools import pairwise

import numpy as np
import pytest

from vision.camera.device import CameraError, Lock
from vision.camera.fake_picamera2 import FakePicamera2
from vision.camera.fake_scene import PERIOD_NS, Scene
from vision.camera.fake_usb import FakeCapture
from vision.camera.locking import MIN_INTERVAL_NS, Locking
from vision.camera.picamera import Clocks, PiCamera
from vision.camera.usb import UsbCamera

GREY = 120


@pytest.fixture(params=["ribbon", "usb"])
def board(request):
    """A scene and a function that opens a camera above it."""
    scene = Scene(lambda _: np.full((120, 160, 3), GREY, np.uint8))
    library = FakePicamera2(scene)
    if request.param == "usb":
        return scene, lambda: UsbCamera(0, open_capture=lambda _: FakeCapture(scene), clock=scene.clock.monotonic_ns)
    return scene, lambda: PiCamera(library=library, clocks=Clocks(scene.clock.monotonic_ns, scene.clock.boottime_ns))


def level(camera, pictures=5):
    """Take some pictures, after which every control has taken effect."""
    return [float(camera.take().image.mean()) for _ in range(pictures)][-1]


def test_pictures_come_in_time_order_and_no_more_often_than_needed(board):
    camera = Locking(board[1])()
    times = [camera.take().t_ns for _ in range(6)]
    assert all(MIN_INTERVAL_NS <= later - earlier <= MIN_INTERVAL_NS + 2 * PERIOD_NS for earlier, later in pairwise(times))


def test_a_lock_is_done_with_the_next_picture_and_lasts_beyond_the_camera(board):
    scene, open_camera = board
    locking = Locking(open_camera)
    camera = locking()
    level(camera, 30)
    wish = locking.lock()
    assert not wish.done()
    camera.take()
    assert wish.result(0) is locking.held
    scene.plugged = False
    with pytest.raises(CameraError):
        camera.take()
    camera.close()
    with pytest.raises(CameraError):
        locking()
    scene.plugged, scene.light = True, 0.5
    again = locking()
    assert level(again) == pytest.approx(GREY / 2, abs=3)
    locking.lock()
    assert level(again) == pytest.approx(GREY, abs=3)
    scene.light = 1.0
    assert level(again) == pytest.approx(2 * GREY, abs=4)
    locking.unlock()
    assert level(again) == pytest.approx(GREY, abs=3)
    assert locking.held is None


def test_a_lock_of_yesterday_is_held_from_the_first_camera_on(board):
    scene, open_camera = board
    first = Locking(open_camera)
    camera = first()
    level(camera, 30)
    first.lock()
    camera.take()
    camera.close()
    scene.light = 0.5
    assert level(Locking(open_camera, Lock(first.held.held))()) == pytest.approx(GREY / 2, abs=3)


def test_whoever_wished_for_a_lock_hears_that_the_camera_failed(board):
    scene, open_camera = board
    locking = Locking(open_camera)
    camera = locking()
    wish = locking.lock()
    scene.plugged = False
    with pytest.raises(CameraError):
        camera.take()
    assert isinstance(wish.exception(0), CameraError)
    assert locking.held is None


class Loose(FakePicamera2):
    """A library whose cameras cannot be fixed any more once it is `gone`."""

    gone = False

    def __call__(self, number):
        camera = super().__call__(number)
        set_controls = camera.set_controls

        def refuse(controls):
            if self.gone and "AeEnable" in controls:
                raise RuntimeError("Camera is not running")
            set_controls(controls)

        camera.set_controls = refuse
        return camera


def test_a_camera_that_takes_no_settings_is_let_go():
    library = Loose(Scene(lambda _: np.full((120, 160, 3), GREY, np.uint8)))
    clock = library.scene.clock
    locking = Locking(lambda: PiCamera(library=library, clocks=Clocks(clock.monotonic_ns, clock.boottime_ns)))
    camera = locking()
    locking.lock()
    camera.take()
    camera.close()
    library.gone = True
    with pytest.raises(CameraError, match=r"takes no settings \(Camera is not running\)"):
        locking()
    assert not library.open


class Broken:
    """A camera whose driver raises an unexpected error."""

    def lock(self):
        raise KeyError("ExposureTime")

    def unlock(self):
        """Do nothing: it chooses for itself already."""


def test_whoever_wished_for_a_lock_hears_of_whatever_went_wrong():
    locking = Locking(Broken)
    wish = locking.lock()
    with pytest.raises(KeyError):
        locking().take()
    assert isinstance(wish.exception(0), KeyError)
