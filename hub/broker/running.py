"""The broker's process: found by its configuration, told to read its files again, and given somebody who keeps its log."""

import errno
import fcntl
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from hub.access.private_file import ROOT
from hub.broker import log_filter

PROCESSES = Path("/proc")
PROGRAM = "mosquitto"
PIPE_BYTES = 1_048_576
BEGUN_WITHIN_S = 10.0
"""Mosquitto listens some instants before it takes signals; more of them on a busy Pi."""
LOOK_S = 0.02


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

    A broker that begins is waited for: before it takes the signal, that would end it. Whether one runs with that configuration;
    PermissionError where it belongs to another user, TimeoutError where it does not take the signal.
    """
    wanted = configuration.resolve()
    found = [process for process in PROCESSES.iterdir() if process.name.isdigit() and _configuration_of(process) == wanted]
    told = [_has_told(process, wanted) for process in found]
    return any(told)


def _has_told(broker: Path, configuration: Path) -> bool:
    """Send the signal as soon as that broker takes it. Whether it has not ended before."""
    until_s = time.monotonic() + BEGUN_WITHIN_S
    while _configuration_of(broker) == configuration:
        if _takes(broker, signal.SIGHUP):
            with suppress(ProcessLookupError):
                os.kill(int(broker.name), signal.SIGHUP)
                return True
        if time.monotonic() > until_s:
            raise TimeoutError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT))
        time.sleep(LOOK_S)
    return False


def _takes(process: Path, number: signal.Signals) -> bool:
    """Whether the process has a handler of that signal."""
    try:
        lines = (process / "status").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:  # it has ended
        return False
    caught = next((line.split()[1] for line in lines if line.startswith("SigCgt:")), "0")
    return bool(int(caught, 16) >> (number - 1) & 1)


def _configuration_of(process: Path) -> Path | None:
    """The configuration of the broker that this process is; None where it is none."""
    try:
        words = [os.fsdecode(word) for word in (process / "cmdline").read_bytes().split(b"\0")]
    except OSError:  # it has ended, or is hidden from this user
        return None
    if os.path.basename(words[0]) != PROGRAM or "-c" not in words[:-1]:
        return None
    return Path(words[words.index("-c") + 1]).resolve()
