"""The cameras on a ribbon cable and on USB, with fakes that behave like picamera2 and like a driver that queues pictures."""

import builtins
import os
from functools import partial

import cv2
import numpy as np
import pytest

from tests.support.cameras.picamera2 import DEPTH, FakePicamera2
from tests.support.cameras.scene import PERIOD_NS, FakeClock, Scene
from tests.support.cameras.usb import QUEUE, SWITCHES, FakeCapture
from tests.support.says import parts, says
from vision.camera.device import MOTION_SIZE, SIZE, CameraError
from vision.camera.picamera import BUFFERS, Clocks, PiCamera
from vision.camera.usb import UsbCamera
from vision.image.picture import PictureError

BEFORE, AFTER = 60, 120
PRESS_NS = 5_003_000_000_000
"""Three seconds after the fake clock begins, when the exposure is steady."""


def changing(t_ns):
    """A grey picture that changes at the press, with a red corner at the top left."""
    image = np.full((120, 160, 3), BEFORE if t_ns < PRESS_NS else AFTER, np.uint8)
    image[:30, :30] = 0, 0, 90
    return image


def fails(code, **values):
    return pytest.raises(CameraError, check=says(code, **values))


def ribbon(scene, library=None, **more):
    clocks = Clocks(scene.clock.monotonic_ns, scene.clock.boottime_ns)
    return PiCamera(library=library or FakePicamera2(scene), clocks=clocks, **more)


def usb(scene, open_capture=None, **more):
    return UsbCamera(0, open_capture=open_capture or (lambda _: FakeCapture(scene)), clock=scene.clock.monotonic_ns, **more)


def level(camera, after_ns=0, pictures=5):
    """Take some pictures, after which every control has taken effect."""
    return [float(camera.take(after_ns).image[500:, 500:].mean()) for _ in range(pictures)][-1]


both = pytest.mark.parametrize("opened", [ribbon, usb])


@pytest.fixture
def scene():
    return Scene(changing)


@pytest.fixture
def library(scene):
    return FakePicamera2(scene)


@pytest.fixture
def pi(scene, library):
    """A camera on a ribbon cable at the moment of the press; nothing was read from it before."""
    camera = ribbon(scene, library)
    scene.clock.until(PRESS_NS)
    return camera


def at_the_press(scene, **more):
    """A camera on USB from which nothing was read until the press."""
    camera = usb(scene, lambda _: FakeCapture(scene, **more))
    scene.clock.until(PRESS_NS)
    return camera


@both
def test_the_picture_after_a_press_was_exposed_after_it_and_is_of_the_size_asked_with_a_small_grey_one(scene, opened):
    camera = opened(scene)
    scene.clock.until(PRESS_NS)
    shot = camera.take(PRESS_NS)
    assert 0 <= shot.t_ns - PRESS_NS < 3 * PERIOD_NS
    assert shot.image.shape == (SIZE[1], SIZE[0], 3)
    assert float(shot.image[500:, 500:].mean()) == pytest.approx(AFTER, abs=3)
    assert shot.image[50, 50].tolist() == pytest.approx((0, 0, 90), abs=3)
    assert shot.small.shape == MOTION_SIZE[::-1]
    assert float(shot.small[150:].mean()) == pytest.approx(AFTER, abs=4)


@both
@pytest.mark.parametrize(("degrees", "corner"), [(0, (0, 0)), (90, (0, -1)), (180, (-1, -1)), (270, (-1, 0))])
def test_pictures_are_turned_clockwise(scene, opened, degrees, corner):
    image = opened(scene, rotation=degrees).take().image
    assert image.shape[:2] == ((960, 1280) if degrees % 180 == 0 else (1280, 960))
    assert image[corner][0] < 10 < image[corner][2]


@both
def test_a_rotation_that_is_none_is_refused(scene, opened):
    with fails("CameraTrouble.rotation", degrees=45):
        opened(scene, rotation=45)


