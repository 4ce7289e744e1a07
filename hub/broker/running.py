"""The broker's process: found by its configuration, told to read its files again, and given somebody who keeps its log."""

import fcntl
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from hub.access.private_file import ROOT
from hub.broker import log_filter

PROCESSES = Path("/proc")
PROGRAM = "mosquitto"
PIPE_BYTES = 1_048_576


def log_kept(log: Path, passed_on: int | None = None) -> tuple[int, subprocess.Popen[bytes]]:
    """A descriptor to be the standard error of Mosquitto, and the process that keeps in the file `log` what comes there.

    It passes it on to `passed_on`, by default standard error. It belongs to the user of the folder, and ends once nobody has the
    descriptor any more. Where it is behind, lines are lost: the broker never waits for its log.
    """
    owner = log.parent.stat() if os.geteuid() == ROOT else None
    user, group, groups = (owner.st_uid, owner.st_gid, ()) if owner else (None, None, None)
    words = [sys.executable, "-P", "-I", "-S", log_filter.__file__, str(log)]
    ours, theirs = os.pipe()
    keeps = subprocess.Popen(words, stdin=ours, stderr=passed_on, user=user, group=group, extra_groups=groups)
    os.close(ours)
    with suppress(OSError):
        fcntl.fcntl(theirs, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
    os.set_blocking(theirs, False)
    return theirs, keeps


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
