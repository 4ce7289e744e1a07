"""What the journal of a game has lost, and how far it can be read: it is held against the files beside it, row by row."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from record.events.as_json import decode
from record.events.of_game import SessionClosed
from record.log import reading as log_reading
from record.log.errors import LogError
from record.log.tail import read_tail
from record.session.step import State, step
from record.store.beside import KnownBeside, hold_against, known_beside, left_of_another
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal, NoEvent
from record.store.journal_rows import RawRow, raw_row, rows_of_kinds
from rules.errors import DamcamError, Sentence, _


@dataclass(frozen=True, slots=True)
class Lost:
    """What a journal has lost or cannot give any more."""

    said: Sentence
    """What is wrong, and which file knows it."""
    row: int
    """The last row up to which all is sound; 0 where nothing can be read."""
    seq: int
    """The last press up to there."""
    told: int
    """The last row that was on disk, as the tail says; 0 where it is not known."""
    beside: KnownBeside
    is_over: bool
    """Whether a row says that the game was closed."""
    has_wrong_event: bool = False
    """Whether no row is lost, and one of them is no event that can be in its game."""


class SoundRow(NamedTuple):
    """A row of a journal as it stands, and the state of the game after it."""

    row: RawRow
    after: State


def lost_in(game: Path) -> Lost | None:
    """`lost_of` the journal in the folder of a game."""
    return lost_of(game / JOURNAL_NAME)


def lost_of(journal: Path, damage: LogError | None = None) -> Lost | None:
    """What the journal has lost; None where it is whole, or there is none and nothing of a game is left in its folder.

    `damage` is what was found at the file of which `journal` is a copy.
    """
    beside = known_beside(journal.parent)
    if damage is not None:
        return _lost(journal, beside, damage.sentence)
    if not journal.exists():
        left = left_of_another(journal.parent)
        if left is None:
            return None
        gone = LogError(_("{path} is gone, but {tail} is there, which belongs to it"), path=str(journal), tail=left.name)
        return _lost(journal, beside, gone.sentence)
    try:
        with Journal.reader(journal) as reader:
            hold_against(beside, reader)
    except LogError as error:
        return _lost(journal, beside, error.sentence, has_wrong_event=isinstance(error, NoEvent))
    return None


def sound_rows(journal: Path) -> Iterator[SoundRow]:
    """The rows from the first on, as far as each fits its checksum and leads on from the one before; LogError without a file."""
    state = State()
    for line in log_reading.sound_rows(journal):
        try:
            row = raw_row(line, journal)
            state, _effects = step(state, decode(row.kind, row.text))
        except DamcamError:
            return
        yield SoundRow(row, state)


def is_closed_by_a_row(journal: Path) -> bool:
    """Whether a row says that the game was closed, even if other rows are damaged; False for an unreadable file."""
    try:
        return any(True for _row in rows_of_kinds(journal, (SessionClosed.__name__,), beyond_tail=True))
    except LogError:
        return False


def _lost(journal: Path, beside: KnownBeside, said: Sentence, *, has_wrong_event: bool = False) -> Lost:
    last, state = 0, State()
    with suppress(LogError):  # nothing of it can be read
        for sound in sound_rows(journal):
            last, state = sound.row.row_id, sound.after
    return Lost(said, last, state.last_seq, _named(journal), beside, is_closed_by_a_row(journal), has_wrong_event)


def _named(journal: Path) -> int:
    """The row that the tail names; 0 where it is not known."""
    with suppress(OSError):
        _state, named = read_tail(journal)
        return named.row if named else 0
    return 0
