"""Runs where the virtual camera is: the camera's process is stopped, as a driver that never returns, and what then becomes of the camera.

Prints {"told": the code of what is told of the hang, "pictures": how many the next camera gives}.
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
        return error.sentence.code
    return ""


def children():
    tasks = Path("/proc/self/task").glob("*/children")
    return [int(pid) for task in tasks for pid in task.read_text().split()]


def opened():
    """As the service opens it: a driver that is slow to open gets twice the time at the next attempt."""
    for _attempt in range(3):
        try:
            return cameras()
        except CameraError:
            continue
    return cameras()


cameras = CameraProcesses(PROGRAM)
camera = opened()
camera.take()
(pid,) = children()
os.kill(pid, signal.SIGSTOP)
told = failure(camera.take)
camera.close()
camera = opened()
camera.take()
pictures = sum(camera.take(time.monotonic_ns() + 60_000_000).image.any() for _ in range(30))
camera.close()
print(json.dumps({"told": told, "pictures": int(pictures)}))
