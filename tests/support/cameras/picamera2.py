"""A picamera2 that needs no camera: it imitates the timing, buffers and controls of the real one on a fake clock."""

from collections.abc import Mapping, Sequence
from concurrent.futures import CancelledError
from types import MappingProxyType
from typing import Any, NoReturn

import cv2
import numpy as np

from tests.support.cameras.scene import PERIOD_NS, Scene, exposed
from vision.image.picture import Image

DEPTH = 2
"""Pictures between a picture's read-out and its delivery."""
DELAY = 2
"""Pictures until a control takes effect."""
FOCUS_NS = 1_500_000_000
RIGHT_US = 10_000
"""The right exposure at light 1, in microseconds."""
MAX_EXPOSURE_US = 33_000
"""The longest exposure, in microseconds, at 30 pictures a second; beyond it the gain rises."""
MAX_GAIN = 16.0
"""The largest gain of the sensor."""
SETTLING = 0.8
"""The share of the error of the first exposure that is left after each picture."""
MODES: Sequence[Mapping[str, Any]] = (
    {"size": (1536, 864), "bit_depth": 10, "crop_limits": (768, 432, 3072, 1728)},
    {"size": (2304, 1296), "bit_depth": 10, "crop_limits": (0, 0, 4608, 2592)},
    {"size": (4608, 2592), "bit_depth": 10, "crop_limits": (0, 0, 4608, 2592)},
)
"""The modes of a Camera Module 3; the first reads only the middle of the sensor."""
CONTROLS = (
    "AeEnable", "AeFlickerMode", "AeFlickerPeriod", "AfMode", "AfTrigger", "AnalogueGain", "AwbEnable", "ColourGains", "ExposureTime",
    "FrameDurationLimits", "LensPosition",
)  # fmt: skip
NOT_COMPLETE = "Camera __init__ sequence did not complete."
FILL = 64
"""Padding bytes at the end of each row of a YUV420 picture; picamera2 leaves them in."""

_FROM_BGR: Mapping[str, int | None] = {
    "RGB888": None,
    "BGR888": cv2.COLOR_BGR2RGB,
    "XRGB8888": cv2.COLOR_BGR2BGRA,
    "XBGR8888": cv2.COLOR_BGR2RGBA,
    "YUV420": cv2.COLOR_BGR2YUV_I420,
    "NV12": cv2.COLOR_BGR2YUV_I420,
}


class FakePicamera2:
    """Stands in for the class Picamera2: called with a number it returns an open camera; RuntimeError while one is in use.

    `boottime_stamps`: whether SensorTimestamp is of CLOCK_BOOTTIME, as libcamera documents, or of CLOCK_MONOTONIC, as it is in fact.
    `controls`: the controls that the camera has. `focus`: whether the autofocus succeeds. `formats`: the formats of `main` and `lores` that
    the camera gives whatever is asked. `on_usb`: a camera of which libcamera knows little. `names_cause`: whether a camera that cannot be
    opened raises its second error `from` the first, as picamera2 does after 0.3.34. `fault`: why the camera cannot be opened.
    """

    def __init__(
        self,
        scene: Scene,
        boottime_stamps: bool = False,
        controls: Sequence[str] = CONTROLS,
        focus: bool = True,
        formats: Mapping[str, str] = MappingProxyType({}),
        on_usb: bool = False,
        names_cause: bool = True,
        fault: Exception | None = None,
    ) -> None:
        self.scene = scene
        self.boottime_stamps = boottime_stamps
        self.controls = controls
        self.focus = focus
        self.formats = formats
        self.on_usb = on_usb
        self.names_cause = names_cause
        self.fault = fault
        self.open: list[FakeOpen] = []

    def global_camera_info(self) -> list[dict[str, Any]]:
        return [{"Num": 0, "Id": "/base/fake", "Model": "imx708"}] if self.scene.plugged else []

    def __call__(self, number: int) -> "FakeOpen":
        if self.scene.used_elsewhere or self.open:
            self._fail(RuntimeError("Failed to acquire camera: Device or resource busy"))
        if self.fault is not None:
            self._fail(self.fault)
        self.open.append(FakeOpen(self, number))
        return self.open[-1]

    def _fail(self, fault: Exception) -> NoReturn:
        try:
            raise fault
        except Exception as error:
            if self.names_cause:
                raise RuntimeError(NOT_COMPLETE) from error
            raise RuntimeError(NOT_COMPLETE)  # noqa: B904  as it does


