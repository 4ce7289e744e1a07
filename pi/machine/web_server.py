"""The web process beside the board loop: a program of its own, on the configured port or the next free one."""

import errno
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from hub.access.secret_key import SecretError, secret_key
from pi.machine.addresses import ANYWHERE, url, urls
from pi.machine.notify import SOCKET
from pi.setup.faults import LOOPBACK
from rules.errors import DamcamError, Phrase, Value, _, sentence_of

PORTS_TRIED = 20
FOR_ALL = 1024
"""The first port that Linux lets every user listen at."""
PORT_TAKEN = 3
"""The exit status of a server whose port another program took meanwhile. `hub.serve.BUSY` is the same; its import would load gunicorn."""
NO_SUCH_NAME = (socket.EAI_NONAME, socket.EAI_NODATA)
"""The resolver knows no such name. Its other errors, such as a name server that does not answer, tell nothing of the name."""
STARTS_WITHIN_S = 30.0
STOPS_WITHIN_S = 5.0
POLL_S = 0.02
PAGES = (sys.executable, "-P", "-m", "damcam.pages")
"""The command of the server. -P keeps Python from importing files of the current folder, such as another rules.py."""


class PortFault(Phrase):
    """Why nothing can listen at a port, and what to do."""

    NOT_ALLOWED = "port {port} may not be used by this user"
    ABOVE_1023 = "choose one above 1023"
    NO_PAGES = "there are no pages: {why}"
    NOT_FREE_YET = "port {port} on {host} is not free yet"
    NONE_FREE = "no port from {first} to {last} is free on {host}"
    IN_USE = "port {port} on {host} is in use"
    CHOOSE_ANOTHER = "choose another with --port, or in the settings with [hub] port"
    ANOTHER_PORT = "choose another in the settings with [web] port"
    NOT_USED = "port {port} on {host} cannot be used: {why}"
    NO_ADDRESS = "{host} is no address of this machine: {why}"


class ServerError(DamcamError, OSError):
    """The web server could not be started."""


@dataclass(frozen=True, slots=True)
class ShownPages:
    """What the pages show."""

    journal: Path
    pictures: bool
    """Whether the public sees pictures of the board."""
    delay: str = ""
    """How much later the public sees the game."""
    state: Path | None = None
    """The state folder of the board's service, which tells how the board is."""

    @property
    def arguments(self) -> Iterator[str]:
        """The arguments of the server."""
        yield from ("--journal", str(self.journal))
        yield from ("--pictures",) if self.pictures else ()
        yield from ("--delay", self.delay) if self.delay else ()
        yield from ("--of", str(self.state)) if self.state else ()


@dataclass(frozen=True, slots=True)
class Entrance:
    """Who may sign in, and through which proxies."""

    secret: Path | None = None
    """The file of the key that sessions are signed with."""
    arbiters: Path | None = None
    """The file of the accounts that may sign in."""
    proxies: int = 0
    """How many of the organiser's own proxies are in front of the server (`trusted_proxies` of [web])."""

    @property
    def arguments(self) -> Iterator[str]:
        """The arguments of the server."""
        yield from ("--secret-key", str(self.secret)) if self.secret else ()
        yield from ("--arbiters", str(self.arbiters)) if self.arbiters else ()
        yield f"--proxies={self.proxies}"


class WebServer:
    """`python -m damcam.pages` over a journal. As a context manager it listens inside the context and ends with it."""

    def __init__(self, host: str, port: int, shown: ShownPages, entrance: Entrance = Entrance()) -> None:
        self._command = [*PAGES, "--host", host, *shown.arguments, *entrance.arguments]
        self._secret = entrance.secret
        self._host, self.asked, self.port = host, port, port
        self._has_listened = False
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The address of the pages on this machine."""
        return url("localhost" if self._host in (*LOOPBACK, *ANYWHERE) else self._host, self.port, "")

    @property
    def urls(self) -> list[str]:
        """The addresses of the pages for browsers on other machines, the surest first; that on this machine where there are none."""
        return urls(self._host, self.port) or [self.url]

    @property
    def status(self) -> int | None:
        """The exit status of a server that ended by itself; None while it serves."""
        return self._process.poll() if self._process else None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()

    def start(self) -> None:
        """Start to listen; ServerError when that fails. After a restart it takes the same port, because browsers return there.

        Another port is tried only where a program holds this one.
        """
        if self._secret:
            try:
                secret_key(self._secret)  # told here, for the server would only end
            except SecretError as error:
                raise ServerError(PortFault.NO_PAGES.said(why=error.sentence)) from error
        if self._has_listened:
            if is_free(self._host, self.port) and self._start(self.port):
                return
            raise ServerError(PortFault.NOT_FREE_YET.said(port=self.port, host=self._host))
        for port in ports(self.asked):
            if is_free(self._host, port) and self._start(port):
                self.port, self._has_listened = port, True
                return
        values: dict[str, Value] = {"first": self.asked, "last": ports(self.asked)[-1], "host": self._host}
        raise ServerError(PortFault.NONE_FREE.said(PortFault.ANOTHER_PORT.said(), **values))

    def stop(self) -> None:
        """End the server, if it runs."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(STOPS_WITHIN_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _start(self, port: int) -> bool:
        """Whether the server listens on that port; not when another program took it first. ServerError when it ends, or does not listen."""
        # A session of its own: Ctrl-C is for this program, which then ends the server.
        # It tells systemd nothing: the service that systemd watches is this program.
        quiet = {name: value for name, value in os.environ.items() if name != SOCKET}
        self._process = subprocess.Popen([*self._command, f"--port={port}"], stdin=subprocess.DEVNULL, start_new_session=True, env=quiet)
        until = time.monotonic() + STARTS_WITHIN_S
        try:
            while time.monotonic() < until and self._process.poll() is None:
                if not is_free(self._host, port):
                    return True
                time.sleep(POLL_S)
        except BaseException:
            self.stop()
            raise
        status = self._process.poll()
        if status == PORT_TAKEN:
            return False
        self.stop()
        if status is None:
            raise ServerError(_("the pages do not answer at port {port} after {seconds} s"), port=port, seconds=int(STARTS_WITHIN_S))
        raise ServerError(_("the program of the pages ended at its start, with status {status}"), status=status)


def ports(asked: int) -> range:
    """The ports to try, in this order."""
    return range(asked, min(asked + PORTS_TRIED, 65536))


def is_free(host: str, port: int) -> bool:
    """Whether the port is free; ServerError when this machine has no such address, or the port is reserved."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(address)
            except PermissionError as error:
                if port < FOR_ALL:
                    raise ServerError(PortFault.NOT_ALLOWED.said(PortFault.ABOVE_1023.said(), port=port)) from None
                raise ServerError(PortFault.NOT_USED.said(port=port, host=host, why=sentence_of(error))) from error
            except OSError as error:
                if error.errno != errno.EADDRINUSE:
                    raise
                return False
    except ServerError:
        raise
    except OSError as error:
        if error.errno in (NO_SUCH_NAME if isinstance(error, socket.gaierror) else (errno.EADDRNOTAVAIL,)):
            raise ServerError(PortFault.NO_ADDRESS.said(host=host, why=sentence_of(error))) from error
        raise ServerError(PortFault.NOT_USED.said(port=port, host=host, why=sentence_of(error))) from error
    return True
