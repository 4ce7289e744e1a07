"""Reads a log that somebody gives: the journal of another card, a second copy, or the download of a hub's page. Nothing is changed there.

Only plain files are read, and nothing is waited for: a card or a stick may hold anything.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from hub.boards.readiness import LogSeen
from pi.machine.plain_files import MAX_BYTES, CopyError, CopyFault, opened_plain
from record.events.as_json import decode
from record.log.errors import LogError
from record.log.lines import FIRST_ROW
from record.log.reading import sound_rows, verify
from record.session.state import State
from record.session.step import step
from record.store.folder import JOURNAL_NAME
from record.store.journal_rows import RawRow, raw_row
from record.store.salvage import Lost, lost_in
from record.store.second_copy import END
from record.store.second_copy_file import VERSION, Rest, SecondCopyRows
from rules.errors import DamcamError, _

MAX_LOOKED_AT, MAX_NAMED = 1000, 8
"""How many files of a folder are looked at, and how many copies are named."""


class ImportRefused(DamcamError, ValueError):
    """The game is not imported, and nothing was changed; the text says why."""


@dataclass(frozen=True, slots=True)
class GivenLog:
    """What is in the file of a log."""

    rows: tuple[RawRow, ...]
    """Its sound beginning: each row follows on the one before, and leads on in its game."""
    after: State
    """The state of the game after these rows."""
    damage: LogError | None
    """Why there are no more rows; None where the file ends with them, or in the middle of a line."""


@dataclass(frozen=True, slots=True)
class CopiedRows:
    """The rows of a second copy that fit their checksums."""

    rows: tuple[RawRow, ...]
    damage: LogError | None
    is_cut_off: bool
    """Whether its last line has no end."""
    game: str
    """The number of the game, as its first line says it."""


def read_given(path: Path) -> GivenLog:
    """Reads the file of a log, journal or second copy; ImportRefused, CopyError or LogError for what is none, OSError."""
    if is_second_copy(path):
        copied = read_second_copy(path)
        return _folded(copied.rows, copied.damage)
    with opened_plain(path) as descriptor:
        if descriptor is None or os.fstat(descriptor).st_size > MAX_BYTES:
            raise CopyError(CopyFault.NOT_PLAIN.said(), str(path))
    verified = verify(path)
    return _folded((raw_row(row, path) for row in sound_rows(path, verified)), verified.damage)


def log_beyond(source: Path, game: Path) -> Path | None:
    """The log at `source`, a file or a folder, where the journal of that game is damaged and this one goes on after its sound beginning."""
    lost = lost_in(game)
    if lost is None or lost.is_over or lost.row == 0:  # of nothing any log would go on
        return None
    journal = source / JOURNAL_NAME
    files = [source] if not source.is_dir() else [journal] if journal.exists() else second_copies_in(source)
    return next((Path(log.source) for log in logs_beyond(files, lost)), None)


def logs_beyond(paths: Iterable[Path], lost: Lost) -> tuple[LogSeen, ...]:
    """The files among these that are logs of the game with that loss, and go on after its sound beginning; the longest first."""
    logs = []
    for path in paths:
        with suppress(DamcamError, OSError, ValueError):
            given = read_given(path)
            if lost.is_exceeded_by(given.rows):
                logs.append(LogSeen(str(path), len(given.rows), given.after.last_seq))
    return tuple(sorted(logs, key=lambda log: -log.row))


def read_second_copy(path: Path) -> CopiedRows:
    """Reads the file of a second copy; CopyError for what is no plain file, ImportRefused for another one, OSError."""
    with _opened_copy(path) as copied:
        rows = tuple(copied)
    if copied.version != VERSION:
        if copied.version is not None and copied.version > VERSION:
            raise ImportRefused(_("this copy was written by a newer damcam: use that one"), str(path))
        sentence = _("this is no log of a game; name the folder of a game, its journal, or a file that copy_to in [record] made")
        raise ImportRefused(sentence, str(path))
    if copied.last_row == 0 and copied.rest is not Rest.DAMAGED:
        raise ImportRefused(_("no row of a game is in it"), str(path))
    damage = None
    if copied.rest is Rest.DAMAGED:
        damage = LogError(_("line {line} of {path} is damaged or was altered"), line=copied.last_row + 2, path=str(path))
    return CopiedRows(rows, damage, copied.rest is Rest.HALF, copied.game)


def is_second_copy(path: Path) -> bool:
    """Whether the file is a second copy by its name, and no journal by its first row."""
    is_journal = path.name == JOURNAL_NAME or begins_with(path, FIRST_ROW)
    return path.suffix == END and os.path.lexists(path) and not is_journal


def second_copies_in(folder: Path) -> list[Path]:
    """The files of a folder that say that they are second copies. Links, pipes and files that may not be read are none."""
    return sorted(path for path in islice(folder.glob(f"*{END}"), MAX_LOOKED_AT) if _says_copy(path))


def begins_with(path: Path, content: bytes) -> bool:
    """Whether it is a plain file that begins with these bytes."""
    with suppress(OSError), opened_plain(path) as descriptor:
        return descriptor is not None and os.pread(descriptor, len(content), 0) == content
    return False


def _folded(rows: Iterable[RawRow], damage: LogError | None) -> GivenLog:
    sound, state = [], State()
    try:
        for row in rows:
            state, _effects = step(state, decode(row.kind, row.text))
            sound.append(row)
    except DamcamError as error:
        return GivenLog(tuple(sound), state, LogError(error.sentence))
    return GivenLog(tuple(sound), state, damage)


@contextmanager
def _opened_copy(path: Path) -> Iterator[SecondCopyRows]:
    with opened_plain(path) as descriptor:
        if descriptor is None:
            raise CopyError(CopyFault.NOT_PLAIN.said(), str(path))
        with open(descriptor, "rb", closefd=False) as file:
            yield SecondCopyRows(file)


def _says_copy(path: Path) -> bool:
    with suppress(OSError, CopyError), _opened_copy(path) as copied:
        next(iter(copied), None)
        return copied.version is not None
    return False