class FakeRequest:
    """A picture that holds a buffer until it is released."""

    def __init__(self, camera: "FakeOpen", image: Image, metadata: Mapping[str, Any]) -> None:
        self._camera = camera
        self._image = image
        self._metadata = metadata
        camera.out.append(self)

    def get_metadata(self) -> dict[str, Any]:
        return dict(self._metadata)

    def make_array(self, name: str) -> Image:
        stream = self._camera.configuration[name]
        (width, height), form = stream["size"], stream["format"]
        image = cv2.resize(self._image, (width, height), interpolation=cv2.INTER_AREA)
        code = _FROM_BGR[form]
        array = np.asarray(image if code is None else cv2.cvtColor(image, code), np.uint8)
        if form == "NV12":
            array[height:] = array[height:].reshape(2, -1).T.reshape(-1, width)
        return _filled(array, width, height) if form == "YUV420" else array

    def release(self) -> None:
        self._camera.out.remove(self)


def _filled(planes: Image, width: int, height: int) -> Image:
    """The three planes of a YUV420 picture with padded rows; the halved planes have half the padding."""
    grey, blue, red = np.split(planes.ravel(), (width * height, width * height * 5 // 4))
    rows = [np.pad(grey.reshape(height, width), ((0, 0), (0, FILL)))]
    rows += [np.pad(plane.reshape(height // 2, width // 2), ((0, 0), (0, FILL // 2))) for plane in (blue, red)]
    return np.concatenate([plane.ravel() for plane in rows]).reshape(-1, width + FILL)


class FakeJob:
    """A request for a picture."""

    def __init__(self, camera: "FakeOpen", flush: int | None) -> None:
        self._camera, self.flush = camera, flush
        self.request: FakeRequest | None = None
        self.is_cancelled = False

    def get_result(self, timeout: float) -> FakeRequest | None:
        if self.is_cancelled:
            raise CancelledError
        self._camera.serve(self, timeout)
        return self.request


class FakeFocusing:
    """A search for the focus, which ends when the lens has been through its range."""

    def __init__(self, scene: Scene, finds: bool) -> None:
        self._scene, self._finds = scene, finds
        self._due_ns = scene.clock.now_ns + FOCUS_NS

    def get_result(self, timeout: float) -> bool:
        until_ns = self._scene.clock.now_ns + round(timeout * 1e9)
        if not self._scene.plugged or until_ns < self._due_ns:
            self._scene.clock.until(until_ns)
            raise TimeoutError
        self._scene.clock.until(self._due_ns)
        return self._finds


class FakeOpen:
    """An open camera. It takes its pictures when they are asked for, at the time of the fake clock."""

    def __init__(self, library: FakePicamera2, number: int) -> None:
        self._library = library
        self._scene, self._clock = library.scene, library.scene.clock
        self._set: list[tuple[int, Mapping[str, Any]]] = []
        self._first = self._last = self._came = self._clock.now_ns // PERIOD_NS
        self.camera_properties = {} if library.on_usb else {"ColorFilterArrangement": 0, "Model": f"imx708 {number}"}
        self.camera_controls = dict.fromkeys(library.controls)
        self.sensor_modes = MODES
        self.configuration: dict[str, Any] = {}
        self.out: list[FakeRequest] = []
        """The requests that are not released yet."""
        self.jobs: list[FakeJob] = []
        """The pending jobs, in order."""

    def create_video_configuration(self, **wanted: Any) -> dict[str, Any]:
        return wanted

    def configure(self, configuration: dict[str, Any]) -> None:
        given = {name: {**configuration[name], "format": form} for name, form in self._library.formats.items()}
        self.configuration = configuration | given
        self.set_controls(configuration["controls"])

    def camera_configuration(self) -> dict[str, Any]:
        return self.configuration

    def start(self) -> None:
        self._first = self._last = self._clock.now_ns // PERIOD_NS

    def set_controls(self, controls: Mapping[str, Any]) -> None:
        for name in controls:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self._set.append((self._clock.now_ns // PERIOD_NS + DELAY, controls))

    @property
    def frames(self) -> int:
        """How many pictures have come; none do from a camera that is unplugged."""
        if self._scene.plugged:
            self._came = self._clock.now_ns // PERIOD_NS
        return self._came

    def autofocus_cycle(self, wait: bool) -> "FakeFocusing":
        """The job of a search that is begun. A caller who waits is not known here."""
        assert not wait
        self.set_controls({"AfMode": 1})
        return FakeFocusing(self._scene, self._library.focus)

    def capture_request(self, wait: float | bool, flush: int | None = None) -> Any:
        """A request with the next picture. Without `flush` its exposure may have begun before the call.

        With `queue` configured the newest finished picture counts as the next one. With `wait` False the result is a job, which stays in
        line even when nobody waits for it any more.
        """
        self.jobs.append(FakeJob(self, flush))
        return self.jobs[-1] if wait is False else self.jobs[-1].get_result(wait)

    def serve(self, job: FakeJob, wait: float) -> None:
        """Give a picture to each job in line up to this one; TimeoutError when that takes longer than `wait` seconds."""
        deadline = self._clock.now_ns + round(wait * 1e9)
        while job in self.jobs:
            number = self._next(self.jobs[0].flush)
            ready_ns = (number + DEPTH) * PERIOD_NS
            starved = len(self.out) >= self.configuration["buffer_count"]
            if starved or not self._scene.plugged or ready_ns > deadline:
                self._stall((deadline - self._clock.now_ns) / 1e9)
            self._clock.until(ready_ns)
            self._last = number
            untold = {"ExposureTime"} if self._library.on_usb else set()
            told = {name: value for name, value in self._metadata(number).items() if name not in untold}
            self.jobs.pop(0).request = FakeRequest(self, self._exposed(number), told)

    def cancel_all_and_flush(self) -> None:
        for job in self.jobs:
            job.is_cancelled = True
        self.jobs = []

    def close(self) -> None:
        self._library.open.remove(self)

    def _stall(self, wait: float) -> None:
        self._clock.until(self._clock.now_ns + round(wait * 1e9))
        raise TimeoutError

    def _next(self, flush: int | None) -> int:
        """The number of the next picture to deliver."""
        finished = self._clock.now_ns // PERIOD_NS - DEPTH
        number = max(self._last + 1, finished if self.configuration["queue"] else finished + 1)
        while flush and self._metadata(number)["SensorTimestamp"] - 1000 * self._metadata(number)["ExposureTime"] < flush:
            number += 1
        return number

    def _controls(self, number: int) -> dict[str, Any]:
        return {name: value for since, controls in self._set if since <= number for name, value in controls.items()}

    def _metadata(self, number: int) -> dict[str, Any]:
        controls = self._controls(number)
        right = RIGHT_US / self._scene.light * (1 + SETTLING ** (number - self._first))
        exposure = min(right, MAX_EXPOSURE_US)
        gain = min(max(right / MAX_EXPOSURE_US, 1.0), MAX_GAIN)
        if not controls.get("AeEnable", True):
            exposure, gain = controls["ExposureTime"], controls["AnalogueGain"]
        slept = self._clock.suspended_ns if self._library.boottime_stamps else 0
        told = {"SensorTimestamp": number * PERIOD_NS + slept, "ExposureTime": round(exposure), "AnalogueGain": gain}
        told["ColourGains"] = controls.get("ColourGains", (1.8, 1.5))
        return told | ({"LensPosition": controls.get("LensPosition", 1.4)} if "AfMode" in self.camera_controls else {})

    def _exposed(self, number: int) -> Image:
        told = self._metadata(number)
        began_ns = number * PERIOD_NS - 1000 * told["ExposureTime"]
        share = told["ExposureTime"] * told["AnalogueGain"] * self._scene.light / RIGHT_US
        return exposed(self._scene.shows(began_ns), share)
