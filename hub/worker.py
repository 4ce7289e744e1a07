"""The process that serves the pages: gunicorn's gevent worker, with deadlines for what clients send and an end for connections that wait.

gevent patches the standard library after this module was imported, so that it imports nothing of the application at its top.
"""

import errno
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from socket import SHUT_RDWR
from types import FrameType
from typing import TYPE_CHECKING, Any

import gevent
from gunicorn.glogging import Logger
from gunicorn.systemd import sd_notify
from gunicorn.workers.base_async import AsyncWorker
from gunicorn.workers.ggevent import GeventWorker

from hub.access.clients import AT_DESK, PUBLIC_PORT, place
from hub.access.shares import Share

if TYPE_CHECKING:
    from flask import Flask

HEAD_WITHIN_S = 2
"""Seconds for the head of a request, and for the silence before it. A browser sends it at once; gunicorn calls this keep-alive."""
BODY_WITHIN_S = 8.0
"""Seconds for the body of a request. The longest form has some thousand bytes, and a telephone sends them in one."""
STALL_TIMEOUT_S = 60.0
"""A connection is closed when its client takes nothing of an answer for this long. A phone that wakes up reconnects by itself."""
MAX_WAITING, MAX_WAITING_PER_CLIENT = 512, 384
"""Connections that still send their request, and as many that still take their answer; for all clients of a port and for one of them."""
MAX_CONNECTIONS = 4900
"""Connections at a port: 3,500 listeners (`hub.access.limits`), those that wait, and as many again that are about to be ended."""
STREAM = "text/event-stream"


class Port:
    """The connections at one port that wait for their clients."""

    def __init__(self, *, is_desk: bool, most_per_client: int) -> None:
        self.is_desk = is_desk
        self.asking, self.answered = (Share(MAX_WAITING, most_per_client) for _ in range(2))


class Connection:
    """A client's connection: it sends its request, takes its answer, or listens to a stream, which is neither."""

    def __init__(self, port: Port, client: str, end: Callable[[], None]) -> None:
        self.port, self._client, self._end = port, client, end
        self.ask()

    def ask(self) -> None:
        """Its request is waited for."""
        self.port.answered.leave(self)
        self.port.asking.take(self, self._client, self._end)

    def answer(self) -> None:
        """Its request has come, and is answered."""
        self.port.asking.leave(self)
        self.port.answered.take(self, self._client, self._end)

    def leave(self) -> None:
        """It listens, or is gone."""
        self.port.asking.leave(self)
        self.port.answered.leave(self)


class TimedBody:
    """Reads a request's body from gunicorn's reader, until BODY_WITHIN_S after its first byte was asked for."""

    def __init__(self, reader: Any, connection: Connection) -> None:
        self._reader, self._connection = reader, connection
        self._until_s: float | None = None

    def read(self, size: int) -> bytes:
        """The next bytes; TimeoutError when the time is over."""
        self._until_s = self._until_s or time.monotonic() + BODY_WITHIN_S
        self._connection.ask()
        left_s = max(0.0, self._until_s - time.monotonic())
        try:
            with gevent.Timeout(left_s, TimeoutError("the body of the request took too long")):
                told: bytes = self._reader.read(size)
                return told
        finally:
            self._connection.answer()


class Worker(GeventWorker):
    """The gevent worker, which ends connections that wait too long or are too many, and the listeners' streams when it is told to end."""

    wsgi: Any
    """The application, which gunicorn calls."""

    def init_process(self) -> None:
        self._connections: dict[Any, Connection] = {}
        super().init_process()

    def patch(self) -> None:
        """Called by gunicorn once before it serves: here the listeners come to be those that `handle` is given."""
        super().patch()
        # Once a listener is closed it has no number any more.
        self._ports: dict[Any, Port] = {listener: self._port_at(listener.getsockname()[1]) for listener in self.sockets}

    def load_wsgi(self) -> None:
        super().load_wsgi()
        self._application, self.wsgi = self.wsgi, self._serve

    def notify(self) -> None:
        """Called every second by the serving loop: systemd restarts a hub whose loop hangs. A board's service notifies systemd itself."""
        super().notify()
        for port in self._ports.values():
            port.asking.sweep()
            port.answered.sweep()
        if os.environ.get("WATCHDOG_PID") == str(os.getppid()):
            sd_notify("WATCHDOG=1", self.log)

    def handle(self, listener: Any, client: Any, address: Any) -> None:
        client.settimeout(STALL_TIMEOUT_S)
        with self._connected(listener, client, address):
            AsyncWorker.handle(self, listener, client, address)  # GeventWorker's own method would remove the timeout

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> Any:
        connection = self._connections[sock]
        req.body.reader = TimedBody(req.body.reader, connection)
        connection.answer()
        try:
            return super().handle_request(listener_name, req, sock, addr)
        except TimeoutError as error:
            raise ConnectionResetError(errno.ECONNRESET, "the client stalled") from error  # as if the client had closed it
        finally:
            connection.ask()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        app: Flask | None = getattr(self, "_application", None)  # missing when the signal comes before the application is loaded
        if app is not None:
            from hub.app import BOARDS, EVENTS, GAMES, PUSH, WALL

            for name in (BOARDS, WALL, GAMES, PUSH, EVENTS):
                if name in app.extensions:
                    app.extensions[name].stop()

    @contextmanager
    def _connected(self, listener: Any, client: Any, address: Any) -> Iterator[None]:
        def end() -> None:
            with suppress(OSError):  # the client is gone already
                client.shutdown(SHUT_RDWR)  # its greenlet reads the end of the request, or cannot write on

        name = place(address[0]) if isinstance(address, tuple) else ""
        self._connections[client] = connection = Connection(self._ports[listener], name, end)
        try:
            yield
        finally:
            connection.leave()
            del self._connections[client]

    def _port_at(self, number: int) -> Port:
        most = MAX_WAITING if self.app.proxies else MAX_WAITING_PER_CLIENT  # behind a proxy all come from one address
        return Port(is_desk=number == self.app.desk_port, most_per_client=most)

    def _serve(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        """Call the application. A stream neither sends a request nor takes an answer from now on: it is counted as a listener."""
        connection = self._connections[environ["gunicorn.socket"]]
        if connection.port.is_desk:
            environ[AT_DESK], environ[PUBLIC_PORT] = True, self.app.port

        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            if any(name.lower() == "content-type" and value.startswith(STREAM) for name, value in headers):
                connection.leave()
            return start_response(status, headers, *more)

        return self._application(environ, start)


class ServerLog(Logger):
    """Sends gunicorn's messages to the log of the program."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        self.error_log.handlers.clear()
        self.error_log.propagate = True

    def exception(self, msg: str, *args: Any, **more: Any) -> None:
        """Log the error with its traceback; not that of a connection, for whoever breaks thousands of them would fill the log."""
        if not isinstance(sys.exception(), OSError):
            super().exception(msg, *args, **more)
