"""The last rows of the journals below a state folder, with their checksums."""

from pathlib import Path

from record.log.errors import LogError
from record.store.folder import GAMES, JOURNAL_NAME, numbered
from record.store.journal_rows import JournalRows


def ends_of(state: Path) -> dict[str, tuple[int, str]]:
    """The last row of each game and its checksum. A journal that cannot be read now has none."""
    found = {}
    for folder in numbered(state / GAMES) if (state / GAMES).is_dir() else ():
        try:
            with JournalRows(folder / JOURNAL_NAME) as rows:
                last = rows.last_id
                found[folder.name] = last, (rows.checksum(last) or b"").hex()
        except (LogError, OSError):
            continue
    return found


def checksum_of(state: Path, game: str, row: int) -> str | None:
    """The checksum of that row; None where there is no such row."""
    with JournalRows(state / GAMES / game / JOURNAL_NAME) as rows:
        checksum = rows.checksum(row)
    return None if checksum is None else checksum.hex()
