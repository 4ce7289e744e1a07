"""Processes that are kept up as systemd keeps the services of a board or a hub: one that ends is started again after two seconds."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from types import FrameType

from pi.setup.output import complain
from rules.errors import Phrase, Sentence

PYTHON = (sys.executable, "-P", "-m")
LOOK_S = 0.25
"""Seconds between two looks at the processes."""
RESTARTS_AFTER_NS = 2_000_000_000
"""`RestartSec` of the units in systemd/."""
ENDS_WITHIN_S = 10.0
SETPRIV = "setpriv"
"""A program of util-linux: Debian has it on every machine."""
MAX_LINE = 300


class ServiceSays(Phrase):
    """What became of a process."""

    ENDED = "{name} has ended with status {status}, and is started again in two seconds"
    SAID = "{name} has ended with status {status}, and is started again in two seconds: {line}"
    KILLED = "{name} was killed, and is started again in two seconds"
    STARTED = "{name} is started again, as process {pid}"


@dataclass(eq=False)
class Service:
    """`python -m MODULE WORDS`, which says what it has to say in the file `log`, or where this process says it."""

    name: str
    words: Sequence[str]
    log: Path | None = None
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)
    process: subprocess.Popen[bytes] | None = None
    due_ns: int | None = None
    """When to start it again, where it has ended."""

    def start(self) -> None:
        """Start it in a session of its own. It is killed when this process ends, however that ends."""
        dies_with = (found, "--pdeathsig", "KILL", "--") if (found := shutil.which(SETPRIV)) else ()
        with self.log.open("ab") if self.log else nullcontext() as says:
            self.process = subprocess.Popen(
                [*dies_with, *PYTHON, *self.words],
                stdin=subprocess.DEVNULL,
                stdout=says,
                stderr=says,
                start_new_session=True,
                env=self.environment,
            )
        self.due_ns = None

    def look(self, now_ns: int) -> Iterator[Sentence]:
        """Start it again where it has ended, once it is time; what happened is told."""
        if self.process and self.due_ns is None and (status := self.process.poll()) is not None:
            self._clear()
            self.due_ns = now_ns + RESTARTS_AFTER_NS
            if status < 0:
                yield ServiceSays.KILLED.said(name=self.name)
            else:
                line = self._last_line()
                yield (ServiceSays.SAID if line else ServiceSays.ENDED).said(name=self.name, status=status, line=line)
        if self.due_ns is not None and now_ns >= self.due_ns:
            self.start()
            assert self.process
            yield ServiceSays.STARTED.said(name=self.name, pid=self.process.pid)

    @property
    def pid(self) -> int | None:
        """The number of its process; None while none runs."""
        return self.process.pid if self.process and self.due_ns is None else None

    def stop(self) -> None:
        """End it, and leave it so until it is started."""
        self.tell_to_end()
        self.end()
        self.process = self.due_ns = None

    def tell_to_end(self) -> None:
        if self.process:
            self.process.terminate()

    def end(self) -> None:
        """Wait until it has ended; one that does not is killed."""
        if self.process:
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(ENDS_WITHIN_S)
            self._clear()
            self.process.kill()
            self.process.wait()

    def _clear(self) -> None:
        """Kill what it has left of its own, as systemd does."""
        assert self.process
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)

    def _last_line(self) -> str:
        if self.log is None:
            return ""
        lines = self.log.read_text(encoding="utf-8", errors="replace").split("\n")
        return next((line for line in reversed(lines) if line.strip()), "")[:MAX_LINE]


def keep_up(services: Sequence[Service], now_ns: Callable[[], int] = time.monotonic_ns) -> None:
    """Keep the services up until this process is told to end, and end them then, the last one first."""
    with told_to_end() as ended:
        try:
            for service in services:
                service.start()
            while not ended.wait(LOOK_S):
                for said in (said for service in services for said in service.look(now_ns())):
                    complain(said)
        finally:
            for service in reversed(services):
                service.tell_to_end()
                service.end()


@contextmanager
def told_to_end() -> Iterator[Event]:
    """An event that is set once this process is told to end."""
    ended = Event()

    def end(_number: int, _frame: FrameType | None) -> None:
        ended.set()

    before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    try:
        yield ended
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
