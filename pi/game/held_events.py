"""Events that the journal does not take: why, and what to do about it."""

import sqlite3
from dataclasses import replace
from pathlib import Path

from record.store.journal import JournalError
from rules.errors import Phrase, Sentence, Value

FULL, BUSY, OTHERS, UNWRITABLE = "full", "busy", "others", "unwritable"
"""The causes: the disk is full, another program locks the journal, another program wrote rows into it, or anything else."""
CAUSES = {sqlite3.SQLITE_FULL: FULL, sqlite3.SQLITE_BUSY: BUSY, sqlite3.SQLITE_LOCKED: BUSY, sqlite3.SQLITE_CONSTRAINT: OTHERS}


class HeldRemedy(Phrase):
    """What to do about events that are held back."""

    FULL = "make room: du -xh / | sort -h | tail shows what is large; what is held back is written then"
    BUSY = "end the program that holds it: sudo fuser -v {path} names it; what is held back is written then"
    OTHERS = "end the other program, then: sudo systemctl restart damcam-board; what is held back goes into a file beside the journal first"
    UNWRITABLE = "see what the disk says: journalctl -k; what is held back is written when it can be, or goes to the log at the end"


class HeldWhat(Phrase):
    """What was not written, for everybody."""

    EVENT = "an event"


DO = {FULL: HeldRemedy.FULL, BUSY: HeldRemedy.BUSY, OTHERS: HeldRemedy.OTHERS, UNWRITABLE: HeldRemedy.UNWRITABLE}
READ_BACK = "read-back"
"""The cause of events that an earlier service held back, beside the four."""
PRIMARY_CODE = 0xFF
"""The mask of the lowest byte of a SQLite error code, which tells its kind."""


def cause_of(error: JournalError) -> str:
    """Return why an event could not be written: one of the four causes."""
    code = getattr(error.__cause__, "sqlite_errorcode", None)
    return UNWRITABLE if code is None else CAUSES.get(code & PRIMARY_CODE, UNWRITABLE)


def explained(error: JournalError, journal: Path) -> Sentence:
    """Return what is wrong, with what to do about the events that are held back."""
    return replace(error.sentence, remedy=DO[cause_of(error)].said(path=str(journal)))


def for_everybody(trouble: Sentence) -> Sentence:
    """The same without the event's kind and the row: they tell of the game, which the public may see later."""
    hidden: dict[str, Value] = {"what": HeldWhat.EVENT.said(), "last": "…"}
    return replace(trouble, values={name: hidden.get(name, value) for name, value in trouble.values.items()})
