"""What the arbiter is to be told of the second copy, from the reports of the program that keeps it: that nothing is copied off the card any
more, that the copy is complete again, or that it knows more."""

import time
from collections.abc import Callable
from threading import Event as Flag
from threading import Thread

from link.messages import CopyReport
from link.status import CopyState
from record.events.of_game import Event
from record.telling.remarks import COPY_AHEAD, COPY_BACK, COPY_MISSING, DISK

EVERY_S = 1.0
STARTS_WITHIN_S = 30.0
"""The time within which the first report comes: a Pi Zero 2 W loads the program from a slow card."""
TOLD_AFTER_S = 4.0
"""How long the copy must fail before the arbiter hears of it: a journal that is locked for a moment is no news."""
NOT_AGAIN_FOR_S = 60.0
"""The shortest time between the end of a failure and the next one that is told: a loose plug makes one alert a minute at most."""


class CopyWatch:
    """Reads the reports in a thread of its own; the loop only asks what they came to. `report` returns the one of now."""

    def __init__(self, report: Callable[[], CopyReport | None], now_s: Callable[[], float] = time.monotonic) -> None:
        self._report, self._now_s = report, now_s
        self._began_s = now_s()
        self._failing_since_s: float | None = None
        self._is_missing = False
        self._back_s: float | None = None
        self._ahead_of = ""
        self._ends = Flag()
        self._thread = Thread(target=self._run, name="copy watch", daemon=True)

    def start(self) -> None:
        """Begin to read."""
        self._thread.start()

    def close(self) -> None:
        self._ends.set()

    def amiss(self, game: str) -> str:
        """What is amiss for the game in the folder of that name: a `reason` of `record.telling.remarks.disk`; empty while all is well."""
        if self._is_missing:
            return COPY_MISSING
        return COPY_AHEAD if game and game == self._ahead_of else ""

    def see(self, report: CopyReport | None) -> None:
        """Take note of the latest report; None where there is none."""
        now_s = self._now_s()
        if report is None and now_s - self._began_s < STARTS_WITHIN_S:
            return
        if report is not None and report.state is CopyState.STARTS:
            return
        self._ahead_of = report.game if report else self._ahead_of
        if report is not None and report.state is not CopyState.FAILS:
            self._back_s = now_s if self._is_missing else self._back_s
            self._failing_since_s, self._is_missing = None, False
            return
        if self._failing_since_s is None:
            self._failing_since_s = now_s
        is_old = self._back_s is None or now_s - self._back_s >= NOT_AGAIN_FOR_S
        self._is_missing = self._is_missing or (is_old and now_s - self._failing_since_s >= TOLD_AFTER_S)

    def _run(self) -> None:
        while not self._ends.wait(EVERY_S):
            self.see(self._report())


class CopyAlerts:
    """What the arbiter of one game was told of the second copy; `told` is the last reason on record."""

    def __init__(self, told: str = "") -> None:
        self._told = told

    def news(self, amiss: str) -> str:
        """The `reason` of the alert that is due, when `amiss` is what is amiss now; empty where nothing is new."""
        if amiss == self._told or (not amiss and self._told != COPY_MISSING):
            return ""
        self._told = amiss
        return amiss or COPY_BACK


def last_told(told: str, event: Event) -> str:
    """The last reason after this event; `told` is the one before it."""
    of_copy = (COPY_MISSING, COPY_AHEAD, COPY_BACK)
    reasons = [alert.reason for alert in getattr(event, "alerts", ()) if alert.code == DISK and alert.reason in of_copy]
    return reasons[-1] if reasons else told
