"""What the journal of a game tells: the game that its rows add up to, and how much the record ever had."""

import sqlite3
from collections.abc import Mapping

from record.events.of_game import Arbitrated, Event, SessionClosed
from record.events.of_players import MoveEntered
from record.session.step import State, step
from record.store.folder import JOURNAL_NAME
from record.verifying.findings import Differs, Findings
from record.verifying.named_pictures import NamedPictures
from record.verifying.rows import CheckedRow, checked_rows
from rules.errors import DamcamError


class JournalTold:
    """What the rows told, up to the first that does not fit; `is_whole` where all of them fit."""

    def __init__(self) -> None:
        self.state = State()
        self.is_whole = True
        self.last_row = 0
        self.checksum = b""
        """That of the last row."""
        self.closing: tuple[int, bytes] | None = None
        """The row that closed the game, and its checksum; None where none did."""
        self.most_plies = 0
        """The most plies that the record ever had."""
        self.rulings = 0
        """The rulings and the moves that players entered, with those that were undone later."""
        self.pictures = NamedPictures()

    def take(self, row: CheckedRow, found: Findings) -> None:
        """Take the next row."""
        self.last_row, self.checksum = row.number, row.checksum
        if row.event is None:
            self.is_whole = False
            if row.why is not None:
                found.differs(Differs.ROW_NOT_UNDERSTOOD, JOURNAL_NAME, row=row.number, why=row.why)
        elif self.is_whole:
            self._step(row.number, row.event, found)

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


def told_by(connection: sqlite3.Connection, outside: Mapping[int, bytes], found: Findings) -> JournalTold:
    """What the journal tells. `outside` are the checksums of rows as the file beside it knows them; where they differ, it is told."""
    told, last = JournalTold(), 0
    for row in checked_rows(connection, found):
        if row.number != last + 1:
            told.is_whole = False
        last = row.number
        told.take(row, found)
        if row.number in outside and outside[row.number] != row.checksum:
            found.differs(Differs.TAIL_OTHER, f"{JOURNAL_NAME}-tail", row=row.number)
    return told
