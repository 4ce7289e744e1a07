"""Processes that are kept up as systemd keeps services: one that ends or hangs is started again after two seconds."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from types import FrameType

from pi.machine.notify import ALIVE, READY, SOCKET, STATUS, Notifier, NotifySocket
from pi.setup.output import complain
from record.ending_with_parent import ending_with_parent
from rules.errors import Phrase, Sentence

PYTHON = (sys.executable, "-P", "-m")
LOOK_S = 0.25
"""Seconds between two looks at the processes."""
RESTARTS_AFTER_NS = 2_000_000_000
"""`RestartSec` of the units in systemd/."""
READY_WITHIN_NS, ALIVE_WITHIN_NS = 120_000_000_000, 30_000_000_000
"""How long the start of a process may take, as `TimeoutStartSec` says of damcam-board; `WatchdogSec` of the units in systemd/."""
ALIVE_EVERY_NS = 1_000_000_000
ENDS_WITHIN_S = 10.0
MAX_LINE = 300


class ServiceSays(Phrase):
    """What became of a process."""

    ENDED = "{name} has ended with status {status}, and is started again in two seconds"
    SAID = "{name} has ended with status {status}, and is started again in two seconds: {line}"
    KILLED = "{name} was killed, and is started again in two seconds"
    STARTED = "{name} is started again, as process {pid}"
    HANGS = "{name} gives no sign of life, and is killed"


class Watch:
    """What a process tells by sd_notify(3), at a socket of that path: whether it serves, how it is, and when it was heard last."""

    def __init__(self, path: Path) -> None:
        self._socket = NotifySocket(path)
        self.environment = {SOCKET: str(path)}
        self.begin()

    def begin(self) -> None:
        """Begin with a new process: what the one before it has sent does not count."""
        for _ in self._socket.lines():
            pass
        self.status = ""
        self._has_told = set[str]()
        self._heard_ns: int | None = None
        """When it was heard last, or first looked for."""

    @property
    def is_ready(self) -> bool:
        """Whether it has told so, and its loop has given a sign of life: gunicorn tells so before it loads the application."""
        return {READY, ALIVE} <= self._has_told

    def hangs(self, now_ns: int) -> bool:
        """Whether the process has given no sign of life for too long, after all that has come by now."""
        if self._heard_ns is None:
            self._heard_ns = now_ns
        for line in self._socket.lines():
            if line in (READY, ALIVE):
                self._has_told.add(line)
                self._heard_ns = now_ns
            if line.startswith(STATUS):
                self.status = line.removeprefix(STATUS)
        return now_ns - self._heard_ns > (ALIVE_WITHIN_NS if self.is_ready else READY_WITHIN_NS)

    def close(self) -> None:
        self._socket.close()


@dataclass(eq=False)
class Service:
    """`python -m MODULE WORDS`, which says what it has to say in the file `log`, or where this process says it."""

    name: str
    words: Sequence[str]
    log: Path | None = None
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)
    oom_score: int | None = None
    """Its oom_score_adj (proc(5)), which is no lower than that of this process: of several, the highest is killed first."""
    watch: Watch | None = None
    """What it tells of itself; None where nobody listens."""
    process: subprocess.Popen[bytes] | None = None
    due_ns: int | None = None
    """When to start it again, where it has ended."""

    def start(self) -> None:
        """Start it in a session of its own. It is killed when this process ends, however that ends."""
        if self.watch:
            self.watch.begin()
        with self.log.open("ab") if self.log else nullcontext() as says:
            self.process = subprocess.Popen(
                [*ending_with_parent(), *PYTHON, *self.words],
                stdin=subprocess.DEVNULL,
                stdout=says,
                stderr=says,
                start_new_session=True,
                env={**self.environment, **(self.watch.environment if self.watch else {})},
            )
        if self.oom_score is not None:
            with suppress(OSError):  # it has ended, or may not be changed
                Path(f"/proc/{self.process.pid}/oom_score_adj").write_text(str(self.oom_score), encoding="ascii")
        self.due_ns = None

    def look(self, now_ns: int) -> Iterator[Sentence]:
        """Kill it where it hangs, and start it again where it has ended, once it is time; what happened is told."""
        if self.process and self.due_ns is None and self.watch and self.watch.hangs(now_ns):
            self._clear()
            self.watch.begin()  # one that is stuck in the kernel gets its time again
            yield ServiceSays.HANGS.said(name=self.name)
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

    @property
    def status(self) -> int | None:
        """The exit status of its process, negative where that was killed; None while it runs."""
        return self.process.poll() if self.process else None

    @property
    def is_ready(self) -> bool:
        return bool(self.watch and self.watch.is_ready)

    @property
    def is_starting(self) -> bool:
        """Whether it runs, and is not ready yet."""
        return self.due_ns is None and not self.is_ready

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


def keep_up(others: Sequence[Service], served: Service, now_ns: Callable[[], int] = time.monotonic_ns) -> int:
    """Keep the services up until this process is told to end, and end them then, `served` first; the status to exit with.

    Each may die or hang alone. systemd is told that this process is ready once `served` is, and each of the others is or has failed once;
    and that it is alive, by the loop that looks at them. Where `served` ends before it is ready, all end, with its status.
    """
    services = (*others, served)
    with ExitStack() as opened:
        ended = opened.enter_context(told_to_end())
        folder = Path(opened.enter_context(TemporaryDirectory(prefix="damcam-")))
        notifier = opened.enter_context(closing(Notifier()))
        for service in services:
            service.watch = opened.enter_context(closing(Watch(folder / service.name)))
        try:
            for service in services:
                service.start()
            is_ready, told_ns = False, now_ns()
            while not ended.wait(LOOK_S):
                if not is_ready and (status := served.status) is not None:
                    return status if status > 0 else 1
                for said in (said for service in services for said in service.look(now_ns())):
                    complain(said)
                if not is_ready and served.is_ready and not any(service.is_starting for service in others):
                    is_ready = True
                    notifier.ready()
                if now_ns() - told_ns >= ALIVE_EVERY_NS:
                    told_ns = now_ns()
                    notifier.alive()
                    notifier.status("; ".join(f"{service.name}: {service.watch.status}" for service in services if service.watch))
            notifier.stopping()
        finally:
            for service in reversed(services):
                service.tell_to_end()
                service.end()
    return 0


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
