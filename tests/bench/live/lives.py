"""One life of a service in a process of its own, from its start to its kill or its end, seen and heard from outside."""

import ctypes
import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Condition, Event, Thread

from record.events.as_json import decode
from record.events.of_game import ClockStarted
from record.session.step import State, step
from rules.board.squares import Content
from tests.bench.live.remote import READY

PR_SET_CHILD_SUBREAPER = 36
"""Of Linux's prctl.h."""


class Gone(Exception):
    """The service is, or does nothing any more."""


class Life:
    """A service that goes on from `state`, what is on disk of its game; what it says for the log is put to that file."""

    def __init__(self, command: Sequence[str], state: State, log: Path) -> None:
        self.state, self.told, self._log = state, list[list[str]](), log
        self.base_ns: int | None = None
        """The time of this machine's clock when the game's own began; known once the arbiter has started the clock."""
        self.killed_ns: int | None = None
        """When the service is dead for certain, if it was killed."""
        self.is_ready = self.was_killed = False
        self._over, self._news = Event(), Condition()
        with log.open("a") as says:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=says, text=True)
        self._killing: Thread | None = None
        self._hearing, self._watching = Thread(target=self._hear, name="hearing"), Thread(target=self._watch, name="watching")
        self._hearing.start()
        self._watching.start()

    def do(self, what: str, *words: object) -> None:
        """Hands or the camera's view, as `live.remote` has them; nothing where the service is gone."""
        assert self._process.stdin
        with suppress(BrokenPipeError):
            self._process.stdin.write(json.dumps({what: words}) + "\n")
            self._process.stdin.flush()

    def show(self, stands: tuple[Content, ...], *, hand: bool) -> None:
        self.do("show", stands, hand)

    def waits(self, until: Callable[[], bool], seconds: float) -> bool:
        """Whether it comes to that in time; Gone when it cannot any more."""
        with self._news:
            held = self._news.wait_for(lambda: self._over.is_set() or until(), seconds)
        if self._over.is_set():
            raise Gone
        return held

    def sleeps_until(self, t_ns: int) -> None:
        """Gone when the service is before that."""
        if self._over.wait(max(0.0, (t_ns - time.monotonic_ns()) / 1e9)):
            raise Gone

    def kill_after(self, seconds: float, *, early: bool) -> None:
        """With SIGKILL, so long after the arbiter has started the clock, or after the service was started."""

        def kill() -> None:
            with self._news:
                self._news.wait_for(lambda: early or self.base_ns is not None or self._over.is_set())
            if not self._over.wait(seconds):
                self._process.kill()
                self.killed_ns = time.monotonic_ns()

        self._killing = Thread(target=kill, name="kill")
        self._killing.start()

    def end(self) -> None:
        """Tell the service to end; wait until it is gone, and what it had started; AssertionError where it ended by itself, or badly."""
        assert self._process.stdin
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        self._watching.join()
        if self._killing:
            self._killing.join()
        reap()
        self._hearing.join()  # what it had started could speak in its place until then
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
                self.state, _ = step(self.state, event)
                self.told.append(words)
                if isinstance(event, ClockStarted) and event.by:
                    self.base_ns = asked_ns - event.t_ns
            self._news.notify_all()


def adopt() -> None:
    """Whatever a service that is killed leaves running becomes a child of this process, as it is one of systemd's on a Pi."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)


def reap() -> None:
    """Kill all children, as systemd does with what is left of a service."""
    while children := " ".join(path.read_text() for path in Path("/proc/self/task").glob("*/children")).split():
        for pid in map(int, children):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(pid, 0)
