"""The socket by which programs of this machine reach a board's service without any disk.

They send commands, follow the status of the board or the rows of its log, or tell how a part is that they keep themselves.

The service of a board listens at the socket of its state folder, and the mirror of a hub at those of the folders that it keeps. The name of
a socket is made of the folder, and lies in no folder: it is there while the program runs, on a full or read-only disk too. A message
(`link.messages`) is one packet. Both sides look at whose process the other is, for names of this kind have no owner and no permissions.
"""

import atexit
import logging
import os
import socket
import struct
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from math import inf
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from threading import Event, Lock, Thread
from typing import ClassVar, TypeVar

from msgspec.structs import replace

from link.messages import (
    MAX_PACKET,
    Accepted,
    Answer,
    Command,
    CopyReport,
    CurrentStatus,
    Expired,
    FollowRows,
    FollowStatus,
    LinkStatus,
    Message,
    MessageError,
    Outcome,
    PictureWanted,
    Ready,
    Refused,
    Report,
    RowWritten,
    Taken,
    UplinkReport,
    ViewWanted,
    answer_in,
    packet_of,
    request_in,
)
from link.status import STALE_NS, Link, Status

R = TypeVar("R", CopyReport, UplinkReport, ViewWanted)
CREDENTIALS = struct.Struct("3i")
ROOT = 0
MAX_CONNECTIONS = 16
"""Programs at a time that have a command, or have not said what they want."""
MAX_FOLLOWERS = 128
"""Programs at a time that follow the status, or tell how their part is."""
MAX_WANTED = 200
"""Pictures that are wanted at a time; of more the earlier ones are forgotten."""
ASKS_WITHIN_NS = 2_000_000_000
"""How long a program that is connected may take to ask."""
QUESTION_NS = 2_000_000_000
"""How long a command whose life is over waits for the loop to look whether it was done."""
STAYS_NS = 60_000_000_000
"""How long a command that was taken may wait for its outcome. A search for the board takes 25 s at most."""
SERVES_EVERY_S = 0.1
CONNECTS_EVERY_S = 0.05
STATUS_WITHIN_S = 1.0
"""How long the first status of a connection is waited for: it lies ready."""
SOON_S = 0.02
"""How long it may take while another service hangs: whoever shows many boards waits for one that hangs, not for each."""
MS = 1_000_000
_log = logging.getLogger(__name__)


def address(state: Path) -> bytes:
    """The address of the socket of the board with that state folder; OSError when there is no such folder."""
    folder = state.stat()
    return f"\0damcam-board-{folder.st_dev:x}-{folder.st_ino:x}".encode()


def _new_socket() -> socket.socket:
    made = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET | socket.SOCK_CLOEXEC)
    made.setblocking(False)
    return made


def _is_trusted(connection: socket.socket, *owners: int) -> bool:
    """Whether the process at the other end is of this user, of root, or of those users, as the kernel says; OSError."""
    uid: int = CREDENTIALS.unpack(connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, CREDENTIALS.size))[1]
    return uid in {os.geteuid(), ROOT, *owners}


class ReceivedCommand:
    """A command that came, for the loop of the service; `tell` sends an answer and must not wait. Times are of the monotonic clock (ns)."""

    def __init__(self, command: Command, now_ns: int, tell: Callable[[Answer], object]) -> None:
        self.command, self._tell, self._lock = command, tell, Lock()
        self.is_question = command.lives_ms == 0
        self.until_ns = now_ns + (QUESTION_NS if self.is_question else command.lives_ms * MS)
        self._is_open, self._is_taken = True, False

    def take(self, now_ns: int) -> bool:
        """Take the command, so that it cannot expire any more; False where it is over already, or its sender is gone."""
        self.expire(now_ns)
        with self._lock:
            if self._is_open and not self._is_taken:
                self._is_taken = True
                if not self.is_question:
                    self._tell(Taken())
            return self._is_taken

    def expire(self, now_ns: int) -> bool:
        """End the command where its life is over and it was not taken; return whether it is over."""
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
        self.own = own
        self.until_ns: float = until_ns
        self.received: ReceivedCommand | None = None
        self.follows = self.follows_rows = self.reports = False
        """Whether the program follows the status or the rows, or tells how its part is."""

    @property
    def stays(self) -> bool:
        """Whether the connection is no matter of one command."""
        return self.follows or self.follows_rows or self.reports

    def tell(self, message: Answer) -> None:
        with suppress(OSError, MessageError):
            self.own.send(packet_of(message))  # has room in the kernel, or is dropped

    def tell_now(self, packet: bytes) -> None:
        """Send without waiting. A program that read nothing for so long that the kernel has no room is let go, and comes again."""
        try:
            self.own.send(packet)
        except OSError:
            with suppress(OSError):
                self.own.shutdown(socket.SHUT_RDWR)


