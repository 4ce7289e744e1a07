"""The camera on a Raspberry Pi's ribbon cable, through libcamera. The only module that imports picamera2.

The time of a picture. libcamera documents SensorTimestamp as nanoseconds of CLOCK_BOOTTIME, but it passes on the stamp of V4L2's buffer,
which is CLOCK_MONOTONIC (libcamera's bug 254). The two differ once a machine was suspended. The age of the first picture is credible by one
of the two clocks only, and that clock is used. The stamp is that of the first row's read-out, so the exposure began ExposureTime earlier.
`capture_request(flush=...)` computes the same and skips pictures in the queue that were exposed before.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from rules.errors import Sentence
from vision.camera.device import MOTION_SIZE, SIZE, TIMEOUT_S, Alive, CameraError, Lock, Shot, checked_rotation, rotated
from vision.camera.formats import TO_BGR, bgr, grey
from vision.camera.rights import first_denied, how_to_get_access
from vision.camera.trouble import PiTrouble

BUFFERS = 4
"""One picture is exposed, one read out, one in the image processor and one in use. Each costs 4 MB."""
FRAME_US = (33_333, 100_000)
"""The shortest and longest time from picture to picture, in microseconds: 30 a second in good light, 10 in a dim hall. Longer exposures
smear hands, shorter ones are noisy."""
MAINS_US = 10_000
"""The period, in microseconds, in which lamps on 50 Hz flicker; an exposure of a multiple of it shows no bands."""
STEADY_PICTURES = 10
"""The pictures in a row that must have the same exposure for it to be steady; a control takes effect sooner."""
STEADY_SHARE = 0.02
"""The relative change of the exposure below which it counts as the same."""
MAX_PICTURES = 90
"""The pictures, three seconds of them, after which the exposure is taken as it is."""
FOCUS_S = 6.0
"""The time limit of an autofocus; a search of the whole range of a Camera Module 3 takes two or three seconds."""
FOCUS_STEP_S = 0.5
"""How long to wait for it at a time."""
LATE_S = 0.1
"""The time to wait for a picture that was finished when the wait for it was given up."""
FULL_VIEW = 0.98
"""The share of the widest mode's area from which on a mode shows the whole view of the lens."""
MAX_AGE_NS = 2_000_000_000
"""The greatest age of a picture that just came, by its own clock."""
MIN_AGE_NS = -5_000_000
"""The least age of such a picture; negative for the rounding of clocks."""

DEVICES = ("/dev/media*", "/dev/v4l-subdev*", "/dev/video*", "/dev/dma_heap/vidbuf_cached", "/dev/dma_heap/linux,cma")
"""The devices that libcamera and picamera2 open, as glob patterns."""

Clock = Callable[[], int]


