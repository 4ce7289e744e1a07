"""A game in short: who played, when and where, and how it ended. It is read from the few rows of the journal that tell it."""

from dataclasses import dataclass
from pathlib import Path

from record.events.about import About, PublicTags
from record.events.of_game import Arbitrated, PaperMoves, SessionClosed, SessionOpened
from record.events.of_record import Described
from record.session.arbiter import ON_THE_BOARD, Word
from record.store.journal import Journal

_TELLING = (SessionOpened, Described, Arbitrated, PaperMoves, SessionClosed)


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
    with Journal.reader(journal) as reader:
        for event in reader.of_kinds(*_TELLING):
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
                case PaperMoves():
                    entered = event
                case SessionClosed():
                    closing = event
    told = (event.result for event in (entered, closing, ended) if event)
    result = next((one for one in told if one not in (None, "*")), None) or "*"
    return GameInShort(tuple(named), about.settings.delay or "", result, over=bool(closing or ended)) if named else None
