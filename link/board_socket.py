"""The socket by which programs of this machine reach a board's service without any disk.

Its name is made of the state folder, and lies in no folder: it is there while the service runs, on a full or read-only disk too. A message
(`link.messages`) is one packet. Both sides look at who the other is: names of this kind have no owner and no permissions.
"""

import logging
import os
import select
import socket
import struct
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Lock, Thread

from msgspec.structs import replace

from link.messages import (
    MAX_PACKET,
    Accepted,
    Answer,
    Command,
    Expired,
    MessageError,
    Outcome,
    Ready,
    Refused,
    Taken,
    answer_in,
    command_in,
    packet_of,
    refused,
)

CREDENTIALS = struct.Struct("3i")
ROOT = 0
MAX_CONNECTIONS = 16
ASKS_WITHIN_NS = 2_000_000_000
"""How long a program that is connected may take to ask."""
QUESTION_NS = 2_000_000_000
"""How long a command whose life is over waits for the loop to look whether it was done."""
STAYS_NS = 60_000_000_000
"""How long a command that was taken may wait for its outcome. A search for the board takes 25 s at most."""
SERVES_EVERY_S = 0.1
CONNECTS_EVERY_S = 0.05
MS = 1_000_000
_log = logging.getLogger(__name__)


def address(state: Path) -> bytes:
    """The address of the socket of the board with that state folder; OSError when there is no such folder."""
    there = state.stat()
    return f"\0damcam-board-{there.st_dev:x}-{there.st_ino:x}".encode()


def peer_uid(connection: socket.socket) -> int:
    """The user at the other end, as the kernel says; OSError."""
    uid: int = CREDENTIALS.unpack(connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, CREDENTIALS.size))[1]
    return uid


def _new_socket() -> socket.socket:
    made = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET | socket.SOCK_CLOEXEC)
    made.setblocking(False)
    return made


class ReceivedCommand:
    """A command that came, for the loop of the service; `tell` sends an answer and must not wait. Times are of the monotonic clock (ns)."""

    def __init__(self, command: Command, now_ns: int, tell: Callable[[Answer], object]) -> None:
        self.command, self._tell, self._lock = command, tell, Lock()
        self.is_question = command.lives_ms == 0
        self.until_ns = now_ns + (QUESTION_NS if self.is_question else command.lives_ms * MS)
        self._is_open, self._is_taken = True, False

    def take(self, now_ns: int) -> bool:
        """Take the command, so that it cannot expire any more; False where it has, or its sender is gone."""
        self.expire(now_ns)
        with self._lock:
            if self._is_open and not self._is_taken:
                self._is_taken = True
                if not self.is_question:
                    self._tell(Taken())
            return self._is_taken

    def expire(self, now_ns: int) -> bool:
        """End the command where its life is over and it was not taken; whether it has ended."""
        with self._lock:
            if self._is_open and not self._is_taken and now_ns >= self.until_ns:
                self._is_open = False
                if not self.is_question:  # of a question the loop alone knows
                    self._tell(Expired())
            return not self._is_open

    def answer(self, outcome: Outcome) -> None:
        """Tell the outcome, once."""
        with self._lock:
            if self._is_open:
                self._is_open = False
                self._tell(outcome)

    @property
    def is_open(self) -> bool:
        """Whether the sender waits for the outcome."""
        return self._is_open

    def end(self) -> None:
        """Tell nothing from now on: the sender is gone. Who is gone before the command was taken has asked nothing."""
        with self._lock:
            self._is_open = False


class _Connection:
    """A program that is connected."""

    def __init__(self, own: socket.socket, until_ns: int) -> None:
        self.own, self.until_ns = own, until_ns
        self.received: ReceivedCommand | None = None

    def tell(self, message: Answer) -> None:
        with suppress(OSError, MessageError):
            self.own.send(packet_of(message))  # has room in the kernel, or is dropped


