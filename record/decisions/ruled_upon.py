"""A ruling rests on the game as whoever made it knew it: where somebody else ruled after that, it is void.

Two arbiters may rule at once, at the board and at a hub. The board's service decides, for it alone carries out both.
"""

from typing import TypeGuard, get_args

from record.decisions.arbitration import Decision
from record.decisions.commands import AddTimes, CloseGame, CommandBody, EnterPaper, SetControl, SetTimes, StartClock, StopClock, Undo
from record.events.as_json import decode
from record.events.of_game import Event
from record.papers.disputes import ArbiterEvent
from record.store.journal_rows import JournalRows
from rules.errors import Phrase, Sentence

VoidableWord = Decision | StartClock | StopClock | SetTimes | AddTimes | SetControl | EnterPaper | Undo | CloseGame
"""The words that another ruling in between makes void."""
RULINGS = frozenset(kind.__name__ for kind in get_args(VoidableWord))
_KINDS = tuple(kind.__name__ for kind in get_args(ArbiterEvent))


class RuledUpon(Phrase):
    """Why a ruling is void."""

    RULED_MEANWHILE = "another ruling was made at the board meanwhile, and this one was not: look at the game as it stands now"


def is_ruling(event: Event) -> TypeGuard[ArbiterEvent]:
    """Whether a person ruled in that event."""
    return isinstance(event, ArbiterEvent) and bool(event.by)


def last_ruling(rows: JournalRows) -> int:
    """The row of the last ruling of a person; 0 where there is none. LogError, EventError."""
    return next((row.row_id for row in rows.latest_of(_KINDS) if is_ruling(decode(row.kind, row.text))), 0)


def void(word: CommandBody, upon: int | None, last: int) -> Sentence | None:
    """Why the word is void; None where it may be carried out.

    `upon` is the last row, or the row of the last ruling, that whoever said it knew; None where he says nothing of it. `last` is the row of
    the last ruling.
    """
    return RuledUpon.RULED_MEANWHILE.said() if upon is not None and last > upon and isinstance(word, get_args(VoidableWord)) else None
