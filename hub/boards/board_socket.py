"""The socket by which programs of this machine speak to a board's service without any disk: what it is named, and what is said on it.

Its name is made of the state folder, and lies in no folder: it is there while the service runs, on a full or read-only disk too. A message
is one packet of JSON. The service greets a program that it can serve. That then brings a word (`ASK_WORD`) and may withdraw it
(`WITHDRAW`) until the answer says that it was taken. Both sides look at who the other is: names of this kind have no owner and no
permissions. How the board is goes another way (`link.status_socket`).
"""

import json
import os
import socket
import struct
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from record.store.json_text import json_in

ASK_WORD, WITHDRAW = "word", "withdraw"
MAX_PACKET = 131_072
"""The bytes of the longest message. Moves from paper have 20,000 characters at most."""
READY = {"ready": True}
"""The greeting of the service. Where it does not come, nothing was said."""
GREETS_WITHIN_S = 2.0
CREDENTIALS = struct.Struct("3i")
ROOT = 0


class NobodyThere(Exception):
    """No service listens at that folder, or it is another user's: nothing was said."""


def address(state: Path) -> bytes:
    """The address of the socket of the board with that state folder; OSError when there is no such folder."""
    there = state.stat()
    return f"\0damcam-board-{there.st_dev:x}-{there.st_ino:x}".encode()


def peer_uid(connection: socket.socket) -> int:
    """The user at the other end, as the kernel says; OSError."""
    uid: int = CREDENTIALS.unpack(connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, CREDENTIALS.size))[1]
    return uid


@contextmanager
def connected(state: Path, within_s: float) -> Iterator[socket.socket]:
    """A connection to the board's service, which can serve it, with that timeout for each message; NobodyThere."""
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET | socket.SOCK_CLOEXEC)
    with connection:
        try:
            connection.settimeout(min(GREETS_WITHIN_S, within_s))
            connection.connect(address(state))
            is_ours = peer_uid(connection) in {os.geteuid(), ROOT, state.stat().st_uid}
            is_served = is_ours and receive(connection) == READY
            connection.settimeout(within_s)
        except OSError as error:
            raise NobodyThere from error
        if not is_served:
            raise NobodyThere
        yield connection


def send(connection: socket.socket, message: Mapping[str, Any]) -> None:
    """Send the message; OSError when it is too long, or the other side is gone."""
    packet = json.dumps(message, ensure_ascii=False).encode(errors="surrogatepass")
    if len(packet) > MAX_PACKET:
        raise OSError(f"{len(packet)} bytes are more than {MAX_PACKET}")
    connection.sendall(packet)


def receive(connection: socket.socket) -> dict[str, Any] | None:
    """The next message; None when the other side is gone, or sends what is no message. TimeoutError when none comes in time."""
    try:
        packet = connection.recv(MAX_PACKET + 1)
        message = json_in(packet) if 0 < len(packet) <= MAX_PACKET else None
    except (ConnectionError, ValueError):
        return None
    return message if isinstance(message, dict) else None
