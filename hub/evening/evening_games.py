"""The games of a board of this server as the evening page needs them: the one that is played or waited for, the next, and those before."""

from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from hub.boards.board import ServedBoard
from hub.boards.readiness import SILENT
from link.status import OVER, PLAYING, READY, WAITING
from record.decisions import next_game
from record.decisions.words import PrepareGame
from record.log.tail import log_stamp
from record.session.opening import has_begun
from record.session.state import State
from record.store.folder import JOURNAL_NAME, numbered
from record.store.journal import Journal, fold
from record.store.mirror_mark import is_mirrored
from rules.errors import DamcamError

LOST = "lost"
"""The phase of a board whose journal has lost something: its desk says what there is to do."""
EARLIER = 6
"""How many of the games before are shown."""


@dataclass(slots=True)
class EveningGames:
    """The games of one board. Any thread may use it."""

    board: ServedBoard
    _read: dict[Path, tuple[tuple[object, ...], State | None]] = field(default_factory=dict)

    @property
    def game(self) -> str:
        """The folder name of the game that is played or waited for."""
        return self.board.desk.folder.name

    @property
    def state(self) -> State:
        """That game as it is on disk."""
        return self.board.desk.state

    @property
    def number(self) -> str:
        """The board's number in the match, as far as it is known, else its key."""
        return self.tags().get("board", "") or self.board.key

    @property
    def phase(self) -> str:
        """The phase of that game: one of `link.status`, SILENT or LOST."""
        if self.board.desk.lost:
            return LOST
        if self.state.over:
            return OVER
        if self.board.is_silent or (self.state.opening is None and self.board.status is None):
            return SILENT
        if self.state.opening is None:
            return WAITING
        return PLAYING if has_begun(self.state) else READY

    @property
    def to_prepare(self) -> str:
        """The folder name of the game that has not begun: this one, or the next; empty between two games."""
        if self.state.closed or not self.game.isdecimal():
            return ""
        return next_game.following(self.game) if has_begun(self.state) else self.game

    def tags(self) -> dict[str, str]:
        """What is known of the game that is played or waited for."""
        if self.state.opening:
            return self.state.opened.about.tags.told
        status, kept = self.board.status, self._kept(self.game)
        return (status.about if status else {}) | (kept.about.tags.told if kept else {})

    def time_control(self) -> str:
        """The time control of that game; empty where it is not known."""
        if self.state.opening:
            return self.state.opened.time_control
        kept, status = self._kept(self.game), self.board.status
        return (kept.time_control if kept else None) or (status.time_control if status else "")

    def prepared(self) -> PrepareGame | None:
        """What was set for the game after the one that goes on."""
        return self._kept(self.to_prepare) if self.to_prepare not in ("", self.game) else None

    def earlier(self) -> list[tuple[Path, State]]:
        """The folders of the latest games before this one, and how they stand; without those that cannot be read."""
        folder = self.board.desk.folder
        if not next_game.state_with(folder) or not folder.name.isdecimal():
            return []
        with suppress(OSError):
            before = [path for path in numbered(folder.parent) if int(path.name) < int(folder.name)][-EARLIER:]
            found = [(path, self._state_of(path)) for path in reversed(before)]
            return [(path, state) for path, state in found if state and state.opening]
        return []

    def _kept(self, game: str) -> PrepareGame | None:
        state = next_game.state_with(self.board.desk.folder)
        if state and is_mirrored(self.board.desk.path):
            return next_game.reported(status.next_game, game) if (status := self.board.status) else None
        return next_game.kept(state, game) if state else None

    def _state_of(self, folder: Path) -> State | None:
        """The game in that folder, read again when its journal changes; None where it cannot be read."""
        journal = folder / JOURNAL_NAME
        try:
            stamp = log_stamp(journal)
            if folder not in self._read or self._read[folder][0] != stamp:
                with Journal.reader(journal) as reader:
                    self._read[folder] = stamp, fold(reader)
        except (OSError, DamcamError):
            return None
        return self._read[folder][1]