class BoardSocket:
    """Listens at the socket of that state folder until it is closed.

    One thread calls `serve` again and again; `start` makes one. `put` gets each command that comes, to be taken when its turn has come;
    without it they wait for `take`. Nobody who takes commands waits here.
    """

    def __init__(
        self,
        state: Path,
        monotonic_ns: Callable[[], int] = time.monotonic_ns,
        put: Callable[[ReceivedCommand], object] | None = None,
    ) -> None:
        self._now_ns = monotonic_ns
        self._commands: deque[ReceivedCommand] = deque()
        self._put = put or self._commands.append
        self._connections: list[_Connection] = []
        self._is_closed = False
        self._thread: Thread | None = None
        self._listener = _new_socket()
        try:
            self._listener.bind(address(state))
            self._listener.listen(MAX_CONNECTIONS)
        except OSError as error:
            self._listener.close()
            self._is_closed = True
            _log.warning("pages and damcam rule do not reach this board: its socket cannot be used: %s", error)

    def start(self) -> None:
        """Serve in a thread until it is closed."""
        if not self._is_closed:
            self._thread = Thread(target=self._run, name="socket", daemon=True)
            self._thread.start()

    def take(self) -> Iterator[ReceivedCommand]:
        """The commands that came since, in order, each taken."""
        while self._commands:
            received = self._commands.popleft()
            if received.take(self._now_ns()):
                yield received

    def serve(self, within_s: float) -> None:
        """Do what is to be done at the socket, or will be within that time: accept, read, end what expired."""
        if self._is_closed:
            return
        if within_s:
            select.select([self._listener, *(one.own for one in self._connections)], [], [], within_s)
        for _ in range(MAX_CONNECTIONS):  # another user may come again and again
            if not self._accept():
                break
        for connection in list(self._connections):
            self._read(connection)
        now_ns = self._now_ns()
        for connection in list(self._connections):
            if connection.received and connection.received.expire(now_ns) and connection.until_ns > now_ns + ASKS_WITHIN_NS:
                connection.until_ns = now_ns + ASKS_WITHIN_NS  # the answer is sent: the program reads it and goes
            if now_ns >= connection.until_ns:
                self._leave(connection)

    def close(self) -> None:
        """Listen no more, and end all connections."""
        self._is_closed = True
        if self._thread:
            self._thread.join()
        for connection in list(self._connections):
            self._leave(connection)
        self._listener.close()

    def _run(self) -> None:
        while not self._is_closed:
            try:
                self.serve(SERVES_EVERY_S)
            except Exception:
                _log.exception("what a program asked of the board was not answered")

    def _accept(self) -> bool:
        """Accept a program, if one waits; whether one did."""
        until_ns = self._now_ns() + ASKS_WITHIN_NS
        try:
            own, _ = self._listener.accept()
        except OSError:  # nobody waits, or this process has no descriptors left
            return False
        own.setblocking(False)
        connection = _Connection(own, until_ns)
        try:
            is_ours = peer_uid(own) in {os.geteuid(), ROOT}
        except OSError:
            is_ours = False
        if not is_ours or len(self._connections) >= MAX_CONNECTIONS:
            own.close()
        else:
            self._connections.append(connection)
            connection.tell(Ready())
        return True

    def _read(self, connection: _Connection) -> None:
        try:
            packet = connection.own.recv(MAX_PACKET + 1)
        except BlockingIOError:
            return
        except OSError:
            packet = b""
        if not packet or len(packet) > MAX_PACKET or connection.received:
            self._leave(connection)
            return
        try:
            command = command_in(packet)
        except MessageError as error:
            connection.tell(refused(error.sentence, "unknown"))
            return
        if not _is_there(connection.own):  # it waited in vain, for a process that hung
            self._leave(connection)
            return
        now_ns = self._now_ns()
        connection.until_ns = now_ns + STAYS_NS + command.lives_ms * MS
        connection.received = ReceivedCommand(command, now_ns, connection.tell)
        self._put(connection.received)

    def _leave(self, connection: _Connection) -> None:
        if connection.received:
            connection.received.end()
        self._connections.remove(connection)
        connection.own.close()


