"""One run of a service in its own process, from its start to its kill or end, observed from outside."""

import ctypes
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Condition, Event, Thread

from record.events.as_json import decode
from record.events.of_game import ClockStarted
from record.events.of_game import Event as Told
from record.session.step import State, step
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal, fold
from rules.board.squares import Content
from tests.support.live.remote import READY

GAME = Path("games") / "0001" / JOURNAL_NAME
PR_SET_CHILD_SUBREAPER = 36
"""A constant of Linux's prctl.h."""


def on_disk(path: Path) -> tuple[list[Told], State]:
    """The events that a service finds when it opens the journal, and the state after them; neither where there is none.

    A kill between a row and the tail leaves a row that no reader sees yet and that the next service keeps, so the tail is left out.
    """
    if not path.exists():
        return [], State()
    with tempfile.TemporaryDirectory(prefix="damcam-rows-") as folder, Journal.reader(Path(shutil.copy(path, folder))) as journal:
        return [event for _, event in journal.since(0)], fold(journal)


class Gone(Exception):
    """The service has ended or was killed."""


class Life:
    """A service that goes on from `state`, the state of its game on disk; its standard error is appended to `log`."""

    def __init__(self, command: Sequence[str], state: State, log: Path) -> None:
        self.state, self.told, self._log = state, list[list[str]](), log
        self.base_ns: int | None = None
        """The monotonic time of this machine when the game's own time began; known once the arbiter has started the clock."""
        self.killed_ns: int | None = None
        """A time at which the killed service is dead for certain; None if it was not killed."""
        self.is_ready = self.was_killed = False
        self._over, self._news = Event(), Condition()
        with log.open("a") as says:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=says, text=True)
        self._killer: Thread | None = None
        self._hearing, self._watching = Thread(target=self._hear, name="hearing"), Thread(target=self._watch, name="watching")
        self._hearing.start()
        self._watching.start()

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    def do(self, what: str, *words: object) -> None:
        """Send a command of `live.remote` (a press, or what the camera sees); do nothing if the service is gone."""
        assert self._process.stdin
        with suppress(BrokenPipeError):
            self._process.stdin.write(json.dumps({what: words}) + "\n")
            self._process.stdin.flush()

    def show(self, stands: tuple[Content, ...], *, hand: bool) -> None:
        self.do("show", stands, hand)

    def waits(self, until: Callable[[], bool], seconds: float) -> bool:
        """Wait for the condition; return whether it holds in time. Raises Gone when the service ends."""
        with self._news:
            held = self._news.wait_for(lambda: self._over.is_set() or until(), seconds)
        if self._over.is_set():
            raise Gone
        return held

    def sleeps_until(self, t_ns: int) -> None:
        """Wait for that moment. Raises Gone when the service ends before it."""
        if self._over.wait(max(0.0, (t_ns - time.monotonic_ns()) / 1e9)):
            raise Gone

    def kill_after(self, seconds: float, *, early: bool) -> None:
        """Send SIGKILL so many seconds after the arbiter started the clock, or, with `early`, after this call."""

        def kill() -> None:
            with self._news:
                self._news.wait_for(lambda: early or self.base_ns is not None or self._over.is_set())
            if not self._over.wait(seconds):
                self.kill()

        self._killer = Thread(target=kill, name="kill")
        self._killer.start()

    def kill(self) -> None:
        """Send SIGKILL now."""
        self._process.kill()
        self.killed_ns = time.monotonic_ns()

    def end(self) -> None:
        """Tell the service to end, and wait until it and its children are gone. AssertionError if it ended by itself or badly."""
        assert self._process.stdin
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        self._watching.join()
        if self._killer:
            self._killer.join()
        reap()
        self._hearing.join()  # until then its children could write to the same pipe
        assert self._process.stdout
        self._process.stdout.close()
        status = self._process.returncode
        self.was_killed = status == -signal.SIGKILL
        assert status == 0 or (self.was_killed and self.killed_ns), f"the service ended with {status}:\n{self._log.read_text()}"

    def _hear(self) -> None:
        for line in self._process.stdout or ():
            if line.endswith("\n"):  # else the kill cut it off
                self._heard(json.loads(line))

    def _watch(self) -> None:
        self._process.wait()
        with self._news:
            self._over.set()
            self._news.notify_all()

    def _heard(self, said: object) -> None:
        with self._news:
            if said == READY:
                self.is_ready = True
            elif isinstance(said, list):
                asked_ns, *words = said
                event = decode(*words)
                self.state = step(self.state, event)
                self.told.append(words)
                if isinstance(event, ClockStarted) and event.by:
                    self.base_ns = asked_ns - event.t_ns
            self._news.notify_all()


_OTHERS: set[int] = set()
"""The children of this process that are no service's, such as the browser of other tests."""


def adopt() -> None:
    """Let the orphans of a killed service become children of this process, as systemd adopts them on a Pi."""
    _OTHERS.update(_children())
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)


def reap() -> None:
    """Kill all children that came since `adopt`, as systemd does with the rest of a service."""
    while children := _children() - _OTHERS:
        for pid in children:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(pid, 0)


def _children() -> set[int]:
    found: set[int] = set()
    for path in Path("/proc/self/task").glob("*/children"):
        with suppress(OSError):  # a thread that has ended meanwhile
            found.update(map(int, path.read_text().split()))
    return found
