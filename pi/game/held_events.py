"""Events that the journal does not take: why, and what to do about it."""

import errno
from dataclasses import replace
from pathlib import Path

from record.log.errors import LogChanged, LogError
from rules.errors import Phrase, Sentence

FULL, OTHERS, UNWRITABLE = "full", "others", "unwritable"
"""The causes: the disk is full, another program changed the journal, or anything else."""


class HeldRemedy(Phrase):
    """What to do about events that are held back."""

    FULL = "make room: du -xh / | sort -h | tail shows what is large; what is held back is written then"
    OTHERS = "end the other program, then: sudo systemctl restart damcam-board; what is held back goes into a file beside the journal first"
    UNWRITABLE = "see what the disk says: journalctl -k; what is held back is written when it can be, or goes to the log at the end"


DO = {FULL: HeldRemedy.FULL, OTHERS: HeldRemedy.OTHERS, UNWRITABLE: HeldRemedy.UNWRITABLE}
READ_BACK = "read-back"
"""The cause of events that an earlier service held back, beside the three."""


def cause_of(error: LogError) -> str:
    """Return why an event could not be written: one of the three causes."""
    if isinstance(error, LogChanged):
        return OTHERS
    return FULL if getattr(error.__cause__, "errno", None) in (errno.ENOSPC, errno.EDQUOT) else UNWRITABLE


def explained(error: LogError, journal: Path) -> Sentence:
    """Return what is wrong, with what to do about the events that are held back."""
    return replace(error.sentence, remedy=DO[cause_of(error)].said(path=str(journal)))
