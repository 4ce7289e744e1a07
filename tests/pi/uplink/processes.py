"""The mirror and the uplink as processes, on ends of a socket that outlives them, for tests that kill them."""

import json
import select
import signal
import socket
import sys
from contextlib import closing
from pathlib import Path
from threading import Event

from hub.venue.mirror import Mirror, sole_mirror
from hub.wire.halves import Packet, PacketFrom
from pi.uplink.uplink import Uplink
from record.store.later import DiskThread

MAX = 600_000


class HubEnd:
    """The hub's half of the wire: an end of a socket that keeps packets apart. A full socket takes no packet."""

    is_private = True

    def __init__(self, end: socket.socket) -> None:
        self._end, self.connection = end, 1
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2 * MAX)

    def send(self, key: str, packet: Packet) -> bool:
        try:
            self._end.send(json.dumps([key, packet.kind]).encode() + b"\n" + packet.payload, socket.MSG_DONTWAIT)
        except (BlockingIOError, ConnectionError):
            return False
        return True

    def receive(self, within_s: float) -> PacketFrom | None:
        if not select.select([self._end], [], [], within_s)[0]:
            return None
        try:
            head, _, payload = self._end.recv(MAX).partition(b"\n")
        except ConnectionError:
            return None
        if not head:
            return None
        key, kind = json.loads(head)
        return PacketFrom(key, Packet(kind, payload))


class BoardEnd(HubEnd):
    """The half of board 1."""

    trouble = None

    def send(self, packet: Packet) -> bool:  # type: ignore[override]
        return super().send("1", packet)

    def receive(self, within_s: float) -> Packet | None:  # type: ignore[override]
        came = super().receive(within_s)
        return came.packet if came else None

    def wake(self) -> None:
        """The next packet or the end of the time wakes it."""


def main(what: str, folder: str, descriptor: str) -> None:
    """Mirror into the folder, or be the uplink of the board there, until ended."""
    end = socket.socket(fileno=int(descriptor))
    ended = Event()
    signal.signal(signal.SIGTERM, lambda *_: ended.set())
    if what == "mirror":
        with sole_mirror(Path(folder)), closing(DiskThread()) as disk:
            Mirror(Path(folder), HubEnd(end), later=disk).run(ended)
    else:
        Uplink(Path(folder), BoardEnd(end), Path(folder) / "arbiters.json").run(ended)


if __name__ == "__main__":
    main(*sys.argv[1:])
