"""A camera that a process of its own uses, so that a driver call that never returns costs that process and nothing else.

Why a process: a blocked call cannot be ended from outside. A thread that is given up keeps the device: V4L2 streams for one descriptor
only, and libcamera locks its media device for the process that acquired a camera and allows one camera manager a process. Both are free
again when the kernel has closed the descriptors of the process, and a process can be killed in any call, whatever locks it holds.
"""

import os
import socket
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from rules.errors import Sentence
from vision.camera.device import CameraError, Lock, Shot
from vision.camera.driving import ALIVE, DONE, READY, SharedPicture, Spoken
from vision.camera.trouble import ApartTrouble

LOADS_WITHIN_S = 60.0
"""The time limit for loading a driver: picamera2 and libcamera take many seconds to come from a slow card, and no camera is touched."""
ANSWERS_WITHIN_S = 4.0
"""The seconds without a word from the driver after which it hangs. It gives up a picture after TIMEOUT_S by itself; the arbiter is to be
told within five."""
MAX_OPENS_WITHIN_S = 32.0
"""The time limit for opening, which begins at ANSWERS_WITHIN_S, is doubled after each attempt that took longer, up to this: a machine may
be too slow, and it may never open a camera in the usual time."""
SLICE_S = 0.25
"""The length of a wait. Only waits are counted, so the time in which this process was stopped itself does not make the driver late."""
CLOSES_WITHIN_S = 2.0
"""How long a driver may take to close its camera before it is killed."""
ENDS_WITHIN_S = 0.5
"""How long to wait for a killed process. The kernel may need longer, where a call does not return in the kernel itself."""
LEAN = {"MALLOC_ARENA_MAX": "1", "MALLOC_MMAP_THRESHOLD_": "3000000", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
"""Variables that let the process keep little freed memory, and no threads for computing."""


class CameraProcesses:
    """Opens the camera when called, each time in a new process.

    `command` is that of a program which calls `vision.camera.driving.main`, with all arguments but the last two. Called by one thread,
    which closes a camera before it opens the next.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._last: DriverProcess | None = None
        self._opens_within_s = ANSWERS_WITHIN_S

    def __call__(self) -> "CameraApart":
        """Open the camera; CameraError when there is none, or its driver hangs."""
        if self._last and not self._last.end():
            raise CameraError(ApartTrouble.NOT_ENDED.said(ApartTrouble.RESTART.said()))
        self._last = driver = DriverProcess(self._command)
        try:
            driver.open(self._opens_within_s)
        except CameraError:
            if driver.hangs:
                self._opens_within_s = min(2 * self._opens_within_s, MAX_OPENS_WITHIN_S)
            driver.end()
            raise
        self._opens_within_s = ANSWERS_WITHIN_S
        return CameraApart(driver)


class CameraApart:
    """`vision.camera.device.LockableCamera` in that process. After a hang or its end, every call is a CameraError."""

    def __init__(self, driver: "DriverProcess") -> None:
        self._driver = driver

    def take(self, after_ns: int = 0) -> Shot:
        t_ns, shape, small_shape = self._driver.asked("take", after_ns)
        image, small = self._driver.picture(shape, small_shape)
        return Shot("", t_ns, image, small)

    def lock(self) -> Lock:
        lock: Lock = self._driver.asked("lock")
        return lock

    def hold(self, lock: Lock) -> None:
        self._driver.asked("hold", Lock(dict(lock.held)))

    def unlock(self) -> None:
        self._driver.asked("unlock")

    def close(self) -> None:
        self._driver.close()


class DriverProcess:
    """A process that uses a camera, with the socket to it and the memory that its pictures come through."""

    def __init__(self, command: Sequence[str]) -> None:
        mine, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._channel, self._spoken = mine, Spoken(mine)
        mine.settimeout(SLICE_S)
        pictures = os.memfd_create("damcam-camera")
        self._pictures: int | None = pictures
        self._shared = SharedPicture(pictures)
        self._amiss: Sentence | None = None
        self.hangs = False
        """Whether the driver did not answer in time; the process was killed then."""
        descriptors = its.fileno(), pictures
        with its:
            # A session of its own: Ctrl-C is for the service, which then closes the camera. Its input is the lifeline.
            words = [*command, str(its.fileno()), str(pictures)]
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, pass_fds=descriptors, start_new_session=True, env=os.environ | LEAN
            )

    def open(self, within_s: float) -> None:
        """Wait until the camera is open; CameraError when it is not."""
        assert self._heard(LOADS_WITHIN_S)[0] == READY
        self._outcome(within_s)

    def asked(self, *wish: Any) -> Any:
        """The outcome of that call to the driver; CameraError when it fails or there is none in time."""
        if self._amiss:
            raise CameraError(self._amiss)
        with suppress(OSError):  # that the process has ended is found out below
            self._spoken.say(*wish)
        return self._outcome(ANSWERS_WITHIN_S)

    def picture(self, shape: Sequence[int], small_shape: Sequence[int]) -> Sequence[Any]:
        """Copies of the two arrays that were handed over last."""
        size, small_size = int(np.prod(shape)), int(np.prod(small_shape))
        both = np.frombuffer(self._shared.map(size + small_size), np.uint8)
        return both[:size].reshape(shape).copy(), both[size : size + small_size].reshape(small_shape).copy()

    def close(self) -> None:
        """Let the driver close its camera and end; kill it when it does not."""
        self._channel.close()
        if not self._amiss:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(CLOSES_WITHIN_S)
        self.end()

    def end(self) -> bool:
        """Kill the process unless it has ended; whether it is gone."""
        self._process.kill()
        try:
            self._process.wait(ENDS_WITHIN_S)
        except subprocess.TimeoutExpired:
            return False
        if self._pictures is not None:
            os.close(self._pictures)
            self._pictures = None
        self._channel.close()
        assert self._process.stdin
        self._process.stdin.close()
        return True

    def _outcome(self, within_s: float) -> Any:
        """What the call under way comes to; a word that it makes progress starts the time anew."""
        while (heard := self._heard(within_s))[0] == ALIVE:
            continue
        kind, *rest = heard
        if kind == DONE:
            return rest[0]
        raise CameraError(*rest)

    def _heard(self, within_s: float) -> Sequence[Any]:
        """The next message; CameraError when the process hangs or has ended."""
        for _ in range(round(within_s / SLICE_S)):
            try:
                heard = self._spoken.hear()
            except TimeoutError:
                continue
            except ConnectionResetError:
                heard = ()
            if heard:
                return heard
            raise self._failed(ApartTrouble.ENDED.said(ApartTrouble.SEE_LOG.said(), status=self._status()))
        self.hangs = True
        self._process.kill()
        raise self._failed(ApartTrouble.HANGS.said(ApartTrouble.UNPLUG_IT.said(), seconds=round(within_s)))

    def _failed(self, why: Sentence) -> CameraError:
        self._amiss = why
        return CameraError(why)

    def _status(self) -> int:
        """The exit status, or the negative number of the signal that ended the process."""
        try:
            return self._process.wait(ENDS_WITHIN_S)
        except subprocess.TimeoutExpired:
            return 0
