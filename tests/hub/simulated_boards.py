"""Boards whose services are simulated within a test: they take names as a service does, and write the journals of the games."""

import json
import threading
import time
from pathlib import Path

from hub.boards.readiness import REPORT_NAME, VERSION, boot_id
from record.decisions import next_game
from record.decisions.inbox import OBEYED, Inbox
from record.decisions.words import PrepareGame
from record.events.about import About
from record.events.of_game import Arbitrated, ClockStarted, SessionClosed, SessionOpened
from record.events.of_record import Undone
from record.store.folder import GAMES, JOURNAL_NAME
from record.store.journal import Journal
from rules.errors import Sentence

S = 1_000_000_000
FEN = "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20"
REPORTS_EVERY_S = 2.0


class SimulatedBoard(threading.Thread):
    """The board with its state folder in `folder`, from `start` to `stop`."""

    def __init__(self, folder: Path, number: str) -> None:
        super().__init__(daemon=True)
        self.state, self.number, self.ended = folder / f"board-{number}", number, threading.Event()
        self.game = "0001"
        self._journal: Journal | None = None
        self._wait_for("0001")
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
        reported_s = time.monotonic()
        while not self.ended.wait(0.02):
            if time.monotonic() - reported_s > REPORTS_EVERY_S:
                self._report()
                reported_s = time.monotonic()
            with Inbox(self.path) as inbox:
                for number, word in inbox.take():
                    inbox.answer(number, self._answer(word))

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
        self.ended.set()
        self.join(10)
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
        told = {"version": VERSION, "boot": boot_id(), "t_ns": time.monotonic_ns(), "phase": "waiting", "checks": [], "rules": "frisian"}
        about = {"board": self.number}
        told |= {"start_fen": "", "date": "2026.11.21", "about": about, "time_control": "80m+60s", "picture_age_ms": None, "board": "sim"}
        unfinished = self.state / "report.new"
        unfinished.write_text(json.dumps(told))
        unfinished.replace(self.state / REPORT_NAME)
