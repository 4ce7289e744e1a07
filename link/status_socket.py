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
from threading import BoundedSemaphore, Event, Lock, Thread

from link.status import STALE_NS, Status, StatusError, decoded, encoded
from record.store.mirror_mark import LINK_NAME

OF_THE_BOARD = "."
"""The key under which a board's own service tells how it is."""
COMES_WITHIN_S = 1.0
"""How long the first status may take to come: it lies ready."""
AGAIN_AFTER_NS = 1_000_000_000
"""After how long a service is asked again that took a connection and did not answer."""
ASKS_WITHIN_S = 2.0
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

    def follow(self, connection: socket.socket) -> None:
        """Send a program the statuses of the board whose key it sends, until it is gone. OSError."""
        connection.settimeout(ASKS_WITHIN_S)
        key = connection.recv(MAX_KEY).decode(errors="replace")
        connection.settimeout(None)
        with self._lock:
            self._followers[connection] = key
            _send_now(connection, self._now.get(key, NONE_NOW))
        try:
            connection.recv(1)  # nothing more is said: its end comes
        finally:
            with self._lock:
                del self._followers[connection]

    def close(self) -> None:
        """Let all go that follow."""
        with self._lock:
            self._now.clear()
            for follower in self._followers:
                with suppress(OSError):
                    follower.shutdown(socket.SHUT_RDWR)


def _send_now(follower: socket.socket, message: bytes) -> None:
    """Send without waiting. A program that read nothing for so long that the kernel has no room is let go: it comes again, and is told."""
    try:
        follower.send(message, socket.MSG_DONTWAIT)
    except OSError:
        with suppress(OSError):
            follower.shutdown(socket.SHUT_RDWR)


@contextmanager
def served_statuses(folder: Path) -> Iterator[StatusNews]:
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
        ends = Event()
        accepting = Thread(target=_accept, args=(listener, news, ends), name="status", daemon=True)
        accepting.start()
        try:
            yield news
        finally:
            ends.set()
            with suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)  # wakes the thread, without which the name stays taken
            accepting.join()
            news.close()


def _accept(listener: socket.socket, news: StatusNews, ends: Event) -> None:
    """Serve each program that comes in a thread of its own."""
    room = BoundedSemaphore(MAX_FOLLOWERS)
    while True:
        try:
            connection, _ = listener.accept()
        except OSError:  # it was shut down, or this process has no descriptors left
            if ends.wait(ACCEPTS_AGAIN_S):
                return
            continue
        if room.acquire(blocking=False):
            Thread(target=_serve, args=(connection, news, room), name="status-follower", daemon=True).start()
        else:
            connection.close()


def _serve(connection: socket.socket, news: StatusNews, room: BoundedSemaphore) -> None:
    try:
        with connection, suppress(OSError):
            if _is_of_us(connection, ROOT):
                news.follow(connection)
    finally:
        room.release()


def _is_of_us(connection: socket.socket, *others: int) -> bool:
    """Whether the program at the other end is this user's, or one of those, as the kernel says; OSError."""
    uid: int = CREDENTIALS.unpack(connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, CREDENTIALS.size))[1]
    return uid in {os.geteuid(), *others}


class FollowedStatus:
    """The status of the board with that state folder, over one connection, which lasts as long as somebody answers at it."""

    def __init__(self, state: Path) -> None:
        self._state = state
        self._lock = Lock()
        self._connection: socket.socket | None = None
        self._status: Status | None = None
        self._not_before_ns = 0

    def latest(self, now_ns: int) -> Status | None:
        """The last status that came, however old; None where nobody tells. While another thread reads it, the one before."""
        if self._lock.acquire(blocking=False):
            try:
                if self._connection is not None and not self._read(self._connection):
                    self.close()
                if self._connection is None and now_ns >= self._not_before_ns:
                    self._connect(now_ns)
            finally:
                self._lock.release()
        return self._status

    def close(self) -> None:
        """Follow no longer; the next question begins anew."""
        if self._connection is not None:
            self._connection.close()
        self._connection, self._status = None, None

    def _connect(self, now_ns: int) -> None:
        self._connection = connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET | socket.SOCK_CLOEXEC)
        folder, key = place_of(self._state)
        try:
            connection.settimeout(COMES_WITHIN_S)
            connection.connect(address(folder))
            if _is_of_us(connection, ROOT, folder.stat().st_uid):
                connection.send(key.encode())
                self._take(connection.recv(MAX_PACKET))
                connection.setblocking(False)
                self._read(connection)
                return
        except TimeoutError:  # a process that hangs
            self._not_before_ns = now_ns + AGAIN_AFTER_NS
        except OSError:
            pass
        self.close()

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
    status = followed.latest(monotonic_ns())
    return status if status and 0 <= monotonic_ns() - status.t_ns <= STALE_NS else None
