"""Whether a board's service is alive: it touches a file beside its games once a second while its loop goes round.

Only the changes of the file count, by this process's own clock: the time of day may leap, and the file may lie on another machine.
"""

import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

SILENT_AFTER_S = 5.0
"""The seconds without a sign after which there is no news from the board. A slow card may hold its loop up for a second or two."""


class SignOfLife:
    """Watches the file at `path`, by the clock `now_s`. A board that never gave a sign, such as a recorded game, is not silent."""

    def __init__(self, path: Path | None, now_s: Callable[[], float], time_s: Callable[[], float] = time.time) -> None:
        self._path, self._now_s, self._time_s = path, now_s, time_s
        self._changed_ns: int | None = None
        self._last_s = now_s()

    def silent_since_s(self, later_s: float = 0.0) -> float | None:
        """When the last sign came, for a listener who hears everything so much later; None while the board is not silent for him."""
        now_s, changed_ns = self._now_s(), self._changed()
        if changed_ns is None:
            return None
        if changed_ns != self._changed_ns:
            is_first, self._changed_ns = self._changed_ns is None, changed_ns
            self._last_s = now_s - (max(0.0, self._time_s() - changed_ns / 1e9) if is_first else 0.0)
        heard_s = self._last_s + later_s
        return heard_s if now_s - heard_s > SILENT_AFTER_S else None

    def _changed(self) -> int | None:
        """The time of the file; the last one known when it is gone."""
        try:
            return os.stat(self._path).st_mtime_ns if self._path else None
        except OSError:
            return self._changed_ns


def halted(clock: Mapping[str, Any], passed_s: float) -> dict[str, Any]:
    """The readings of a public clock as they were so long after they were taken, of a clock that does not run."""
    side = clock["running"]
    told = {**clock, "running": None}
    if side is not None and clock[f"{side}_ns"] is not None:
        told[f"{side}_ns"] = max(0, clock[f"{side}_ns"] - round(max(0.0, passed_s) * 1e9 * clock["rate"]))
    return told
