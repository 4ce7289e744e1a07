"""The question `pair` in a process of its own: whoever asks is not slowed, is told how long it took, and is not kept waiting for ever."""

import json
import os
import signal
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from hub.events.faults import TournamentError
from record.telling.sentences import sentence_in
from rules.errors import Phrase, sentence_of

COMMAND = (sys.executable, "-P", "-m", "hub.events.apart_child")
ROOT = Path(__file__).parents[2]
"""The folder in which Python finds the packages."""
WITHIN_S = 300.0
"""A round of 100 players takes twenty seconds on a computer of 2026, and a minute on a Raspberry Pi."""
POLL_S = 0.02


class ApartFault(Phrase):
    """Why no round came back."""

    TOO_LONG = "the pairing program took longer than {seconds} s and was ended"
    FAILED = "the pairing program ended without a round: {why}"
    BY_HAND = "nothing was paired; pair by hand with --force and --bye"


@dataclass(slots=True)
class PairedApart:
    """Asks the question in a process of its own; TournamentError where there is no answer, or where it takes longer than `within_s`."""

    within_s: float = WITHIN_S
    command: tuple[str, ...] = COMMAND
    took_s: float = 0.0
    """How long the last question took."""

    def __call__(self, question: Mapping[str, object]) -> dict[str, Any]:
        began_s = time.monotonic()
        try:
            answer = self._answer(json.dumps(question))
        finally:
            self.took_s = time.monotonic() - began_s
        if "error" in answer:
            raise TournamentError(sentence_in(answer["error"]))
        return {**answer, "warnings": [sentence_in(one) for one in answer["warnings"]]}

    def _answer(self, question: str) -> Any:
        with TemporaryFile() as asked, TemporaryFile() as answered, TemporaryFile() as complained:
            asked.write(question.encode())
            asked.seek(0)
            actions = [(os.POSIX_SPAWN_DUP2, file.fileno(), number) for number, file in enumerate((asked, answered, complained))]
            environment = {**os.environ, "PYTHONPATH": str(ROOT)}
            # a fork would hang where gevent has patched threads
            self._wait_for(os.posix_spawn(self.command[0], self.command, environment, file_actions=actions))
            answered.seek(0)
            try:
                return json.loads(answered.read())
            except ValueError as error:
                complained.seek(0)
                lines = complained.read().decode(errors="replace").strip().splitlines()
                why = lines[-1] if lines else sentence_of(error)
                raise TournamentError(ApartFault.FAILED.said(ApartFault.BY_HAND.said(), why=why)) from error

    def _wait_for(self, process: int) -> None:
        """Wait for its end; TournamentError, and it is killed, when that takes too long or the waiting itself ends."""
        until_s = time.monotonic() + self.within_s
        with suppress(ChildProcessError):  # where gevent waited for it
            try:
                while os.waitpid(process, os.WNOHANG) == (0, 0):
                    if time.monotonic() > until_s:
                        told = ApartFault.TOO_LONG.said(ApartFault.BY_HAND.said(), seconds=round(self.within_s))
                        raise TournamentError(told)
                    time.sleep(POLL_S)
            except BaseException:
                os.kill(process, signal.SIGKILL)
                os.waitpid(process, 0)
                raise
