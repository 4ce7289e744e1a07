"""Which version of the journal a file has, and the checksum that chains its rows."""

import hashlib
import sqlite3
from pathlib import Path

from record.store.journal_faults import JournalError, JournalFault
from record.store.schema import APPLICATION_ID, VERSION


def version_of(path: Path, connection: sqlite3.Connection) -> int:
    """The schema version; JournalError for a file that is not a journal, or a version that this program does not read."""
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    if application != APPLICATION_ID:
        raise JournalError(JournalFault.NOT_OURS.said(path=str(path)))
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if not 1 <= version <= VERSION:
        do = JournalFault.NEWER_DAMCAM if version > VERSION else JournalFault.ITS_DAMCAM
        raise JournalError(JournalFault.OTHER_VERSION.said(do.said(), path=str(path), version=version, ours=VERSION))
    return version


def chained(previous: bytes, row_id: int, t_ns: int, kind: str, text: str) -> bytes:
    """The checksum of a row, chained on that of the row before."""
    return hashlib.sha256(previous + f"{row_id}\n{t_ns}\n{kind}\n{text}".encode()).digest()