def _is_there(other: socket.socket) -> bool:
    """Whether the program at the other end has not gone."""
    try:
        return bool(other.recv(1, socket.MSG_PEEK))
    except BlockingIOError:
        return True
    except OSError:
        return False


class BoardCall:
    """A program's connection to the service at that state folder, made anew until `close`. Nothing here waits but `wait`."""

    def __init__(self, state: Path) -> None:
        self._state = state
        self._own: socket.socket | None = None
        self._is_greeted = False

    def is_ready(self) -> bool:
        """Whether the service is there and serves this program; it is tried again each time."""
        if self._own is None:
            self._connect()
        if self._own and not self._is_greeted and (answer := self.receive()):
            self._is_greeted = isinstance(answer, Ready)
            if not self._is_greeted:
                self.close()
        return self._is_greeted

    def send(self, packet: bytes) -> bool:
        """Send it; False where the connection is lost."""
        try:
            if self._own:
                self._own.send(packet)
        except OSError:
            self.close()
        return self._own is not None

    def receive(self) -> Answer | None:
        """The next answer; None while there is none. A connection that is lost is closed."""
        if self._own is None:
            return None
        try:
            packet = self._own.recv(MAX_PACKET + 1)
            if packet:
                return answer_in(packet)
        except BlockingIOError:
            return None
        except (OSError, MessageError):
            pass
        self.close()
        return None

    @property
    def is_connected(self) -> bool:
        return self._own is not None

    def wait(self, within_s: float) -> None:
        """Wait for something to come, or for the next moment to connect."""
        if self._own is None:
            time.sleep(min(within_s, CONNECTS_EVERY_S))
            return
        self._own.settimeout(within_s)  # no select: pages have more descriptors than it can take
        with suppress(OSError):
            self._own.recv(1, socket.MSG_PEEK)
        self._own.setblocking(False)

    def close(self) -> None:
        if self._own:
            self._own.close()
        self._own, self._is_greeted = None, False

    def _connect(self) -> None:
        own = _new_socket()
        try:
            own.connect(address(self._state))
            if peer_uid(own) in {os.geteuid(), ROOT, self._state.stat().st_uid}:
                self._own = own
                return
        except OSError:
            pass
        own.close()


class CommandCall:
    """A command on its way to the service at that state folder. `step` goes on with it, and tells the outcome once it is known.

    Where the connection is lost, the command is sent again with the rest of its life, and then only asked for: the service does it once.
    """

    def __init__(self, state: Path, command: Command, monotonic_ns: Callable[[], int] = time.monotonic_ns) -> None:
        self._call, self._command, self._now_ns = BoardCall(state), command, monotonic_ns
        self.until_ns = monotonic_ns() + command.lives_ms * MS
        """When its life is over."""
        self.was_sent = False
        """Whether the service may have it."""
        self._is_sent = False
        packet_of(command)

    def step(self) -> Outcome | None:
        """Go on; the outcome, or None while it is not known."""
        if self._is_sent and not self._call.is_connected:
            self._is_sent = False
        if not self._is_sent:
            if not self._call.is_ready():
                return None
            left_ms = max(0, (self.until_ns - self._now_ns()) // MS)
            if not self._call.send(packet_of(replace(self._command, lives_ms=left_ms, was_sent=self.was_sent or self._command.was_sent))):
                return None
            self._is_sent = self.was_sent = True
        answer = self._call.receive()
        while isinstance(answer, Taken):
            answer = self._call.receive()
        return answer if isinstance(answer, Accepted | Refused | Expired) else None

    def wait(self, within_s: float) -> None:
        """Wait for the next step."""
        self._call.wait(within_s)

    def close(self) -> None:
        """Leave it. What was not taken is not done then."""
        self._call.close()
