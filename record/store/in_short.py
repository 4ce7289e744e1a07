"""A game in short: who played, when and where, and how it ended. It is read from the few rows of the journal that tell it."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from record.events.about import About, PublicTags
from record.events.as_json import decode_cleaned
from record.events.of_game import (
    Alerted,
    Arbitrated,
    ClockStopped,
    ContinuedOnPaper,
    Event,
    PaperMoves,
    Pressed,
    SessionClosed,
    SessionOpened,
)
from record.events.of_record import Described, MovesBefore, RowsLost, TimeControlSet, Undone
from record.log.errors import LogError
from record.session.arbiter import ON_THE_BOARD, Word
from record.session.state import State
from record.store.journal_rows import rows_of_kinds
from record.telling.remarks import TAKEN_OVER, has_taken_over
from rules.errors import DamcamError, _
from rules.pdn.game import was_played

_TELLING = tuple(kind.__name__ for kind in (SessionOpened, Described, TimeControlSet, Arbitrated, PaperMoves, SessionClosed, Undone))
_MOVES = tuple(kind.__name__ for kind in (Pressed, MovesBefore, ContinuedOnPaper, RowsLost))
"""The first of these shows that somebody may have moved."""
TAKING_OVER = tuple(kind.__name__ for kind in (Alerted, ClockStopped))
"""One of these tells that the game of another recorder goes on here."""


MOST_NAMED = 20
"""So many of the tags that a game has had are kept, the last ones: each leads to an address of it, and a board may send thousands."""


@dataclass(frozen=True, slots=True)
class GameInShort:
    """What the rows of a journal tell of its game without its moves."""

    named: tuple[PublicTags, ...]
    """The tags that the game has had, the last ones last; MOST_NAMED at most."""
    time_control: str
    result: str
    """`State.result` of the whole game, and so on."""
    over: bool
    closed: bool
    is_played: bool
    taken_over_at: int = 0
    """The last row that tells that the game of another recorder goes on here; 0 for a game that began here."""

    @classmethod
    def of(cls, named: tuple[PublicTags, ...], state: State, taken_over_at: int) -> "GameInShort":
        """The game of that state, which has begun, with the tags that it has had."""
        opened = state.opened
        return cls(named[-MOST_NAMED:], opened.time_control, state.result, state.over, state.closed, state.is_played, taken_over_at)

    @property
    def tags(self) -> PublicTags:
        """The tags that are valid."""
        return self.named[-1]


def in_short(journal: Path) -> GameInShort | None:
    """The game of that journal; None before its opening, LogError when it cannot be read. The moves are not looked at."""
    about, named, control = About(), list[PublicTags](), ""
    ended: Arbitrated | None = None
    entered: PaperMoves | None = None
    closing: SessionClosed | None = None
    has_moves = was_on_paper = False
    taken_over_at = 0
    for row, event in _told(journal):
        match event:
            case Alerted() | ClockStopped():
                taken_over_at = row if has_taken_over(event) else taken_over_at
            case SessionOpened() | Described():
                about = about.then(event.about)
                named.append(about.tags)
                control = event.time_control if isinstance(event, SessionOpened) else control
            case TimeControlSet():
                control = event.time_control
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
    over, closed = bool(closing or ended), closing is not None
    if not named:
        return None
    return GameInShort(tuple(named[-MOST_NAMED:]), control, result or "*", over, closed, is_played, taken_over_at)


def _told(journal: Path) -> Iterator[tuple[int, Event]]:
    """The events of _TELLING, the first of _MOVES, and what may tell of a take-over, with their rows; checksums are not looked at."""
    for row in rows_of_kinds(journal, (*_TELLING, *TAKING_OVER), also_first_of=_MOVES):
        if row.kind in TAKING_OVER and TAKEN_OVER not in row.text:
            continue
        try:
            yield row.row_id, decode_cleaned(row.kind, row.text)
        except DamcamError as error:
            raise LogError(_("row {row} of {path}: {why}"), row=row.row_id, path=str(journal), why=error.sentence) from error
