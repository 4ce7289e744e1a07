"""Cameras on USB: with a fake cv2.VideoCapture that queues pictures as drivers do, and with OpenCV's own reading a film."""

import os

import cv2
import numpy as np
import pytest

from vision.camera.device import MOTION_SIZE, CameraError
from vision.camera.fake_scene import PERIOD_NS, FakeClock, Scene
from vision.camera.fake_usb import QUEUE, SWITCHES, FakeCapture
from vision.camera.usb import UsbCamera

BEFORE, AFTER = 60, 120
PRESS_NS = 5_003_000_000_000


def changing(t_ns):
    """A grey picture that changes at the press, with a red corner at the top left."""
    image = np.full((120, 160, 3), BEFORE if t_ns < PRESS_NS else AFTER, np.uint8)
    image[:30, :30] = 0, 0, 90
    return image


def opened(scene, rotation=0, **more):
    return UsbCamera(0, rotation=rotation, open_capture=lambda _: FakeCapture(scene, **more), clock=scene.clock.monotonic_ns)


def at_the_press(**more):
    """A camera from which nothing was read for three seconds."""
    scene = Scene(changing)
    camera = opened(scene, **more)
    scene.clock.until(PRESS_NS)
    return scene, camera


def level(shot):
    return float(shot.image[500:, 500:].mean())


@pytest.mark.parametrize("stamps", [True, False])
def test_the_picture_after_a_press_was_exposed_after_it(stamps):
    _, camera = at_the_press(stamps=stamps)
    shot = camera.take(PRESS_NS)
    assert 0 <= shot.t_ns - PRESS_NS < 3 * PERIOD_NS
    assert level(shot) == AFTER


@pytest.mark.parametrize("stamps", [True, False])
def test_what_the_driver_kept_back_is_as_old_as_it_is_told_to_be(stamps):
    scene, camera = at_the_press(stamps=stamps)
    scene.clock.until(PRESS_NS + 20 * PERIOD_NS)
    for _ in range(10):
        shot = camera.take()
        assert shot.t_ns <= scene.clock.now_ns - PERIOD_NS
        assert level(shot) == (AFTER if shot.t_ns + PERIOD_NS >= PRESS_NS else BEFORE)


def test_a_driver_keeps_old_pictures_back():
    """The fake behaves like the real drivers here."""
    scene = Scene(changing)
    capture = FakeCapture(scene)
    scene.clock.until(PRESS_NS + 20 * PERIOD_NS)
    levels = []
    for _ in range(QUEUE + 2):
        capture.grab()
        levels.append(int(capture.retrieve()[1][-1, -1, 0]))
    assert levels == [BEFORE] * QUEUE + [AFTER] * 2


def test_pictures_are_of_the_size_asked_with_a_small_grey_one():
    _, camera = at_the_press()
    shot = camera.take(PRESS_NS)
    assert shot.image.shape == (960, 1280, 3)
    assert shot.image[50, 50].tolist() == [0, 0, 90]
    assert shot.small.shape == MOTION_SIZE[::-1]


def test_pictures_are_turned_clockwise():
    _, camera = at_the_press(rotation=90)
    image = camera.take(PRESS_NS).image
    assert image.shape == (1280, 960, 3)
    assert image[50, -50].tolist() == [0, 0, 90]


def test_exposure_and_white_balance_are_locked_and_set_free_again():
    scene, camera = at_the_press()
    lock = camera.lock()
    assert set(lock.held) == {"exposure", "white balance"}
    assert lock.loose == ()
    scene.light = 0.5
    assert level(camera.take()) == pytest.approx(AFTER / 2, abs=1)
    camera.unlock()
    assert level(camera.take()) == AFTER


def test_a_camera_opened_again_holds_what_was_locked_before():
    scene, camera = at_the_press()
    scene.light = 0.5
    lock = camera.lock()
    camera.close()
    scene.light = 1.0
    again = opened(scene)
    again.hold(lock)
    assert level(again.take(PRESS_NS)) == pytest.approx(2 * AFTER, abs=2)


def test_what_the_driver_refuses_is_told():
    _, camera = at_the_press(allows=SWITCHES[:2])
    lock = camera.lock()
    assert set(lock.held) == {"exposure"}
    assert [str(sentence).split(" let its ")[1].split(" be ")[0] for sentence in lock.loose] == ["white balance"]


def test_an_exposure_that_the_driver_does_not_tell_is_left_free():
    scene, camera = at_the_press(tells_exposure=False)
    scene.light = 0.5
    lock = camera.lock()
    assert "exposure" not in lock.held
    assert "exposure" in str(lock.loose[0])
    assert level(camera.take()) == AFTER


def test_a_camera_that_is_unplugged_is_told_of_and_opens_again():
    scene, camera = at_the_press()
    scene.plugged = False
    with pytest.raises(CameraError, match="the camera 0 gives no picture any more; check that it is plugged in"):
        camera.take()
    camera.close()
    with pytest.raises(CameraError, match="the camera 0 cannot be opened"):
        opened(scene)
    scene.plugged = True
    assert opened(scene).take().image.any()


def test_a_camera_that_repeats_what_it_kept_back_is_given_up_in_time():
    class Stuck(FakeCapture):
        def grab(self):
            self._clock.now_ns += 1_000_000
            return True

    scene = Scene(changing)
    camera = UsbCamera(0, open_capture=lambda _: Stuck(scene, stamps=False), clock=scene.clock.monotonic_ns)
    with pytest.raises(CameraError, match="no new picture for 2 s"):
        camera.take()


def test_a_device_that_is_not_there_or_may_not_be_used_is_told_of(tmp_path, monkeypatch):
    closed = Scene(changing, plugged=False)
    with pytest.raises(CameraError, match=r"there is no /dev/video-none; plug the camera in"):
        UsbCamera("/dev/video-none", open_capture=lambda _: FakeCapture(closed))
    device = tmp_path / "video0"
    device.touch()
    with pytest.raises(CameraError, match="used by another program"):
        UsbCamera(str(device), open_capture=lambda _: FakeCapture(closed))
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(CameraError, match="usermod -aG video"):
        UsbCamera(str(device), open_capture=lambda _: FakeCapture(closed))


class Film:
    """OpenCV's own capture of a film, at the speed of the film."""

    def __init__(self, path, clock):
        self._capture, self._clock = cv2.VideoCapture(str(path)), clock

    def grab(self):
        self._clock.now_ns += PERIOD_NS
        return self._capture.grab()

    def __getattr__(self, name):
        return getattr(self._capture, name)


def test_a_film_that_opencv_reads_is_given_until_its_end(tmp_path):
    levels = [20, 60, 100, 140, 180]
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.CAP_OPENCV_MJPEG, cv2.VideoWriter.fourcc(*"MJPG"), 30.0, (640, 480))
    for grey in levels:
        writer.write(np.full((480, 640, 3), grey, np.uint8))
    writer.release()
    clock = FakeClock()
    camera = UsbCamera(str(path), open_capture=lambda _: Film(path, clock), clock=clock.monotonic_ns)
    seen = [camera.take() for _ in levels]
    assert [float(shot.image.mean()) for shot in seen] == pytest.approx(levels, abs=2)
    assert [shot.t_ns for shot in seen] == sorted({shot.t_ns for shot in seen})
    with pytest.raises(CameraError, match="gives no picture any more"):
        camera.take()
    camera.close()
