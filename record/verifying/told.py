"""What the journal of a game tells: the game that its rows add up to, and how much the record ever had."""

from pathlib import Path

from record.events.as_json import decode
from record.events.of_game import Arbitrated, Event, SessionClosed
from record.events.of_players import MoveEntered
from record.log.reading import sound_rows, verify
from record.log.tail import TailState, tail_of
from record.session.step import State, step
from record.store.folder import JOURNAL_NAME
from record.store.journal_rows import RawRow, raw_row
from record.verifying.findings import Differs, Findings, VerifyNote
from record.verifying.named_pictures import NamedPictures
from rules.errors import DamcamError


class JournalTold:
    """What the sound rows told, up to the first that is no event of this game; `is_whole` where all of them are."""

    def __init__(self) -> None:
        self.state = State()
        self.is_whole = True
        self.last_row = 0
        self.checksum = b""
        """That of the last sound row."""
        self.closing: tuple[int, bytes] | None = None
        """The row that closed the game, and its checksum; None where none did."""
        self.most_plies = 0
        """The most plies that the record ever had."""
        self.rulings = 0
        """The rulings and the moves that players entered, with those that were undone later."""
        self.pictures = NamedPictures()

    def take(self, row: RawRow, found: Findings) -> None:
        """Take the next row, which fits its checksum."""
        self.last_row, self.checksum = row.row_id, row.checksum
        if self.is_whole:
            try:
                event = decode(row.kind, row.text)
            except DamcamError as error:
                self.is_whole = False
                found.differs(Differs.ROW_NOT_UNDERSTOOD, JOURNAL_NAME, row=row.row_id, why=error.sentence)
            else:
                self._step(row.row_id, event, found)

    def _step(self, number: int, event: Event, found: Findings) -> None:
        try:
            self.state, _ = step(self.state, event)
        except DamcamError as error:
            self.is_whole = False
            found.differs(Differs.ROW_NOT_UNDERSTOOD, JOURNAL_NAME, row=number, why=error.sentence)
            return
        self.pictures.take(number, event)
        if isinstance(event, SessionClosed):
            self.closing = number, self.checksum
        self.rulings += isinstance(event, Arbitrated | MoveEntered)
        self.most_plies = max(self.most_plies, len(self.state.plies))


def told_by(journal: Path, found: Findings) -> JournalTold:
    """What the sound rows of that journal tell, and what is wrong with its files (`record.log.reading.verify`); LogError."""
    verified, told = verify(journal), JournalTold()
    for row in sound_rows(journal, verified):
        told.take(raw_row(row, journal), found)
    tail = tail_of(journal).name
    if verified.damage is not None:
        found.differs(Differs.JOURNAL_DAMAGED, JOURNAL_NAME, row=verified.damage.row, why=verified.damage.sentence)
    elif verified.unnamed_rows:
        found.note(VerifyNote.ROW_UNNAMED, JOURNAL_NAME, row=verified.last.row, tail=tail)
    elif verified.tail is TailState.COPIED and verified.tail_row > verified.last.row:
        found.note(VerifyNote.COPY_ENDS_EARLY, JOURNAL_NAME, row=verified.last.row, last=verified.tail_row, tail=tail)
    elif verified.size > verified.last.end:
        found.note(VerifyNote.HALF_A_ROW, JOURNAL_NAME)
    if verified.tail is TailState.MISSING:
        found.differs(Differs.TAIL_MISSING, tail)
    elif verified.tail is TailState.DAMAGED:
        found.differs(Differs.TAIL_DAMAGED, tail)
    return told
