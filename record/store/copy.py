"""A journal read wherever it lies: on a card that nothing can be written to SQLite opens none that was cut off, so a copy is read."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from record.store.journal import Journal, JournalError

ENDS = "", "-wal"
"""Of the names of what is copied: the journal, and what was not moved into it when the power went. A third file, -shm, is made anew."""


@contextmanager
def read_journal(path: Path) -> Iterator[Journal]:
    """As `Journal.reader`, also from a read-only card."""
    try:
        journal = Journal.reader(path)
    except JournalError:
        if not _wants_copy(path):
            raise
        with TemporaryDirectory(prefix="damcam-") as folder:
            for end in ENDS:
                shutil.copyfile(path.with_name(path.name + end), Path(folder) / (path.name + end))
            with Journal.reader(Path(folder) / path.name) as journal:
                journal.path = path
                yield journal
        return
    with journal:
        yield journal


def _wants_copy(journal: Path) -> bool:
    """Whether it may be for the card alone that it could not be opened."""
    return journal.with_name(journal.name + ENDS[1]).exists() and not os.access(journal.parent, os.W_OK, effective_ids=True)
