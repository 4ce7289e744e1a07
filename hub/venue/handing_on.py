"""Hands a command to the board of a game, wherever it is: to the service on this machine, or through the mirror to a board elsewhere."""

import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread

from msgspec.structs import replace

from hub.venue.link import is_cut_off, read_link
from hub.venue.words_on_way import ON_WAY
from link.handing import ANSWERED_WITHIN_S, HeldWord, NobodyThere, RuleError, hand_over, held_word, outcome_of, state_of_game
from link.messages import Accepted, Command, Expired, new_id
from link.venue_says import VenueSays
from record.decisions.outcome import OBEYED, Became
from record.decisions.words import Recover, ToService
from record.store.mirror_mark import is_mirrored
from rules.errors import Sentence

LIFE_S = ANSWERED_WITHIN_S
ON_THE_WAY_S = 2.0
"""How long command and answer may take on the way, besides what the board takes."""
ASKS_ON_S = 60.0
"""How long an outcome is asked for that did not come in time. The mirror asks the board for as long."""


class StillOnItsWay(RuleError):
    """The board has not answered: it did the command or never will, and which of both is not known here yet."""


def hand_on(
    journal: Path,
    word: ToService,
    done_within_s: float = ANSWERED_WITHIN_S,
    on_its_way: Callable[[], None] = lambda: None,
    upon: int | None = None,
) -> HeldWord | None:
    """Hand the command to the service that records that journal's game, and wait for its outcome, as `link.handing.hand_over`.

    `on_its_way` is called once the command is for a board elsewhere. RuleError as there, also where that board is cut off, or has to be
    asked there, and nothing was sent then; StillOnItsWay where its answer did not come in time. The desk tells it then when it comes.
    """
    if not is_mirrored(journal):
        return hand_over(journal, word, done_within_s, upon)
    if isinstance(word, Recover):
        raise RuleError(VenueSays.CHOSEN_THERE.said())
    refuse_cut_off(journal)
    on_its_way()
    command = Command(new_id(), journal.absolute().parent.name, word, round(LIFE_S * 1000), upon)
    number, became, held = ON_WAY.begin(journal, word), None, None
    try:
        became, held = _became(journal, command, done_within_s + ON_THE_WAY_S)
    finally:
        ON_WAY.end(journal, number, became, time.monotonic_ns())
    if became is None:
        Thread(target=_ask_on, args=(journal, command, number), name="outcome", daemon=True).start()
        raise StillOnItsWay(VenueSays.NOT_ANSWERED.said(VenueSays.WAIT_FOR_IT.said()))
    if isinstance(became, Sentence):
        raise RuleError(became)
    return held


def refuse_cut_off(journal: Path) -> None:
    """Raises RuleError where that journal is the mirror of a board that cannot be reached now."""
    link = read_link(journal.absolute().parents[2]) if is_mirrored(journal) else None
    if link and is_cut_off(link):
        raise RuleError(VenueSays.CUT_OFF.said())


def _ask_on(journal: Path, command: Command, number: int) -> None:
    """Ask for the outcome of a command that may have been sent, and note it for the desk."""
    became, _ = _became(journal, replace(command, lives_ms=0, was_sent=True), ASKS_ON_S)
    if became is not None:
        ON_WAY.end(journal, number, became, time.monotonic_ns())


def _became(journal: Path, command: Command, done_within_s: float) -> tuple[Became | None, HeldWord | None]:
    """The outcome at the board, None where it is not known here; and what to say of one that is not on its disk yet."""
    try:
        outcome = outcome_of(state_of_game(journal.absolute().parent), command, done_within_s)
    except NobodyThere:
        return VenueSays.NO_MIRROR.said(VenueSays.LOOK_AT_IT.said()), None
    if isinstance(outcome, Accepted):
        return OBEYED, held_word(outcome)
    if isinstance(outcome, Expired):
        return VenueSays.WITHDRAWN.said(seconds=round(LIFE_S)), None
    return (outcome.why if outcome else None), None
