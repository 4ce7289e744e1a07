"""A disk of which each flush takes long, as that of a worn SD card may."""

import os
import sqlite3
import time
from collections.abc import Sequence
from typing import Any

WRITES = ("INSERT", "UPDATE")
UNLOCKED, UNFLUSHED = "INTO clock", "INTO belief"
"""While the disk takes the one, the database is not locked; nobody waits until it has the other."""


def slow_down(seconds: float) -> None:
    """From now on, in this process. A kill leaves no row that a power cut would not have left: the disk has it when it is written."""

    class Slow(sqlite3.Connection):
        def execute(self, query: str, *words: Sequence[Any]) -> sqlite3.Cursor:
            if self.in_transaction or not query.startswith(WRITES) or UNFLUSHED in query:
                return super().execute(query, *words)
            if UNLOCKED in query:
                time.sleep(seconds)
                return super().execute(query, *words)
            super().execute("BEGIN IMMEDIATE")
            try:
                done = super().execute(query, *words)
                time.sleep(seconds)
            except BaseException:
                super().execute("ROLLBACK")
                raise
            super().execute("COMMIT")
            return done

    connect, flush = sqlite3.connect, os.fsync

    def connect_slowly(*words: Any, **more: Any) -> sqlite3.Connection:
        return connect(*words, **more, factory=Slow)

    def flush_slowly(file: int) -> None:
        time.sleep(seconds)
        flush(file)

    sqlite3.connect, os.fsync = connect_slowly, flush_slowly
