"""Opens a journal to be read without a trace in its folder, also on a read-only card, and while a service writes to it.

SQLite makes the files -shm and -wal beside a journal in WAL mode whose writer was cut off, even where it only reads, and it undoes a change
that was half done. So such a journal is copied first, with its log. The file -shm of a running service holds locks and no data; it is used
where it is there.
"""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from record.store.connecting import HALF_DONE, connected
from record.store.copy import ENDS
from record.store.journal_faults import JournalError
from rules.errors import Phrase, Sentence, sentence_of

SHM, WAL = "-shm", "-wal"
_MODE_AT, _IN_WAL_MODE = 18, 2
"""The byte of a database's header that tells its journal mode (SQLite, file format, 1.3)."""
_TRIES = 3


class OpeningFault(Phrase):
    """Why a journal is not read, and what to do."""

    NOT_COPIED = "it is read from a copy, so that nothing is written beside it, and cannot be copied: {why}"
    MAKE_ROOM = "name a folder with room in TMPDIR"


@contextmanager
def opened(journal: Path) -> Iterator[sqlite3.Connection]:
    """A connection that only reads, and gives texts that are no UTF-8 with replacement characters. JournalError where there is none.

    No connection of the same process may have the journal open: its locks would end.
    """
    with _readable(journal) as path:
        try:
            connection = connected(path, "ro")
        except JournalError as error:
            raise JournalError(_of_original(error, path, journal)) from error
        connection.text_factory = lambda given: given.decode(errors="replace")
        for pragma in ("trusted_schema = OFF", "cell_size_check = ON", "query_only = ON"):  # a card may hold any schema
            connection.execute(f"PRAGMA {pragma}")
        with closing(connection):
            yield connection


@contextmanager
def _readable(journal: Path) -> Iterator[Path]:
    if not _beside(journal, HALF_DONE).exists() and (not _is_in_wal_mode(journal) or _opens_where_it_is(journal)):
        yield journal
        return
    with TemporaryDirectory(prefix="damcam-") as folder:
        yield _copied(journal, Path(folder))


def _opens_where_it_is(journal: Path) -> bool:
    """Whether the shared file of a service is there, and this process may use it."""
    if not _beside(journal, SHM).exists():
        return False
    try:
        connected(journal, "ro").close()
    except JournalError:
        return False
    return True


def _copied(journal: Path, folder: Path) -> Path:
    """A copy of the journal and its log; again where a service began to write meanwhile."""
    try:
        for _ in range(_TRIES):
            before = _stamps(journal)
            for end in ENDS:
                if _beside(journal, end).exists():
                    shutil.copyfile(_beside(journal, end), folder / (journal.name + end))
            if _stamps(journal) == before:
                break
    except OSError as error:
        raise JournalError(OpeningFault.NOT_COPIED.said(OpeningFault.MAKE_ROOM.said(), why=sentence_of(error))) from error
    return folder / journal.name


def _stamps(journal: Path) -> list[tuple[int, int] | None]:
    found = [path.stat() if (path := _beside(journal, end)).exists() else None for end in ENDS]
    return [(about.st_size, about.st_mtime_ns) if about else None for about in found]


def _is_in_wal_mode(journal: Path) -> bool:
    if not journal.is_file():
        return False
    try:
        with journal.open("rb") as file:
            head = file.read(_MODE_AT + 1)
    except OSError:
        return False  # opening it tells why
    return head[_MODE_AT:] == bytes([_IN_WAL_MODE])


def _beside(journal: Path, end: str) -> Path:
    return journal.with_name(journal.name + end)


def _of_original(error: JournalError, copy: Path, journal: Path) -> Sentence:
    """The sentence about the journal instead of its copy, which nobody finds again."""
    values = {name: str(journal) if value == str(copy) else value for name, value in error.sentence.values.items()}
    return replace(error.sentence, values=values)
