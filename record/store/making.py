"""Makes the file of a new journal, which appears complete."""

import sqlite3
from contextlib import closing
from pathlib import Path

from record.files import sync_folder
from record.store import schema
from record.store.journal_faults import JournalError, JournalFault
from record.store.tail import tail_of


def make_journal(path: Path) -> None:
    """Makes an empty journal; JournalError when it exists, one was there before, or the folder cannot be written to."""
    if path.exists():
        raise JournalError(JournalFault.THERE_ALREADY.said(path=str(path)))
    for left in filter(Path.exists, (tail_of(path), path.with_name(path.name + "-wal"))):
        raise JournalError(JournalFault.GONE.said(JournalFault.PUT_BACK.said(), path=str(path), tail=left.name))
    unfinished = path.with_name(path.name + ".new")  # renamed when complete: a power cut leaves no half-made journal
    try:
        unfinished.unlink(missing_ok=True)
        with closing(sqlite3.connect(unfinished, isolation_level=None)) as connection:
            schema.make(connection)
        unfinished.rename(path)
        sync_folder(path.parent)
    except (sqlite3.Error, OSError) as error:
        raise JournalError(JournalFault.NOT_MADE.said(JournalFault.IS_FOLDER_FULL.said(), path=str(path), why=str(error))) from error
