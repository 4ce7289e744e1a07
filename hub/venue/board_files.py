"""The small files in the state folder of a mirrored board: the mark of a mirror, and the sign of life."""

from contextlib import suppress
from pathlib import Path

from hub.feeds.silence import NAME as ALIVE_NAME
from record.store.later import Later, at_once
from record.store.mirror_mark import MARK_NAME

SIGNS_EVERY_NS = 900_000_000
"""How often the sign of life is given: at each pulse, and not with the rows between two."""


class BoardFiles:
    """Those in the folder `state`. The sign of life is given `later`. Times are of the hub's monotonic clock (ns)."""

    def __init__(self, state: Path, later: Later = at_once) -> None:
        self._state, self._later = state, later
        self._failed: OSError | None = None
        self._signed_ns = -SIGNS_EVERY_NS
        self.mark()

    def mark(self) -> None:
        """Mark the folder as a mirror, to whose journals nobody else adds rows, where the mark is not there."""
        with suppress(OSError):
            if not (self._state / MARK_NAME).exists():
                (self._state / MARK_NAME).touch()

    def sign(self, now_ns: int) -> None:
        """Give the sign of life for the pages."""
        if now_ns - self._signed_ns >= SIGNS_EVERY_NS:
            self._signed_ns = now_ns
            self._later(f"{self._state}/{ALIVE_NAME}", self._touch)

    def refuse_failed(self) -> None:
        """Raises the OSError with which the sign was not given since this was asked last."""
        failed, self._failed = self._failed, None
        if failed:
            raise failed

    def _touch(self) -> None:
        try:
            (self._state / ALIVE_NAME).touch()
        except OSError as error:
            self._failed = error
