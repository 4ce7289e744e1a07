"""What the journal of a game has lost, and how far it can be read: it is held against the files beside it, row by row."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import NamedTuple

from record.events.as_json import decode
from record.session.step import State, step
from record.store.beside import KnownBeside, hold_against, known_beside, left_of_another
from record.store.connecting import connected
from record.store.damaged import tells_of_closing
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal
from record.store.journal_faults import JournalError, JournalFault
from record.store.tail import ToldLast, refuse_other, told_last
from record.store.versions import chained
from rules.errors import DamcamError, Sentence

LOCKED = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
"""The SQLite errors of a journal that another process holds just now, which is no loss."""
PRIMARY_CODE = 0xFF
"""The mask of the lowest byte of a SQLite error code, which tells its kind."""


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
    """The last row that was told, as the file outside the database says; 0 where it is not known."""
    beside: KnownBeside
    is_over: bool
    """Whether a row says that the game was closed."""


class SoundRow(NamedTuple):
    """A row of a journal, as it is stored, and the state of the game after it."""

    id: int
    t_ns: int
    kind: str
    json: str
    checksum: bytes
    after: State


def lost_in(game: Path) -> Lost | None:
    """`lost_of` the journal in the folder of a game."""
    return lost_of(game / JOURNAL_NAME)


def lost_of(journal: Path) -> Lost | None:
    """What the journal has lost; None where it is whole, or there is none and nothing of a game is left in its folder.

    JournalError while another process locks it.
    """
    beside = known_beside(journal.parent)
    if not journal.exists():
        left = left_of_another(journal.parent)
        return None if left is None else _lost(journal, beside, JournalFault.GONE.said(path=str(journal), tail=left.name))
    try:
        with Journal.reader(journal) as reader:
            hold_against(beside, reader)
    except JournalError as error:
        if is_locked(error):
            raise
        return _lost(journal, beside, error.sentence)
    return None


def is_locked(error: JournalError) -> bool:
    """Whether the journal only could not be read because another process holds it."""
    return getattr(error.__cause__, "sqlite_errorcode", 0) & PRIMARY_CODE in LOCKED


def sound_rows(journal: Path) -> Iterator[SoundRow]:
    """The rows from the first on, as far as each can be read, fits its checksum, and leads on from the one before.

    Each is read by itself, so that a damaged page hides no sound row before it. JournalError where the file cannot be opened.
    """
    checksum, state, outside = b"", State(), told_last(journal)
    with closing(connected(journal, "ro")) as connection:
        for number in count(1):
            try:
                rows = connection.execute("SELECT id, t_ns, kind, json, checksum FROM events WHERE id = ?", (number,)).fetchall()
                if not rows:
                    return
                row_id, t_ns, kind, text, told = rows[0]
                checksum = chained(checksum, row_id, t_ns, kind, text)
                if told != checksum:
                    return
                refuse_other(journal, outside, ToldLast(number, checksum))
                state, _ = step(state, decode(kind, text))
            except (sqlite3.Error, DamcamError):
                return
            yield SoundRow(row_id, t_ns, kind, text, checksum, state)


def _lost(journal: Path, beside: KnownBeside, said: Sentence) -> Lost:
    row, state, outside = 0, State(), told_last(journal)
    try:
        for sound in sound_rows(journal):
            row, state = sound.id, sound.after
    except JournalError:
        pass  # nothing of it can be read
    return Lost(said, row, state.last_seq, outside.row_id if outside else 0, beside, tells_of_closing(journal))
