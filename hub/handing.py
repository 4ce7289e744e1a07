"""What the arbiter decides, or the players say, handed to the service that records the game."""

import time
from pathlib import Path

from record.inbox import OBEYED, AnyWord, Inbox
from rules.errors import DamcamError

ANSWERED_WITHIN_S, LOOKS_EVERY_S = 5.0, 0.05
"""The loop looks ten times a second; a disk that is slow takes a second."""


class RuleError(DamcamError, ValueError):
    """A ruling that was not carried out; says why."""


def hand_over(journal: Path, word: AnyWord) -> None:
    """Put the word into the inbox of that journal's game, and wait until it is obeyed; RuleError where it is refused or nobody takes it up.

    JournalError where there is no inbox.
    """
    with Inbox(journal) as inbox:
        number, until = inbox.put(word), time.monotonic() + ANSWERED_WITHIN_S
        while (answer := inbox.answered(number)) is None and time.monotonic() < until:
            time.sleep(LOOKS_EVERY_S)
        if answer is None and inbox.withdraw(number):
            raise RuleError(f"nobody took it up within {ANSWERED_WITHIN_S:.0f} s: does damcam run? sudo systemctl status damcam-board")
    if answer != OBEYED:
        raise RuleError(answer or "it was taken up, but the service did not say what became of it; look at the game")
