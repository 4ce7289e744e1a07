"""Boards whose services are simulated within a test: they take names as a service does, and write the journals of the games."""

from itertools import count
from pathlib import Path

from docs.set_up_boards import status_of
from record.decisions import next_game
from record.decisions.commands import PrepareGame
from record.decisions.outcome import OBEYED
from record.events.about import About
from record.events.of_game import Arbitrated, ClockStarted, SessionClosed, SessionOpened
from record.events.of_record import Undone
from record.store.folder import GAMES, JOURNAL_NAME
from record.store.journal import Journal
from rules.errors import Sentence
from tests.support.board_service import BoardService

S = 1_000_000_000
FEN = "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20"
REPORTS_EVERY = 25
"""The looks for commands from one report to the next."""


class SimulatedBoard(BoardService):
    """The board with its state folder in `folder`, from `start` to `stop`."""

    def __init__(self, folder: Path, number: str) -> None:
        self.state, self.number = folder / f"board-{number}", number
        self.game = "0001"
        self._journal: Journal | None = None
        self._wait_for("0001")
        super().__init__(self.state, lambda command: self._answer(command.body))
        self._report()

    @property
    def path(self) -> Path:
        """The journal of the game that is played or waited for."""
        return self.state / GAMES / self.game / JOURNAL_NAME

    @property
    def names(self) -> tuple[str | None, str | None]:
        """White and Black of the game that is waited for."""
        kept = next_game.kept(self.state, self.game)
        return (kept.about.tags.white, kept.about.tags.black) if kept else (None, None)

    def run(self) -> None:
        for look in count(1):
            if self.ended.is_set():
                break
            if look % REPORTS_EVERY == 0:
                self._report()
            self.socket.serve(0.01)
            self.answering.look()

    def begin(self) -> None:
        """The game begins with the names that the board was given."""
        kept = next_game.kept(self.state, self.game)
        tags = {"board": self.number} | (kept.about.tags.told if kept else {})
        self._journal = Journal.open(self.path)
        self._journal.append(SessionOpened("frisian", 10, FEN, "80m+60s", 4800 * S, 4800 * S, About.of(tags)), 0)
        self._journal.append(ClockStarted(0, "white"), 0)
        next_game.drop(self.state, self.game)

    def end(self, result: str) -> None:
        """The game is over with that result."""
        assert self._journal
        self._journal.append(Arbitrated(S, 0, "end", "A. Bouma", FEN, result=result, article="20.2"), S)

    def undo_end(self) -> None:
        """The arbiter takes the result back at the desk."""
        assert self._journal
        self._journal.append(Undone(2 * S, "A. Bouma", "end", S), 2 * S)

    def close(self, result: str) -> None:
        """The game is closed, and the board waits for the next one."""
        assert self._journal
        self._journal.append(SessionClosed(3 * S, result), 3 * S)
        self._journal.close()
        self._journal = None
        self._wait_for(next_game.following(self.game))

    def play(self, result: str) -> None:
        """A whole game, from its start to its closing."""
        self.begin()
        self.end(result)
        self.close(result)

    def stop(self) -> None:
        super().stop()
        if self._journal:
            self._journal.close()

    def _wait_for(self, game: str) -> None:
        path = self.state / GAMES / game / JOURNAL_NAME
        path.parent.mkdir(parents=True)
        Journal.create(path).close()
        self.game = game

    def _answer(self, word: object) -> str | Sentence:
        if isinstance(word, PrepareGame) and word.game >= self.game:
            next_game.keep(self.state, word)
            return OBEYED
        return Sentence.plain("this board takes names alone")

    def _report(self) -> None:
        self.socket.put(status_of({"board": self.number}, (), "80m+60s"))
