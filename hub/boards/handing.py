"""Hands a word of the arbiter or of the players to the service that records the game."""

import time
from pathlib import Path

from hub.boards.board_socket import NobodyThere
from hub.boards.saying import HeldWord, WordOutcome, say_to_board
from record.decisions.inbox import OBEYED, Became, Inbox
from record.decisions.words import AnyWord, FindBoard, Recover
from rules.errors import DamcamError, Phrase, Sentence

ANSWERED_WITHIN_S, LOOKS_EVERY_S = 5.0, 0.05
"""How long an answer may take, and how often it is looked for. The game loop looks ten times a second; a slow disk takes a second."""
FOUND_WITHIN_S = 25.0
"""How long a search for the board may take: a failing search takes five seconds on a Raspberry Pi, and another may be under way."""


class RuleError(DamcamError, ValueError):
    """A word was not carried out; the message says why."""


class NotTaken(Phrase):
    """Why it is unknown whether a word was obeyed."""

    NOBODY = "nobody took it up within {seconds} s: does damcam run? sudo systemctl status damcam-board"
    NO_ANSWER = "it was taken up, but the service did not say what became of it; look at the game"


def hand_over(
    journal: Path, word: AnyWord | FindBoard, done_within_s: float = ANSWERED_WITHIN_S, upon: int | None = None
) -> HeldWord | None:
    """Hand the word to the service that records that journal's game, and wait until it is obeyed.

    It is said through the board's socket where a service listens there, else put into the inbox; never both. The service must take it up
    within ANSWERED_WITHIN_S, and finish within `done_within_s`. Returns what to say of a word that is done and not on disk yet, else None.
    RuleError when the word is refused, as a ruling is where somebody ruled after row `upon`, or when nobody takes it up or answers;
    LogError when there is no inbox.
    """
    try:
        said = say_to_board(journal, word, ANSWERED_WITHIN_S, done_within_s, upon)
    except NobodyThere:
        # nobody may write beside a damaged log: there the service alone is asked
        said = WordOutcome(withdrawn=True) if isinstance(word, Recover) else _put_in(journal, word, done_within_s, upon)
    except OSError:
        said = WordOutcome()
    if said.withdrawn:
        raise RuleError(NotTaken.NOBODY.said(seconds=round(ANSWERED_WITHIN_S)))
    if said.became != OBEYED:
        raise RuleError(said.became if isinstance(said.became, Sentence) else NotTaken.NO_ANSWER.said())
    return said.held


def _put_in(journal: Path, word: AnyWord | FindBoard, done_within_s: float, upon: int | None) -> WordOutcome:
    """Put the word into the inbox, and wait for the answer there."""
    with Inbox(journal) as inbox:
        began_s = time.monotonic()
        number = inbox.put(word, upon, int((began_s + ANSWERED_WITHIN_S) * 1e9))
        try:
            answer = _answer(inbox, number, began_s + ANSWERED_WITHIN_S)
        finally:
            is_withdrawn = inbox.withdraw(number)  # also when the wait is interrupted
        return WordOutcome(None if is_withdrawn else answer or _answer(inbox, number, began_s + done_within_s), withdrawn=is_withdrawn)


def _answer(inbox: Inbox, number: int, until_s: float) -> Became | None:
    while (answer := inbox.answered(number)) is None and time.monotonic() < until_s:
        time.sleep(LOOKS_EVERY_S)
    return answer
