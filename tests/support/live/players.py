"""Two players and an arbiter who play game after game at the board of a service, as fast as it reads."""

from collections.abc import Callable, Iterable, Sequence
from threading import Condition, Thread

from clock.buttons import ScriptedButtons
from clock.debounce import TwoButtons
from pi.game.station import Stop
from pi.programs.halting import HaltingPace
from record.decisions.commands import CloseGame, StartClock
from record.events.of_game import BoardFound, Event
from record.session.step import State
from rules.irregularity import Verdict
from tests.support.live.scene import Scene
from tests.support.live.turns import MS, Turn
from tests.support.live.world import HAND_NS, SHOWN_NS, START

QUICK_NS = 1000 * MS
"""A player who answers within this time does not wait for the opponent's press to be read; others do, or the reader falls behind."""
TIMEOUT_S = 120.0
"""The seconds of real time to wait for the service's next step, on a machine that is busy with other work too."""
ARBITER, PLAYERS = "the arbiter", "the players"


class Players:
    """Play the games, then end the service. A game begins once the board is found, and is closed once every press is ruled.

    `over` is called after each game with the times of its presses, in ns of the buttons' clock.
    """

    def __init__(
        self,
        games: Iterable[Sequence[Turn]],
        pace: HaltingPace,
        scene: Scene,
        over: Callable[[list[int]], object],
    ) -> None:
        self._games, self._pace, self._scene, self._over = games, pace, scene, over
        self._state, self._found, self._news = State(), False, Condition()
        self._pressed_ns: list[int] = []
        self._buttons: ScriptedButtons
        self._put: Callable[[object], object]

    def buttons(self, put: Callable[[object], object]) -> ScriptedButtons:
        """Return the buttons for the service, and start to play."""
        self._put, self._buttons = put, ScriptedButtons(TwoButtons(17, 27), put)
        Thread(target=self._play_all, name="players", daemon=True).start()
        return self._buttons

    def tell(self, event: Event, state: State) -> None:
        """Take note of an event of the service."""
        with self._news:
            self._state = state
            self._found = (self._found or isinstance(event, BoardFound)) and not state.closed
            unread = self._pressed_ns[len(state.rulings)] if len(state.rulings) < len(self._pressed_ns) else None
            self._scene.unread(unread)
            self._news.notify_all()

    def _play_all(self) -> None:
        all(self._play(turns) for turns in self._games)
        self._pace.dismiss(PLAYERS)
        self._put(Stop())

    def _play(self, turns: Sequence[Turn]) -> bool:
        """Play one game; return whether the service kept up to its end."""
        self._pressed_ns = []
        kept_up = self._waits_until(lambda: self._found) and self._start(turns[0].side)
        before = START.contents()
        for turn in turns:
            moved = next((square for square, (one, two) in enumerate(zip(before, turn.stands, strict=True), 1) if one != two), 1)
            kept_up, before = kept_up and self._turn(turn, moved), turn.stands
        kept_up = kept_up and self._waits_until(lambda: len(self._state.rulings) == len(turns))
        self._put(CloseGame(ARBITER))
        kept_up = kept_up and self._waits_until(lambda: self._state.closed)
        self._over(self._pressed_ns)
        return kept_up

    def _start(self, side: str) -> bool:
        """Let the arbiter start that clock: at the start, and for a side that has to correct a fault that was not seen."""
        self._put(StartClock(ARBITER, side))
        started = self._waits_until(lambda: self._state.clock.running == side)
        self._turn_ns = self._pace.appoint(PLAYERS, 0)
        return started

    def _turn(self, turn: Turn, moved: int) -> bool:
        """Make a turn. Time stands still between turns, except while a player who is not quick waits for the reader."""
        made = len(self._pressed_ns)
        if turn.wrong_ns is not None:
            self._press(self._turn_ns + turn.wrong_ns, "black" if turn.side == "white" else "white")
        if turn.think_ns > QUICK_NS and not self._waits_until(lambda: len(self._state.rulings) == made):
            return False
        if turn.verdict == Verdict.CORRECTED and self._state.rulings[-1].verdict == Verdict.UNSURE and not self._start(turn.side):
            return False
        press_ns = SHOWN_NS + self._pace.appoint(PLAYERS, self._turn_ns + turn.think_ns - SHOWN_NS)
        self._scene.show((press_ns - SHOWN_NS, (turn.stands, moved)), (press_ns + HAND_NS // 2, (turn.stands, None)))
        self._press(press_ns, turn.side, turn.bounces_ns, counts=True)
        if not self._hears(lambda: len(self._state.presses) == made + 1):
            return False
        if turn.doubled_ns is not None:
            self._press(press_ns + turn.doubled_ns, turn.side)
        self._turn_ns = press_ns
        return True

    def _press(self, t_ns: int, side: str, bounces_ns: Sequence[int] = (), *, counts: bool = False) -> None:
        self._pace.appoint(PLAYERS, t_ns)
        self._pace.wait_until(t_ns)
        if counts:
            self._pressed_ns.append(t_ns)
        self._buttons.press(t_ns, side, bounces_ns=bounces_ns)

    def _waits_until(self, holds: Callable[[], bool]) -> bool:
        """Wait for the condition while time runs; return whether it holds in time."""
        self._pace.dismiss(PLAYERS)
        return self._hears(holds)

    def _hears(self, holds: Callable[[], bool]) -> bool:
        with self._news:
            return self._news.wait_for(holds, TIMEOUT_S)
