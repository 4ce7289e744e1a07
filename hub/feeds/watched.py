"""What nobody follows in the background: it is looked at while somebody asks for it or listens."""

import threading
import time
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from hub.feeds import server_sent

LOOK_S = 0.5
"""How often it is looked at while somebody listens, however many do."""

T = TypeVar("T")


class Watched(Generic[T]):
    """What `see` sees, by the clock `now_s`. Any thread may use it.

    Its id rises by one with each look that saw something else; it is `first_id` while nothing but `nothing` was seen.
    """

    def __init__(self, see: Callable[[], T], nothing: T, now_s: Callable[[], float] = time.monotonic, *, first_id: int = 0) -> None:
        self._see, self._now_s = see, now_s
        self._looking, self._looked_s = threading.Lock(), float("-inf")
        self._newest, self.news = (first_id, nothing), server_sent.News()

    @property
    def newest(self) -> tuple[int, T]:
        """What was seen last, with its id before it."""
        return self._newest

    def look(self, within_s: float | None = None) -> tuple[int, T]:
        """What is seen now, with its id before it. What somebody saw within that time before now will do: LOOK_S unless it is given."""
        with self._looking:
            if self._now_s() - self._looked_s >= (LOOK_S if within_s is None else within_s):
                self._looked_s = self._now_s()
                number, before = self._newest
                if (seen := self._see()) != before:
                    self._newest = number + 1, seen
                    self.news.tell()
            return self._newest

    def events(self, write: Callable[[int, T], bytes], ended: Callable[[], bool]) -> Iterator[bytes]:
        """Server-sent events for one listener until `ended`: what is seen now, and each change. `write` gives the event with that id."""

        def newer(seen: int | None) -> tuple[int, bytes] | None:
            number, told = self.look()
            return None if number == seen else (number, write(number, told))

        return server_sent.stream(newer, lambda: self.news, ended, LOOK_S)
