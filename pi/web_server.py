"""The web process beside the board loop: started as a program of its own, on the asked port or the next free one."""

import socket
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Self

from rules.errors import DamcamError

PORTS_TRIED = 20
STOPS_WITHIN_S = 5.0


class ServerError(DamcamError, OSError):
    """The web server could not be started."""


class WebServer:
    """`python -m hub` over a journal; a context manager that ends it."""

    def __init__(self, journal: Path, pictures: Path, host: str, port: int) -> None:
        self.asked, self.port = port, _free_port(host, port)
        self.url = f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0') else host}:{self.port}"
        command = [sys.executable, "-m", "hub", "--journal", str(journal), "--pictures", str(pictures), "--host", host]
        self._process = subprocess.Popen([*command, "--port", str(self.port)], stdin=subprocess.DEVNULL)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._process.terminate()
        try:
            self._process.wait(STOPS_WITHIN_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _free_port(host: str, asked: int) -> int:
    for port in range(asked, min(asked + PORTS_TRIED, 65536)):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError:
                continue
            return port
    raise ServerError(f"no port from {asked} to {asked + PORTS_TRIED - 1} is free on {host}; name another with --port")