class BoardSocket:
    """Listens at the socket of that state folder until it is closed.

    One thread calls `serve` again and again; `start` makes one. `put_command` gets each command that comes, to be taken when its turn has
    come; without it they wait for `take`. Any thread puts the status. Nobody who takes commands or puts the status waits for a program.
    """

    def __init__(
        self,
        state: Path,
        monotonic_ns: Callable[[], int] = time.monotonic_ns,
        put_command: Callable[[ReceivedCommand], object] | None = None,
    ) -> None:
        self._now_ns = monotonic_ns
        self._commands: deque[ReceivedCommand] = deque()
        self._put_command = put_command or self._commands.append
        self._connections: list[_Connection] = []
        self._told: dict[type[Message], bytes] = {CurrentStatus: packet_of(CurrentStatus())}
        """What all that follow were told last, of each kind."""
        self.pictures_wanted: deque[PictureWanted] = deque(maxlen=MAX_WANTED)
        """The pictures that somebody wants to see."""
        self._reports: dict[type[Message], tuple[int, Report]] = {}
        """The last report of each kind, and until when it holds."""
        self._lock = Lock()
        """Held while connections change, and while the status is sent."""
        self._ended = Event()
        self._thread: Thread | None = None
        self._state, self._selector = state, DefaultSelector()
        self._listener: socket.socket | None = None
        """None while the name is taken, as by a program of another user."""
        try:
            self._listener = self._listening()
        except OSError as error:
            _log.warning("pages and damcam rule do not reach this board: its socket cannot be used, and is tried again: %s", error)

    def start(self) -> None:
        """Serve in a thread until it is closed."""
        self._thread = Thread(target=self._run, name="socket", daemon=True)
        self._thread.start()

    def take(self) -> Iterator[ReceivedCommand]:
        """The commands that came since, in order, each taken."""
        while self._commands:
            received = self._commands.popleft()
            if received.take(self._now_ns()):
                yield received

    def put(self, status: Status | None) -> None:
        """Tell all that follow the board how it is; None: nothing is known of it any more."""
        self._tell(CurrentStatus(status))

    def put_link(self, link: Link) -> None:
        """Tell all that follow a board elsewhere how the link to it is; what was refused is left out where it has a text that is none."""
        try:
            self._tell(LinkStatus(link))
        except MessageError:
            self._tell(LinkStatus(replace(link, refused={})))

    def put_row(self, game: str, row: int) -> None:
        """Tell all that follow the rows that this row of that game is on disk."""
        packet = packet_of(RowWritten(game, row))
        with self._lock:
            for connection in self._connections:
                if connection.follows_rows:
                    connection.tell_now(packet)

    def _tell(self, message: CurrentStatus | LinkStatus) -> None:
        packet = packet_of(message)
        with self._lock:
            self._told[type(message)] = packet
            for connection in self._connections:
                if connection.follows:
                    connection.tell_now(packet)

    def report(self, kind: type[R]) -> R | None:
        """The last report of that kind; None where none came within STALE_NS. A program that died may be there again before that."""
        until_ns, report = self._reports.get(kind, (0, None))
        return report if isinstance(report, kind) and self._now_ns() <= until_ns else None

    def serve(self, within_s: float) -> None:
        """Do what is to be done at the socket, or will be within that time: accept, read, end what expired."""
        if self._ended.is_set():
            return
        if self._listener is None:
            self._ended.wait(within_s)
            with suppress(OSError):
                self._listener = self._listening()
                _log.warning("the socket of this board can be used now")
            return
        ready = {key.fileobj for key, _ in self._selector.select(within_s)}
        if self._listener in ready:
            for _ in range(MAX_CONNECTIONS):  # another user may come again and again
                if (accepted := self._accept(self._listener, within_s)) is None:
                    break
                ready.add(accepted)
        for connection in [connection for connection in self._connections if connection.own in ready]:
            self._read(connection)
        now_ns = self._now_ns()
        for connection in list(self._connections):
            if connection.received and connection.received.expire(now_ns):
                connection.until_ns = min(connection.until_ns, now_ns + ASKS_WITHIN_NS)  # the program reads the answer and goes
            if now_ns >= connection.until_ns:
                self._leave(connection)

    def close(self) -> None:
        """Listen no more, and end all connections."""
        self._ended.set()
        with suppress(OSError):
            if self._listener:
                self._listener.shutdown(socket.SHUT_RDWR)  # wakes the thread
        if self._thread:
            self._thread.join()
        self._close()

    def _close(self) -> None:
        self._ended.set()
        for connection in list(self._connections):
            self._leave(connection)
        if self._listener:
            self._listener.close()
        self._selector.close()

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                self.serve(SERVES_EVERY_S)
            except Exception:
                _log.exception("what a program asked of the board was not answered")

    def _listening(self) -> socket.socket:
        """A socket that listens at the name of this board; OSError."""
        made = _new_socket()
        try:
            made.bind(address(self._state))
            made.listen(MAX_CONNECTIONS)
            self._selector.register(made, EVENT_READ)
        except OSError:
            made.close()
            raise
        return made

    def _accept(self, listener: socket.socket, within_s: float) -> socket.socket | None:
        """Accept a program, if one waits."""
        until_ns = self._now_ns() + ASKS_WITHIN_NS
        try:
            own, _ = listener.accept()
        except BlockingIOError:
            return None
        except OSError:  # it is shut down, or this process has no descriptors left
            self._ended.wait(within_s)
            return None
        own.setblocking(False)
        connection = _Connection(own, until_ns)
        if sum(not other.stays for other in self._connections) >= MAX_CONNECTIONS or not _is_trusted(own):
            own.close()
            return own
        with self._lock:
            self._connections.append(connection)
        self._selector.register(own, EVENT_READ)
        connection.tell(Ready())
        return own

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
            request = request_in(packet)
        except MessageError as error:
            connection.tell(Refused(error.sentence, "unknown"))
            return
        if not _is_there(connection.own) or (connection.stays and isinstance(request, Command)):  # it waited in vain, as this hung
            self._leave(connection)
        elif isinstance(request, Command):
            now_ns = self._now_ns()
            connection.until_ns = now_ns + STAYS_NS + request.lives_ms * MS
            connection.received = ReceivedCommand(request, now_ns, connection.tell)
            self._put_command(connection.received)
        elif not connection.stays and sum(other.stays for other in self._connections) >= MAX_FOLLOWERS:
            self._leave(connection)
        elif isinstance(request, FollowStatus):
            with self._lock:
                connection.follows, connection.until_ns = True, inf
                for kind in (LinkStatus, CurrentStatus):  # the status is waited for
                    if told := self._told.get(kind):
                        connection.tell_now(told)
        elif isinstance(request, FollowRows):
            connection.follows_rows, connection.until_ns = True, inf
        else:
            until_ns = self._now_ns() + STALE_NS
            connection.reports, connection.until_ns = True, inf if connection.follows or connection.follows_rows else until_ns
            if isinstance(request, PictureWanted):
                self.pictures_wanted.append(request)
            else:
                self._reports[type(request)] = until_ns, request

    def _leave(self, connection: _Connection) -> None:
        if connection.received:
            connection.received.end()
        with self._lock:
            self._connections.remove(connection)
        self._selector.unregister(connection.own)
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
        self.connect()
        if self._own and not self._is_greeted and (answer := self.receive()):
            self._is_greeted = isinstance(answer, Ready)
            if not self._is_greeted:
                self.close()
        return self._is_greeted

    def tell(self, message: Message) -> None:
        """Send it where the service is there, on a connection that stays; MessageError."""
        while self.receive():
            pass
        self.connect()
        self.send(packet_of(message))

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

    @property
    def descriptor(self) -> int | None:
        """What can be waited for until something came; None where it is not connected."""
        return self._own.fileno() if self._own else None

    def wait(self, within_s: float) -> bool:
        """Wait for something to come, or for the next moment to connect; return whether something came."""
        if self._own is None:
            time.sleep(min(within_s, CONNECTS_EVERY_S))
            return False
        self._own.settimeout(within_s)  # no select: pages have more descriptors than it can take
        try:
            self._own.recv(1, socket.MSG_PEEK)
        except (TimeoutError, BlockingIOError):
            return False
        except OSError:
            pass
        finally:
            self._own.setblocking(False)
        return True

    def close(self) -> None:
        """Leave the service."""
        if self._own:
            self._own.close()
        self._own, self._is_greeted = None, False

    def connect(self) -> None:
        """Connect where it is not connected and somebody of ours listens."""
        if self._own:
            return
        own = _new_socket()
        try:
            own.connect(address(self._state))
            if _is_trusted(own, self._state.stat().st_uid):
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

    @property
    def descriptor(self) -> int | None:
        """As `BoardCall.descriptor`."""
        return self._call.descriptor

    def close(self) -> None:
        """Leave it. What was not taken is not done then."""
        self._call.close()


