"""Limits on guesses at passwords. They stop who guesses, from however many addresses, and not who signs in rightly beside him.

Who signed in before is known by a cookie of that browser (`hub.access.login`), and has counts of his own: nobody else's failures, from the
same address or under the same name, make him wait.
"""

import math
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from hub.access.clients import place


@dataclass(frozen=True, slots=True)
class AttemptLimit:
    """The first `free` failures cause no wait. The waits after them double, from one second to `max_wait_s`."""

    free: int
    max_wait_s: float


NAME_HERE = AttemptLimit(3, 900)
"""For one name from one address, or in one known browser: an arbiter who mistypes, or somebody who guesses on their own phone."""
HOUR_S = 3600.0
MAX_AN_HOUR = 53
"""Guesses at one name in any hour from all browsers that are not known: at eight letters, nobody finds a password in a hundred years."""
MAX_STRANGERS = 1000
"""Names without an account whose guesses are counted, so that nobody learns from the waits which names have one."""
MAX_COUNTS = 10_000
"""Counts that are kept, in two megabytes. Beyond it the count with the oldest failure is dropped."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """Who tries to sign in, as far as it is known before the password is."""

    name: str
    """The name in the form in which names are compared (`hub.access.accounts.name_key`)."""
    address: str
    browser: str = ""
    """The id of a browser in which somebody signed in under that name before; empty for an unknown one."""
    exists: bool = True
    """Whether there is an account of that name."""


@dataclass(slots=True)
class _Count:
    failures: int
    last_s: float


class Attempts:
    """Counts failed attempts. `now_s` is a monotonic clock in seconds. Any thread may use it."""

    def __init__(self, now_s: Callable[[], float] = time.monotonic, max_counts: int = MAX_COUNTS) -> None:
        self._now_s, self._max_counts = now_s, max_counts
        self._counts: OrderedDict[tuple[str, ...], _Count] = OrderedDict()
        self._guesses: dict[str, deque[float]] = {}  # of accounts, of which there are few: no flood of other names drops one
        self._strangers: OrderedDict[str, deque[float]] = OrderedDict()
        self._lock = threading.Lock()

    def begin(self, attempt: Attempt) -> float:
        """Seconds to wait before the next attempt. 0 allows this one, which counts as failed until `succeeded` is called."""
        with self._lock:
            wait_s = max((self._wait_s(attempt), *(self._hour_s(guesses) for guesses in self._of_name(attempt))))
            if wait_s <= 0:
                self._count(_key(attempt))
                for guesses in self._of_name(attempt):
                    guesses.append(self._now_s())
            return max(0.0, wait_s)

    def succeeded(self, attempt: Attempt) -> None:
        """Report that the attempt succeeded: it was no guess, and the count of this name and address is cleared."""
        with self._lock:
            self._counts.pop(_key(attempt), None)
            self._take_back(attempt)

    def withdrawn(self, attempt: Attempt) -> None:
        """Report that the password was not looked at, so that this attempt was no guess either."""
        with self._lock:
            count = self._counts.get(_key(attempt))
            if count:
                count.failures -= 1
            self._take_back(attempt)

    def __len__(self) -> int:
        return len(self._counts)

    def _take_back(self, attempt: Attempt) -> None:
        for guesses in self._of_name(attempt):
            if guesses:
                guesses.pop()

    def _of_name(self, attempt: Attempt) -> Iterator[deque[float]]:
        """The times of the guesses at the attempt's name, which a known browser does not add to."""
        if attempt.browser:
            return
        times = self._guesses if attempt.exists else self._strangers
        yield times.setdefault(attempt.name, deque(maxlen=MAX_AN_HOUR))
        while len(self._strangers) > MAX_STRANGERS:
            self._strangers.popitem(last=False)

    def _hour_s(self, guesses: deque[float]) -> float:
        return guesses[0] + HOUR_S - self._now_s() if len(guesses) == MAX_AN_HOUR else 0.0

    def _wait_s(self, attempt: Attempt) -> float:
        count, limit = self._counts.get(_key(attempt)), NAME_HERE
        if count is None or count.failures < limit.free:
            return 0.0
        passed_s = self._now_s() - count.last_s
        doublings = min(count.failures - limit.free, math.ceil(math.log2(limit.max_wait_s)))
        return 0.0 if passed_s >= HOUR_S else min(2.0**doublings, limit.max_wait_s) - passed_s

    def _count(self, key: tuple[str, ...]) -> None:
        count = self._counts.setdefault(key, _Count(0, self._now_s()))
        if self._now_s() - count.last_s >= HOUR_S:
            count.failures = 0
        count.failures += 1
        count.last_s = self._now_s()
        self._counts.move_to_end(key)
        while len(self._counts) > self._max_counts:
            self._counts.popitem(last=False)


def _key(attempt: Attempt) -> tuple[str, ...]:
    return (attempt.name, "in", attempt.browser) if attempt.browser else (attempt.name, "from", place(attempt.address))
