"""The camera on the ribbon cable, with a fake picamera2 that behaves like the real one."""

import builtins
from functools import partial

import numpy as np
import pytest

from vision.camera.device import MOTION_SIZE, SIZE, CameraError
from vision.camera.fake_picamera2 import DEPTH, FakePicamera2
from vision.camera.fake_scene import PERIOD_NS, FakeClock, Scene
from vision.camera.picamera import BUFFERS, Clocks, PiCamera
from vision.image.picture import PictureError

BEFORE, AFTER = 60, 120
PRESS_NS = 5_003_000_000_000
"""Three seconds after the fake clock begins, when the exposure is steady."""


def changing(t_ns):
    """A grey picture that changes at the press, with a red corner at the top left."""
    image = np.full((120, 160, 3), BEFORE if t_ns < PRESS_NS else AFTER, np.uint8)
    image[:30, :30] = 0, 0, 90
    return image


def opened(library, **more):
    clock = library.scene.clock
    return PiCamera(library=library, clocks=Clocks(clock.monotonic_ns, clock.boottime_ns), **more)


def at_the_press(**more):
    library = FakePicamera2(Scene(changing, **more))
    camera = opened(library)
    library.scene.clock.until(PRESS_NS)
    return library, camera


def level(shot):
    return float(shot.image[500:, 500:].mean())


def test_the_picture_after_a_press_was_exposed_after_it():
    _, camera = at_the_press()
    shot = camera.take(PRESS_NS)
    assert shot.t_ns >= PRESS_NS
    assert shot.t_ns - PRESS_NS < 2 * PERIOD_NS
    assert level(shot) == pytest.approx(AFTER, abs=3)


def test_without_flush_the_picture_is_as_old_as_the_pipeline_is_deep():
    library, camera = at_the_press()
    assert level(camera.take()) == pytest.approx(BEFORE, abs=3)
    library.scene.clock.until(PRESS_NS + 10 * PERIOD_NS)
    request = library.open[0].capture_request(wait=1)
    assert library.scene.clock.now_ns - request.get_metadata()["SensorTimestamp"] >= DEPTH * PERIOD_NS


def test_pictures_are_of_the_size_asked_in_bgr_with_a_small_grey_one():
    _, camera = at_the_press()
    shot = camera.take(PRESS_NS)
    assert shot.image.shape == (SIZE[1], SIZE[0], 3)
    assert shot.image[50, 50].tolist() == pytest.approx((0, 0, 90), abs=3)
    assert shot.small.shape == MOTION_SIZE[::-1]
    assert float(shot.small[150:].mean()) == pytest.approx(AFTER, abs=4)


@pytest.mark.parametrize(("degrees", "corner"), [(0, (0, 0)), (90, (0, -1)), (180, (-1, -1)), (270, (-1, 0))])
def test_pictures_are_turned_clockwise(degrees, corner):
    camera = opened(FakePicamera2(Scene(changing)), rotation=degrees)
    image = camera.take().image
    assert image.shape[:2] == ((960, 1280) if degrees % 180 == 0 else (1280, 960))
    assert image[corner][0] < 10 < image[corner][2]


@pytest.mark.parametrize("boottime", [False, True])
def test_stamps_of_either_clock_are_told_by_the_clock_of_the_buttons(boottime):
    scene = Scene(changing, FakeClock(suspended_ns=7_200_000_000_000))
    camera = opened(FakePicamera2(scene, boottime_stamps=boottime))
    scene.clock.until(PRESS_NS)
    shot = camera.take(PRESS_NS)
    assert 0 <= shot.t_ns - PRESS_NS < 2 * PERIOD_NS
    assert level(shot) == pytest.approx(AFTER, abs=3)


def test_stamps_of_an_unknown_clock_are_refused():
    library = FakePicamera2(Scene(changing, FakeClock(suspended_ns=7_200_000_000_000)), boottime_stamps=True)
    clock = library.scene.clock.monotonic_ns
    with pytest.raises(CameraError, match="unknown clock"):
        PiCamera(library=library, clocks=Clocks(clock, clock))
    assert not library.open


def test_requests_go_back_at_once():
    library, camera = at_the_press()
    for _ in range(3 * BUFFERS):
        camera.take()
        assert not library.open[0].out


def test_a_camera_whose_pictures_are_kept_starves():
    """The fake behaves like the real one here."""
    library, _ = at_the_press()
    kept = [library.open[0].capture_request(wait=1) for _ in range(BUFFERS)]
    with pytest.raises(TimeoutError):
        library.open[0].capture_request(wait=1)
    library.open[0].cancel_all_and_flush()
    kept[0].release()
    library.open[0].capture_request(wait=1)


def test_exposure_and_white_balance_are_locked_once_steady_and_set_free_again():
    library, camera = at_the_press()
    steady = level(camera.take(PRESS_NS))
    lock = camera.lock()
    assert lock.loose == ()
    assert lock.held["ExposureTime"] == pytest.approx(10_000, rel=0.02)
    assert (lock.held["AeEnable"], lock.held["AwbEnable"], lock.held["ColourGains"]) == (False, False, (1.8, 1.5))
    library.scene.light = 0.5
    for _ in range(5):
        dim = level(camera.take())
    assert dim == pytest.approx(steady / 2, abs=3)
    camera.unlock()
    for _ in range(5):
        free = level(camera.take())
    assert free == pytest.approx(steady, abs=3)


def test_the_lock_waits_until_the_exposure_is_steady():
    camera = opened(FakePicamera2(Scene(changing)))
    assert camera.lock().held["ExposureTime"] == pytest.approx(10_000, rel=0.05)


