"""Server-sent events: the bytes of one event, and the one generator that serves a listener of any stream.

Each connection begins with the state of now, whatever the listener had before: after a restart of the server, or with another game at the
board, no id of an earlier event tells whether what he has is still right.
"""

import math
import threading
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


class News:
    """Wakes all who wait for something new, at once: a lock would wake them in turn. Any thread may use it."""

    def __init__(self) -> None:
        self.next = threading.Event()
        """Is set with the next news. Whoever waits for it takes it before he looks whether there is something new."""
        self.above: News | None = None
        """That of the whole to which this belongs, which is told too."""
        self.is_held = False
        """Whether news waits until `release`, so that many changes wake those who wait once."""
        self._waits = False
        self._telling = threading.Lock()

    def tell(self) -> None:
        """Wake all who wait."""
        self._waits = True
        if not self.is_held:
            self.release()
        if self.above:
            self.above.tell()

    def release(self) -> bool:
        """Wake all who wait for news that was held; return whether there was any."""
        with self._telling:
            if not self._waits:
                return False
            self._waits = False
            told, self.next = self.next, threading.Event()
        told.set()
        return True


def event(id_: int, data: str) -> bytes:
    """One event. `data` is JSON or HTML without a line break, so one data line is enough."""
    return f"id: {id_}\ndata: {data}\n\n".encode()


def stream(
    newer: Callable[[Seen | None], tuple[Seen, bytes] | None], news: Callable[[], News], ended: Callable[[], bool], look_s: float = math.inf
) -> Iterator[bytes]:
    """The bytes for one listener until `ended`: the state of now, then each newer one that he has time for.

    `newer` gives the newest event and what the listener has then, or None when he has that already; it gets None of a listener who has
    nothing as yet. It is asked at each of the `news` that count for him then, and each `look_s` seconds. ALIVE fills a silence, and then
    it is asked too.
    """
    yield b"retry: %d\n\n" % RETRY_MS
    seen: Seen | None = None
    until_s, coming = time.monotonic() + KEEP_ALIVE_S, news().next
    if ended():
        return
    found = newer(seen)
    while True:
        if found is not None:
            seen, sent = found
            yield sent
            until_s = time.monotonic() + KEEP_ALIVE_S
        elif time.monotonic() >= until_s:
            yield ALIVE
            until_s = time.monotonic() + KEEP_ALIVE_S
        coming.wait(min(max(0.0, until_s - time.monotonic()), look_s))  # what was told since `coming` was taken is told by it
        coming = news().next
        if ended():
            return
        found = newer(seen)
