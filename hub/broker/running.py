"""The broker's process: found by its configuration, told to read its files again, and given somebody who keeps its log."""

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
"""Mosquitto listens some instants before it takes signals; more of them on a busy Pi. After this it gets the signal all the same."""
BEGUN_LOOK_S = 0.02
"""How often that is asked."""


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

    A broker that begins is waited for: before it has a handler of the signal, that would end it. Whether one runs with that configuration;
    PermissionError where it belongs to another user, after all others were told.
    """
    wanted, refused = Path(os.path.realpath(configuration)), None
    found = [process for process in PROCESSES.iterdir() if process.name.isdigit() and _configuration_of(process) == wanted]
    told = False
    for process in found:
        try:
            if _has_begun(process, wanted):
                os.kill(int(process.name), signal.SIGHUP)
                told = True
        except ProcessLookupError:
            pass  # it has ended
        except OSError as error:
            refused = error
    if refused:
        raise refused
    return told


def _has_begun(process: Path, configuration: Path) -> bool:
    """Wait until that broker has a handler of the signal, BEGUN_WITHIN_S at most; False as soon as it does not run any more."""
    until_s = time.monotonic() + BEGUN_WITHIN_S
    while is_there := _configuration_of(process) == configuration:
        if _handles(process, signal.SIGHUP) or time.monotonic() > until_s:
            break
        time.sleep(BEGUN_LOOK_S)
    return is_there


def _handles(process: Path, number: signal.Signals) -> bool:
    """Whether the process has a handler of that signal; True where that is not to be known."""
    try:
        lines = (process / "status").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:  # it has ended
        return True
    caught = next((int(line.split()[1], 16) for line in lines if line.startswith("SigCgt:")), -1)
    return bool(caught >> (number - 1) & 1)


def _configuration_of(process: Path) -> Path | None:
    """The configuration of the broker that this process is; None where it is none."""
    try:
        words = [os.fsdecode(word) for word in (process / "cmdline").read_bytes().split(b"\0")]
    except OSError:  # it has ended, or is hidden from this user
        return None
    if os.path.basename(words[0]) != PROGRAM or "-c" not in words[:-1]:
        return None
    # not Path.resolve, which raises for a loop of links before Python 3.13, and any user may name such a loop
    return Path(os.path.realpath(words[words.index("-c") + 1]))
