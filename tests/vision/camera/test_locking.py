"""A camera that is locked from another thread, fails, and is opened again with the same settings."""

from functools import partial
from itertools import pairwise

import numpy as np
import pytest

from tests.support.cameras.picamera2 import FakeOpen, FakePicamera2
from tests.support.cameras.scene import PERIOD_NS, Scene
from tests.vision.camera.test_cameras import fails, level, ribbon, usb
from vision.camera.device import CameraError, Lock
from vision.camera.locking import MIN_INTERVAL_NS, Locking

GREY = 120


@pytest.fixture
def scene():
    return Scene(lambda _: np.full((120, 160, 3), GREY, np.uint8))


@pytest.fixture(params=["ribbon", "usb"])
def open_camera(request, scene):
    return partial(usb, scene) if request.param == "usb" else partial(ribbon, scene, FakePicamera2(scene))


def test_pictures_come_in_time_order_and_no_more_often_than_needed(scene, open_camera):
    camera = Locking(open_camera)()
    times = [camera.take().t_ns for _ in range(6)]
    assert all(MIN_INTERVAL_NS <= later - earlier <= MIN_INTERVAL_NS + 2 * PERIOD_NS for earlier, later in pairwise(times))


def test_a_lock_is_done_with_the_next_picture_and_held_by_the_cameras_that_are_opened_later(scene, open_camera):
    locking = Locking(open_camera)
    camera = locking()
    level(camera, pictures=30)
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
    of_yesterday = Locking(open_camera, Lock(locking.held.held))()
    assert level(of_yesterday) == pytest.approx(GREY / 2, abs=3)
    of_yesterday.close()
    again = locking()
    assert level(again) == pytest.approx(GREY / 2, abs=3)
    locking.lock()
    assert level(again) == pytest.approx(GREY, abs=3)
    scene.light = 1.0
    assert level(again) == pytest.approx(2 * GREY, abs=4)
    locking.unlock()
    assert level(again) == pytest.approx(GREY, abs=3)
    assert locking.held is None


def test_a_camera_that_takes_no_settings_is_let_go(scene, monkeypatch):
    library = FakePicamera2(scene)
    locking = Locking(partial(ribbon, scene, library))
    camera = locking()
    locking.lock()
    camera.take()
    camera.close()
    set_controls = FakeOpen.set_controls

    def refuse(camera, controls):
        if "AeEnable" in controls:
            raise RuntimeError("Camera is not running")
        set_controls(camera, controls)

    monkeypatch.setattr(FakeOpen, "set_controls", refuse)
    with fails("PiTrouble.no-settings", why="Camera is not running"):
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
    assert locking.held is None
