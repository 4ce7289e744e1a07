"""Reads a journal from any medium. SQLite cannot open an interrupted journal on a read-only card, so a copy is read there."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from record.store.connecting import HALF_DONE
from record.store.journal import Journal, JournalError
from record.store.tail import END

ENDS = "", "-wal", HALF_DONE, END
"""The name endings of the copied files: the journal, its write-ahead log, a change that was half done, and what was told last. SQLite makes
the file -shm again."""


@contextmanager
def read_journal(path: Path) -> Iterator[Journal]:
    """A journal as of `Journal.reader`, also from a read-only card; JournalError."""
    try:
        journal = Journal.reader(path)
    except JournalError:
        if not _wants_copy(path):
            raise
        with TemporaryDirectory(prefix="damcam-") as folder:
            for end in filter(lambda end: path.with_name(path.name + end).exists(), ENDS):
                shutil.copyfile(path.with_name(path.name + end), Path(folder) / (path.name + end))
            with Journal.reader(Path(folder) / path.name) as journal:
                journal.path = path
                yield journal
        return
    with journal:
        yield journal


def _wants_copy(journal: Path) -> bool:
    """Whether the journal may have failed to open only because its folder is read-only."""
    interrupted = any(journal.with_name(journal.name + end).exists() for end in ENDS[1:3])
    return interrupted and not os.access(journal.parent, os.W_OK, effective_ids=True)
