"""The load generator: thousands of listeners in one process and one thread, each with its own socket."""

import re
import select
import socket
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

ASKING = "GET {} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"
_AT_ONCE = 64
"""How many connections are opened before waiting for their answers: fewer than the server's backlog holds."""
_CHUNK = 1 << 16
_SMALL = 4096
"""The receive buffer in bytes of a listener that never reads."""
_EVENT = re.compile(rb"id: (\d+)\ndata: ([^\n]*)\n\n")


@dataclass(eq=False)
class Listener:
    """One connection; `last` is the id of the newest complete event, and `text` its data."""

    socket: socket.socket
    reads: bool = True
    last: int = -1
    text: bytes = b""
    begun: bytes = field(default=b"", repr=False)

    def take(self) -> bool:
        """Read what is there; return whether an event was completed. Raises ConnectionError when the server hung up."""
        came = self.socket.recv(_CHUNK)
        if not came:
            raise ConnectionResetError("the server hung up on a listener")
        self.begun += came
        events = list(_EVENT.finditer(self.begun))
        if not events:
            return False
        number, self.text = events[-1].groups()
        self.last, self.begun = int(number), self.begun[events[-1].end() :]
        return True


class Crowd:
    """The listeners of one stream of a server."""

    def __init__(self, port: int, path: str = "/events") -> None:
        self._port, self._path = port, path
        self._poll = select.epoll()
        self._by_number: dict[int, Listener] = {}
        self.silent: list[Listener] = []

    @property
    def readers(self) -> list[Listener]:
        return list(self._by_number.values())

    def join(self, count: int, within_s: float = 60.0) -> list[Listener]:
        """Add `count` listeners. They have the newest event on return."""
        joined: list[Listener] = []
        while len(joined) < count:
            some = [self._connect() for _ in range(min(_AT_ONCE, count - len(joined)))]
            for listener in some:
                self._by_number[listener.socket.fileno()] = listener
                self._poll.register(listener.socket, select.EPOLLIN)
            joined += some
            self._read(lambda _, some=some: all(listener.last >= 0 for listener in some), within_s)
        return joined

    def join_silent(self, count: int) -> None:
        """Add `count` listeners that ask and never read an answer."""
        self.silent += [self._connect(_SMALL) for _ in range(count)]

    def drop(self, listeners: Iterable[Listener]) -> None:
        """Close these connections, as phones do that lose their network."""
        for listener in listeners:
            self._poll.unregister(listener.socket)
            del self._by_number[listener.socket.fileno()]
            listener.socket.close()

    def delays_s(self, number: int, since_s: float, within_s: float = 10.0) -> list[float]:
        """Return the sorted delays in s after which readers had that event or a newer one; those who had neither in time are left out."""
        arrived: list[float] = []
        behind = {listener for listener in self._by_number.values() if listener.last < number}

        def all_have(read: Listener | None) -> bool:
            if read in behind and read.last >= number:
                behind.remove(read)
                arrived.append(time.monotonic() - since_s)
            return not behind

        self._read(all_have, within_s)
        return sorted(arrived)

    def close(self) -> None:
        for listener in [*self.readers, *self.silent]:
            listener.socket.close()
        self._poll.close()

    def _connect(self, receives: int = 0) -> Listener:
        made = socket.socket()
        if receives:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receives)
        made.connect(("127.0.0.1", self._port))
        made.sendall(ASKING.format(self._path).encode())
        made.setblocking(False)
        return Listener(made)

    def _read(self, done: Callable[[Listener | None], bool], within_s: float) -> None:
        until_s = time.monotonic() + within_s
        finished = done(None)
        while not finished and time.monotonic() < until_s:
            for number, _ in self._poll.poll(0.05):
                listener = self._by_number[number]
                if listener.take():
                    finished = done(listener) or finished
