"""Time that runs fast while nobody has anything to do: a service is hurried through its games, and nothing comes late."""

import time
from threading import Lock

from pi.threads import Pace

PATIENCE = 0.1
"""The service waits in real time ten times as long as at a board, not a fraction of it, for time may stand still meanwhile."""
GLANCE_S = 0.0005
"""So often a time that stands still is looked at."""


class HaltingPace(Pace):
    """`pi.threads.Pace` that runs `times` as fast, and passes nobody's appointment before he has moved or dismissed it."""

    def __init__(self, times: float) -> None:
        super().__init__(PATIENCE)
        self._times, self._stood_ns = times, 0
        self._lock = Lock()
        self._appointed: dict[str, int] = {}

    def now_ns(self) -> int:
        with self._lock:
            return self._now_ns()

    def timeout_s(self, due_ns: int) -> float:
        return max(0.0, (due_ns - self.now_ns()) / 1e9 / self._times)

    def wait_until(self, due_ns: int) -> int:
        while (now_ns := self.now_ns()) < due_ns:
            time.sleep(max(GLANCE_S, (due_ns - now_ns) / 1e9 / self._times))
        return now_ns

    def appoint(self, name: str, due_ns: int) -> int:
        """When time stops for him who calls himself so: at `due_ns`, or now if that is over."""
        with self._lock:
            self._appointed[name] = max(due_ns, self._now_ns())
            return self._appointed[name]

    def dismiss(self, name: str) -> None:
        with self._lock:
            self._now_ns()
            self._appointed.pop(name, None)

    def _now_ns(self) -> int:
        now_ns = self._origin_ns + round((time.monotonic_ns() - self._origin_ns - self._stood_ns) * self._times)
        next_ns = min(self._appointed.values(), default=now_ns)
        if now_ns > next_ns:
            self._stood_ns += round((now_ns - next_ns) / self._times)
        return min(now_ns, next_ns)
