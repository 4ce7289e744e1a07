"""How often somebody may try to sign in: after some failures each further try must wait, twice as long each time."""

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from hub.access.clients import place


@dataclass(frozen=True, slots=True)
class AttemptLimit:
    """So many failures are free; the waits after them double, from a second to `longest_s`."""

    free: int
    longest_s: float


NAME_HERE = AttemptLimit(3, 900)
"""A name from one address: the arbiter who mistypes, or somebody at his own phone who guesses."""
ADDRESS = AttemptLimit(20, 900)
"""All names from one address; a hall behind one address has some arbiters in it."""
NAME = AttemptLimit(50, 30)
"""A name from all addresses together: no longer a wait, so that nobody keeps the arbiter out by failing in his name."""
FORGOTTEN_S = 3600.0
MOST = 10_000
"""Counts that are kept; beyond it those that failed longest ago go. Two megabytes."""


@dataclass(slots=True)
class _Count:
    failures: int
    last_s: float


class Attempts:
    """Counts what failed; `now_s` is any clock that goes on steadily. Any thread may use it."""

    def __init__(self, now_s: Callable[[], float] = time.monotonic, most: int = MOST) -> None:
        self._now_s, self._most = now_s, most
        self._counts: OrderedDict[tuple[str, ...], _Count] = OrderedDict()
        self._lock = threading.Lock()

    def begin(self, name: str, address: str) -> float:
        """Seconds to wait before the next try; 0 where this one may be made, which counts as failed until `succeeded` says otherwise."""
        with self._lock:
            keys = list(_keys(name, address))
            wait_s = max(self._wait_s(key, limit) for key, limit in keys)
            if wait_s <= 0:
                for key, _ in keys:
                    self._count(key)
            return max(0.0, wait_s)

    def succeeded(self, name: str, address: str) -> None:
        """The try that was begun did not fail: the name is free here, and the others have one failure less."""
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
        doublings = min(count.failures - limit.free, math.ceil(math.log2(limit.longest_s)))
        return 0.0 if passed_s >= FORGOTTEN_S else min(2.0**doublings, limit.longest_s) - passed_s

    def _count(self, key: tuple[str, ...]) -> None:
        count = self._counts.setdefault(key, _Count(0, self._now_s()))
        if self._now_s() - count.last_s >= FORGOTTEN_S:
            count.failures = 0
        count.failures += 1
        count.last_s = self._now_s()
        self._counts.move_to_end(key)
        while len(self._counts) > self._most:
            self._counts.popitem(last=False)


def _keys(name: str, address: str) -> Iterator[tuple[tuple[str, ...], AttemptLimit]]:
    here = place(address)
    yield (name, here), NAME_HERE
    yield ("", here), ADDRESS
    yield (name, ""), NAME
