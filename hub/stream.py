"""Server-sent events: the feed as the bytes that one listener receives."""

from collections.abc import Iterator

from hub.feed import Feed, Update

KEEP_ALIVE_S = 15.0
"""Below the 30 s or more after which phone networks and proxies drop a silent connection."""
RETRY_MS = 2000
"""How soon a browser tries again; soon enough to be unnoticed, and no storm when a hall's network comes back."""


def event_stream(feed: Feed, last_id: int | None) -> Iterator[bytes]:
    """The newest view, unless `last_id` is already it, and then each newer one, until the feed stops.

    A silence is filled by a comment, which keeps the line open, and the event `alive`, which lets the page see that it is.
    """
    yield b"retry: %d\n\n" % RETRY_MS
    sent: Update = feed.latest
    if sent.id != last_id:
        yield frame(sent, feed.now_s())
    while not feed.stopped.is_set():
        newer = feed.wait(sent, KEEP_ALIVE_S)
        if newer is not None:
            sent = newer
            yield frame(sent, feed.now_s())
        elif not feed.stopped.is_set():
            yield b": still here\nevent: alive\ndata: 1\n\n"


def frame(update: Update, now_s: float) -> bytes:
    """One event; JSON holds no line break, so one data line does."""
    return f"id: {update.id}\ndata: {update.text_at(now_s)}\n\n".encode()
