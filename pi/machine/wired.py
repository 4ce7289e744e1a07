"""Runs a process of the wire, uplink or mirror, as a service: until told to end, with signs of life for systemd."""

import signal
import threading
import time
from collections.abc import Callable
from types import FrameType

from pi.machine.notify import Notifier
from rules.errors import Phrase, Sentence

ALIVE_EVERY_S = 1.0


class WiredSays(Phrase):
    """How a process of the wire is."""

    CONNECTED = "connected to the broker"
    NOT_YET = "not connected to the broker yet"


def work_until_told(step: Callable[[], None], connection: Callable[[], int], trouble: Callable[[], Sentence | None]) -> None:
    """Take one step after another until SIGTERM or SIGINT, and tell systemd how the connection is."""
    ended = threading.Event()

    def end(_number: int, _frame: FrameType | None) -> None:
        ended.set()

    before = {number: signal.signal(number, end) for number in (signal.SIGTERM, signal.SIGINT)}
    notifier = Notifier()
    try:
        notifier.ready()
        told_s = -ALIVE_EVERY_S
        while not ended.is_set():
            step()
            if time.monotonic() - told_s >= ALIVE_EVERY_S:
                told_s = time.monotonic()
                notifier.alive()
                notifier.status(str(WiredSays.CONNECTED.said() if connection() else trouble() or WiredSays.NOT_YET.said()))
        notifier.stopping()
    finally:
        notifier.close()
        for number, handler in before.items():
            signal.signal(number, handler)
