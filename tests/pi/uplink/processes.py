"""The mirror and the uplink as processes, on ends of sockets that outlive them, for tests that kill them."""

import signal
import socket
import sys
from contextlib import closing
from pathlib import Path
from threading import Event

from hub.venue.mirror import Mirror, sole_mirror
from pi.uplink.uplink import Uplink
from record.store.later import DiskThread
from tests.hub.wire.sockets import SocketBoard, SocketHub


def main(what: str, folder: str, descriptor: str) -> None:
    """Mirror into the folder, or be the uplink of the board there, until ended."""
    end = socket.socket(fileno=int(descriptor))
    ended = Event()
    signal.signal(signal.SIGTERM, lambda *_: ended.set())
    if what == "mirror":
        with sole_mirror(Path(folder)), closing(DiskThread()) as disk:
            Mirror(Path(folder), SocketHub(end), later=disk).run(ended)
    else:
        Uplink(Path(folder), SocketBoard(end, "1"), Path(folder) / "arbiters.json").run(ended)


if __name__ == "__main__":
    main(*sys.argv[1:])
