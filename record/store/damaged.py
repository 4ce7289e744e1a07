"""What can still be read from a damaged journal."""

import sqlite3
from contextlib import closing
from pathlib import Path

from record.events.of_game import SessionClosed
from record.store.connecting import Connected


def tells_of_closing(journal: Path) -> bool:
    """Whether a row says that the game was closed, even if other rows are damaged; False for an unreadable file."""
    try:
        with closing(sqlite3.connect(f"{journal.absolute().as_uri()}?mode=ro", uri=True, factory=Connected)) as connection:
            return bool(connection.execute("SELECT 1 FROM events WHERE kind = ?", (SessionClosed.__name__,)).fetchone())
    except sqlite3.Error:
        return False
