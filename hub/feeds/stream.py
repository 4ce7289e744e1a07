"""The public feed of one board as server-sent events: each event is encoded once for all listeners."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from operator import attrgetter

from hub.feeds import server_sent
from hub.feeds.feed import Feed, Update, aged

GRAIN_S = 0.02
"""Ages of clock readings are rounded down to this step. It is a tenth of what clocks may differ by, and at most fifty encodings a second
are needed, however many listen."""
FRAMES_KEPT = 256
"""The newest of each board, with some ages; two megabytes."""


def event_stream(feed: Feed, text_of: Callable[[Update], str] = attrgetter("text")) -> Iterator[bytes]:
    """The newest view, then each newer one, until the feed stops; `text_of` gives each as JSON."""

    def newer(seen: Update | None) -> tuple[Update, bytes] | None:
        latest = feed.latest
        return None if latest is seen else (latest, frame(latest, text_of(latest), feed.now_s()))

    return server_sent.stream(newer, lambda: feed.news, feed.stopped.is_set)


def frame(update: Update, text: str, now_s: float) -> bytes:
    """The update, which that text tells, as one event: the same bytes for all who receive it within GRAIN_S."""
    return _frame(update.id, text, int((now_s - update.clock_since_s) / GRAIN_S))


@lru_cache(FRAMES_KEPT)
def _frame(id_: int, text: str, grains: int) -> bytes:
    return server_sent.event(id_, aged(text, grains * GRAIN_S))
