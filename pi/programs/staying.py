"""Keeps the pages of a recorded game, after its end, until the program is told to end."""

import signal
from collections.abc import Callable
from contextlib import suppress
from threading import Event

from pi.game.station import Reports

SIGN_OF_LIFE_S = 1.0
"""The seconds between two signs of life, as those of the loop that records."""


def stay(reports: Reports, tell: Callable[[], object]) -> None:
    """Call `tell`, then wait for SIGINT or SIGTERM, and give the signs of life meanwhile. Must be called in the main thread."""
    ends = Event()
    before = {number: signal.signal(number, lambda *_: ends.set()) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        tell()
        while not ends.wait(SIGN_OF_LIFE_S):
            reports.notifier.alive()
            if reports.alive:
                with suppress(OSError):
                    reports.alive.touch()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
