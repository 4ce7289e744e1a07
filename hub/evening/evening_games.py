"""The games of a board of this server as the evening page needs them: the one that is played or waited for, and the next."""

from dataclasses import dataclass

from hub.boards.board import ServedBoard
from hub.boards.readiness import SILENT
from link.status import OVER, PLAYING, READY, WAITING
from record.decisions import next_game
from record.decisions.commands import PrepareGame
from record.session.opening import has_begun
from record.session.state import State
from record.store.mirror_mark import is_mirrored

LOST = "lost"
"""The phase of a board whose journal has lost something: its desk says what there is to do."""


@dataclass(slots=True)
class EveningGames:
    """The games of one board. Any thread may use it."""

    board: ServedBoard

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

    def _kept(self, game: str) -> PrepareGame | None:
        state = next_game.state_with(self.board.desk.folder)
        if state and is_mirrored(self.board.desk.path):
            return next_game.reported(status.next_game, game) if (status := self.board.status) else None
        return next_game.kept(state, game) if state else None
