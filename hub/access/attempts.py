"""Limits on attempts to sign in: after some failures each further attempt must wait, twice as long each time."""

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from hub.access.clients import place


@dataclass(frozen=True, slots=True)
class AttemptLimit:
    """The first `free` failures cause no wait. The waits after them double, from one second to `max_wait_s`."""

    free: int
    max_wait_s: float


NAME_HERE = AttemptLimit(3, 900)
"""For one name from one address: an arbiter who mistypes, or somebody who guesses on their own phone."""
ADDRESS = AttemptLimit(20, 900)
"""For all names from one address: several arbiters may sit in a hall behind one address."""
NAME = AttemptLimit(50, 30)
"""For one name from all addresses together. The wait is short, so that nobody can lock an arbiter out by failing under that name."""
FORGOTTEN_S = 3600.0
MAX_COUNTS = 10_000
"""Counts that are kept, in two megabytes. Beyond it the count with the oldest failure is dropped."""


@dataclass(slots=True)
class _Count:
    failures: int
    last_s: float


class Attempts:
    """Counts failed attempts. `now_s` is a monotonic clock in seconds. Any thread may use it."""

    def __init__(self, now_s: Callable[[], float] = time.monotonic, max_counts: int = MAX_COUNTS) -> None:
        self._now_s, self._max_counts = now_s, max_counts
        self._counts: OrderedDict[tuple[str, ...], _Count] = OrderedDict()
        self._lock = threading.Lock()

    def begin(self, name: str, address: str) -> float:
        """Seconds to wait before the next attempt. 0 allows this one, which counts as failed until `succeeded` is called."""
        with self._lock:
            keys = list(_keys(name, address))
            wait_s = max(self._wait_s(key, limit) for key, limit in keys)
            if wait_s <= 0:
                for key, _ in keys:
                    self._count(key)
            return max(0.0, wait_s)

    def succeeded(self, name: str, address: str) -> None:
        """Report that the attempt succeeded: the count of this name and address is cleared, and the two other counts lose one failure."""
        with self._lock:
            (own, _), *others = _keys(name, address)
            self._counts.pop(own, None)
            for key, _ in others:
                if key in self._counts:
                    self._counts[key].failures -= 1

    def __len__(self) -> int:
        return len(self._counts)

    def _wait_s(self, key: tuple[str, ...], limit: AttemptLimit) -> float:
        count = self._counts.get(key)
        if count is None or count.failures < limit.free:
            return 0.0
        passed_s = self._now_s() - count.last_s
        doublings = min(count.failures - limit.free, math.ceil(math.log2(limit.max_wait_s)))
        return 0.0 if passed_s >= FORGOTTEN_S else min(2.0**doublings, limit.max_wait_s) - passed_s

    def _count(self, key: tuple[str, ...]) -> None:
        count = self._counts.setdefault(key, _Count(0, self._now_s()))
        if self._now_s() - count.last_s >= FORGOTTEN_S:
            count.failures = 0
        count.failures += 1
        count.last_s = self._now_s()
        self._counts.move_to_end(key)
        while len(self._counts) > self._max_counts:
            self._counts.popitem(last=False)


def _keys(name: str, address: str) -> Iterator[tuple[tuple[str, ...], AttemptLimit]]:
    here = place(address)
    yield (name, here), NAME_HERE
    yield ("", here), ADDRESS
    yield (name, ""), NAME
