"""The rulings of the arbiter, and what each does to the record. Pure functions of the events."""

from collections.abc import Sequence

from record.events.of_game import Arbitrated
from record.events.of_game import Word as Word
from record.session.plies import Plies, Ply
from rules.errors import DamcamError, Phrase, Sentence, in_context


class ArbitrationError(DamcamError, ValueError):
    """A ruling of the arbiter that is unknown, or impossible as the record stands; names the ruling and the reason."""


class RulingRefusal(Phrase):
    """Why a ruling is impossible as the record stands."""

    NO_SUCH_RULING = "there is no ruling {ruling}; there are {there}"
    NOTHING_PENDING = "{ruling} after press {seq}: nothing is pending there"
    TOO_FEW_PLIES = (
        "take back {plies} after press {seq}: there is {count} ply, and at least one must go",
        "take back {plies} after press {seq}: there are {count} plies, and at least one must go",
    )
    NOT_MADE_YET = "a ruling after press {seq}, but the last one is press {last}; a ruling is on what stands now"
    PRESSED_SINCE = "a ruling after press {seq}, but press {last} came after it; a ruling is on what stands now"
    ON_PAPER_ALREADY = "the game is on paper already, since press {seq}"
    NOT_ON_PAPER = "the game is not on paper: the record goes on as it is"
    NOTHING_TO_UNDO = "nothing can be undone: there is no ruling, or something came after it that stands on it"
    OTHER_RULING = "the ruling that was to be undone is not the last one; look at the rulings"
    FLAG_SINCE = "without that ruling {side}'s flag would have fallen since: set the clocks instead"


class RulingWord(Phrase):
    """Each ruling as a word within a sentence."""

    STAND = in_context("ruling", "stand")
    RESTORE = in_context("ruling", "restore")
    POSITION = in_context("ruling", "position")
    TAKE_BACK = in_context("ruling", "take-back")
    TO_MOVE = in_context("ruling", "to-move")
    END = in_context("ruling", "end")
    PAPER = in_context("ruling", "paper")
    RECORD = in_context("ruling", "record")


def ruling_word(word: str) -> Sentence:
    """The name of the ruling, a value of `Word`, for use within a sentence; ValueError for any other."""
    return RulingWord[Word(word).name].said()


ON_THE_BOARD = frozenset({Word.STAND, Word.RESTORE, Word.POSITION, Word.TAKE_BACK, Word.TO_MOVE})
"""Rulings after which the position and the side to move are known."""
TAKES_OFF = frozenset({Word.RESTORE, Word.TAKE_BACK})
"""Rulings that remove plies, open ones or ones on the record."""
LETS_STAND = frozenset({Word.STAND, Word.POSITION})
"""Rulings after which a missed capture that is owed may stay; `restore` and `take-back` remove it with its ply."""


def refuse(line: Plies, event: Arbitrated, owed: Sequence[Ply]) -> None:
    """Raises ArbitrationError for a ruling that finds nothing in the record to rule on; `owed` as in `State.owed`."""
    if event.ruling in (Word.STAND, Word.RESTORE) and not (line.open or owed):
        raise ArbitrationError(RulingRefusal.NOTHING_PENDING.said(ruling=ruling_word(event.ruling), seq=event.seq))
    moves = sum(not ply.is_set_up for ply in line.entries)
    if event.ruling == Word.TAKE_BACK and not 1 <= event.plies <= moves:
        raise ArbitrationError(RulingRefusal.TOO_FEW_PLIES.said(plies=event.plies, seq=event.seq, count=moves))


def on_line(line: Plies, event: Arbitrated) -> Plies:
    """The record after the ruling."""
    match event.ruling:
        case Word.STAND:
            return line.stand()
        case Word.RESTORE:
            return line.restore().take_back(event.plies)
        case Word.TAKE_BACK:
            return line.take_back(event.plies)
        case Word.POSITION | Word.TO_MOVE:
            return line.then_set_up(event.seq, event.fen)
    return line
