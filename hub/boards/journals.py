"""What every follower of a journal needs: which is the newest, how old one is that was there before, and one complaint for each fault."""

import logging
import time
from collections.abc import Callable
from pathlib import Path

from record.store.folder import JOURNAL_NAME, numbered
from rules.errors import DamcamError


def newest_journal(games: Path) -> Path:
    """The journal of the newest of the games, which are kept in folders numbered upwards; that of the first where there is none yet."""
    try:
        folders = [folder for folder in numbered(games) if (folder / JOURNAL_NAME).exists()]
    except OSError:
        folders = []
    return (folders[-1] if folders else games / "0001") / JOURNAL_NAME


def written_ago_s(journal: Path) -> float:
    """Seconds since something was last written to the journal at that path: its rows carry no time of day, the files do."""
    files = [file for file in (journal, journal.with_name(journal.name + "-wal")) if file.exists()]
    return max(0.0, time.time() - max(file.stat().st_mtime for file in files))


class Complaints:
    """Looks, and logs what is wrong once, until a look goes well or something else is wrong; `what` begins the sentence."""

    def __init__(self, log: logging.Logger, what: str) -> None:
        self._log, self._what, self._last = log, what, ""

    def look(self, look: Callable[[], object]) -> None:
        """One look that a DamcamError does not end."""
        try:
            look()
            self._last = ""
        except DamcamError as error:
            if str(error) != self._last:
                self._last = str(error)
                self._log.error("%s stands still: %s", self._what, error)
