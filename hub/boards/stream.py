"""Server-sent events: the feed as the bytes that one listener receives."""

from collections.abc import Callable, Iterator
from functools import lru_cache

from hub.boards.feed import Feed, Update

KEEP_ALIVE_S = 15.0
"""Below the 30 s or more after which phone networks and proxies drop a silent connection."""
RETRY_MS = 2000
"""How soon a browser tries again; soon enough to be unnoticed, and no storm when a hall's network comes back."""
GRAIN_S = 0.02
"""The ages of clock readings are told in such steps: a tenth of what clocks may differ by, and an event is encoded fifty times a second
at most, however many listen."""
FRAMES_KEPT = 256
"""The newest of each board, with some ages; two megabytes."""


def as_it_is(update: Update) -> Update:
    """What the pages are sent."""
    return update


def event_stream(feed: Feed, last_id: int | None, shown: Callable[[Update], Update] = as_it_is) -> Iterator[bytes]:
    """The newest view, unless `last_id` is already it, and then each newer one, until the feed stops; each in the words of `shown`.

    A silence is filled by a comment, which keeps the line open, and the event `alive`, which lets the page see that it is.
    """
    yield b"retry: %d\n\n" % RETRY_MS
    sent: Update = feed.latest
    if sent.id != last_id:
        yield frame(shown(sent), feed.now_s())
    while not feed.stopped.is_set():
        newer = feed.wait(sent, KEEP_ALIVE_S)
        if newer is not None:
            sent = newer
            yield frame(shown(sent), feed.now_s())
        elif not feed.stopped.is_set():
            yield b": still here\nevent: alive\ndata: 1\n\n"


def frame(update: Update, now_s: float) -> bytes:
    """One event, the same bytes for all who are sent it within GRAIN_S."""
    return _frame(update, int((now_s - update.clock_since_s) / GRAIN_S))


@lru_cache(FRAMES_KEPT)
def _frame(update: Update, grains: int) -> bytes:
    """JSON holds no line break, so one data line does."""
    return f"id: {update.id}\ndata: {update.text_at(update.clock_since_s + grains * GRAIN_S)}\n\n".encode()
