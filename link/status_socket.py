"""The way of a status on one machine: whoever knows how boards are puts it here, and each program that shows it follows one socket.

The service of a board speaks at a socket whose name is made of its state folder. The mirror of a hub speaks for all boards elsewhere, at
the one of the folder that holds their state folders. The sockets lie in no folder: they are there while their program runs, on a full or
read-only disk too. A program that follows sends the key of a board, gets the current status at once, and then each one that comes. Both
sides look at who the other is, for names of this kind have no owner and no permissions.
"""

import atexit
import logging
import os
import socket
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from selectors import EVENT_READ, BaseSelector, DefaultSelector
from threading import Event, Lock, Thread
from typing import ClassVar

from link.status import STALE_NS, Status, StatusError, decoded, encoded
from record.store.mirror_mark import LINK_NAME

OF_THE_BOARD = "."
"""The key under which a board's own service tells how it is."""
COMES_WITHIN_S = 1.0
"""How long the first status of a connection is waited for: it lies ready."""
SOON_S = 0.02
"""How long it may take while another service hangs: whoever shows many boards waits for one that hangs, not for each."""
ASKS_WITHIN_NS = 2_000_000_000
"""How long a program that is connected may take to send its key."""
MAX_FOLLOWERS = 512
"""Connections at a time. Each program that shows the boards of a hub's mirror has one for each."""
MAX_PACKET, MAX_KEY = 131_072, 100
ACCEPTS_AGAIN_S = 0.2
"""The pause after a connection could not be accepted."""
CREDENTIALS, ROOT = struct.Struct("3i"), 0
NONE_NOW = encoded(None)
_log = logging.getLogger(__name__)


def address(folder: Path) -> bytes:
    """The address of the socket at which statuses are told of that folder; OSError when there is no such folder."""
    there = folder.stat()
    return f"\0damcam-status-{there.st_dev:x}-{there.st_ino:x}".encode()


def place_of(state: Path) -> tuple[Path, str]:
    """The folder at whose socket the status of the board with that state folder is told, and the key under which it is told."""
    return (state.parent, state.name) if (state / LINK_NAME).exists() else (state, OF_THE_BOARD)


class StatusNews:
    """The current status of each board that a program speaks for, and who follows it. Any thread may use it, and none waits for another."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._now: dict[str, bytes] = {}
        self._followers: dict[socket.socket, str] = {}

    def put(self, key: str, status: Status | None) -> None:
        """Tell all that follow that board how it is; None: nothing is told of it any more."""
        message = encoded(status)
        with self._lock:
            self._now[key] = message
            for follower, followed in self._followers.items():
                if followed == key:
                    _send_now(follower, message)

    def add(self, follower: socket.socket, key: str) -> None:
        """Send a program the statuses of the board with that key from now on."""
        with self._lock:
            self._followers[follower] = key
            _send_now(follower, self._now.get(key, NONE_NOW))

    def remove(self, follower: socket.socket) -> None:
        """Send that program nothing more."""
        with self._lock:
            self._followers.pop(follower, None)


def _send_now(follower: socket.socket, message: bytes) -> None:
    """Send without waiting. A program that read nothing for so long that the kernel has no room is let go: it comes again, and is told."""
    try:
        follower.send(message, socket.MSG_DONTWAIT)
    except OSError:
        with suppress(OSError):
            follower.shutdown(socket.SHUT_RDWR)


@contextmanager
def served_statuses(folder: Path, monotonic_ns: Callable[[], int] = time.monotonic_ns) -> Iterator[StatusNews]:
    """Statuses that are served at the socket of that folder while the context lasts. Where it cannot be used, the log says so."""
    news = StatusNews()
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET | socket.SOCK_CLOEXEC) as listener:
        try:
            listener.bind(address(folder))
            listener.listen(MAX_FOLLOWERS)
        except OSError as error:
            _log.warning("nobody is told how the board is: the socket of %s cannot be used: %s", folder, error)
            yield news
            return
        listener.setblocking(False)
        ends = Event()
        serving = Thread(target=_Programs(listener, news, ends, monotonic_ns).serve, name="status", daemon=True)
        serving.start()
        try:
            yield news
        finally:
            ends.set()
            with suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)  # wakes the thread, without which the name stays taken
            serving.join()


class _Programs:
    """The programs that are connected. One thread serves all: a hub has more boards than its mirror may have threads."""

    def __init__(self, listener: socket.socket, news: StatusNews, ends: Event, monotonic_ns: Callable[[], int]) -> None:
        self._listener, self._news, self._ends, self._now_ns = listener, news, ends, monotonic_ns
        self._asks_until_ns: dict[socket.socket, float] = {}
        """The programs that have not sent their key."""
        self._followers: set[socket.socket] = set()

    def serve(self) -> None:
        """Serve all until the end."""
        with DefaultSelector() as selector:
            selector.register(self._listener, EVENT_READ)
            while not self._ends.is_set():
                for chosen, _ in selector.select(self._left_s()):
                    if chosen.fileobj is self._listener:
                        self._accept(selector)
                    elif isinstance(chosen.fileobj, socket.socket) and not self._hear(chosen.fileobj):
                        self._leave(chosen.fileobj, selector)
                for silent in [one for one, until_ns in self._asks_until_ns.items() if self._now_ns() >= until_ns]:
                    self._leave(silent, selector)
            for connection in (*self._asks_until_ns, *self._followers):
                self._leave(connection, selector)

    def _left_s(self) -> float | None:
        """How long nothing is to be done, if nobody comes or goes."""
        return max(0, min(self._asks_until_ns.values()) - self._now_ns()) / 1e9 if self._asks_until_ns else None

    def _accept(self, selector: BaseSelector) -> None:
        try:
            connection, _ = self._listener.accept()
        except BlockingIOError:
            return
        except OSError:  # it was shut down, or this process has no descriptors left
            self._ends.wait(ACCEPTS_AGAIN_S)
            return
        connection.setblocking(False)
        if len(self._asks_until_ns) + len(self._followers) < MAX_FOLLOWERS and _is_ours(connection):
            self._asks_until_ns[connection] = self._now_ns() + ASKS_WITHIN_NS
            selector.register(connection, EVENT_READ)
        else:
            connection.close()

    def _hear(self, connection: socket.socket) -> bool:
        """Take the key of a program; False where it says more, or is gone."""
        try:
            key = connection.recv(MAX_KEY).decode(errors="replace")
        except OSError:
            return False
        if not key or self._asks_until_ns.pop(connection, None) is None:
            return False
        self._followers.add(connection)
        self._news.add(connection, key)
        return True

    def _leave(self, connection: socket.socket, selector: BaseSelector) -> None:
        self._news.remove(connection)
        self._asks_until_ns.pop(connection, None)
        self._followers.discard(connection)
        selector.unregister(connection)
        connection.close()


def _is_ours(connection: socket.socket) -> bool:
    try:
        return _is_of_us(connection, ROOT)
    except OSError:
        return False


def _is_of_us(connection: socket.socket, *others: int) -> bool:
    """Whether the program at the other end is this user's, or one of those, as the kernel says; OSError."""
    uid: int = CREDENTIALS.unpack(connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, CREDENTIALS.size))[1]
    return uid in {os.geteuid(), *others}


