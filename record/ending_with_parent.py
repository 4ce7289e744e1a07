"""Starts programs that end with the process that started them."""

import shutil
import subprocess
from functools import cache

SETPRIV = "setpriv"
"""A program of util-linux: Debian has it on every machine."""


@cache
def ending_with_parent() -> tuple[str, ...]:
    """The beginning of a command line by which its program is killed when the process that starts it ends, however that ends.

    Empty where setpriv is missing or does not work, as in a unit whose system calls are filtered: there systemd ends all processes.
    """
    found = shutil.which(SETPRIV)
    words = (found, "--pdeathsig", "KILL", "--") if found else ()
    works = words and subprocess.run([*words, "true"], stdin=subprocess.DEVNULL, capture_output=True, check=False).returncode == 0
    return words if works else ()
