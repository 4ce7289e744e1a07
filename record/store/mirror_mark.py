"""The mark of a state folder that mirrors one on another machine: to its journals only the mirror adds rows, as they stand there."""

from pathlib import Path

from record.log.errors import LogError
from rules.errors import _

MARK_NAME = "mirrored"
"""The file that marks such a folder. It is empty."""


def is_mirrored(journal: Path) -> bool:
    """Whether that journal, in the folder of a game, is a mirror."""
    folders = journal.absolute().parents
    return len(folders) > 2 and (folders[2] / MARK_NAME).exists()


def refuse_mirror(journal: Path) -> None:
    """Raises LogError for a journal that is a mirror: a row written here would never reach the board, and no later row would follow."""
    if is_mirrored(journal):
        raise LogError(
            _("{path} is the copy of a journal on another machine, which alone adds to it: do it at the board itself"), path=str(journal)
        )