@both
def test_exposure_and_white_balance_are_locked_once_steady_set_free_again_and_held_by_a_camera_opened_again(scene, opened):
    camera = opened(scene)
    scene.clock.until(PRESS_NS)
    steady = level(camera, PRESS_NS)
    lock = camera.lock()
    assert lock.loose == ()
    scene.light = 0.5
    assert level(camera) == pytest.approx(steady / 2, abs=3)
    camera.unlock()
    assert level(camera) == pytest.approx(steady, abs=3)
    camera.close()
    again = opened(scene)
    again.hold(lock)
    assert level(again, PRESS_NS) == pytest.approx(steady / 2, abs=3)


def test_what_is_locked_has_the_names_of_the_driver(scene, library, pi):
    assert ribbon(Scene(changing)).lock().held["ExposureTime"] == pytest.approx(10_000, rel=0.05), "it waits until that is steady"
    held = pi.lock().held
    assert held["ExposureTime"] == pytest.approx(10_000, rel=0.02)
    assert (held["AeEnable"], held["AwbEnable"], held["ColourGains"]) == (False, False, (1.8, 1.5))
    assert (held["AfMode"], held["LensPosition"]) == (0, 1.4), "the lens stays where it found its focus"
    assert set(at_the_press(scene).lock().held) == {"exposure", "white balance"}


def codes(lock):
    return [sentence.code for sentence in lock.loose]


def test_what_cannot_be_locked_is_told(scene):
    assert codes(ribbon(scene, FakePicamera2(scene, focus=False)).lock()) == ["PiTrouble.no-focus"]
    camera = ribbon(scene, FakePicamera2(scene, controls=("FrameDurationLimits",)))
    lock = camera.lock()
    assert (lock.held, codes(lock)) == ({}, ["PiTrouble.exposure", "PiTrouble.white-balance"])
    camera.unlock()
    assert camera.take().image.any()
    lock = at_the_press(scene, allows=SWITCHES[:2]).lock()
    assert (set(lock.held), codes(lock)) == ({"exposure"}, ["UsbTrouble.white-balance"])


def test_an_exposure_that_the_driver_does_not_tell_is_left_free(scene):
    camera = at_the_press(scene, tells_exposure=False)
    scene.light = 0.5
    lock = camera.lock()
    assert "exposure" not in lock.held
    assert codes(lock) == ["UsbTrouble.exposure"]
    assert level(camera) == AFTER


# ribbon cable


def test_without_flush_the_picture_is_as_old_as_the_pipeline_is_deep(scene, library, pi):
    assert level(pi, pictures=1) == pytest.approx(BEFORE, abs=3)
    scene.clock.until(PRESS_NS + 10 * PERIOD_NS)
    request = library.open[0].capture_request(wait=1)
    assert scene.clock.now_ns - request.get_metadata()["SensorTimestamp"] >= DEPTH * PERIOD_NS


@pytest.mark.parametrize("boottime", [False, True])
def test_stamps_of_either_clock_are_told_by_the_clock_of_the_buttons(boottime):
    scene = Scene(changing, FakeClock(suspended_ns=7_200_000_000_000))
    camera = ribbon(scene, FakePicamera2(scene, boottime_stamps=boottime))
    scene.clock.until(PRESS_NS)
    shot = camera.take(PRESS_NS)
    assert 0 <= shot.t_ns - PRESS_NS < 2 * PERIOD_NS
    assert float(shot.image[500:, 500:].mean()) == pytest.approx(AFTER, abs=3)


def test_stamps_of_an_unknown_clock_are_refused():
    library = FakePicamera2(Scene(changing, FakeClock(suspended_ns=7_200_000_000_000)), boottime_stamps=True)
    clock = library.scene.clock.monotonic_ns
    with fails("PiTrouble.unknown-clock"):
        PiCamera(library=library, clocks=Clocks(clock, clock))
    assert not library.open


