"""How the inbox of a game is connected to: an SQLite file."""

import sqlite3
from typing import Any

BUSY_S = 5.0
"""The longest wait for the lock of another process (s)."""


class Connected(sqlite3.Connection):
    """A connection that raises sqlite3.Error alone: SQLite repeats a damaged name in its message, which need not be UTF-8."""

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        try:
            return super().execute(sql, parameters)
        except UnicodeDecodeError as error:
            raise sqlite3.DatabaseError(f"malformed database schema: {error}") from error
