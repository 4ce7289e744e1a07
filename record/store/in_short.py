"""A game in short: who played, when and where, and how it ended. It is read from the few rows of the journal that tell it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing as closed
from dataclasses import dataclass
from pathlib import Path

from record.events.about import About, PublicTags
from record.events.as_json import decode
from record.events.of_game import Arbitrated, Event, PaperMoves, SessionClosed, SessionOpened
from record.events.of_record import Described, Undone
from record.session.arbiter import ON_THE_BOARD, Word
from record.store.connecting import connected
from record.store.journal_faults import JournalError, JournalFault
from rules.errors import DamcamError

_TELLING = tuple(kind.__name__ for kind in (SessionOpened, Described, Arbitrated, PaperMoves, SessionClosed, Undone))
_ROWS = f"SELECT id, kind, json FROM events WHERE kind IN ({', '.join('?' * len(_TELLING))}) ORDER BY id"
"""SQLite passes over the evidence of the other rows: their kind stands before their long JSON."""


@dataclass(frozen=True, slots=True)
class GameInShort:
    """What the rows of a journal tell of its game without its moves."""

    named: tuple[PublicTags, ...]
    """The tags that the game has had, the last ones last."""
    delay: str
    """The setting `delay` with which the game began; empty where there was none."""
    result: str
    """`State.result` of the whole game."""
    over: bool
    """`State.over` of the whole game."""

    @property
    def tags(self) -> PublicTags:
        """The tags that are valid."""
        return self.named[-1]


def in_short(journal: Path) -> GameInShort | None:
    """The game of that journal; None before its opening, JournalError when it cannot be read. The moves are not looked at."""
    about, named = About(), list[PublicTags]()
    ended: Arbitrated | None = None
    entered: PaperMoves | None = None
    closing: SessionClosed | None = None
    for event in _told(journal):
        match event:
            case SessionOpened() | Described():
                about = about.then(event.about)
                named.append(about.tags)
            case Arbitrated() if event.ruling in ON_THE_BOARD:
                ended = None
            case Arbitrated() if event.ruling == Word.END:
                ended = event
            case Arbitrated():
                entered = None
            case Undone() if event.ruling == Word.END:
                ended = None
            case Undone() if event.ruling == "enter-paper":
                entered = None
            case PaperMoves():
                entered = event
            case SessionClosed():
                closing = event
    told = (event.result for event in (entered, closing, ended) if event)
    result = next((one for one in told if one not in (None, "*")), None) or "*"
    return GameInShort(tuple(named), about.settings.delay or "", result, over=bool(closing or ended)) if named else None


def _told(journal: Path) -> Iterator[Event]:
    """The events of _TELLING, in order; their checksums are not looked at."""
    try:
        with closed(connected(journal, "ro")) as connection:
            rows = connection.execute(_ROWS, _TELLING).fetchall()
    except sqlite3.Error as error:
        raise JournalError(JournalFault.NOT_READ.said(path=str(journal), why=str(error))) from error
    for row_id, kind, text in rows:
        try:
            yield decode(kind, text)
        except DamcamError as error:
            raise JournalError(JournalFault.ROW.said(row=row_id, path=str(journal), why=error.sentence)) from error