@dataclass(frozen=True, slots=True)
class Clocks:
    """The two clocks that may stamp a picture, in nanoseconds; fakes pass their own."""

    monotonic_ns: Clock = time.monotonic_ns
    boottime_ns: Clock = lambda: time.clock_gettime_ns(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


class PiCamera:
    """`vision.camera.device.LockableCamera` through picamera2; CameraError when the camera cannot be opened.

    `number` counts the cameras that picamera2 lists. Pictures have about `size` and are rotated clockwise by `rotation` degrees. `library`
    is the class Picamera2, or a fake of it; `devices` are patterns as DEVICES.
    """

    def __init__(
        self,
        number: int = 0,
        size: tuple[int, int] = SIZE,
        rotation: int = 0,
        library: Any = None,
        clocks: Clocks | None = None,
        devices: Sequence[str] = DEVICES,
    ) -> None:
        self._rotation = checked_rotation(rotation)
        self._clocks = clocks or Clocks()
        self._camera = _opened(library or picamera2(), number, devices)
        try:
            self._configure(size)
            self._camera.start()
            self._ahead_ns = self._stamps_ahead_ns()
        except CameraError:
            self.close()
            raise
        except Exception as error:  # picamera2 and libcamera raise RuntimeError, and others from below
            self.close()
            raise CameraError(PiTrouble.NOT_STARTED.said(number=number, why=_cause(error))) from error

    def take(self, after_ns: int = 0) -> Shot:
        wait_s = TIMEOUT_S + max(0, after_ns - self._clocks.monotonic_ns()) / 1e9
        request = self._request(wait_s, after_ns + self._ahead_ns)
        with _told(PiTrouble.NOT_TAKEN_OVER):
            try:
                metadata = request.get_metadata()
                main = request.make_array("main")
                lores = request.make_array("lores")
            finally:
                request.release()
            image = bgr(main, *self._main)
            return Shot("", self._began_ns(metadata) - self._ahead_ns, rotated(image, self._rotation), grey(lores, *self._lores))

    def lock(self, alive: Alive = lambda: None) -> Lock:
        loose = self._focus(alive)
        metadata = self._steady(alive)
        wanted: dict[str, Any] = {"AeEnable": False, "AwbEnable": False}
        wanted |= {name: metadata[name] for name in ("ExposureTime", "AnalogueGain", "ColourGains") if name in metadata}
        if "LensPosition" in metadata:
            wanted |= {"AfMode": _AF_MANUAL, "LensPosition": metadata["LensPosition"]}
        known = self._camera.camera_controls
        held = {name: value for name, value in wanted.items() if name in known}
        loose += tuple(sentence for name, sentence in _LOOSE.items() if name not in held)
        lock = Lock(held, loose)
        self.hold(lock)
        return lock

    def hold(self, lock: Lock) -> None:
        self._control(lock.held)

    def unlock(self) -> None:
        self._control({"AeEnable": True, "ExposureTime": 0, "AnalogueGain": 0, "AwbEnable": True})

    def close(self) -> None:
        with suppress(Exception):  # a camera that is gone cannot be closed either
            self._camera.cancel_all_and_flush()
            self._camera.close()

    def _control(self, wanted: Mapping[str, Any]) -> None:
        with _told(PiTrouble.NO_SETTINGS):
            known = self._camera.camera_controls
            self._camera.set_controls({name: value for name, value in wanted.items() if name in known})

    def _configure(self, size: tuple[int, int]) -> None:
        camera = self._camera
        controls = {"FrameDurationLimits": FRAME_US, "AeFlickerMode": _FLICKER_MANUAL, "AeFlickerPeriod": MAINS_US}
        configuration = camera.create_video_configuration(
            main={"size": size, "format": "RGB888"},
            lores={"size": MOTION_SIZE, "format": "YUV420"},
            raw=None,
            sensor=_whole_view(camera, size),
            buffer_count=BUFFERS,
            queue=False,
            controls={name: value for name, value in controls.items() if name in camera.camera_controls},
        )
        camera.configure(configuration)
        given = camera.camera_configuration()
        self._main, self._lores = ((given[name]["format"], tuple(given[name]["size"])) for name in ("main", "lores"))
        unknown = next((name for name in (self._main[0], self._lores[0]) if name not in TO_BGR), None)
        if unknown:
            raise CameraError(PiTrouble.UNKNOWN_FORMAT.said(PiTrouble.KNOWN_FORMATS.said(known=tuple(TO_BGR)), name=unknown))

    def _stamps_ahead_ns(self) -> int:
        """How far the clock of the stamps is ahead of CLOCK_MONOTONIC, in nanoseconds, measured with the first picture."""
        request = self._request(TIMEOUT_S)
        try:
            metadata = request.get_metadata()
        finally:
            request.release()
        if "ExposureTime" not in metadata:
            raise CameraError(PiTrouble.NO_EXPOSURE_TIME.said(PiTrouble.USE_AS_USB.said()))
        stamp_ns = int(metadata["SensorTimestamp"])
        now_ns = self._clocks.monotonic_ns()
        for ahead_ns in (0, self._clocks.boottime_ns() - now_ns):
            if MIN_AGE_NS <= now_ns + ahead_ns - stamp_ns < MAX_AGE_NS:
                return ahead_ns
        raise CameraError(PiTrouble.UNKNOWN_CLOCK.said(PiTrouble.UPDATE.said(), stamp_ns=stamp_ns, now_ns=now_ns))

    def _request(self, wait_s: float, flush: int | None = None) -> Any:
        try:
            job = self._camera.capture_request(wait=False, flush=flush)
            return job.get_result(timeout=wait_s)
        except TimeoutError as error:
            self._give_up(job)
            raise CameraError(PiTrouble.NO_NEW_PICTURE.said(_RESEAT, seconds=round(wait_s))) from error
        except Exception as error:
            raise CameraError(PiTrouble.NO_PICTURE.said(why=_cause(error))) from error

    def _give_up(self, job: Any) -> None:
        """Cancel a job that timed out, and release its picture if that came in the meantime; otherwise the buffer would be lost."""
        self._camera.cancel_all_and_flush()
        with suppress(CancelledError, TimeoutError):
            job.get_result(timeout=LATE_S).release()

    def _metadata(self) -> dict[str, Any]:
        request = self._request(TIMEOUT_S)
        try:
            return dict(request.get_metadata())
        finally:
            request.release()

    def _began_ns(self, metadata: Mapping[str, Any]) -> int:
        return int(metadata["SensorTimestamp"]) - 1000 * int(metadata["ExposureTime"])

    def _steady(self, alive: Alive) -> dict[str, Any]:
        """The metadata of a picture, once the exposure is steady."""
        metadata, last, alike = self._metadata(), 0.0, 0
        for _ in range(MAX_PICTURES):
            alive()
            light = metadata.get("ExposureTime", 0) * metadata.get("AnalogueGain", 1.0)
            alike = alike + 1 if abs(light - last) <= STEADY_SHARE * last else 0
            if alike >= STEADY_PICTURES:
                break
            metadata, last = self._metadata(), light
        return metadata

    def _focus(self, alive: Alive) -> tuple[Sentence, ...]:
        """Focus once, where the lens can; a sentence when it found no focus."""
        if "AfMode" not in self._camera.camera_controls:
            return ()
        with _told(PiTrouble.NOT_FOCUSED):
            job = self._camera.autofocus_cycle(wait=False)
            for _ in range(round(FOCUS_S / FOCUS_STEP_S)):
                frames = self._camera.frames
                with suppress(TimeoutError):
                    return () if job.get_result(timeout=FOCUS_STEP_S) else (PiTrouble.NO_FOCUS.said(),)
                if self._camera.frames > frames:  # the lens searches in pictures: without any the camera hangs
                    alive()
            self._camera.cancel_all_and_flush()
        return (PiTrouble.NO_FOCUS.said(),)


_AF_MANUAL, _FLICKER_MANUAL = 0, 1
"""libcamera's AfModeManual and FlickerManual."""
_RESEAT = PiTrouble.RESEAT.said()
_LOOSE = {"ExposureTime": PiTrouble.EXPOSURE.said(), "ColourGains": PiTrouble.WHITE_BALANCE.said()}


def picamera2() -> Any:
    """The class Picamera2; CameraError when it cannot be imported."""
    try:
        from picamera2 import Picamera2  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except Exception as error:  # a library built for another numpy raises ValueError
        do = PiTrouble.INSTALL_IT.said() if find_spec("picamera2") is None else None
        raise CameraError(PiTrouble.NO_PICAMERA2.said(do, why=str(error))) from error
    return Picamera2


def _opened(library: Any, number: int, devices: Sequence[str]) -> Any:
    cameras = library.global_camera_info()
    if number >= len(cameras):
        _check_rights(number, devices)
        found = PiTrouble.TOO_FEW if cameras else PiTrouble.NONE_FOUND
        raise CameraError(found.said(_RESEAT, number=number, count=len(cameras)))
    try:
        return library(number)
    except Exception as error:
        if "busy" in _cause(error).lower():
            raise CameraError(PiTrouble.USED_ELSEWHERE.said(PiTrouble.STOP_THAT.said(), number=number)) from error
        _check_rights(number, devices)
        raise CameraError(PiTrouble.NOT_OPENED.said(number=number, why=_cause(error))) from error


def _check_rights(number: int, devices: Sequence[str]) -> None:
    """CameraError where this process may not use one of the devices. libcamera lists no camera whose devices it cannot open."""
    if path := first_denied(devices):
        raise CameraError(PiTrouble.NOT_ALLOWED.said(how_to_get_access(path), number=number, path=path))


@contextmanager
def _told(what: PiTrouble) -> Iterator[None]:
    """Turn whatever picamera2 and libcamera raise into a CameraError that begins with `what`."""
    try:
        yield
    except Exception as error:
        raise CameraError(what.said(why=_cause(error))) from error


def _cause(error: BaseException) -> str:
    """The text of the first exception in the chain. picamera2 up to 0.3.34 raises its own without `from`, so that `__cause__` is None."""
    while earlier := error.__cause__ or (None if error.__suppress_context__ else error.__context__):
        error = earlier
    return str(error) or type(error).__name__


def _whole_view(camera: Any, size: tuple[int, int]) -> dict[str, Any] | None:
    """The smallest mode that reads the whole sensor in enough pixels, or None on USB. picamera2's own choice may read only the middle."""
    if "ColorFilterArrangement" not in camera.camera_properties:
        return None
    modes = [mode for mode in camera.sensor_modes if "crop_limits" in mode]
    area = {id(mode): mode["crop_limits"][2] * mode["crop_limits"][3] for mode in modes}
    whole = [mode for mode in modes if area[id(mode)] >= FULL_VIEW * max(area.values())]
    enough = [mode for mode in whole if mode["size"][0] >= size[0] and mode["size"][1] >= size[1]] or whole
    if not enough:
        return None
    mode = min(enough, key=lambda mode: (mode["size"][0] * mode["size"][1], -mode["bit_depth"]))
    return {"output_size": mode["size"], "bit_depth": mode["bit_depth"]}
