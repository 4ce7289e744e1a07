"""Simulates a disk with slow flushes, such as a worn SD card."""

import os
import sqlite3
import time
from collections.abc import Sequence
from typing import Any

from record.store.connecting import Connected

WRITES = ("INSERT", "UPDATE")
UNLOCKED, UNFLUSHED = ("INTO clock", "RETURNING"), "INTO belief"
"""Statements treated differently: the database is not locked while the first are flushed (those with RETURNING commit themselves once
their rows are fetched), and nobody waits for a flush of the second."""


def slow_down(seconds: float) -> None:
    """Slow down flushes in this process from now on. A row is committed only after its flush, so a kill acts like a power cut."""

    class Slow(Connected):
        def execute(self, query: str, *words: Sequence[Any]) -> sqlite3.Cursor:
            if self.in_transaction or not query.startswith(WRITES) or UNFLUSHED in query:
                return super().execute(query, *words)
            if any(text in query for text in UNLOCKED):
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
        return connect(*words, **more | {"factory": Slow})

    def flush_slowly(file: int) -> None:
        time.sleep(seconds)
        flush(file)

    sqlite3.connect, os.fsync = connect_slowly, flush_slowly
