"""Simulates a disk with slow flushes, such as a worn SD card."""

import os
import time
from collections.abc import Callable


def slow_down(seconds: float) -> None:
    """Slow down each flush in this process by so much from now on."""

    def slowly(flush: Callable[[int], None]) -> Callable[[int], None]:
        def flush_slowly(file: int) -> None:
            time.sleep(seconds)
            flush(file)

        return flush_slowly

    os.fsync, os.fdatasync = slowly(os.fsync), slowly(os.fdatasync)
