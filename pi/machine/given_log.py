"""Reads a log that somebody gives: the journal of another card or of a second copy, or the download of a hub's page.

Only plain files are read, nothing is waited for, and nothing is changed: a card or a stick may hold anything.
"""

import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from link.status import LogSeen
from pi.machine.plain_files import MAX_BYTES, CopyError, CopyFault, opened_plain
from record.session.state import State
from record.store.folder import JOURNAL_NAME
from record.store.journal_rows import RawRow
from record.store.salvage import Lost, lost_in, sound_rows
from rules.errors import DamcamError


class ImportRefused(DamcamError, ValueError):
    """The game is not imported, and nothing was changed; the text says why."""


@dataclass(frozen=True, slots=True)
class GivenLog:
    """The sound beginning of a log: each row follows on the one before, and leads on in its game."""

    rows: tuple[RawRow, ...]
    after: State
    """The state of the game after these rows."""


def read_given(path: Path) -> GivenLog:
    """Reads the file of a log; CopyError for what is no plain file or too large, LogError for what is no log, OSError."""
    with opened_plain(path) as descriptor:
        if descriptor is None or os.fstat(descriptor).st_size > MAX_BYTES:
            raise CopyError(CopyFault.NOT_PLAIN.said(), str(path))
    rows, after = [], State()
    for sound in sound_rows(path):
        rows.append(sound.row)
        after = sound.after
    return GivenLog(tuple(rows), after)


def log_beyond(source: Path, game: Path) -> Path | None:
    """The log at `source`, a file or a folder, where the journal of that game is damaged and this one goes on after its sound beginning."""
    lost = lost_in(game)
    if lost is None or lost.is_over or lost.row == 0:  # of nothing any log would go on
        return None
    path = source / JOURNAL_NAME if source.is_dir() else source
    return path if logs_beyond([path], lost) else None


def logs_beyond(paths: Iterable[Path], lost: Lost) -> tuple[LogSeen, ...]:
    """The files among these that are logs of the game with that loss, and go on after its sound beginning; the longest first."""
    logs = []
    for path in paths:
        with suppress(DamcamError, OSError, ValueError):
            given = read_given(path)
            if lost.is_exceeded_by(given.rows):
                logs.append(LogSeen(str(path), len(given.rows), given.after.last_seq))
    return tuple(sorted(logs, key=lambda log: -log.row))


def begins_with(path: Path, content: bytes) -> bool:
    """Whether it is a plain file that begins with these bytes."""
    with suppress(OSError), opened_plain(path) as descriptor:
        return descriptor is not None and os.pread(descriptor, len(content), 0) == content
    return False