class FollowedStatus:
    """The status of the board with that state folder, over one connection, which lasts as long as somebody is at the other end."""

    silent: ClassVar[set["FollowedStatus"]] = set()
    """Those whose service took a connection and has told nothing since: it hangs."""

    def __init__(self, state: Path) -> None:
        self._call = BoardCall(state)
        self._lock = Lock()
        self._status: Status | None = None
        self.link: Link | None = None
        """How the link to a board elsewhere was told last, also where its mirror is gone by now."""

    def latest(self) -> Status | None:
        """The last status that came, however old; None where nobody tells. While another thread reads it, the one before.

        Only the first status of a connection is waited for, and no longer where other services hang.
        """
        if self._lock.acquire(blocking=False):
            try:
                self._read()
                if not self._call.is_connected:
                    self._ask()
            finally:
                self._lock.release()
        return self._status

    def close(self) -> None:
        """Follow no longer; the next question begins anew."""
        self._call.close()
        self._status = None
        self.silent.discard(self)

    def tell(self, message: Message) -> None:
        """Tell the service that, if it is there; MessageError."""
        with self._lock:
            self._read()
            if not self._call.is_connected:
                self._ask()
            self._call.send(packet_of(message))

    def _ask(self) -> None:
        self._call.tell(FollowStatus())
        while self._call.is_connected and self._call.wait(SOON_S if self.silent else STATUS_WITHIN_S):
            if self._read():
                return
        if self._call.is_connected:
            self.silent.add(self)

    def _read(self) -> bool:
        """Take all that came since, the last of which counts; return whether a status came."""
        has_come = False
        while answer := self._call.receive():
            if isinstance(answer, CurrentStatus):
                self._status, has_come = answer.status, True
                self.silent.discard(self)
            elif isinstance(answer, LinkStatus):
                self.link = answer.link
        if not self._call.is_connected:
            self.close()
        return has_come


