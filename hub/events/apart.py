"""The question `pair` in a process of its own: whoever asks is not slowed, is told how long it took, and is not kept waiting for ever."""

import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hub.events.child_program import answered
from hub.events.faults import TournamentError
from record.telling.sentences import sentence_in
from rules.errors import Phrase

COMMAND = (sys.executable, "-P", "-m", "hub.events.apart_child")
WITHIN_S = 300.0
"""A round of 100 players takes twenty seconds on a computer of 2026, and a minute on a Raspberry Pi."""


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
            answer = self._answer(question)
        finally:
            self.took_s = time.monotonic() - began_s
        if "error" in answer:
            raise TournamentError(sentence_in(answer["error"]))
        return {**answer, "warnings": [sentence_in(one) for one in answer["warnings"]]}

    def _answer(self, question: Mapping[str, object]) -> Any:
        try:
            return answered(self.command, question, self.within_s)
        except TimeoutError:
            raise TournamentError(ApartFault.TOO_LONG.said(ApartFault.BY_HAND.said(), seconds=round(self.within_s))) from None
        except ValueError as error:
            raise TournamentError(ApartFault.FAILED.said(ApartFault.BY_HAND.said(), why=str(error))) from error
