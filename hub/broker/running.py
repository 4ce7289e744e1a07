"""The broker's process: found by its configuration, and told to read its files again."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

PROCESSES = Path("/proc")
PROGRAM = "mosquitto"


def reload(configuration: Path) -> bool:
    """Have the broker read passwords and access list again. It then ends each connection whose password is not valid any more.

    Whether one runs with that configuration; PermissionError where it belongs to another user.
    """
    found = list(_brokers(configuration))
    for process in found:
        os.kill(process, signal.SIGHUP)
    return bool(found)


def _brokers(configuration: Path) -> Iterator[int]:
    wanted = configuration.resolve()
    for folder in PROCESSES.iterdir():
        if folder.name.isdigit() and _configuration_of(folder) == wanted:
            yield int(folder.name)


def _configuration_of(process: Path) -> Path | None:
    """The configuration of the broker that this process is; None where it is none."""
    try:
        words = [os.fsdecode(word) for word in (process / "cmdline").read_bytes().split(b"\0")]
    except OSError:  # it has ended, or is hidden from this user
        return None
    if os.path.basename(words[0]) != PROGRAM or "-c" not in words[:-1]:
        return None
    return Path(words[words.index("-c") + 1]).resolve()