_FOLLOWED: dict[Path, FollowedStatus] = {}


@atexit.register
def _follow_nobody() -> None:
    for followed in _FOLLOWED.values():
        followed.close()


def read_status(state: Path, monotonic_ns: Callable[[], int] = time.monotonic_ns) -> Status | None:
    """The current status of the board with that state folder; None when nobody tells it, or it is older than STALE_NS.

    This process follows the board from the first call on.
    """
    status = _followed(state).latest()
    return status if status and 0 <= monotonic_ns() - status.t_ns <= STALE_NS else None


def last_link(state: Path) -> Link | None:
    """How the link to the board is that is mirrored in that folder, as its mirror told this process last; None where it told nothing."""
    followed = _followed(state)
    followed.latest()
    return followed.link


def want_view(state: Path, *, whole: bool = False) -> None:
    """Ask for the camera's picture of now (`link.camera_view`), for STALE_NS. An open page asks again every few seconds."""
    _followed(state).tell(ViewWanted(whole))


def want_picture(state: Path, game: str, name: str) -> None:
    """Ask for a picture of a board elsewhere, which then lies in the folder of its game. Whoever waits for it asks again."""
    _followed(state).tell(PictureWanted(game, name))


def _followed(state: Path) -> FollowedStatus:
    path = state.absolute()
    return _FOLLOWED.get(path) or _FOLLOWED.setdefault(path, FollowedStatus(path))