def test_requests_go_back_at_once_and_a_camera_whose_pictures_are_kept_starves(library, pi):
    assert library.open[0].configuration["sensor"] == {"output_size": (2304, 1296), "bit_depth": 10}, "the whole sensor is read"
    for _ in range(3 * BUFFERS):
        pi.take()
        assert not library.open[0].out
    kept = [library.open[0].capture_request(wait=1) for _ in range(BUFFERS)]  # the fake behaves like the real one here
    with pytest.raises(TimeoutError):
        library.open[0].capture_request(wait=1)
    library.open[0].cancel_all_and_flush()
    kept[0].release()
    library.open[0].capture_request(wait=1)


def test_a_camera_that_stops_giving_pictures_is_told_of_in_time(scene, library, pi):
    scene.plugged = False
    with fails("PiTrouble.no-new-picture", seconds=2):
        pi.take()
    assert scene.clock.now_ns == PRESS_NS + 2_000_000_000
    pi.close()
    assert not library.open


def test_a_camera_that_only_paused_goes_on_and_no_buffer_is_lost(scene, library, pi):
    for _ in range(BUFFERS):
        scene.plugged = False
        with pytest.raises(CameraError):
            pi.take()
        scene.plugged = True
    after_ns = scene.clock.now_ns
    assert pi.take(after_ns).t_ns >= after_ns
    assert not library.open[0].out


def test_a_picture_that_comes_while_it_is_given_up_is_released(scene, library, pi):
    real = library.open[0]
    real.cancel_all_and_flush = lambda: setattr(scene, "plugged", True)
    scene.plugged = False
    with pytest.raises(CameraError):
        pi.take()
    assert not real.out


def test_a_picture_of_which_nothing_is_told_is_a_camera_error(library, pi):
    library.on_usb = True  # these do not report their exposure
    with fails("PiTrouble.not-taken-over", why="'ExposureTime'"):
        pi.take()
    assert library.open[0].out == []
    assert issubclass(CameraError, PictureError)
    assert issubclass(CameraError, OSError)


@pytest.mark.parametrize(
    ("of_scene", "of_library", "number", "code"),
    [
        ({"plugged": False}, {}, 0, "PiTrouble.none-found"),
        ({}, {}, 2, "PiTrouble.too-few"),
        ({"used_elsewhere": True}, {}, 0, "PiTrouble.used-elsewhere"),
        ({"used_elsewhere": True}, {"names_cause": False}, 0, "PiTrouble.used-elsewhere"),
        ({}, {"formats": {"main": "MJPEG"}}, 0, "PiTrouble.unknown-format"),
        ({}, {"on_usb": True}, 0, "PiTrouble.no-exposure-time"),
    ],
)
def test_a_camera_that_cannot_be_used_says_why(of_scene, of_library, number, code):
    scene = Scene(changing, **of_scene)
    library = FakePicamera2(scene, **of_library)
    with fails(code):
        ribbon(scene, library, number=number)
    assert not library.open


@pytest.mark.parametrize("names_cause", [True, False])
def test_the_words_of_the_driver_are_passed_on_without_advice(scene, names_cause):
    library = FakePicamera2(scene, fault=RuntimeError("Could not open any dmaHeap device"), names_cause=names_cause)
    with pytest.raises(CameraError) as raised:
        ribbon(scene, library)
    assert says("PiTrouble.not-opened", why="Could not open any dmaHeap device")(raised.value)
    assert raised.value.sentence.remedy is None


@pytest.mark.parametrize("library", [{"fault": PermissionError(13, "Permission denied")}, {}])
def test_a_user_who_may_not_use_a_device_is_told_so_whether_the_camera_is_listed_or_not(scene, library, tmp_path, monkeypatch):
    scene.plugged = bool(library)
    heap = tmp_path / "heap"
    heap.touch()
    monkeypatch.setattr(os, "access", lambda *_, **__: False)
    with fails("PiTrouble.not-allowed", path=str(heap)):
        ribbon(scene, FakePicamera2(scene, **library), devices=(f"{tmp_path}/*",))


