"""A power cut, as far as files can tell of one: what was not flushed to the disk is gone."""

import os
import shutil
import sqlite3
import struct
import tempfile
from collections.abc import Iterator
from pathlib import Path

from record.store.journal import Journal, JournalError

WAL_HEAD, FRAME_HEAD = 32, 24
"""The bytes of the head of a WAL, and of each frame (https://sqlite.org/fileformat2.html#walformat)."""
TORN = 700
"""The bytes that are left of a frame whose write was under way."""


def cut_power(journal: Path) -> None:
    """Leave of the WAL what the last event flushed, and a part of the next write. Clock and belief after it were not flushed."""
    wal = journal.with_name(f"{journal.name}-wal")
    whole, last = wal.read_bytes(), _last_row(journal)
    for end in _ends(whole):
        if _reaches(journal, whole[:end], last):
            wal.write_bytes(whole[:end] + os.urandom(TORN))
            return
    raise AssertionError(f"{wal} does not hold row {last}")


def _ends(wal: bytes) -> Iterator[int]:
    """Where its commits end, in order."""
    page = struct.unpack(">I", wal[8:12])[0]
    for start in range(WAL_HEAD, len(wal) - FRAME_HEAD - page + 1, FRAME_HEAD + page):
        if struct.unpack(">I", wal[start + 4 : start + 8])[0]:
            yield start + FRAME_HEAD + page


def _reaches(journal: Path, wal: bytes, last: int) -> bool:
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(shutil.copy(journal, scratch))
        copy.with_name(f"{copy.name}-wal").write_bytes(wal)
        try:
            return _last_row(copy) == last
        except (JournalError, sqlite3.Error):
            return False


def _last_row(journal: Path) -> int:
    with Journal.reader(journal) as reader:
        return reader.last_id
