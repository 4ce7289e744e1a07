"""A simulated board with two players, an arbiter and a camera around the real service, on a clock that the test advances."""

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from itertools import count
from pathlib import Path
from queue import SimpleQueue

import numpy as np

from clock.buttons import ScriptedButtons, Signals
from clock.control import parse_control
from clock.debounce import TwoButtons, Wiring
from pi.checks.readiness import Readiness
from pi.game.board_game import GameSetup
from pi.game.keeping import Tell, Telling, Writing
from pi.game.live_game import journal_in, live_service
from pi.game.station import PictureWork, Queued, Reports, Station
from pi.machine.game_folders import folder_of_game
from pi.machine.notify import Notifier
from pi.reading.messages import Message
from record.decisions.commands import CloseGame, CommandBody, StartClock
from record.decisions.outcome import Became
from record.events.about import About
from record.session.step import State
from record.store.checkpoint import freeze
from record.store.journal import Journal
from record.store.journal_rows import LastRow
from record.store.latest import Checkpoint, ClockRow, Latest
from record.store.pictures import EvidenceStore
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.board.squares import Content
from rules.referee.belief import Belief
from tests.support.live.truth import TruthEyes, picture
from tests.support.live.turns import MS, Turn
from vision.camera.ring import Ring
from vision.camera.source import Frame

READ_AFTER_NS = 1400 * MS
"""The time from a press to its reading, when its pictures are there."""
FRAME_NS = 250 * MS
SHOWN_NS, HAND_NS = 250 * MS, 500 * MS
"""How long before a press a hand is over the board, and twice the time after it until the hand is gone."""
MAX_GAME_NS = 10 * 3600 * 1000 * MS
START = Position.start(ruleset("frisian"))
GAME = GameSetup(START, parse_control("80m+60s"), About.of({"white": "A", "black": "B"}))


