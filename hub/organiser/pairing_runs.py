"""Pairing by the Swiss system while the pages go on: `damcam event pair` in a process of its own, and for how long it runs."""

import logging
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from record.telling.sentences import sentence_in
from rules.errors import Phrase, Sentence
from tournament.errors import TournamentError
from tournament.events.changes import PairedGame, RoundPaired
from tournament.events.child_program import answered
from tournament.events.event_file import KeptEvent
from tournament.events.telling import change_said
from tournament.events.wishes import Wishes

COMMAND = (sys.executable, "-P", "-m", "pi", "event", "pair")
"""`python -m pi` is `damcam`."""
GIVEN_UP_S = 300.0
"""200 players take twenty seconds where all games are drawn, on a computer of 2026; a busy Raspberry Pi takes some five times as long."""
MOMENT_S = 0.25
"""How long a request waits for a pairing. No page waits longer than half a second."""

_log = logging.getLogger(__name__)


class PairingRunFault(Phrase):
    """Why no round came back."""

    FAILED = "the pairing program ended without a round; the log of the service says why"
    RUNS = "this event is being paired already; wait until it is done"
    CANCELLED = "the pairing was cancelled"
    RUNS_NOT = "this event is not being paired now"
    TOO_LONG = "the pairing program took longer than {seconds} s, and was ended; pair by hand"


def pair_words(event: KeptEvent, wishes: Wishes, by: str = "") -> list[str]:
    """The words for `damcam event pair` by which the event as it was read is paired; without `by` the round is proposed alone."""
    return [
        str(event.path.absolute()),
        "--json",
        f"--based-on-row={len(event.rows)}",
        *(f"--absent={id}" for id in wishes.absent),
        *([f"--bye={wishes.bye}"] if wishes.bye else []),
        f"--by={by}" if by else "--propose",
    ]


@dataclass(slots=True, eq=False)
class PairingRun:
    """One run of the process."""

    since_s: float
    cancelled: threading.Event = field(default_factory=threading.Event)
    done: threading.Event = field(default_factory=threading.Event)
    answer: dict[str, Any] = field(default_factory=dict)
    """What `damcam event pair --json` prints."""
    fault: Sentence | None = None

    @classmethod
    def refused(cls, fault: Sentence) -> "PairingRun":
        """A run that was not begun, and why."""
        run = cls(time.monotonic(), fault=fault)
        run.done.set()
        return run

    def wait(self, seconds: float) -> None:
        """Wait for so long; InterruptedError once the run is cancelled."""
        if self.cancelled.wait(seconds):
            raise InterruptedError

    @property
    def round(self) -> RoundPaired | None:
        """The round, once there is one."""
        if not self.done.is_set() or self.fault:
            return None
        games = tuple(PairedGame(pair["white"], pair["black"]) for pair in self.answer["pairs"])
        return RoundPaired(self.answer["round"], games, tuple(self.answer["free"]), tuple(self.answer["absent"]))

    def told(self, names: Mapping[str, str]) -> list[Sentence]:
        """What is said of the round that was paired, and its warnings; TournamentError where there is none."""
        if self.fault or not self.round:
            raise TournamentError(self.fault or PairingRunFault.RUNS.said())
        return [change_said(self.round, names), *map(sentence_in, self.answer["notes"])]


class PairingRuns:
    """The runs of all events, at most one for each. Any thread may use it."""

    def __init__(self) -> None:
        self._runs: dict[str, PairingRun] = {}
        self._lock = threading.Lock()

    def start(self, key: str, words: Sequence[str]) -> PairingRun:
        """Begin to pair the event of that key with the words of `pair_words`; TournamentError while it is being paired."""
        with self._lock:
            if key in self._runs and not self._runs[key].done.is_set():
                raise TournamentError(PairingRunFault.RUNS.said())
            run = self._runs[key] = PairingRun(time.monotonic())
        threading.Thread(target=_run, args=(run, words), name="pairing", daemon=True).start()
        run.done.wait(MOMENT_S)
        return run

    def cancel(self, key: str) -> PairingRun:
        """End the run of the event, which may have paired it at that moment; TournamentError where there is none."""
        run = self._runs.get(key)
        if run is None or run.done.is_set():
            raise TournamentError(PairingRunFault.RUNS_NOT.said())
        run.cancelled.set()
        run.done.wait(MOMENT_S)
        return run

    def running_s(self, key: str) -> int | None:
        """For how many seconds the event is being paired; None while it is not."""
        run = self._runs.get(key)
        return None if run is None or run.done.is_set() else int(time.monotonic() - run.since_s)

    def ended(self, key: str) -> PairingRun | None:
        """The last run of the event, once it has ended, until it is forgotten."""
        run = self._runs.get(key)
        return run if run and run.done.is_set() else None

    def forget_ended(self, key: str) -> None:
        """Forget the run that has ended, as what became of it was told."""
        with self._lock:
            if self.ended(key):
                del self._runs[key]


def _run(run: PairingRun, words: Sequence[str]) -> None:
    try:
        answer = answered((*COMMAND, *words), None, GIVEN_UP_S, run.wait)
        run.answer, run.fault = answer, sentence_in(answer["error"]) if "error" in answer else None
    except InterruptedError:
        run.fault = PairingRunFault.CANCELLED.said()
    except TimeoutError:
        run.fault = PairingRunFault.TOO_LONG.said(seconds=round(GIVEN_UP_S))
    except (OSError, ValueError) as error:
        _log.error("the pairing program: %s", error)
        run.fault = PairingRunFault.FAILED.said()
    finally:
        run.done.set()
