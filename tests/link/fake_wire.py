"""The wire in memory, for tests: it can lose, delay, repeat and reorder packets, and either side can be cut off."""

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from itertools import count

from link.mqtt import PacketFrom
from link.wire import Packet
from rules.errors import Sentence

MAX_QUEUED = 1000


class FakeWire:
    """The broker, with the ends of the hub and of the boards. `now_ns` is its time.

    `fate` gives the delays (ns) of the copies of a packet that arrive; none of them loses it.
    """

    def __init__(self, now_ns: Callable[[], int], fate: Callable[[str, Packet], Sequence[int]] = lambda _way, _packet: [0]) -> None:
        self.now_ns, self.fate = now_ns, fate
        self._numbers = count(1)
        self._order = count()
        self.hub = FakeHubEnd(self)
        self.boards: dict[str, FakeBoardEnd] = {}
        self.seen: list[tuple[str, str, Packet]] = []
        """Each packet that was sent: `up` or `down`, the key, and the packet."""

    def board(self, key: str, will: Packet | None = None) -> "FakeBoardEnd":
        """A new end of the board with that key, connected."""
        made = FakeBoardEnd(self, key, will)
        self.boards[key] = made
        made.join()
        return made

    def carry(self, way: str, key: str, packet: Packet) -> None:
        self.seen.append((way, key, packet))
        end = self.hub if way == "up" else self.boards.get(key)
        for delay_ns in self.fate(way, packet) if end else ():
            heappush(end.queue, (self.now_ns() + delay_ns, next(self._order), key, packet))

    def next_number(self) -> int:
        return next(self._numbers)


class FakeEnd:
    """What both ends have."""

    def __init__(self, wire: FakeWire) -> None:
        self.wire = wire
        self.queue: list[tuple[int, int, str, Packet]] = []
        self._connection = 0

    @property
    def connection(self) -> int:
        return self._connection

    @property
    def trouble(self) -> Sentence | None:
        return None

    def join(self) -> None:
        self._connection = self.wire.next_number()

    def cut(self) -> None:
        """The network goes; what was under way to this side and has come by now stays, the rest may come later or never."""
        self._connection = 0

    def _next(self) -> tuple[str, Packet] | None:
        if self._connection and self.queue and self.queue[0][0] <= self.wire.now_ns():
            _, _, key, packet = heappop(self.queue)
            return key, packet
        return None


class FakeHubEnd(FakeEnd):
    """The hub's end."""

    def send(self, key: str, packet: Packet) -> bool:
        if not self._connection:
            return False
        self.wire.carry("down", key, packet)
        return True

    def receive(self, _within_s: float) -> PacketFrom | None:
        found = self._next()
        return PacketFrom(*found) if found else None


class FakeBoardEnd(FakeEnd):
    """A board's end."""

    descriptor = None

    def __init__(self, wire: FakeWire, key: str, will: Packet | None) -> None:
        super().__init__(wire)
        self.key, self.will = key, will

    def cut(self) -> None:
        if self._connection and self.will:
            self.wire.carry("up", self.key, self.will)
        super().cut()

    def send(self, packet: Packet) -> bool:
        if not self._connection:
            return False
        self.wire.carry("up", self.key, packet)
        return True

    def receive(self, _within_s: float) -> Packet | None:
        found = self._next()
        return found[1] if found else None
