"""The game that the sound rows of a journal add up to."""

from pathlib import Path

from record.events.as_json import decode
from record.events.of_game import SessionClosed
from record.log.reading import sound_rows, verify
from record.log.tail import TailState, tail_of
from record.session.step import State, step
from record.store.folder import JOURNAL_NAME
from record.store.journal_rows import RawRow, raw_row
from record.verifying.findings import Differs, Findings, VerifyNote
from record.verifying.named_pictures import NamedPictures
from rules.errors import DamcamError


class SoundGame:
    """What the sound rows add up to, until the first that is no event of this game; `is_whole` where all of them are."""

    def __init__(self) -> None:
        self.state = State()
        self.is_whole = True
        self.last_row = 0
        self.checksum = b""
        """That of the last sound row."""
        self.closing: tuple[int, bytes] | None = None
        """The row that closed the game, and its checksum; None where none did."""
        self.pictures = NamedPictures()

    def take(self, row: RawRow, found: Findings) -> None:
        """Take the next row, which fits its checksum."""
        self.last_row, self.checksum = row.row_id, row.checksum
        if not self.is_whole:
            return
        try:
            event = decode(row.kind, row.text)
            self.state = step(self.state, event)
        except DamcamError as error:
            self.is_whole = False
            found.differs(Differs.ROW_NOT_UNDERSTOOD, JOURNAL_NAME, row=row.row_id, why=error.sentence)
            return
        self.pictures.take(row.row_id, event)
        if isinstance(event, SessionClosed):
            self.closing = row.row_id, row.checksum


def sound_game(journal: Path, found: Findings) -> SoundGame:
    """The game of that journal. What is wrong with its files (`record.log.reading.verify`) is found; LogError where it cannot be read."""
    verified, sound = verify(journal), SoundGame()
    for row in sound_rows(journal, verified):
        sound.take(raw_row(row, journal), found)
    tail = tail_of(journal).name
    if verified.damage is not None:
        found.differs(Differs.JOURNAL_DAMAGED, JOURNAL_NAME, row=verified.damage.row, why=verified.damage.sentence)
    elif verified.unnamed_rows:
        found.note(VerifyNote.ROW_UNNAMED, JOURNAL_NAME, row=verified.last.row, tail=tail)
    elif verified.tail is TailState.COPIED and verified.tail_row > verified.last.row:
        found.note(VerifyNote.COPY_ENDS_EARLY, JOURNAL_NAME, row=verified.last.row, last=verified.tail_row, tail=tail)
    elif verified.size > verified.last.end:
        found.note(VerifyNote.HALF_A_ROW, JOURNAL_NAME)
    if verified.ahead:
        found.note(VerifyNote.IN_MEMORY, JOURNAL_NAME, count=verified.ahead)
    if verified.tail is TailState.MISSING:
        found.differs(Differs.TAIL_MISSING, tail)
    elif verified.tail is TailState.DAMAGED:
        found.differs(Differs.TAIL_DAMAGED, tail)
    return sound