class FollowedStatus:
    """The status of the board with that state folder, over one connection, which lasts as long as somebody is at the other end."""

    silent: ClassVar[set["FollowedStatus"]] = set()
    """Those whose service took a connection and has told nothing since: it hangs."""

    def __init__(self, state: Path) -> None:
        self._state = state
        self._lock = Lock()
        self._connection: socket.socket | None = None
        self._status: Status | None = None

    def latest(self) -> Status | None:
        """The last status that came, however old; None where nobody tells. While another thread reads it, the one before.

        Only the first status of a connection is waited for, and no longer where other services hang.
        """
        if self._lock.acquire(blocking=False):
            try:
                if self._connection is not None and not self._read(self._connection):
                    self.close()
                if self._connection is None:
                    self._connect()
            finally:
                self._lock.release()
        return self._status

    def close(self) -> None:
        """Follow no longer; the next question begins anew."""
        if self._connection is not None:
            self._connection.close()
        self._connection, self._status = None, None
        self.silent.discard(self)

    def _connect(self) -> None:
        self._connection = connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET | socket.SOCK_CLOEXEC)
        connection.setblocking(False)
        folder, key = place_of(self._state)
        try:
            connection.connect(address(folder))
            if _is_of_us(connection, ROOT, folder.stat().st_uid):
                connection.send(key.encode())
                if self._first_came(connection) and not self._read(connection):
                    self.close()
                return
        except OSError:
            pass
        self.close()

    def _first_came(self, connection: socket.socket) -> bool:
        """Wait for the first status; False where it takes too long, and comes later if it does. OSError."""
        connection.settimeout(SOON_S if self.silent else COMES_WITHIN_S)
        try:
            self._take(connection.recv(MAX_PACKET))
        except TimeoutError:
            self.silent.add(self)
            return False
        finally:
            connection.setblocking(False)
        return True

    def _read(self, connection: socket.socket) -> bool:
        """Take all that came since, the last of which counts. False when the other side is gone."""
        message = b""
        try:
            while packet := connection.recv(MAX_PACKET):
                message = packet
        except BlockingIOError:
            if message:
                self._take(message)
            return True
        except OSError:
            pass
        return False

    def _take(self, message: bytes) -> None:
        self.silent.discard(self)
        try:
            self._status = decoded(message)
        except StatusError:
            self._status = None


_FOLLOWED: dict[Path, FollowedStatus] = {}


@atexit.register
def _follow_nobody() -> None:
    for followed in _FOLLOWED.values():
        followed.close()


def read_status(state: Path, monotonic_ns: Callable[[], int] = time.monotonic_ns) -> Status | None:
    """The current status of the board with that state folder; None when nobody tells it, or it is older than STALE_NS.

    This process follows the board from the first call on.
    """
    path = state.absolute()
    followed = _FOLLOWED.get(path) or _FOLLOWED.setdefault(path, FollowedStatus(path))
    status = followed.latest()
    return status if status and 0 <= monotonic_ns() - status.t_ns <= STALE_NS else None
