"""The web server: gunicorn with one gevent worker, started and ended by this program.

The worker patches the standard library after its fork and only then loads the application; that is why nothing of the application is
imported here at the top.
"""

import argparse
import atexit
import errno
import logging
import os
import resource
import signal
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from gunicorn.app.base import BaseApplication
from gunicorn.glogging import Logger
from gunicorn.systemd import sd_notify
from gunicorn.workers.base_async import AsyncWorker
from gunicorn.workers.ggevent import GeventWorker

from hub.access.clients import GENEROUS, Limits
from hub.access.secret_key import SecretError, secret_key
from hub.boards.delay import NONE, Delay, DelayError, parse_delay
from hub.logs import on_standard_error

if TYPE_CHECKING:
    from flask import Flask

BUSY = 3
"""The exit status that says: take another port. 1 is bad input, 2 wrong usage."""
CONNECTIONS = 4096
"""At once: a hall of 2,000 spectators, each with the stream and a picture under way."""
BACKLOG = 1024
"""Connections not yet taken up: the hall returning at once after its network failed."""
GRACE_S = 3
"""For answers under way when the server is told to end; the streams end by themselves."""
PARENT_LOOK_S = 1.0
MEMORY = "/dev/shm"
"""Where the worker's heartbeat touches no SD card; not there on every system."""
STALLED_S = 60.0
"""Who takes nothing of his answer for so long, or sends nothing of his request, is let go; a phone that wakes up comes back by itself."""
UNSENT = 1 << 16
"""Bytes that wait for a slow reader in the system, which would keep megabytes; he is better off with the newest view."""
REQUEST_LINE, FIELDS, FIELD = 4094, 50, 8190
"""The largest a request may begin with, in bytes: an address with a round of two long names has 1,300, browsers send some 20 fields."""


_log = logging.getLogger(__name__)


class PortTaken(OSError):
    """Somebody else listens on that port."""


class Worker(GeventWorker):
    """The gevent worker, whose listeners' streams end when it is told to, and who waits for nobody for ever."""

    def notify(self) -> None:
        """Every second, from the loop that serves: systemd starts a hub again whose loop hangs. A board's own service speaks for itself."""
        super().notify()
        if os.environ.get("WATCHDOG_PID") == str(os.getppid()):
            sd_notify("WATCHDOG=1", self.log)

    def handle(self, listener: Any, client: Any, address: Any) -> None:
        client.settimeout(STALLED_S)
        AsyncWorker.handle(self, listener, client, address)  # GeventWorker's own would take the timeout away

    def handle_request(self, *request: Any) -> None:
        try:
            super().handle_request(*request)
        except TimeoutError as error:
            raise ConnectionResetError(errno.ECONNRESET, "the client stalled") from error  # as if he had hung up

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        app: Flask | None = getattr(self, "wsgi", None)  # not there when told so early
        if app is not None:
            from hub.app import BOARDS, WALL

            for name in (BOARDS, WALL):
                app.extensions[name].stop()


class ServerLog(Logger):
    """gunicorn's messages go where all others go."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        self.error_log.handlers.clear()
        self.error_log.propagate = True


class Server(BaseApplication):
    """The application on a socket that listens already; `run` serves until told to end, and then exits."""

    def __init__(self, application: Callable[[], "Flask"], listener: socket.socket) -> None:
        self._application, self._listener = application, listener
        super().__init__()

    def load_config(self) -> None:
        settings = {
            "bind": f"fd://{self._listener.detach()}",
            "worker_class": Worker,
            "workers": 1,
            "worker_connections": CONNECTIONS,
            "worker_tmp_dir": MEMORY if os.path.isdir(MEMORY) else None,
            "backlog": BACKLOG,
            "graceful_timeout": GRACE_S,
            "loglevel": "error",
            "logger_class": ServerLog,
            "control_socket_disable": True,
            "limit_request_line": REQUEST_LINE,
            "limit_request_fields": FIELDS,
            "limit_request_field_size": FIELD,
            "forwarded_allow_ips": "",  # whom to believe is the application's matter
        }
        for name, value in settings.items():
            self.cfg.set(name, value)

    def load(self) -> "Flask":
        return self._application()


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until SIGTERM or SIGINT, and end by SystemExit, in the worker's process too: status 0 ended, 1 that host, port or key cannot
    be used, 2 wrong usage, 3 the port is taken."""
    asked = _parser().parse_args(arguments)
    with on_standard_error():
        return _serve(asked)


