"""Tells systemd that the service is ready, that its loop is alive, and how it is (sd_notify(3)); and hears the same of a child."""

import os
import socket
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

SOCKET = "NOTIFY_SOCKET"
"""The variable with the address of the socket."""
READY, ALIVE, STATUS = "READY=1", "WATCHDOG=1", "STATUS="
MAX_MESSAGE = 4096


class Notifier:
    """Sends to the socket named in NOTIFY_SOCKET; does nothing where the variable is missing."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        name = environment.get(SOCKET, "")
        self._address = "\0" + name[1:] if name.startswith("@") else name
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) if name else None
        self.line = ""
        """The last line for `systemctl status`, also where systemd does not listen."""

    def ready(self) -> None:
        self._send(READY)

    def alive(self) -> None:
        """Tell the watchdog that the loop is alive. Only the loop calls this, so systemd restarts a service whose loop hangs."""
        self._send(ALIVE)

    def stopping(self) -> None:
        self._send("STOPPING=1")

    def status(self, text: str) -> None:
        """Send a line for `systemctl status`, when it has changed."""
        line = " ".join(text.split())
        if line != self.line:
            self.line = line
            self._send(f"{STATUS}{line}")

    def close(self) -> None:
        if self._socket:
            self._socket.close()

    def _send(self, text: str) -> None:
        if self._socket is None:
            return
        try:
            self._socket.sendto(text.encode(), socket.MSG_DONTWAIT, self._address)
        except OSError:
            return  # nobody listens, or takes it now: the service goes on, and systemd will say what it misses


class NotifySocket:
    """A socket at that path, to which a child sends what it would tell systemd."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC | socket.SOCK_NONBLOCK)
        self._socket.bind(str(path))

    def lines(self) -> Iterator[str]:
        """What has come since the last call."""
        with suppress(BlockingIOError):
            while True:
                yield from self._socket.recv(MAX_MESSAGE).decode(errors="replace").splitlines()

    def close(self) -> None:
        self._socket.close()