class World:
    """Plays `turns` in the folder `games`, or goes on with those that are not in the journal yet. Without turns nobody acts.

    `tell` makes the listener from the journal.
    """

    def __init__(
        self,
        games: Path,
        turns: Sequence[Turn],
        tell: Callable[[Journal], Tell],
        *,
        game: GameSetup = GAME,
        wiring: Wiring | None = None,
        signals: Signals | None = None,
        journal: Callable[[Path], Journal] = journal_in,
        budget_bytes: int = 10**9,
        min_free_bytes: int = 0,
        readiness: Callable[[Ring], Readiness] | None = None,
    ) -> None:
        self.turns, self.now_ns_ = turns, 1_000_000_000
        self.said: list[str] = []
        self._due: list[tuple[int, int, Callable[[], None]]] = []
        self._number = count()
        self.queue: SimpleQueue[Queued] = SimpleQueue()
        self.ring = Ring(wait_s=0.0)
        self.buttons = ScriptedButtons(wiring or TwoButtons(17, 27), self.queue.put, signals)
        self.folder = folder_of_game(games)
        self.journal = journal(self.folder)
        self.latest = Latest(self.journal.path)
        self.eyes = TruthEyes()
        self.camera_works, self.light, self._is_closed = True, True, False
        self._scheduled = -1
        reports = Reports(Notifier({}), self.said.append, readiness(self.ring) if readiness else None)
        self.board = Station(self.queue, self.buttons, self, PictureWork(self.ring, self._work), reports)
        store = EvidenceStore(games, self.folder, budget_bytes, min_free_bytes)
        writing = Writing(self.journal, write_clock=self._write_clock, write_belief=self._write_belief)
        self.service = live_service(self.board, store, lambda: game, self.eyes, writing, Telling(tell(self.journal)))
        self.stands: tuple[Content, ...] = game.start.contents()
        self._hand_until_ns = 0
        if self.state.presses:
            self.stands = turns[len(self.state.presses) - 1].stands
        self._film(self.now_ns_ + 10 * FRAME_NS)

    @property
    def state(self) -> State:
        return self.service.game.state

    def now_ns(self) -> int:
        return self.now_ns_

    @property
    def game_ns(self) -> int:
        """The present moment in the game's own time."""
        return self.now_ns_ - self.service.base_ns

    def timeout_s(self, due_ns: int) -> float:
        return 0.0

    def close(self) -> None:
        """End the world, and close the files of its game."""
        if not self._is_closed:
            self._is_closed = True
            self.service.game.end()
            self.journal.close()
            self.latest.close()

    def at(self, t_ns: int, does: Callable[[], None]) -> None:
        """Schedule a call for that time."""
        heappush(self._due, (t_ns, next(self._number), does))

    def step(self) -> None:
        """Advance the clock to the next thing due, and let the service act on it."""
        assert self.now_ns_ < MAX_GAME_NS, f"the game does not end: {self.said}"
        self._play_on()
        next_ns = min([self.service.due_ns, *(self._due[0][:1] if self._due else ())])
        self.now_ns_ = max(self.now_ns_, next_ns)
        while self._due and self._due[0][0] <= self.now_ns_:
            heappop(self._due)[2]()
        self.act()

    def act(self) -> None:
        """Let the service act on what is in its queue, and on what is due now."""
        is_done = False
        while not is_done:
            while not self.queue.empty():
                self.service.take(self.queue.get(), self.now_ns_)
            self.service.tick(self.now_ns_)
            is_done = self.service.due_ns > 0

    def say(self, *words: Message) -> None:
        """Let the service take these words from its queue."""
        for word in words:
            self.queue.put(word)
        self.step()

    def ask(self, word: CommandBody) -> list[Became]:
        """What the service answers to a word that is said now, once it has."""
        answers: list[Became] = []
        self.service.hear(word, self.now_ns_, answers.append)
        return answers

    def run(self, until: Callable[[], bool]) -> None:
        while not until():
            self.step()

    def run_for(self, ns: int) -> None:
        until_ns = self.now_ns_ + ns
        self.at(until_ns, lambda: None)
        self.run(lambda: self.now_ns_ >= until_ns)

    def play(self) -> None:
        """Play all turns, to the end of the game."""
        self.run(lambda: self.service.closed)

    def _play_on(self) -> None:
        """Schedule what comes next: the arbiter starts a clock that stands, the side to move thinks and presses, or the game is closed."""
        state = self.state
        if not (self.turns and self.service.begun) or state.over or state.clock.flagged or self._scheduled == len(state.presses):
            return
        turn_ns = self.now_ns_
        if not state.clock.running:
            turn_ns += 5000 * MS
            side = self.turns[len(state.presses)].side if len(state.presses) < len(self.turns) else None
            self.at(turn_ns, lambda: self.queue.put(StartClock("the arbiter", side)))
        self._scheduled = len(state.presses)
        if self._scheduled == len(self.turns):
            self.at(turn_ns + 5000 * MS, lambda: self.queue.put(CloseGame("the arbiter")))
        else:
            self._turn(self.turns[self._scheduled], turn_ns)

    def _turn(self, turn: Turn, turn_ns: int) -> None:
        press_ns = turn_ns + turn.think_ns
        if turn.wrong_ns is not None:
            wrong_ns = turn_ns + turn.wrong_ns
            self.at(wrong_ns, lambda: self.buttons.press(wrong_ns, "black" if turn.side == "white" else "white"))
        self.at(press_ns - SHOWN_NS, lambda: self._move(turn, press_ns))
        self.at(press_ns, lambda: self.buttons.press(press_ns, turn.side, bounces_ns=turn.bounces_ns))
        self.at(press_ns + 3000 * MS, lambda: self._insist(turn))
        if turn.doubled_ns is not None:
            again_ns = press_ns + turn.doubled_ns
            self.at(again_ns, lambda: self.buttons.press(again_ns, turn.side))

    def _insist(self, turn: Turn) -> None:
        """Repeat a press that did not count, after the arbiter gives the turn: the fault that it corrects was unknown after a cut."""
        place = len(self.state.presses)
        if place < len(self.turns) and self.turns[place] is turn and not self.state.closed:
            again_ns = self.now_ns_ + 1000 * MS
            self.queue.put(StartClock("the arbiter", turn.side))
            self.at(again_ns, lambda: self.buttons.press(again_ns, turn.side))

    def _move(self, turn: Turn, press_ns: int) -> None:
        self.stands = turn.stands
        self._hand_until_ns = press_ns + HAND_NS // 2
        self._film(press_ns + READ_AFTER_NS)

    def _film(self, until_ns: int) -> None:
        """Schedule the camera's pictures from now until that moment."""
        for t_ns in range(self.now_ns_, until_ns, FRAME_NS):
            self.at(t_ns, lambda t_ns=t_ns: self._shoot(t_ns))

    def _shoot(self, t_ns: int) -> None:
        if self.camera_works:
            shown = picture(self.stands, t_ns < self._hand_until_ns)
            self.ring.add(Frame("", t_ns, shown if self.light else np.zeros_like(shown)))

    def _write_clock(self, row: ClockRow) -> None:
        self.latest.write_clock(row, flush=False)

    def _write_belief(self, last: LastRow, belief: Belief) -> None:
        self.latest.write_belief(Checkpoint(last.row_id, last.checksum.hex(), freeze(belief)))

    def _work(self, job: Callable[[], Message]) -> None:
        self.at(self.now_ns_ + READ_AFTER_NS, lambda: self.queue.put(job()))
