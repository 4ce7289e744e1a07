"""The one way in which tests wait for another process or thread."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

WITHIN_S = 60.0
"""The longest that anything is waited for (s). A test that passes never waits so long, however busy the machine is."""
LOOK_EVERY_S = 0.02


def wait_until(condition: Callable[[], T], why: Callable[[], object] = lambda: "") -> T:
    """Return the value of `condition` as soon as it is true. AssertionError with the text of `why` when WITHIN_S is over.

    Example: `wait_until(lambda: server.answers(), server.log)`.
    """
    until_s = time.monotonic() + WITHIN_S
    while not (value := condition()):
        assert time.monotonic() < until_s, f"this did not come true within {WITHIN_S:.0f} s: {why()}"
        time.sleep(LOOK_EVERY_S)
    return value
