"""Runs where the virtual camera is: the board's service with a recorded session, whose pictures `camera.picamera` takes of what is shown.

serve.py FILM SESSION      FILM: the folder whose pictures the virtual camera plays, as it finds them when it is opened
"""

import sys
import time
from bisect import bisect_right
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import virtual  # noqa: F401  before picamera2 is imported

from pi.cli import main
from pi.programs import scripted_play
from vision.camera.locking import Locking
from vision.camera.picamera import PiCamera
from vision.image.picture import read_picture

FILM, SESSION = map(Path, sys.argv[1:])
PERIOD_NS = 50_000_000
VARIANTS, NOISE_LEVELS = 5, 3
"""The noise of a sensor: no two of its pictures are equal."""


class FilmCamera:
    """A `vision.camera.scripted.ScriptedCamera` whose pictures the real picamera2 takes; it is opened anew for each picture."""

    def __init__(self, shows, wait_until):
        self._shows, self._wait_until, self._due_ns = dict(shows), wait_until, 0
        self._locking = Locking(PiCamera)
        self._camera = self._shown = None

    def show(self, shows):
        self._shows = self._shows | dict(shows)

    def take(self, after_ns=0):
        now_ns = self._wait_until(self._due_ns)
        self._due_ns = now_ns + PERIOD_NS
        times = sorted(self._shows)
        shown = self._shows[times[bisect_right(times, now_ns) - 1]]
        if shown != self._shown:
            self.close()
            self._put(shown)
            self._camera, self._shown = self._locking(), shown
        asked_ns = time.monotonic_ns()
        shot = self._camera.take(asked_ns)
        return replace(shot, t_ns=now_ns + shot.t_ns - asked_ns)  # the time of the session does not pass while the camera works

    def close(self):
        if self._camera:
            self._camera.close()
        self._camera = self._shown = None

    def _put(self, path):
        image = cv2.resize(read_picture(path), (1280, 960), interpolation=cv2.INTER_CUBIC).astype(np.int16)
        rng = np.random.default_rng(1)
        for variant in range(VARIANTS):
            noisy = np.clip(image + rng.integers(-NOISE_LEVELS, NOISE_LEVELS + 1, image.shape), 0, 255)
            cv2.imwrite(str(FILM / f"{variant}.jpg"), noisy.astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 95])


scripted_play.ScriptedCamera = FilmCamera
sys.exit(main(["run", "--replay", str(SESSION), "--no-web"]))
