"""Pairing by the Swiss system in a process of its own: the pages go on, and say how long it runs."""

import logging
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hub.events.child_program import answered
from hub.events.faults import TournamentError
from record.telling.sentences import sentence_in
from rules.errors import Phrase, Sentence

COMMAND = (sys.executable, "-P", "-m", "hub.organiser.pair_child")
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
        run.answer = answered(COMMAND, asked, GIVEN_UP_S)
        run.fault = sentence_in(run.answer["error"]) if "error" in run.answer else None
    except TimeoutError:
        run.fault = PairingRunFault.TOO_LONG.said(seconds=round(GIVEN_UP_S))
    except (OSError, ValueError) as error:
        _log.error("the pairing program: %s", error)
        run.fault = PairingRunFault.FAILED.said()
    finally:
        run.done.set()
