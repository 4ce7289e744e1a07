"""Which boot of this machine it is now."""

from contextlib import suppress
from functools import cache
from pathlib import Path


def boot_id() -> str:
    """The kernel's id of the current boot, to which monotonic times belong; empty when the system has none, or no file can be opened."""
    with suppress(OSError):
        return _read()
    return ""


@cache
def _read() -> str:
    return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
