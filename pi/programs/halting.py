"""Time that runs fast while nothing happens and stops at appointments: a recorded game is played quickly, and nothing comes too late."""

import time
from threading import Lock

from pi.reading.threads import LivePace

PATIENCE = 30.0
"""How many times longer than at a board the service waits for a silent camera: time may stand still while a slow machine draws."""
GLANCE_S = 0.0005
"""Seconds between two looks at a clock that stands still."""


class HaltingPace(LivePace):
    """A `pi.reading.threads.LivePace` that stops at the earliest appointment until that is moved or dismissed."""

    def __init__(self, speed: float) -> None:
        super().__init__(speed)
        self._stood_ns = 0
        self._lock = Lock()
        self._appointed: dict[str, int] = {}

    def now_ns(self) -> int:
        with self._lock:
            return self._now_ns()

    def patience_s(self, seconds: float) -> float:
        return seconds * PATIENCE

    def wait_until(self, due_ns: int) -> int:
        while (now_ns := self.now_ns()) < due_ns:
            time.sleep(max(GLANCE_S, (due_ns - now_ns) / 1e9 / self.speed))
        return now_ns

    def appoint(self, name: str, due_ns: int) -> int:
        """Appoint `due_ns`, or now if that is over. Time stops there until this name appoints a later moment or is dismissed."""
        with self._lock:
            self._appointed[name] = max(due_ns, self._now_ns())
            return self._appointed[name]

    def dismiss(self, name: str) -> None:
        """Cancel the appointment of this name."""
        with self._lock:
            self._now_ns()
            self._appointed.pop(name, None)

    def _now_ns(self) -> int:
        now_ns = self._origin_ns + round((time.monotonic_ns() - self._origin_ns - self._stood_ns) * self.speed)
        next_ns = min(self._appointed.values(), default=now_ns)
        if now_ns > next_ns:
            self._stood_ns += round((now_ns - next_ns) / self.speed)
        return min(now_ns, next_ns)
