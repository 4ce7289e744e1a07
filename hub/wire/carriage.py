"""How each kind of message is carried, and the limits of all of them."""

from dataclasses import dataclass
from typing import Final

PREFIX: Final = "damcam"
"""The first part of every topic; the others are the board's key, `up` or `down`, and the kind: `damcam/KEY/up/rows`."""
UP, DOWN = "up", "down"
VERSION = 1
"""The version in `v` of every payload."""
MAX_PAYLOAD = 256_000
"""Bytes of a payload."""
MAX_PICTURE = 200_000
"""Bytes of a picture: the head that goes before it fits into the same payload."""


@dataclass(frozen=True, slots=True)
class Carriage:
    """How messages of one kind are carried."""

    retained: bool = False
    """Whether the wire shows the last one to whoever connects. Nothing relies on that: it is for those who only watch."""
    expires_s: int = 30
    """After so many seconds nobody needs it any more, and the wire may drop it."""
    most_bytes: int = MAX_PAYLOAD


UPWARD = {
    "presence": Carriage(retained=True, expires_s=0, most_bytes=1_000),
    "pulse": Carriage(expires_s=5, most_bytes=2_000),
    "games": Carriage(most_bytes=MAX_PAYLOAD),
    "rows": Carriage(),
    "readiness": Carriage(expires_s=15, most_bytes=80_000),
    "picture": Carriage(),
    "view": Carriage(expires_s=5),
    "answer": Carriage(most_bytes=20_000),
}
"""The kinds of messages of a board. `expires_s` 0 means never."""
DOWNWARD = {
    "acknowledged": Carriage(),
    "word": Carriage(expires_s=5, most_bytes=150_000),
    "accounts": Carriage(most_bytes=100_000),
    "look": Carriage(expires_s=5, most_bytes=1_000),
    "wanted": Carriage(most_bytes=20_000),
    "refused": Carriage(most_bytes=20_000),
    "forget": Carriage(most_bytes=5_000),
}
"""The kinds of messages to a board."""
