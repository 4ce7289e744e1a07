"""What the hub hands out of a board to another machine: the journal of its newest game."""

import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from hub.wire.handed_out import HandedGame
from record.store.folder import GAMES, JOURNAL_NAME, numbered
from record.store.journal_faults import JournalError, JournalFault
from record.store.journal_rows import JournalRows
from record.store.latest import read_clock


@dataclass(frozen=True, slots=True)
class HandedRows:
    """The game that is handed out, and how many rows it has."""

    game: HandedGame
    rows: int


def handed_game(state: Path) -> HandedRows | None:
    """The newest game in that mirrored state folder; None where it has none. JournalError."""
    games = _games(state)
    if not games:
        return None
    with TemporaryDirectory(prefix="damcam-") as folder:
        copy = Path(folder) / JOURNAL_NAME
        copy_database(games[-1] / JOURNAL_NAME, copy)
        with JournalRows(copy) as rows:
            count = rows.last_id
        return HandedRows(HandedGame(games[-1].name, len(games), copy.read_bytes(), read_clock(games[-1] / JOURNAL_NAME)), count)


def last_row(state: Path) -> tuple[str, int]:
    """The newest game in that mirrored state folder, and its last row; JournalError."""
    games = _games(state)
    if not games:
        return "", 0
    with JournalRows(games[-1] / JOURNAL_NAME) as rows:
        return games[-1].name, rows.last_id


def copy_database(source: Path, target: Path) -> None:
    """Copy a SQLite database as it is at one moment, also while others write to it, with what is still in its log; JournalError."""
    try:
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as opened,
            closing(sqlite3.connect(target)) as copy,
        ):
            opened.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        raise JournalError(JournalFault.NOT_READ.said(path=str(source), why=str(error))) from error


def _games(state: Path) -> list[Path]:
    with suppress(FileNotFoundError):
        return [game for game in numbered(state / GAMES) if (game / JOURNAL_NAME).exists()]
    return []
