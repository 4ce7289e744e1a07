"""A journal on a disk that takes some events and not others."""

import sqlite3
from collections.abc import Callable

from record.events.of_game import Event
from record.store.journal import Journal, JournalError
from rules.errors import Sentence


class FullDisk(Journal):
    """A journal that takes no events once it is `full`, and before none of those that are `refused`."""

    full = False
    refused: Callable[[Event], bool] = staticmethod(lambda _: False)

    def append(self, event: Event, t_ns: int) -> int:
        if self.full or self.refused(event):
            full = sqlite3.OperationalError("database or disk is full")
            full.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise JournalError(Sentence.plain(f"{type(event).__name__} could not be written: {full}")) from full
        return super().append(event, t_ns)
