"""A hall as `damcam demo --hall` keeps it up, for tests from the board to the pages."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from record.events.of_game import Event
from record.log.errors import LogError
from record.session.state import State
from record.store.folder import GAMES, JOURNAL_NAME, numbered
from record.store.journal import Journal, fold
from tests.support.free_port import free_port
from tests.support.waiting import WITHIN_S, wait_until

FAST = "500"
"""The speed at which players think no longer than the board takes to read their moves."""


class Rehearsed:
    """The command, with its hall below `folder`; `said` is what it has said so far."""

    started = 0

    def __init__(self, folder: Path, boards: int, *words: str) -> None:
        self.folder, self._said = folder, folder.with_name(f"{folder.name}-{Rehearsed.started}.said")
        Rehearsed.started += 1
        self._keys = [str(number) for number in range(1, boards + 1)]
        command = [sys.executable, "-P", "-m", "pi", "demo", "--hall", str(boards), "--no-browser", "--speed", FAST, "--out", str(folder)]
        environment = os.environ | {"DAMCAM_WEB_PORT": str(free_port())}
        with self._said.open("w") as says:
            self.process = subprocess.Popen(
                [*command, "--port", str(free_port()), *words], stdin=subprocess.PIPE, stdout=says, stderr=says, text=True, env=environment
            )

    @property
    def said(self) -> str:
        return self._said.read_text()

    def waits_for(self, text: str, *, after: int = 0) -> None:
        """Wait until it says that, beyond so many characters."""
        wait_until(lambda: text in self.said[after:] or self.process.poll() is not None, lambda: f"{text}: {self.said}")
        assert text in self.said[after:], self.said

    def waits_until_open(self) -> None:
        """Wait until the games of all boards have begun, step by step: a busy machine takes its time for a dozen processes."""
        for key in self._keys:
            own, at_hub = self.folder / f"board-{key}", self.folder / "hub" / "boards" / key
            for made in (self.folder / "hall.json", own / "alive", own / GAMES, at_hub / GAMES):
                wait_until(lambda made=made: made.exists() or self.process.poll() is not None, lambda: self.said)
            self.waits_for(f"board {key} has joined")
        self.waits_for("until Ctrl-C")

    @property
    def told(self) -> dict[str, Any]:
        """What hall.json says."""
        told: dict[str, Any] = json.loads((self.folder / "hall.json").read_text())
        return told

    def kill(self, name: str) -> None:
        """Kill that process; it is started again."""
        before = len(self.said)
        os.kill(self.told["processes"][name], signal.SIGKILL)
        self.waits_for(f"{name} is started again", after=before)

    def order(self, text: str, says: str) -> None:
        """Type that, and wait until it says so."""
        before = len(self.said)
        assert self.process.stdin
        self.process.stdin.write(f"{text}\n")
        self.process.stdin.flush()
        self.waits_for(says, after=before)

    def game(self, key: str, *, at_hub: bool = False) -> Path:
        """The log of the newest game of that board, its own or the hub's."""
        state = self.folder / "hub" / "boards" / key if at_hub else self.folder / f"board-{key}"
        return numbered(state / GAMES)[-1] / JOURNAL_NAME

    def state(self, key: str, *, at_hub: bool = False) -> State:
        """The game as it is on disk."""
        with Journal.reader(self.game(key, at_hub=at_hub)) as journal:
            return fold(journal)

    def events(self, key: str, kind: type[Event]) -> list[Any]:
        """The events of that kind in the board's own log."""
        with Journal.reader(self.game(key)) as journal:
            return [event for _, event in journal.since(0) if isinstance(event, kind)]

    def becomes_whole(self, key: str) -> None:
        """Wait until the hub's log of the game is that of the board."""
        wait_until(lambda: self._rows(key, at_hub=True) == self._rows(key), lambda: self.said)

    def _rows(self, key: str, *, at_hub: bool = False) -> list[str]:
        try:
            with Journal.reader(self.game(key, at_hub=at_hub)) as journal:
                return [str(row) for row in journal.since(0)]
        except (LogError, OSError):  # it is being written to
            return [str(at_hub)]

    def end(self, number: int = signal.SIGINT) -> int:
        """End it with that signal; its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        if self.process.stdin:
            self.process.stdin.close()
        return self.process.wait(WITHIN_S)


@contextmanager
def rehearsed(folder: Path, boards: int, *words: str) -> Iterator[Rehearsed]:
    """A hall whose games have begun, until the context ends."""
    hall = Rehearsed(folder, boards, *words)
    try:
        hall.waits_until_open()
        yield hall
    finally:
        hall.end()
