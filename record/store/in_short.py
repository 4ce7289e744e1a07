"""A game in short: who played, when and where, and how it ended. It is read from the few rows of the journal that tell it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing as closed
from dataclasses import dataclass
from pathlib import Path

from record.events.about import About, PublicTags
from record.events.as_json import decode
from record.events.of_game import Arbitrated, ContinuedOnPaper, Event, PaperMoves, Pressed, SessionClosed, SessionOpened
from record.events.of_record import Described, MovesBefore, RowsLost, Undone
from record.session.arbiter import ON_THE_BOARD, Word
from record.store.connecting import connected
from record.store.journal_faults import JournalError, JournalFault
from rules.errors import DamcamError
from rules.pdn.game import was_played

_TELLING = tuple(kind.__name__ for kind in (SessionOpened, Described, Arbitrated, PaperMoves, SessionClosed, Undone))
_MOVES = tuple(kind.__name__ for kind in (Pressed, MovesBefore, ContinuedOnPaper, RowsLost))
"""The first of these shows that somebody may have moved."""
_ROWS = f"""SELECT id, kind, json FROM events WHERE kind IN ({", ".join("?" * len(_TELLING))})
    OR id = (SELECT min(id) FROM events WHERE kind IN ({", ".join("?" * len(_MOVES))})) ORDER BY id"""
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
    is_played: bool = True
    """`State.is_played` of the whole game."""

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
    has_moves = was_on_paper = False
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
                was_on_paper = was_on_paper or event.ruling == Word.PAPER
            case Undone() if event.ruling == Word.END:
                ended = None
            case Undone() if event.ruling == Word.PAPER:
                was_on_paper = False
            case Undone() if event.ruling == "enter-paper":
                entered = None
            case PaperMoves():
                entered = event
            case Pressed() | MovesBefore() | ContinuedOnPaper() | RowsLost():
                has_moves = True
            case SessionClosed():
                closing = event
    outcomes = ((event.result, event.article) for event in (entered, closing, ended) if event and event.result not in (None, "*"))
    result, article = next(outcomes, ("*", None))
    has_moves = has_moves or was_on_paper or entered is not None
    is_played = was_played(result or "*", has_moves=has_moves, has_reason=article is not None)
    return GameInShort(tuple(named), about.settings.delay or "", result or "*", bool(closing or ended), is_played) if named else None


def _told(journal: Path) -> Iterator[Event]:
    """The events of _TELLING and the first of _MOVES, in order; their checksums are not looked at."""
    try:
        with closed(connected(journal, "ro")) as connection:
            rows = connection.execute(_ROWS, _TELLING + _MOVES).fetchall()
    except sqlite3.Error as error:
        raise JournalError(JournalFault.NOT_READ.said(path=str(journal), why=str(error))) from error
    for row_id, kind, text in rows:
        try:
            yield decode(kind, text)
        except DamcamError as error:
            raise JournalError(JournalFault.ROW.said(row=row_id, path=str(journal), why=error.sentence)) from error
