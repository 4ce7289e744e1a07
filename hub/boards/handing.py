"""What the arbiter decides, or the players say, handed to the service that records the game."""

import time
from pathlib import Path

from record.decisions.inbox import OBEYED, AnyWord, Became, FindBoard, Inbox
from rules.errors import DamcamError, Phrase, Sentence

ANSWERED_WITHIN_S, LOOKS_EVERY_S = 5.0, 0.05
"""The loop looks ten times a second; a disk that is slow takes a second."""
FOUND_WITHIN_S = 25.0
"""A search for a board that is not there takes five seconds on a Raspberry Pi, and one may be under way."""


class RuleError(DamcamError, ValueError):
    """A ruling that was not carried out; says why."""


class NotTaken(Phrase):
    """Why it is not known that a word was obeyed, where nobody refused it."""

    NOBODY = "nobody took it up within {seconds} s: does damcam run? sudo systemctl status damcam-board"
    NO_ANSWER = "it was taken up, but the service did not say what became of it; look at the game"


def hand_over(journal: Path, word: AnyWord | FindBoard, done_within_s: float = ANSWERED_WITHIN_S) -> None:
    """Put the word into the inbox of that journal's game, and wait until it is obeyed; RuleError where it is refused or nobody takes it up.

    What is taken up may take its time until `done_within_s`. JournalError where there is no inbox.
    """
    with Inbox(journal) as inbox:
        number, began_s = inbox.put(word), time.monotonic()
        try:
            answer = _answer(inbox, number, began_s + ANSWERED_WITHIN_S)
        finally:
            is_withdrawn = inbox.withdraw(number)  # also where whoever said it waits no longer
        if is_withdrawn:
            raise RuleError(NotTaken.NOBODY.said(seconds=round(ANSWERED_WITHIN_S)))
        answer = answer or _answer(inbox, number, began_s + done_within_s)
    if answer != OBEYED:
        raise RuleError(answer if isinstance(answer, Sentence) else NotTaken.NO_ANSWER.said())


def _answer(inbox: Inbox, number: int, until_s: float) -> Became | None:
    while (answer := inbox.answered(number)) is None and time.monotonic() < until_s:
        time.sleep(LOOKS_EVERY_S)
    return answer
