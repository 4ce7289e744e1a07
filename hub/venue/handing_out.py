"""What the hub hands out of a board to another machine: the journal of its newest game."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from hub.wire.handed_out import HandedGame
from record.store.folder import GAMES, JOURNAL_NAME, numbered
from record.store.journal_rows import JournalRows
from record.store.latest import read_clock


@dataclass(frozen=True, slots=True)
class HandedRows:
    """The game that is handed out, and how many rows it has."""

    game: HandedGame
    rows: int


def handed_game(state: Path) -> HandedRows | None:
    """The newest game in that mirrored state folder; None where it has none. LogError, OSError."""
    games = _games(state)
    if not games:
        return None
    journal = games[-1] / JOURNAL_NAME
    with JournalRows(journal) as rows:
        content, count = rows.content(), rows.last_id
    return HandedRows(HandedGame(games[-1].name, len(games), content, read_clock(journal)), count)


def last_row(state: Path) -> tuple[str, int]:
    """The newest game in that mirrored state folder, and its last row; LogError."""
    games = _games(state)
    if not games:
        return "", 0
    with JournalRows(games[-1] / JOURNAL_NAME) as rows:
        return games[-1].name, rows.last_id


def _games(state: Path) -> list[Path]:
    with suppress(FileNotFoundError):
        return [game for game in numbered(state / GAMES) if (game / JOURNAL_NAME).exists()]
    return []
