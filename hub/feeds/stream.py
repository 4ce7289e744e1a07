"""The public feed of one board as server-sent events: each event is encoded once for all listeners."""

from collections.abc import Callable, Iterator
from functools import lru_cache

from hub.feeds import server_sent
from hub.feeds.feed import Feed, Update

GRAIN_S = 0.02
"""Ages of clock readings are rounded down to this step. It is a tenth of what clocks may differ by, and at most fifty encodings a second
are needed, however many listen."""
FRAMES_KEPT = 256
"""The newest of each board, with some ages; two megabytes."""


def as_it_is(update: Update) -> Update:
    """The update as the pages receive it."""
    return update


def event_stream(feed: Feed, shown: Callable[[Update], Update] = as_it_is) -> Iterator[bytes]:
    """The newest view, then each newer one, until the feed stops; `shown` translates each."""

    def newer(seen: Update | None) -> tuple[Update, bytes] | None:
        latest = feed.latest
        return None if latest is seen else (latest, frame(shown(latest), feed.now_s()))

    return server_sent.stream(newer, feed.wait, feed.stopped.is_set)


def frame(update: Update, now_s: float) -> bytes:
    """The update as one event: the same bytes for all who receive it within GRAIN_S."""
    return _frame(update, int((now_s - update.clock_since_s) / GRAIN_S))


@lru_cache(FRAMES_KEPT)
def _frame(update: Update, grains: int) -> bytes:
    return server_sent.event(update.id, update.text_at(update.clock_since_s + grains * GRAIN_S))
