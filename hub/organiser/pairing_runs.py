"""Pairing by the Swiss system in a process of its own: the pages go on, and say how long it runs."""

import json
import logging
import os
import signal
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from hub.events.faults import TournamentError
from record.telling.sentences import sentence_in
from rules.errors import Phrase, Sentence

COMMAND = (sys.executable, "-P", "-m", "hub.organiser.pair_child")
ROOT = Path(__file__).parents[2]
"""The folder in which Python finds the packages."""
POLL_S = 0.05
GIVEN_UP_S = 300.0
"""A hundred players take twenty seconds a round."""
MOMENT_S = 2.5
"""How long a request waits for a pairing: a round of a club is paired before its page is shown again."""

_log = logging.getLogger(__name__)


class PairingRunFault(Phrase):
    """Why no round came back."""

    FAILED = "the pairing program ended without a round; the log of the service says why"
    RUNS = "this event is being paired already; wait until it is done"
    TOO_LONG = "the pairing program took longer than {seconds} s, and was ended; pair by hand"


@dataclass(slots=True)
class PairingRun:
    """One run of the process."""

    since_s: float
    done: threading.Event = field(default_factory=threading.Event)
    answer: dict[str, Any] = field(default_factory=dict)
    """The answer of `hub.organiser.pair_child`."""
    fault: Sentence | None = None

    @property
    def told(self) -> list[Sentence]:
        """What is said of the round; TournamentError when there is none."""
        if self.fault:
            raise TournamentError(self.fault)
        return [sentence_in(one) for one in self.answer["told"]]


class PairingRuns:
    """The runs of all events, at most one for each."""

    def __init__(self) -> None:
        self._runs: dict[str, PairingRun] = {}
        self._lock = threading.Lock()

    def start(self, key: str, path: Path, asked: dict[str, Any]) -> PairingRun:
        """Begin to pair the event of that key; TournamentError while it is being paired."""
        with self._lock:
            if key in self._runs and not self._runs[key].done.is_set():
                raise TournamentError(PairingRunFault.RUNS.said())
            run = self._runs[key] = PairingRun(time.monotonic())
        threading.Thread(target=_run, args=(run, {"path": str(path), **asked}), name="pairing", daemon=True).start()
        run.done.wait(MOMENT_S)
        return run

    def running_s(self, key: str) -> int | None:
        """For how many seconds the event is being paired; None while it is not."""
        run = self._runs.get(key)
        return None if run is None or run.done.is_set() else int(time.monotonic() - run.since_s)

    def take(self, key: str) -> PairingRun | None:
        """The run that ended and was not told yet, once."""
        with self._lock:
            run = self._runs.get(key)
            return self._runs.pop(key) if run and run.done.is_set() else None


def _run(run: PairingRun, asked: dict[str, Any]) -> None:
    try:
        run.answer = _asked(json.dumps(asked))
        run.fault = sentence_in(run.answer["error"]) if "error" in run.answer else None
    except TimeoutError:
        run.fault = PairingRunFault.TOO_LONG.said(seconds=round(GIVEN_UP_S))
    except (OSError, ValueError) as error:
        _log.error("the pairing program: %s", error)
        run.fault = PairingRunFault.FAILED.said()
    finally:
        run.done.set()


def _asked(question: str) -> Any:
    """The answer of the program; TimeoutError, or ValueError with what it complained of."""
    with TemporaryFile() as asked, TemporaryFile() as answered, TemporaryFile() as complained:
        asked.write(question.encode())
        asked.seek(0)
        actions = [(os.POSIX_SPAWN_DUP2, file.fileno(), number) for number, file in enumerate((asked, answered, complained))]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        _finish(os.posix_spawn(COMMAND[0], COMMAND, environment, file_actions=actions))  # a fork would hang with gevent's threads
        answered.seek(0)
        try:
            return json.loads(answered.read())
        except ValueError as error:
            complained.seek(0)
            lines = complained.read().decode(errors="replace").strip().splitlines()
            raise ValueError(lines[-1] if lines else "no answer") from error


def _finish(number: int) -> None:
    """Wait for the end of the program; TimeoutError, and it is ended, when that takes too long."""
    until_s = time.monotonic() + GIVEN_UP_S
    with suppress(ChildProcessError):  # gevent has waited for it
        while os.waitpid(number, os.WNOHANG) == (0, 0):
            if time.monotonic() > until_s:
                os.kill(number, signal.SIGKILL)
                os.waitpid(number, 0)
                raise TimeoutError
            time.sleep(POLL_S)