def _serve(asked: argparse.Namespace) -> int:
    try:
        secret = secret_key(asked.secret_key) if asked.secret_key else None
        listener = listen(asked.host, asked.port)
    except PortTaken as error:
        _log.error("%s", error)
        return BUSY
    except SecretError as error:
        _log.error("%s", error)
        return 1
    except OSError as error:
        _log.error("cannot listen on %s, port %s: %s", asked.host, asked.port, error.strerror)
        return 1
    if not asked.outlive:
        end_with_parent()
    _room_for_connections()
    _log.info("serving at %s", url(listener))

    def application() -> "Flask":
        from hub.app import SignIn, create_app  # in the worker's process, once gevent has taken over what it needs
        from hub.boards.board import Boards

        shown = {"shows_pictures": asked.pictures, "delay": asked.delay}
        boards = Boards.lone(asked.journal, report=asked.report, **shown) if asked.journal else Boards.of_states(asked.state, **shown)
        most = Limits(asked.listeners_per_client, asked.requests_per_client)
        return create_app(
            boards,
            elsewhere=asked.board,
            sign_in=SignIn(secret, asked.arbiters) if secret else None,
            most=most,
            trusted_proxies=asked.proxies,
        )

    Server(application, listener).run()
    return 0


def listen(host: str, port: int) -> socket.socket:
    """A listening socket, port 0 for any free one; PortTaken, or another OSError where host or port cannot be used."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNSENT)  # which the connections inherit
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise PortTaken(f"port {port} on {host} is in use; choose another with --port") from error
        raise
    return listener


def url(listener: socket.socket) -> str:
    """Where the page is found on this machine."""
    host, port = listener.getsockname()[:2]
    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::", "::1") else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"


def end_with_parent() -> None:
    """From now on this process ends itself when the one that started it is gone, however that ended."""
    parent = os.getppid()

    def look(_signal: int, _frame: FrameType | None) -> None:
        if os.getppid() != parent:
            signal.raise_signal(signal.SIGTERM)

    signal.signal(signal.SIGALRM, look)
    atexit.register(signal.setitimer, signal.ITIMER_REAL, 0.0)  # while Python ends nobody handles the signal, and it would be deadly
    signal.setitimer(signal.ITIMER_REAL, PARENT_LOOK_S, PARENT_LOOK_S)  # a fork does not inherit it: the worker goes with this process


def _room_for_connections() -> None:
    """As many open files as there may be connections, where a shell allows fewer and the system more."""
    wanted = 2 * CONNECTIONS
    with suppress(OSError, ValueError):  # where that is not allowed it stays as it is
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m damcam.pages", description="Serves the pages on which recorded games are followed.")
    followed = parser.add_mutually_exclusive_group()
    followed.add_argument("--journal", type=Path, help="the journal of the only board; it may come later")
    followed.add_argument(
        "--state", type=Path, action="append", default=[], metavar="DIR", help="the folder in which a board's service keeps its games"
    )
    parser.add_argument("--pictures", action="store_true", help="show the pictures of the boards too, which lie beside the journals")
    parser.add_argument("--report", type=Path, metavar="FILE", help="where the only board's service tells how ready it is")
    parser.add_argument("--board", action="append", default=[], metavar="URL", help="another board, by its address; may be given again")
    parser.add_argument("--outlive", action="store_true", help="go on when the program that started this one has ended")
    parser.add_argument("--secret-key", type=Path, metavar="FILE", help="the key that the pages sign with; it is made when it is missing")
    parser.add_argument("--arbiters", type=Path, metavar="FILE", help="those who may sign in, where there is a key; it may come later")
    parser.add_argument(
        "--delay", type=_delay, default=NONE, metavar="TIME", help="how much later the public sees the game: 3 moves, or 15m"
    )
    parser.add_argument(
        "--listeners-per-client",
        type=_positive,
        default=GENEROUS.listeners,
        metavar="N",
        help="how many may listen from one address (default %(default)s)",
    )
    parser.add_argument(
        "--requests-per-client",
        type=_positive,
        default=GENEROUS.requests,
        metavar="N",
        help="how many requests a second from one address (default %(default)s)",
    )
    parser.add_argument(
        "--proxies", type=_number, default=0, metavar="N", help="so many proxies of our own before this server are believed (default 0)"
    )
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default %(default)s: this machine alone)")
    parser.add_argument("--port", type=_port, default=8000, help="the port to listen on, 0 for any free one (default %(default)s)")
    return parser


def _delay(text: str) -> Delay:
    try:
        return parse_delay(text)
    except DelayError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 6:
        raise argparse.ArgumentTypeError(f"{text!r} is no number that can be used here")
    return int(text)


def _positive(text: str) -> int:
    if not _number(text):
        raise argparse.ArgumentTypeError("0 would let nobody in")
    return int(text)


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: a number from 0 to 65535 is")
    return int(text)
