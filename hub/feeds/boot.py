"""Which boot of this machine it is now."""

from functools import cache
from pathlib import Path


@cache
def boot_id() -> str:
    """The kernel's id of the current boot, to which monotonic times belong; empty when the system has none."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return ""
