"""A real Mosquitto, on a free port, with the configuration that `damcam hub init` writes."""

import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from hub.broker.hall import Hall
from hub.broker.running import log_kept
from hub.wire.enrolment import Enrolment
from tests.support.free_port import HERE, free_port
from tests.support.waiting import WITHIN_S as WITHIN_S
from tests.support.waiting import wait_until

PROGRAM = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")


def soon(is_so: Callable[[], object]) -> bool:
    """True once that is so; see `wait_until`, which new tests use."""
    return bool(wait_until(is_so))


class Mosquitto:
    """The broker of a hall, which may be stopped, killed and started again."""

    def __init__(self, folder: Path, port: int | None = None) -> None:
        self.port = port or free_port()
        self.hall = Hall(folder)
        self.hall.init(self.port)
        self.process: subprocess.Popen[bytes] | None = None
        self.keeps: subprocess.Popen[bytes] | None = None
        """The process that keeps its log."""

    def enroll(self, key: str, *, again: bool = False) -> Enrolment:
        return self.hall.enroll(key, (HERE,), again=again)

    def start(self) -> None:
        assert PROGRAM, "the tests need mosquitto; run: sudo apt install mosquitto"
        says, self.keeps = log_kept(self.hall.log, subprocess.DEVNULL)
        self.process = subprocess.Popen([PROGRAM, "-c", self.hall.configuration], stdout=subprocess.DEVNULL, stderr=says)
        os.close(says)
        wait_until(self.answers, self.log)

    def answers(self) -> bool:
        try:
            socket.create_connection((HERE, self.port), timeout=WITHIN_S).close()
        except OSError:
            return False
        return True

    def send(self, number: int) -> None:
        """Send its process that signal."""
        assert self.process
        self.process.send_signal(number)

    def end(self, number: int = signal.SIGKILL) -> None:
        """End it with that signal, if it runs."""
        if self.process and self.keeps:
            self.process.send_signal(number)
            self.process.wait(WITHIN_S)
            self.keeps.wait(WITHIN_S)

    def log(self) -> str:
        return self.hall.log.read_text(errors="replace") if self.hall.log.exists() else ""


@contextmanager
def mosquitto(folder: Path, port: int | None = None) -> Iterator[Mosquitto]:
    """A broker that runs while this lasts, with its files below that folder."""
    broker = Mosquitto(folder, port)
    try:
        broker.start()
        yield broker
    finally:
        broker.end()
