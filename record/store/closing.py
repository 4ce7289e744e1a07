"""The row that closes a game, and its chained checksum: it stands for all rows up to there, and is printed on paper.

Some rows may follow (`record.session.step.AFTER_CLOSING`): names, moves from paper, dropped pictures. They change neither that row nor its
checksum, and are counted.
"""

from dataclasses import dataclass

from record.events.of_game import SessionClosed
from record.store.journal import Journal

GROUP = 4
"""Digits of a checksum that are printed together, so that people can compare two."""


@dataclass(frozen=True, slots=True)
class Closing:
    """How the journal of a closed game ends."""

    game: str
    """The checksum of the game's first row, which tells it from every other game; 64 hexadecimal digits, as the others."""
    row: int
    """The number of the row that closes the game."""
    checksum: str
    """The chained checksum of that row."""
    last_row: int
    last_checksum: str
    """Those of the journal's last row, which is another one where rows follow the closing."""

    @property
    def later(self) -> int:
        """How many rows follow the closing."""
        return self.last_row - self.row


def closing_of(journal: Journal) -> Closing | None:
    """How that journal ends; None while the game is not closed. LogError for a damaged journal, of which every row is checked."""
    closed = last = 0
    for last, event in journal.since(0):
        if isinstance(event, SessionClosed):
            closed = last
    return Closing(journal.checksum(1), closed, journal.checksum(closed), last, journal.checksum(last)) if closed else None


def grouped(checksum: str) -> str:
    """The checksum in groups of four digits."""
    return " ".join(checksum[start : start + GROUP] for start in range(0, len(checksum), GROUP))
