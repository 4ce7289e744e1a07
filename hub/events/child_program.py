"""A question to a program of ours in a process of its own: whoever asks is not slowed, and is not kept waiting for ever.

The process has less right to the processor than the pages and the boards.
"""

import json
import os
import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from rules.errors import sentence_of

ROOT = Path(__file__).parents[2]
"""The folder in which Python finds the packages."""
POLL_S = 0.02
MEMORY = "/dev/shm"
"""The folder of the files that are handed over, where the system has it: a question may hold secrets, and no card is worn."""
LOWER = ("nice", "-n", "10")
"""The program that runs another one at a lower priority (coreutils)."""


def answered(command: Sequence[str], question: object, within_s: float) -> Any:
    """What the program answers to the question, both as JSON; ValueError with what it complained of, where that is no answer.

    TimeoutError, and the program is ended, where it takes longer than `within_s`. It is also ended where the waiting itself is.
    """
    folder = MEMORY if os.path.isdir(MEMORY) else None
    with TemporaryFile(dir=folder) as asked, TemporaryFile(dir=folder) as answer, TemporaryFile(dir=folder) as complained:
        asked.write(json.dumps(question).encode())
        asked.seek(0)
        actions = [(os.POSIX_SPAWN_DUP2, file.fileno(), number) for number, file in enumerate((asked, answer, complained))]
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHON_COLORS": "0"}  # what it complains of is read
        lower = *LOWER, *command
        _wait_for(os.posix_spawnp(lower[0], lower, environment, file_actions=actions), within_s)  # a fork hangs with gevent's threads
        answer.seek(0)
        try:
            return json.loads(answer.read())
        except ValueError as error:
            complained.seek(0)
            lines = complained.read().decode(errors="replace").strip().splitlines()
            raise ValueError(lines[-1] if lines else str(sentence_of(error))) from error


def _wait_for(process: int, within_s: float) -> None:
    """Wait for the end of the process; it is killed when that takes too long or the waiting itself ends."""
    until_s = time.monotonic() + within_s
    with suppress(ChildProcessError):  # where gevent waited for it
        try:
            while os.waitpid(process, os.WNOHANG) == (0, 0):
                if time.monotonic() > until_s:
                    raise TimeoutError
                time.sleep(POLL_S)
        except BaseException:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
            raise
