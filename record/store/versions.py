"""Whether a file is a journal of this version, and the checksum that chains its rows."""

import hashlib
import sqlite3
from pathlib import Path

from record.store.journal_faults import JournalError, JournalFault
from record.store.schema import APPLICATION_ID, VERSION


def check_version(path: Path, connection: sqlite3.Connection) -> None:
    """JournalError for a file that is not a journal, or of another version than VERSION. Errors name the file `path`."""
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    if application != APPLICATION_ID:
        raise JournalError(JournalFault.NOT_OURS.said(path=str(path)))
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if version != VERSION:
        raise JournalError(JournalFault.OTHER_VERSION.said(JournalFault.ITS_DAMCAM.said(), path=str(path), version=version, ours=VERSION))


def chained(previous: bytes, row_id: int, t_ns: int, kind: str, text: str) -> bytes:
    """The checksum of a row, chained on that of the row before."""
    return hashlib.sha256(previous + f"{row_id}\n{t_ns}\n{kind}\n{text}".encode()).digest()
