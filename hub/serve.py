"""The web server: gunicorn with its gevent worker, one of them, started and ended by this program.

The worker patches the standard library after its fork, and loads the application only then. For that reason this module imports nothing
of the application at its top.
"""

import argparse
import atexit
import errno
import logging
import os
import signal
import socket
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from gunicorn.app.base import BaseApplication

from hub.access.clients import GENEROUS, Limits
from hub.access.secret_key import SecretError, secret_key
from hub.feeds.delay import NONE, Delay, DelayError, parse_delay
from hub.hooks import ServerLog, post_worker_init, pre_fork
from hub.logs import on_standard_error
from hub.open_files import room_for_files

if TYPE_CHECKING:
    from flask import Flask

    from hub.app import SignIn
    from hub.boards.board import Boards

BUSY = 3
"""The exit status when the port is taken. 1 is bad input, 2 wrong usage."""
MAX_CONNECTIONS = 4900
"""Connections at once: 3,500 listeners (`hub.access.limits`), and places for pages, desk and tablets. Others wait to be accepted."""
HEAD_WITHIN_S = 2
"""Seconds for the head of a request, and for the silence before it. A browser sends it at once; gunicorn calls this keep-alive."""
STALL_TIMEOUT_S = 60
"""The system ends a connection when its client takes nothing of what was sent for this long. A phone that wakes up reconnects by itself."""
BACKLOG = 1024
"""Connections that wait to be accepted: a whole hall reconnects at once after its network failed."""
ENDS_WITHIN_S = 15
"""Seconds after which a worker that was told to end is killed: a busy machine needs some for what takes an instant elsewhere, and systemd
waits for 20 (`TimeoutStopSec`). `hub.hooks.GRACE_S` bounds the responses under way."""
PARENT_POLL_S = 1.0
"""How often `end_with_parent` checks that the parent still runs."""
MEMORY = "/dev/shm"
"""The folder of the worker's heartbeat file, in memory to spare the SD card. Not every system has it."""
SEND_BUFFER = 1 << 16
"""Bytes that the system buffers for a slow reader. By default it would buffer megabytes of old views; the newest view serves better."""
MAX_REQUEST_LINE, MAX_FIELDS, MAX_FIELD_SIZE = 4094, 50, 8190
"""Limits of a request's head: bytes of its first line, number of header fields, bytes of one field. A round with two long names takes an
address of 1,300 bytes, and browsers send about 20 fields."""


_log = logging.getLogger(__name__)


class PortTaken(OSError):
    """Another process listens on that port."""


class Server(BaseApplication):
    """Serves the application on a listening socket. `run` serves until told to end, and exits then."""

    def __init__(self, application: Callable[[], "Flask"], listener: socket.socket) -> None:
        self._application, self._listener = application, listener
        super().__init__()

    def load_config(self) -> None:
        settings = {
            "bind": f"fd://{self._listener.detach()}",
            "worker_class": "gevent",
            "workers": 1,
            "worker_connections": MAX_CONNECTIONS,
            "keepalive": HEAD_WITHIN_S,
            "worker_tmp_dir": MEMORY if os.path.isdir(MEMORY) else None,
            "backlog": BACKLOG,
            "graceful_timeout": ENDS_WITHIN_S,
            "loglevel": "error",
            "logger_class": ServerLog,
            "pre_fork": pre_fork,
            "post_worker_init": post_worker_init,
            "control_socket_disable": True,
            "limit_request_line": MAX_REQUEST_LINE,
            "limit_request_fields": MAX_FIELDS,
            "limit_request_field_size": MAX_FIELD_SIZE,
            "forwarded_allow_ips": "",  # the application decides which proxies it trusts
        }
        for name, value in settings.items():
            self.cfg.set(name, value)

    def load(self) -> "Flask":
        return self._application()


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until SIGTERM or SIGINT, and end by SystemExit, in the worker's process too.

    The exit status is 0 after serving, 1 when host, port or key cannot be used, 2 for wrong usage, 3 when the port is taken.
    """
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
    room_for_files(3 * MAX_CONNECTIONS)
    _log.info("serving at %s", url(listener))

    def application() -> "Flask":
        from hub.app import create_app  # runs in the worker's process, after gevent has patched it

        client_limits = Limits(asked.listeners_per_client, asked.requests_per_client)
        return create_app(
            _boards(asked),
            sign_in=_sign_in(asked, secret) if secret else None,
            client_limits=client_limits,
            trusted_proxies=asked.proxies,
        )

    Server(application, listener).run()
    return 0


def _boards(asked: argparse.Namespace) -> "Boards":
    """The boards to serve; only for the worker's process."""
    from hub.boards.board import Boards

    shown = {"shows_pictures": asked.pictures, "delay": asked.delay}
    if asked.journal:
        return Boards.lone(asked.journal, state=asked.of, **shown)
    if asked.lone and asked.state:
        return Boards.lone_of_state(asked.state[0], **shown)
    return Boards.of_states(asked.state, asked.boards, **shown)


