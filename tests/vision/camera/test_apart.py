"""A camera in a process of its own: what comes through it, and what becomes of calls that hang, of its end, and of the service's end."""

import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import closing
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from tests.support.cameras.hanging import ENDS, HANGS, HUNG, SET, SHOWS, hanging_program
from tests.support.says import says
from tests.support.waiting import WITHIN_S, wait_until
from vision.camera import apart
from vision.camera.apart import SLICE_S, CameraProcesses
from vision.camera.device import MOTION_SIZE, CameraError, Lock
from vision.camera.driving import READY, Spoken

PROGRAM = (sys.executable, "-P", "-m", "damcam.camera")
SIZE = ("320", "240", "0")
PATIENCE_S = 0.75

hangs = partial(pytest.raises, CameraError, check=says("ApartTrouble.hangs"))

pytestmark = pytest.mark.usefixtures("system")


def processes(orders):
    """Opens cameras in processes, which do what is in that folder."""
    return CameraProcesses(hanging_program(orders))


@pytest.fixture
def orders(tmp_path):
    np.save(tmp_path / SHOWS, np.full((240, 320, 3), 90, np.uint8))
    return tmp_path


@pytest.fixture
def cameras(orders, monkeypatch):
    """Opens cameras with much patience: a driver that does not hang always has the time to answer."""
    for name in ("ANSWERS_WITHIN_S", "ENDS_WITHIN_S"):
        monkeypatch.setattr(apart, name, WITHIN_S)
    return processes(orders)


@pytest.fixture
def waits(monkeypatch):
    """The waits of SLICE_S in which a driver said nothing, since the last one was loaded."""
    hear, waited = Spoken.hear, []

    def heard(spoken):
        try:
            said = hear(spoken)
        except TimeoutError:
            waited.append(SLICE_S)
            raise
        if said and said[0] == READY:
            waited.clear()
        return said

    monkeypatch.setattr(Spoken, "hear", heard)
    return waited


def state(pid):
    """The letter of the process's state; that of a dead one when it is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "Z"


def runs(pid):
    return state(pid) != "Z"


def test_pictures_settings_and_failures_go_through(cameras, orders, capfd):
    with closing(cameras()) as camera:
        asked_ns = time.monotonic_ns()
        first, second = camera.take(asked_ns), camera.take()
        assert asked_ns <= first.t_ns < second.t_ns <= time.monotonic_ns()
        assert (first.image.shape, first.small.shape) == ((240, 320, 3), MOTION_SIZE[::-1])
        assert abs(int(first.image.mean()) - 90) <= 1
        assert not np.array_equal(first.image, second.image), "each is a copy, which the next one leaves alone"
        assert camera.lock() == Lock({"fixed": True})
        camera.hold(Lock({"ExposureTime": 5}))
        assert (orders / SET).read_text() == "{'ExposureTime': 5}"
        camera.unlock()
        np.save(orders / SHOWS, np.full((960, 1280, 3), 70, np.uint8))
        assert camera.take().image.shape == (960, 1280, 3)
        (orders / SHOWS).unlink()
        with pytest.raises(CameraError, check=says("CameraTrouble.unplugged")):
            camera.take()
        np.save(orders / SHOWS, np.full((240, 320, 3), 90, np.uint8))
        assert camera.take().image.any(), "a picture that failed ends nothing"
        (orders / SHOWS).write_bytes(b"no picture")
        with pytest.raises(CameraError, check=says("ApartTrouble.unusable")):
            camera.take()
    assert "Traceback" in capfd.readouterr().err, "the log tells more"


def test_a_call_that_hangs_is_an_error_in_time_and_the_next_camera_works(cameras, orders, monkeypatch, waits):
    camera = cameras()
    (orders / HANGS).write_text("lock")
    waits.clear()
    with monkeypatch.context() as patch:
        patch.setattr(apart, "ANSWERS_WITHIN_S", PATIENCE_S)
        for _ in range(3):
            with hangs():
                camera.lock()
    assert sum(waits) == PATIENCE_S, "the first call waits, and no other one"
    camera.close()
    (orders / HANGS).unlink()
    with closing(cameras()) as again:
        assert again.take().image.any()


def test_a_camera_that_is_slow_to_open_gets_more_time_at_each_attempt(orders, monkeypatch, waits):
    monkeypatch.setattr(apart, "ANSWERS_WITHIN_S", PATIENCE_S)
    cameras = processes(orders)
    (orders / HANGS).write_text("open")
    took = []
    for _ in range(2):
        with hangs():
            cameras()
        took.append(sum(waits))
    assert took == [PATIENCE_S, 2 * PATIENCE_S]
    (orders / HANGS).unlink()
    with closing(cameras()) as camera:
        assert camera.take().image.any()


def test_a_camera_that_hangs_when_it_is_closed_is_killed_and_the_end_of_the_next_process_is_told(cameras, orders, monkeypatch):
    monkeypatch.setattr(apart, "CLOSES_WITHIN_S", 0.2)
    camera = cameras()
    (orders / HANGS).write_text("close")
    camera.close()
    (orders / HANGS).unlink()
    with closing(cameras()) as again:
        assert again.take().image.any()
        (orders / ENDS).write_text("take")
        with pytest.raises(CameraError, check=says("ApartTrouble.ended", status=9)):
            again.take()


def test_what_a_camera_lacks_is_said_in_the_drivers_own_sentence():
    with pytest.raises(CameraError, check=says("UsbTrouble.no-device", path="/dev/video-none")):
        CameraProcesses((*PROGRAM, "usb", "/dev/video-none", *SIZE))()


SERVICE = """
import sys
from vision.camera.apart import CameraProcesses
camera = CameraProcesses(sys.argv[1:])()
print(camera._driver._process.pid, flush=True)
camera.take()
print(camera.take().image.shape[0], flush=True)
camera.close()
"""


def serving(orders):
    """A service that tells the number of its camera's process, and takes two pictures."""
    command = [sys.executable, "-P", "-c", SERVICE, *hanging_program(orders)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_a_process_whose_driver_hangs_ends_with_the_service_however_that_ends(orders):
    (orders / HANGS).write_text("take")
    with serving(orders) as service:
        pid = int(service.stdout.readline())
        wait_until((orders / HUNG).exists)
        assert runs(pid)
        service.kill()
    wait_until(lambda: not runs(pid))


def test_the_time_in_which_the_service_itself_was_stopped_does_not_count(orders):
    other_orders = Path(shutil.copytree(orders, orders / "other"))
    other = processes(other_orders)()
    (other_orders / HANGS).write_text("take")
    with serving(orders) as service:
        pid = int(service.stdout.readline())
        for one in (pid, service.pid):
            os.kill(one, signal.SIGSTOP)
        with closing(other), hangs():
            other.take()  # who was not stopped has lost patience by now
        os.kill(service.pid, signal.SIGCONT)
        wait_until(lambda: state(service.pid) == "S")
        os.kill(pid, signal.SIGCONT)  # the driver is slower to go on
        assert service.stdout.read() == "240\n"
        assert service.wait(WITHIN_S) == 0


def test_the_process_of_a_ribbon_cable_camera_loads_no_opencv():
    """It would be in memory a second time."""
    code = "import sys, vision.camera.driving, vision.camera.picamera, vision.camera.device; print('cv2' in sys.modules)"
    assert subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
