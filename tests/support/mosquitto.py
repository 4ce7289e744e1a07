"""A real Mosquitto, on a free port, as `damcam hub broker` runs it."""

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

from hub.broker.hall import Hall
from link.enrolment import Enrolment
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
        self._log = folder / "log"

    def enroll(self, key: str, *, again: bool = False) -> Enrolment:
        return self.hall.enroll(key, (HERE,), again=again)

    def start(self) -> None:
        assert PROGRAM, "the tests need mosquitto; run: sudo apt install mosquitto"
        words = [sys.executable, "-P", "-m", "pi", "hub", "broker", "--hub", self.hall.folder]
        self._runtime = mkdtemp()
        environment = os.environ | {"RUNTIME_DIRECTORY": self._runtime}
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=log, env=environment)
        wait_until(self.answers, self.log)

    def answers(self) -> bool:
        """Whether it listens to boards."""
        try:
            socket.create_connection((HERE, self.port), timeout=WITHIN_S).close()
        except OSError:
            return False
        return True

    @property
    def pids(self) -> list[int]:
        """The processes of the program and of Mosquitto, which it runs."""
        assert self.process
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [self.process.pid, *map(int, children.split())]

    def send(self, number: int) -> None:
        """Send Mosquitto that signal."""
        os.kill(self.pids[1], number)

    def end(self, number: int = signal.SIGKILL) -> None:
        """End it with that signal, if it runs."""
        if self.process:
            self.process.send_signal(number)
            self.process.wait(WITHIN_S)
            wait_until(lambda: not self.answers())
            shutil.rmtree(self._runtime, ignore_errors=True)

    def log(self) -> str:
        return self._log.read_text(errors="replace") if self._log.exists() else ""


@contextmanager
def mosquitto(folder: Path, port: int | None = None) -> Iterator[Mosquitto]:
    """A broker that runs while this lasts, with its files below that folder."""
    broker = Mosquitto(folder, port)
    try:
        broker.start()
        yield broker
    finally:
        broker.end(signal.SIGTERM)
