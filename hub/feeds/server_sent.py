"""Server-sent events: the bytes of one event, and the loop that serves one listener."""

from collections.abc import Callable, Iterator

KEEP_ALIVE_S = 5.0
"""A page that hears nothing for 12 s says so and stops its clocks. Phone networks and proxies drop a connection that is silent for 30 s."""
RETRY_MS = 2000
"""How soon a browser reconnects: soon enough to go unnoticed, and no storm when a hall's network comes back."""
ALIVE = b": still here\nevent: alive\ndata: 1\n\n"
"""Fills a silence: the comment keeps the line open, and the event tells the page that it is."""


def event(id_: int | str, data: str) -> bytes:
    """One event. `data` is JSON, which holds no line break, so one data line is enough."""
    return f"id: {id_}\ndata: {data}\n\n".encode()


def stream(next_event: Callable[[float], bytes | None], ended: Callable[[], bool]) -> Iterator[bytes]:
    """The bytes for one listener until `ended`.

    `next_event` waits for at most the given seconds and returns the next event of this listener, or None when there is none; a silence is
    filled by ALIVE.
    """
    yield b"retry: %d\n\n" % RETRY_MS
    while not ended():
        sent = next_event(KEEP_ALIVE_S)
        if ended():
            return
        yield sent or ALIVE
