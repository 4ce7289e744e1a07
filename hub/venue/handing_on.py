"""Hands a word to the board of a game, wherever it is: to the service on this machine, or through the mirror to a board elsewhere."""

import time
from collections.abc import Callable
from pathlib import Path

from hub.boards.handing import ANSWERED_WITHIN_S, LOOKS_EVERY_S, NotTaken, RuleError, hand_over
from hub.boards.saying import HeldWord
from hub.venue.link import is_cut_off, read_link
from hub.venue.mirrored_words import LIFE_NS
from hub.venue.venue_says import VenueSays
from record.decisions.inbox import OBEYED, Became, Inbox
from record.decisions.words import AnyWord, FindBoard, Recover
from record.store.mirror_mark import is_mirrored
from rules.errors import Sentence

LIFE_S = LIFE_NS / 1e9
ON_THE_WAY_S = 2.0
"""How long word and answer may take on the way, besides what the board takes."""


class StillOnItsWay(RuleError):
    """The board has not answered: it did the word or never will, and which of both is not known here yet."""


def hand_on(
    journal: Path,
    word: AnyWord | FindBoard,
    done_within_s: float = ANSWERED_WITHIN_S,
    on_its_way: Callable[[], None] = lambda: None,
    upon: int | None = None,
) -> HeldWord | None:
    """Hand the word to the service that records that journal's game, and wait until it is obeyed, as `hub.boards.handing.hand_over`.

    `on_its_way` is called once the word is for a board elsewhere. RuleError as there, also where that board is cut off, or has to be asked
    there, and nothing was put in then; StillOnItsWay where its answer did not come in time. LogError when there is no inbox.
    """
    if not is_mirrored(journal):
        return hand_over(journal, word, done_within_s, upon)
    if isinstance(word, Recover):
        raise RuleError(VenueSays.CHOSEN_THERE.said())
    refuse_cut_off(journal)
    with Inbox(journal) as inbox:
        until_s = time.monotonic() + LIFE_S
        number = inbox.put(word, upon, int(until_s * 1e9))
        on_its_way()
        try:
            became = _answer(inbox, number, until_s)
        finally:
            is_withdrawn = inbox.withdraw(number)  # also when the wait is interrupted
        if is_withdrawn:
            raise RuleError(VenueSays.NO_MIRROR.said(VenueSays.LOOK_AT_IT.said()))
        became = became or _answer(inbox, number, until_s + done_within_s + ON_THE_WAY_S)
    if became is None or became == NotTaken.NO_ANSWER.said():
        raise StillOnItsWay(VenueSays.NOT_ANSWERED.said(VenueSays.WAIT_FOR_IT.said()))
    if isinstance(became, Sentence):
        raise RuleError(became)
    return None


def refuse_cut_off(journal: Path) -> None:
    """Raises RuleError where that journal is the mirror of a board that cannot be reached now."""
    link = read_link(journal.absolute().parents[2]) if is_mirrored(journal) else None
    if link and is_cut_off(link):
        raise RuleError(VenueSays.CUT_OFF.said())


def _answer(inbox: Inbox, number: int, until_s: float) -> Became | None:
    while (answer := inbox.answered(number)) is None and time.monotonic() < until_s:
        time.sleep(LOOKS_EVERY_S)
    return OBEYED if answer == OBEYED else answer