def test_the_lens_is_locked_where_it_found_its_focus():
    _, camera = at_the_press()
    lock = camera.lock()
    assert (lock.held["AfMode"], lock.held["LensPosition"]) == (0, 1.4)


def test_a_lens_that_finds_no_focus_is_told_of():
    camera = opened(FakePicamera2(Scene(changing), focus=False))
    assert any("nothing to focus on" in sentence for sentence in map(str, camera.lock().loose))


def test_a_camera_opened_again_holds_what_was_locked_before():
    library, camera = at_the_press()
    lock = camera.lock()
    camera.close()
    library.scene.light = 0.5
    again = opened(library)
    again.hold(lock)
    for _ in range(5):
        shot = again.take()
    assert level(shot) == pytest.approx(AFTER / 2, abs=3)


def test_a_camera_without_controls_gives_pictures_and_says_what_is_loose():
    camera = opened(FakePicamera2(Scene(changing), controls=("FrameDurationLimits",)))
    lock = camera.lock()
    assert lock.held == {}
    assert [str(sentence).split("'s ")[1].split(" cannot")[0] for sentence in lock.loose] == ["exposure", "white balance"]
    camera.unlock()
    assert camera.take().image.any()


def test_the_whole_sensor_is_read():
    library, _ = at_the_press()
    assert library.open[0].configuration["sensor"] == {"output_size": (2304, 1296), "bit_depth": 10}


def test_a_camera_that_stops_giving_pictures_is_told_of_in_time():
    library, camera = at_the_press()
    library.scene.plugged = False
    with pytest.raises(CameraError, match=r"no picture for 2 s; check both ends of its ribbon cable"):
        camera.take()
    assert library.scene.clock.now_ns == PRESS_NS + 2_000_000_000
    camera.close()
    assert not library.open


def test_a_camera_that_only_paused_goes_on_and_no_buffer_is_lost():
    library, camera = at_the_press()
    for _ in range(BUFFERS):
        library.scene.plugged = False
        with pytest.raises(CameraError):
            camera.take()
        library.scene.plugged = True
    after_ns = library.scene.clock.now_ns
    assert camera.take(after_ns).t_ns >= after_ns
    assert not library.open[0].out


def test_a_picture_that_comes_while_it_is_given_up_is_released():
    library, camera = at_the_press()
    real = library.open[0]
    real.cancel_all_and_flush = lambda: setattr(library.scene, "plugged", True)
    library.scene.plugged = False
    with pytest.raises(CameraError):
        camera.take()
    assert not real.out


def test_a_picture_of_which_nothing_is_told_is_a_camera_error():
    library, camera = at_the_press()
    library.on_usb = True  # these do not report their exposure
    with pytest.raises(CameraError, match=r"cannot be taken over \('ExposureTime'\)"):
        camera.take()
    assert library.open[0].out == []


def test_a_camera_error_is_a_picture_error_and_an_os_error():
    assert issubclass(CameraError, PictureError)
    assert issubclass(CameraError, OSError)


@pytest.mark.parametrize(
    ("scene", "number", "told"),
    [
        ({"plugged": False}, 0, "there is no camera 0: none is found by this user"),
        ({}, 2, "there is no camera 2: 1 is found, counted from 0"),
        ({"used_elsewhere": True}, 0, "camera 0 is used by another program"),
    ],
)
def test_a_camera_that_cannot_be_used_says_why(scene, number, told):
    with pytest.raises(CameraError, match=told):
        opened(FakePicamera2(Scene(changing, **scene)), number=number)


def test_a_rotation_that_is_none_is_refused():
    with pytest.raises(CameraError, match="0, 90, 180 or 270"):
        opened(FakePicamera2(Scene(changing)), rotation=45)


@pytest.mark.parametrize("form", ["RGB888", "BGR888", "XRGB8888", "XBGR8888", "YUV420", "NV12"])
def test_what_the_camera_gives_instead_of_what_was_asked_comes_out_the_same(form):
    camera = opened(FakePicamera2(Scene(changing), formats={"main": form, "lores": form}))
    shot = camera.take(PRESS_NS)
    assert shot.image.shape == (SIZE[1], SIZE[0], 3)
    assert shot.image[50, 50].tolist() == pytest.approx((0, 0, 90), abs=6)
    assert shot.image[600, 900].tolist() == pytest.approx((AFTER,) * 3, abs=4)
    assert shot.small.shape == MOTION_SIZE[::-1]
    assert float(shot.small[200, 200]) == pytest.approx(AFTER, abs=4)


def test_a_format_that_is_not_known_is_refused():
    library = FakePicamera2(Scene(changing), formats={"main": "MJPEG"})
    with pytest.raises(CameraError, match="MJPEG alone"):
        opened(library)
    assert not library.open


def test_a_camera_on_usb_is_sent_to_where_it_belongs():
    library = FakePicamera2(Scene(changing), on_usb=True)
    with pytest.raises(CameraError, match="use it as one on USB"):
        opened(library)
    assert not library.open


def test_without_picamera2_it_is_told_what_to_install(monkeypatch):
    real = builtins.__import__
    monkeypatch.setattr(builtins, "__import__", partial(without, "picamera2", real))
    with pytest.raises(CameraError, match="sudo apt install python3-picamera2"):
        PiCamera()


def without(missing, real, name, *rest, **more):
    if name == missing:
        raise ImportError(f"No module named {name!r}")
    return real(name, *rest, **more)
