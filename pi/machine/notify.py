"""Tells systemd that the service is ready, that its loop is alive, and how it is (sd_notify(3))."""

import os
import socket
from collections.abc import Mapping


class Notifier:
    """Sends to the socket named in NOTIFY_SOCKET; does nothing where the variable is missing."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        name = environment.get("NOTIFY_SOCKET", "")
        self._address = "\0" + name[1:] if name.startswith("@") else name
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) if name else None
        self.line = ""
        """The last line for `systemctl status`, also where systemd does not listen."""

    def ready(self) -> None:
        self._send("READY=1")

    def alive(self) -> None:
        """Tell the watchdog that the loop is alive. Only the loop calls this, so systemd restarts a service whose loop hangs."""
        self._send("WATCHDOG=1")

    def stopping(self) -> None:
        self._send("STOPPING=1")

    def status(self, text: str) -> None:
        """Send a line for `systemctl status`, when it has changed."""
        line = " ".join(text.split())
        if line != self.line:
            self.line = line
            self._send(f"STATUS={line}")

    def close(self) -> None:
        if self._socket:
            self._socket.close()

    def _send(self, text: str) -> None:
        if self._socket is None:
            return
        try:
            self._socket.sendto(text.encode(), self._address)
        except OSError:
            return  # nobody listens: the service goes on, and systemd will say what it misses
