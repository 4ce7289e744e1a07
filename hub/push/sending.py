"""Notices under way: the program that sends a batch of them, and what is known of it so far."""

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Protocol

from hub.push.sender import FAILED
from hub.push.sender import WITHIN_S as SERVERS_WITHIN_S
from tournament.events.child_program import ChildProgram

COMMAND = (sys.executable, "-P", "-m", "hub.push.sender")
START_S = 40.0
"""Seconds for the program beside those of the servers: it starts within ten on a busy Pi Zero."""


class Sending(Protocol):
    """A batch of notices, each to be sent to its address."""

    complaint: str
    """What was wrong with the program that sends, or an empty text."""

    def outcomes(self) -> list[str | None]:
        """What became of each notice, in their order; None of one that is under way. Does not wait."""


Send = Callable[[Sequence[Mapping[str, str]]], Sending]
"""Begins to send notices {"address", "text"}; OSError."""


class SendingProgram:
    """Sends a batch in a process of its own, at a lower priority, and waits `servers_within_s` seconds at most for the servers."""

    def __init__(self, notices: Sequence[Mapping[str, str]], servers_within_s: float = SERVERS_WITHIN_S) -> None:
        question = {"notices": notices, "within_s": servers_within_s}
        self._program = ChildProgram(COMMAND, question, servers_within_s + START_S)
        self._outcomes: list[str | None] = [None] * len(notices)
        self.complaint = ""

    def outcomes(self) -> list[str | None]:
        """What became of each notice, in their order; None of one that is under way."""
        if None in self._outcomes:
            runs = self._is_running()  # asked first, so that the last line is read too
            self._read()
            if None in self._outcomes and not runs:
                self.complaint = self.complaint or self._program.complaint() or "it ended without an outcome for each"
                self._outcomes = [outcome or FAILED for outcome in self._outcomes]
            if None not in self._outcomes:
                self._program.close()
        return self._outcomes

    def _is_running(self) -> bool:
        try:
            return self._program.is_running()
        except TimeoutError as error:
            self.complaint = type(error).__name__
            return False

    def _read(self) -> None:
        lines, newline, _ = self._program.answer().rpartition(b"\n")
        for line in lines.split(b"\n") if newline else ():
            with suppress(ValueError, TypeError, IndexError):  # what a plugin of apprise printed is no outcome
                index, outcome = json.loads(line)
                self._outcomes[index] = str(outcome)
