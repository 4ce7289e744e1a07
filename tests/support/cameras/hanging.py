"""A driver for the process of its own (`vision.camera.apart`) that does as a folder tells, and whose calls can hang for ever."""

import ctypes
import os
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from vision.camera.device import MOTION_SIZE, SIZE, Alive, CameraError, Lock, Shot
from vision.camera.driving import main
from vision.camera.trouble import CameraTrouble
from vision.image.picture import Image

SHOWS, HANGS, ENDS, SET = "shows.npy", "hangs", "ends", "set"
"""The files of orders: the picture that the camera shows, without which it is unplugged; the name of the call that hangs and of the one in
which the process ends; and the file in which the camera notes the settings that it was given."""
HUNG = "hung"
"""The file that the camera writes at the beginning of a call that hangs."""
HURRIES = "hurries"
"""The file that lets pictures come as fast as they are asked for."""
PERIOD_S = 0.06
NOISE = 3
"""The bits of a level that are noise."""


def hanging_program(folder: Path | str) -> Sequence[str]:
    """The command of a process with this driver over that folder, for `vision.camera.apart.CameraProcesses`."""
    return sys.executable, "-P", "-m", "tests.support.cameras.hanging", "hanging", str(folder), *map(str, SIZE), "0"


class HangingCamera:
    """A `vision.camera.device.Driver` over that folder. It gives the same array again with other noise: no camera repeats a picture."""

    def __init__(self, folder: str) -> None:
        self._folder = Path(folder)
        self._set: Mapping[str, object] = {}
        self._loaded: tuple[int, Image] | None = None
        self._obey("open")

    def take(self, after_ns: int = 0) -> Shot:
        self._obey("take")
        period_s = 0.0 if (self._folder / HURRIES).exists() else PERIOD_S
        time.sleep(max(period_s, (after_ns - time.monotonic_ns()) / 1e9))
        t_ns, image = time.monotonic_ns(), self._shown()
        sampled = image[::16, ::16]
        sampled ^= np.frombuffer(os.urandom(sampled.size), np.uint8).reshape(sampled.shape) & NOISE
        rows, columns = (np.arange(few) * many // few for few, many in zip(MOTION_SIZE[::-1], image.shape, strict=False))
        return Shot("", t_ns, image, image[rows[:, None], columns, 1])

    def lock(self, alive: Alive = lambda: None) -> Lock:
        self._obey("lock")
        alive()
        self.hold(Lock({"fixed": True}))
        return Lock({"fixed": True})

    def hold(self, lock: Lock) -> None:
        self._obey("hold")
        (self._folder / SET).write_text(str(dict(lock.held)))

    def unlock(self) -> None:
        self._obey("unlock")
        (self._folder / SET).write_text("{}")

    def close(self) -> None:
        self._obey("close")

    def _shown(self) -> Image:
        path = self._folder / SHOWS
        if not path.exists():
            raise CameraError(CameraTrouble.UNPLUGGED.said())
        changed_ns = path.stat().st_mtime_ns
        if self._loaded is None or self._loaded[0] != changed_ns:
            self._loaded = changed_ns, np.load(path)
        return self._loaded[1]

    def _obey(self, call: str) -> None:
        if self._ordered(ENDS) == call:
            raise SystemExit(9)
        if self._ordered(HANGS) == call:
            (self._folder / HUNG).write_text(call)
        while self._ordered(HANGS) == call:
            ctypes.PyDLL(None).pause()  # as a driver may: it waits in C, and lets no other thread of the process run

    def _ordered(self, name: str) -> str:
        path = self._folder / name
        return path.read_text() if path.exists() else ""


if __name__ == "__main__":
    sys.exit(main(lambda _: lambda asked: HangingCamera(asked[0])))
