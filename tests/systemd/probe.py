#!/opt/damcam/current/bin/python
"""Stands in for damcam below its units: tries what damcam does and what it must not be able to, writes down what came of it, and lives."""

import ctypes
import json
import os
import resource
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from itertools import takewhile
from pathlib import Path
from threading import Event

import cv2
import gevent
import numpy as np

STATE = Path(os.environ["STATE_DIRECTORY"])
COMMAND = "-".join(takewhile(lambda word: not word.startswith("-"), sys.argv[1:]))
"""Such as `hub-broker`."""


def journal() -> None:
    with sqlite3.connect(STATE / f"{COMMAND}.db") as connection:
        connection.execute("pragma journal_mode = wal")
        connection.execute("pragma synchronous = full")
        connection.execute("create table if not exists t (a)")


def lgpio_pipe() -> None:
    pipe = f".lgd-nfy{os.getpid()}"
    os.mkfifo(pipe)
    os.chmod(pipe, 0o664)


def device(path: str) -> Callable[[], None]:
    return lambda: os.close(os.open(path, os.O_RDWR))


TRIALS: dict[str, Callable[[], object]] = {
    "journal": journal,
    "pipe of lgpio": lgpio_pipe,
    "picture": lambda: cv2.warpPerspective(np.zeros((960, 1280, 3), np.uint8), np.eye(3), (500, 500)),
    "callback from C": lambda: ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)(lambda x: x)(1),
    "udev's messages": lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 15).close(),
    "web server": lambda: socket.create_server(("0.0.0.0", 0)).close(),
    "worker's heartbeat": lambda: Path("/dev/shm", f"probe-{COMMAND}").touch(),
    "greenlet": lambda: gevent.spawn(int).get(),
    "stick": lambda: Path("/media/stick/probe").touch(),
    "child": lambda: subprocess.run(["/bin/true"], check=True),
    "settings": lambda: Path("/etc/damcam/damcam.toml").read_text(encoding="utf-8"),
    "machine in /proc": lambda: Path("/proc/cpuinfo").read_text(encoding="utf-8"),
    "settings written": lambda: Path("/etc/damcam/damcam.toml").write_text("", encoding="utf-8"),
    "program written": lambda: Path(sys.prefix, "new").touch(),
    "kernel's messages": device("/dev/kmsg"),
    "raw socket": lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1).close(),
    "foreign device": device("/dev/probe-foreign"),
}


def tell(message: bytes) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify:
        notify.sendto(message, os.environ["NOTIFY_SOCKET"])


def came_of(trial: Callable[[], object]) -> bool:
    try:
        trial()
    except OSError:
        return False
    return True


report = {name: came_of(trial) for name, trial in TRIALS.items()} | {"files": resource.getrlimit(resource.RLIMIT_NOFILE)[0]}
(STATE / f"{COMMAND}.json").write_text(json.dumps(report), encoding="utf-8")
tell(b"READY=1")
while not Event().wait(5):
    tell(b"WATCHDOG=1")
