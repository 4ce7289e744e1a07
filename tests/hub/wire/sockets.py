"""The wire between processes, for tests: each half is one end of a socket that keeps packets apart. A full socket takes no packet."""

import json
import select
import socket

from hub.wire.halves import Packet, PacketFrom

MAX = 600_000


class SocketHalf:
    """Either half; `hub_half` and `board_half` give it the form that the hub and a board use."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2 * MAX)
        self.connection = 1

    def _send(self, key: str, packet: Packet) -> bool:
        head = json.dumps([key, packet.kind]).encode() + b"\n"
        try:
            self._end.send(head + packet.payload, socket.MSG_DONTWAIT)
        except (BlockingIOError, ConnectionError):
            return False
        return True

    def _receive(self, within_s: float) -> PacketFrom | None:
        if not select.select([self._end], [], [], within_s)[0]:
            return None
        try:
            came = self._end.recv(MAX)
        except ConnectionError:
            return None
        head, _, payload = came.partition(b"\n")
        if not head:
            return None
        key, kind = json.loads(head)
        return PacketFrom(key, Packet(kind, payload))


class SocketHub(SocketHalf):
    """The hub's end."""

    is_private = True
    send = SocketHalf._send
    receive = SocketHalf._receive


class SocketBoard(SocketHalf):
    """A board's end."""

    def __init__(self, end: socket.socket, key: str) -> None:
        super().__init__(end)
        self._key = key

    def send(self, packet: Packet) -> bool:
        return self._send(self._key, packet)

    def receive(self, within_s: float) -> Packet | None:
        came = self._receive(within_s)
        return came.packet if came else None

    def wake(self) -> None:
        """The next packet or the end of the time wakes it."""
