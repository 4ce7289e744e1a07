"""The last rows on disk of the logs of a board's games: what a board tells its hub of its logs, and the hub the board of its own."""

from pathlib import Path

from record.log.reading import verify
from record.log.tail import TailState, log_stamp, read_tail
from record.store.folder import JOURNAL_NAME
from record.store.journal_rows import LastRow


class LogEnds:
    """Those of the games in the folder `games`. A log whose tail does not tell it is read whole, once until it changes."""

    def __init__(self, games: Path) -> None:
        self._games = games
        self._verified: dict[str, tuple[object, LastRow]] = {}
        """The last sound rows of logs whose tails do not tell it, each with what differs once it is another."""

    def end(self, game: str) -> LastRow:
        """The last row of that game on disk, of a damaged log the last sound one; LogError."""
        journal = self._games / game / JOURNAL_NAME
        if game in self._verified:
            stamp, last = self._verified[game]
            if stamp == log_stamp(journal):
                return last
            del self._verified[game]
        state, named = read_tail(journal)
        if state is TailState.SOUND and named:
            return LastRow(named.row, named.checksum)
        return self.verified(game)

    def verified(self, game: str) -> LastRow:
        """The last sound row of that game, by the whole log; LogError."""
        journal = self._games / game / JOURNAL_NAME
        stamp, last = log_stamp(journal), verify(journal).last
        self._verified[game] = stamp, LastRow(last.row, last.checksum)
        return self._verified[game][1]