def _sign_in(asked: argparse.Namespace, secret: bytes) -> "SignIn":
    """What signing in needs; only for the worker's process."""
    from hub.app import SignIn

    return SignIn(secret, asked.arbiters, asked.events, is_hub=not (asked.journal or asked.lone))


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 takes any free port. PortTaken, or another OSError when host or port cannot be used."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)  # connections inherit these two
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STALL_TIMEOUT_S * 1000)
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise PortTaken(f"port {port} on {host} is in use; choose another with --port") from error
        raise
    return listener


def url(listener: socket.socket) -> str:
    """The address of the pages, as a browser on this machine opens them."""
    host, port = listener.getsockname()[:2]
    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::", "::1") else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"


def end_with_parent() -> None:
    """End this process by SIGTERM once the process that started it is gone, however it ended."""
    parent = os.getppid()

    def look(_signal: int, _frame: FrameType | None) -> None:
        if os.getppid() != parent:
            signal.raise_signal(signal.SIGTERM)

    signal.signal(signal.SIGALRM, look)
    atexit.register(signal.setitimer, signal.ITIMER_REAL, 0.0)  # while Python exits no handler runs, and the signal would kill the process
    signal.setitimer(signal.ITIMER_REAL, PARENT_POLL_S, PARENT_POLL_S)  # a fork does not inherit it; the worker ends with this process


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m damcam.pages", description="Serves the pages on which recorded games are followed.")
    followed = parser.add_mutually_exclusive_group()
    followed.add_argument("--journal", type=Path, help="the journal of the only board; it may come later")
    followed.add_argument(
        "--state", type=Path, action="append", default=[], metavar="DIR", help="the folder in which a board's service keeps its games"
    )
    parser.add_argument("--boards", type=Path, metavar="DIR", help="the folder of the boards that come and go, a state folder for each")
    parser.add_argument("--lone", action="store_true", help="the board of the only --state is in addresses the only board of this server")
    parser.add_argument("--pictures", action="store_true", help="show the boards' pictures too, which lie beside the journals")
    parser.add_argument("--of", type=Path, metavar="DIR", help="the state folder of the only board's service, which tells how the board is")
    parser.add_argument("--outlive", action="store_true", help="keep running when the program that started this one ends")
    parser.add_argument("--secret-key", type=Path, metavar="FILE", help="the key that the pages sign with; it is made when it is missing")
    parser.add_argument(
        "--arbiters", type=Path, metavar="FILE", help="the accounts that may sign in, used with --secret-key; it may come later"
    )
    parser.add_argument("--events", type=Path, metavar="DIR", help="the folder of the events that are run here, used with --secret-key")
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
    _add_addresses(parser)
    return parser


def _add_addresses(parser: argparse.ArgumentParser) -> None:
    """Add where the server listens, and what stands in front of it."""
    parser.add_argument(
        "--proxies", type=_number, default=0, metavar="N", help="trust this number of our own proxies in front of the server (default 0)"
    )
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default %(default)s: this machine alone)")
    parser.add_argument("--port", type=_port, default=8000, help="the port to listen on, 0 for any free one (default %(default)s)")


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
