"""Rows that the journal does not take, or does not hold any more: why, and what to do about it."""

import errno
from dataclasses import replace
from pathlib import Path

from record.log.errors import LogChanged, LogDamaged, LogError
from record.log.reading import verify
from rules.errors import Phrase, Sentence

FULL, OTHERS, UNWRITABLE = "full", "others", "unwritable"
"""The causes: the disk is full, another program changed the journal, or anything else. The alert of the second is that of the third."""


class DiskRemedy(Phrase):
    """What to do about rows that are in memory alone."""

    FULL = "make room: du -xh / | sort -h | tail shows what is large; what is in memory is written then"
    OTHERS = "end the other program, then: sudo systemctl restart damcam-board; until then what is in memory stays there"
    UNWRITABLE = "see what the disk says: journalctl -k; what is in memory is written when it can be"


DO = {FULL: DiskRemedy.FULL, OTHERS: DiskRemedy.OTHERS, UNWRITABLE: DiskRemedy.UNWRITABLE}


CHECK_EVERY_S = 60.0
"""How often the log of a running game is read whole, so that damage is told while the arbiter can still note position and clocks."""


class LogCheck:
    """Reads the log of a running game, as any reader does. `damage` is what it found last; None while the log is sound."""

    def __init__(self, journal: Path) -> None:
        self._journal = journal
        self.damage: Sentence | None = None

    def __call__(self) -> None:
        try:
            damage = verify(self._journal).damage
        except LogDamaged as error:
            damage = error
        except LogError:  # it cannot be read now, and perhaps the next time
            return
        self.damage = damage.sentence if damage else None


def cause_of(error: LogError) -> str:
    """Return why an event could not be written: one of the three causes."""
    if isinstance(error, LogChanged):
        return OTHERS
    return FULL if getattr(error.__cause__, "errno", None) in (errno.ENOSPC, errno.EDQUOT) else UNWRITABLE


def explained(error: LogError, journal: Path) -> Sentence:
    """Return what is wrong, with what to do about the rows that are in memory alone."""
    return replace(error.sentence, remedy=DO[cause_of(error)].said(path=str(journal)))
