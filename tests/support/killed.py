"""A part of the program that ends as if its process was killed: nothing is closed in good order."""

import gc
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from record.log.log import Log
from record.log.reading import LogReader
from record.log.slots import SlotsReader, TwoSlots

OF_LOGS = (".jsonl", ".jsonl-tail", "-clock", "-belief")
"""The endings of the files of logs and of what is written beside them."""


@contextmanager
def killed() -> Iterator[None]:
    """A context in which objects with open files may be dropped. The files are closed, as the kernel does for a killed process.

    From Python 3.13 on a dropped SQLite connection is warned of, and the warning would fail whichever test runs then.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        yield
        gc.collect()
        _close_dropped()


def _close_dropped() -> None:
    """Close the descriptors of logs that no object has any more, and with them give back their locks."""
    held = set()
    for item in gc.get_objects():
        if isinstance(item, Log):
            held |= {item._lock, item._descriptor}
        elif isinstance(item, LogReader | SlotsReader | TwoSlots):
            held.add(item._descriptor)
    for entry in Path("/proc/self/fd").iterdir():
        with suppress(OSError):
            if int(entry.name) not in held and os.readlink(entry).endswith(OF_LOGS):
                os.close(int(entry.name))
