"""Runs where the virtual camera is: the camera's process is stopped, as a driver that never returns, and what then becomes of the camera.

Prints {"told": what is told of the hang, "told_s": after how long, "again_s": how long until the next picture, "pictures", "used_ms": the
processor time of this side for each}.
"""

import json
import os
import signal
import sys
import time
from pathlib import Path

from vision.camera.apart import CameraProcesses
from vision.camera.device import CameraError

PROGRAM = (sys.executable, "-P", "-m", "virtual_camera.drive", "picamera2", "0", "1280", "960", "0")


def failure(call):
    try:
        call()
    except CameraError as error:
        return str(error)
    return ""


def children():
    tasks = Path("/proc/self/task").glob("*/children")
    return [int(pid) for task in tasks for pid in task.read_text().split()]


cameras = CameraProcesses(PROGRAM)
camera = cameras()
camera.take()
(pid,) = children()
os.kill(pid, signal.SIGSTOP)
stopped_s = time.monotonic()
told = failure(camera.take)
told_s = time.monotonic() - stopped_s
camera.close()
closed_s = time.monotonic()
camera = cameras()
camera.take()
again_s = time.monotonic() - closed_s
began_s, before_s = time.monotonic(), time.process_time()
pictures = sum(camera.take(time.monotonic_ns() + 60_000_000).image.any() for _ in range(30))
used_ms = 1000 * (time.process_time() - before_s) / 30
camera.close()
print(json.dumps({"told": told, "told_s": told_s, "again_s": again_s, "pictures": int(pictures), "used_ms": used_ms}))