@pytest.mark.parametrize("form", ["RGB888", "BGR888", "XRGB8888", "XBGR8888", "YUV420", "NV12"])
def test_what_the_camera_gives_instead_of_what_was_asked_comes_out_the_same(scene, form):
    shot = ribbon(scene, FakePicamera2(scene, formats={"main": form, "lores": form})).take(PRESS_NS)
    assert shot.image.shape == (SIZE[1], SIZE[0], 3)
    assert shot.image[50, 50].tolist() == pytest.approx((0, 0, 90), abs=6)
    assert shot.image[600, 900].tolist() == pytest.approx((AFTER,) * 3, abs=4)
    assert shot.small.shape == MOTION_SIZE[::-1]
    assert float(shot.small[200, 200]) == pytest.approx(AFTER, abs=4)


def without(missing, real, name, *rest, **more):
    if name == missing:
        raise ImportError(f"No module named {name!r}")
    return real(name, *rest, **more)


def test_without_picamera2_it_is_told_what_to_install(monkeypatch):
    monkeypatch.setattr(builtins, "__import__", partial(without, "picamera2", builtins.__import__))
    with pytest.raises(CameraError) as raised:
        PiCamera()
    assert [sentence.code for sentence in parts(raised.value.sentence)] == ["PiTrouble.no-picamera2", "PiTrouble.install-it"]


def test_a_picamera2_built_for_another_numpy_is_not_called_missing(tmp_path, monkeypatch):
    (tmp_path / "picamera2.py").write_text("raise ValueError('numpy.dtype size changed')")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(CameraError) as raised:
        PiCamera()
    assert says("PiTrouble.no-picamera2", why="numpy.dtype size changed")(raised.value)
    assert raised.value.sentence.remedy is None


# USB


@pytest.mark.parametrize("stamps", [True, False])
def test_what_the_driver_kept_back_is_as_old_as_it_is_told_to_be(scene, stamps):
    camera = at_the_press(scene, stamps=stamps)
    assert level(camera, PRESS_NS, pictures=1) == AFTER
    scene.clock.until(PRESS_NS + 20 * PERIOD_NS)
    for _ in range(10):
        shot = camera.take()
        assert shot.t_ns <= scene.clock.now_ns - PERIOD_NS
        assert float(shot.image[-1, -1, 0]) == (AFTER if shot.t_ns + PERIOD_NS >= PRESS_NS else BEFORE)


def test_a_driver_keeps_old_pictures_back(scene):
    """The fake behaves like the real drivers here."""
    capture = FakeCapture(scene)
    scene.clock.until(PRESS_NS + 20 * PERIOD_NS)
    levels = [int(capture.retrieve()[1][-1, -1, 0]) for _ in range(QUEUE + 2) if capture.grab()]
    assert levels == [BEFORE] * QUEUE + [AFTER] * 2


def test_a_camera_that_is_unplugged_is_told_of_and_opens_again(scene):
    camera = at_the_press(scene)
    scene.plugged = False
    with fails("UsbTrouble.no-more-pictures", device=0):
        camera.take()
    camera.close()
    with pytest.raises(CameraError):
        usb(scene)
    scene.plugged = True
    assert usb(scene).take().image.any()


def test_a_camera_that_repeats_what_it_kept_back_is_given_up_in_time(scene):
    class Stuck(FakeCapture):
        def grab(self):
            self._clock.now_ns += 1_000_000
            return True

    with fails("UsbTrouble.no-new-picture", seconds=2):
        usb(scene, lambda _: Stuck(scene, stamps=False)).take()


def test_a_device_that_is_not_there_or_no_camera_is_told_of(tmp_path):
    closed = Scene(changing, plugged=False)
    file = tmp_path / "video0"
    file.touch()
    with fails("UsbTrouble.no-device", path="/dev/video-none"):
        UsbCamera("/dev/video-none", open_capture=lambda _: FakeCapture(closed))
    with fails("UsbTrouble.no-camera", path=str(file)):
        UsbCamera(str(file), open_capture=lambda _: FakeCapture(closed))


class Film:
    """OpenCV's own capture of a film, at the speed of the film. It is no subclass: those of OpenCV's types break the garbage collector."""

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
    with fails("UsbTrouble.no-more-pictures"):
        camera.take()
    camera.close()
