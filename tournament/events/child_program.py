"""A question to a program of ours in a process of its own: whoever asks is not slowed, and is not kept waiting for ever.

The process has less right to the processor than the pages and the boards.
"""

import json
import os
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from tempfile import TemporaryFile
from types import TracebackType
from typing import Any, Self

from rules.errors import sentence_of

ROOT = Path(__file__).parents[2]
"""The folder in which Python finds the packages."""
POLL_S = 0.02
MEMORY = "/dev/shm"
"""The folder of the files that are handed over, where the system has it: a question may hold secrets, and no card is worn."""
LOWER = ("nice", "-n", "5")
"""The program that runs another one at a lower priority (coreutils). Of a full processor niceness 5 leaves a quarter of a core to whoever
waits for an answer, 10 a tenth. Boards and cameras wake as fast beside either (docs/developer/figures.md)."""


class ChildProgram:
    """A program that was started with the question as JSON at its standard input. `close`, or the end of a `with`, ends it; OSError."""

    def __init__(self, command: Sequence[str], question: object, within_s: float) -> None:
        folder = MEMORY if os.path.isdir(MEMORY) else None
        with ExitStack() as files, TemporaryFile(dir=folder) as asked:
            self._answer, self._complaints = (files.enter_context(TemporaryFile(dir=folder)) for _ in range(2))
            asked.write(json.dumps(question).encode())
            asked.seek(0)
            actions = [(os.POSIX_SPAWN_DUP2, file.fileno(), number) for number, file in enumerate((asked, self._answer, self._complaints))]
            environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHON_COLORS": "0"}  # what it complains of is read
            lower = *LOWER, *command
            self._process = os.posix_spawnp(lower[0], lower, environment, file_actions=actions)  # a fork hangs with gevent's threads
            self._files = files.pop_all()
        self._until_s, self._runs = time.monotonic() + within_s, True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def is_running(self) -> bool:
        """Whether it still runs; TimeoutError, and it is killed, where it takes longer than `within_s`."""
        if self._runs and not self._has_ended() and time.monotonic() > self._until_s:
            self._kill()
            raise TimeoutError
        return self._runs

    def answer(self) -> bytes:
        """What it has printed so far."""
        return _content(self._answer.fileno())

    def complaint(self) -> str:
        """The last line that it has printed to standard error, or an empty text."""
        lines = _content(self._complaints.fileno()).decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else ""

    def close(self) -> None:
        """Kill it if it still runs, and forget what it printed."""
        if self._runs and not self._has_ended():
            self._kill()
        self._files.close()

    def _kill(self) -> None:
        os.kill(self._process, signal.SIGKILL)
        with suppress(ChildProcessError):  # where gevent waited for it
            os.waitpid(self._process, 0)
        self._runs = False

    def _has_ended(self) -> bool:
        try:
            self._runs = os.waitpid(self._process, os.WNOHANG) == (0, 0)
        except ChildProcessError:  # where gevent waited for it
            self._runs = False
        return not self._runs


def answered(command: Sequence[str], question: object, within_s: float, wait: Callable[[float], object] | None = None) -> Any:
    """What the program answers to the question, both as JSON; ValueError with what it complained of, where that is no answer.

    TimeoutError, and the program is ended, where it takes longer than `within_s`. It is also ended where `wait`, which waits so many
    seconds, raises an error.
    """
    with ChildProgram(command, question, within_s) as program:
        while program.is_running():
            (wait or time.sleep)(POLL_S)
        try:
            return json.loads(program.answer())
        except ValueError as error:
            raise ValueError(program.complaint() or str(sentence_of(error))) from error


def _content(file: int) -> bytes:
    """The bytes of the file. Its offset, at which the program writes, stays."""
    return os.pread(file, os.fstat(file).st_size, 0)
