"""The words of the arbiter, and what each does to the record and to the clock; pure, and only on what the events tell."""

from collections.abc import Sequence
from enum import StrEnum

from record.events.of_game import Arbitrated
from record.session.plies import Plies, Ply
from rules.errors import DamcamError


class ArbitrationError(DamcamError, ValueError):
    """A ruling of the arbiter that has no place here, or is none; says which and why."""


class Word(StrEnum):
    """What the arbiter may rule, at any moment until the recording ends."""

    STAND = "stand"
    """What is pending stands for good, and the opponent is to move; a missed capture that is owed is let be."""
    RESTORE = "restore"
    """What is pending goes: the position before it is put back, and who made it moves again. Where nothing is, what goes begins with the
    first missed capture that is owed."""
    POSITION = "position"
    """The position is set by hand. Nothing goes: what was pending stands before it, and a missed capture that is owed is let be."""
    TAKE_BACK = "take-back"
    """So many plies go, pending ones first."""
    TO_MOVE = "to-move"
    """The board stays, and that side is to move. Nothing goes."""
    END = "end"
    """The game is over. A later ruling on the board takes it up again."""
    PAPER = "paper"
    """What is pending, and all that follows, is noted on paper."""
    RECORD = "record"
    """The record goes on after all, also with what was recorded unseen in the meantime."""


ON_THE_BOARD = frozenset({Word.STAND, Word.RESTORE, Word.POSITION, Word.TAKE_BACK, Word.TO_MOVE})
"""After these it is known what stands and who is to move."""
TAKES_OFF = frozenset({Word.RESTORE, Word.TAKE_BACK})
"""After these plies that were on the record, or open, are not."""
LETS_BE = frozenset({Word.STAND, Word.POSITION})
"""After these a missed capture that is owed is let be; `restore` and `take-back` put it away with its ply."""


def refuse(line: Plies, event: Arbitrated, owed: Sequence[Ply]) -> None:
    """ArbitrationError when the ruling is none, or the record has nothing that it could be about; `owed` as in `State.owed`."""
    if event.ruling not in list(Word):
        raise ArbitrationError(f"there is no ruling {event.ruling!r}; there are {', '.join(Word)}")
    if event.ruling in (Word.STAND, Word.RESTORE) and not (line.open or owed):
        raise ArbitrationError(f"{event.ruling} after press {event.seq}: nothing is pending there")
    moves = sum(not ply.is_set_up for ply in line.entries)
    if event.ruling == Word.TAKE_BACK and not 1 <= event.plies <= moves:
        raise ArbitrationError(f"take back {event.plies} after press {event.seq}: there are {moves} plies, and at least one must go")


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
