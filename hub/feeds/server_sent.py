"""Server-sent events: the bytes of one event, and the one generator that serves a listener of any stream.

Each connection begins with the state of now, whatever the listener had before: after a restart of the server, or with another game at the
board, no id of an earlier event tells whether what he has is still right.
"""

import time
from collections.abc import Callable, Iterator
from typing import TypeVar

KEEP_ALIVE_S = 5.0
"""A page that hears nothing for 12 s says so and stops its clocks. Phone networks and proxies drop a connection that is silent for 30 s."""
RETRY_MS = 2000
"""How soon a browser reconnects: soon enough to go unnoticed, and no storm when a hall's network comes back."""
ALIVE = b": still here\nevent: alive\ndata: 1\n\n"
"""Fills a silence: the comment keeps the line open, and the event tells the page that it is."""

Seen = TypeVar("Seen")
"""What a listener has, as far as it tells whether there is something newer."""


def event(id_: int, data: str) -> bytes:
    """One event. `data` is JSON, which holds no line break, so one data line is enough."""
    return f"id: {id_}\ndata: {data}\n\n".encode()


def stream(
    newer: Callable[[Seen | None], tuple[Seen, bytes] | None], wait: Callable[[Seen | None, float], None], ended: Callable[[], bool]
) -> Iterator[bytes]:
    """The bytes for one listener until `ended`: the state of now, then each newer one that he has time for.

    `newer` gives the newest event and what the listener has then, or None when he has that already; it gets None of a listener who has
    nothing as yet. `wait` waits for something newer, and may return early, at most the given seconds; a silence is filled by ALIVE.
    """
    yield b"retry: %d\n\n" % RETRY_MS
    seen: Seen | None = None
    while not ended():
        until_s = time.monotonic() + KEEP_ALIVE_S
        while (news := newer(seen)) is None and (left_s := until_s - time.monotonic()) > 0:
            wait(seen, left_s)
            if ended():
                return
        if news is None:
            yield ALIVE
        else:
            seen, sent = news
            yield sent
