"""Two players and an arbiter in real time, who go on with their game whatever happens to the service."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from link.sending import CommandError, send_command
from record.decisions.commands import CloseGame, GameCommand, StartClock
from rules.irregularity import Verdict
from tests.support.live.lives import Gone, Life
from tests.support.live.players import ARBITER, QUICK_NS
from tests.support.live.turns import Turn
from tests.support.live.world import HAND_NS, SHOWN_NS, START

LOOKS_S = 0.6
"""The seconds after which the arbiter starts the clock, once the service is back and has found the board."""
PRESS_TIMEOUT_S, TIMEOUT_S = 5.0, 60.0
"""The seconds after which a press that was not taken is made again, and those after which the service counts as hung."""


class People:
    """Play `turns`, of which so many were made before; `journal` is the journal of their game."""

    def __init__(self, turns: Sequence[Turn], journal: Path, made: int = 0) -> None:
        self._turns, self._journal = turns, journal
        self._stands, self._pressed_ns = turns[made - 1].stands if made else START.contents(), 0
        self._life: Life

    def play(self, life: Life) -> bool:
        """Go on with the game until it is closed; return False if the service is gone before."""
        try:
            self.sit_down(life)
            while not life.state.closed and len(life.state.presses) < len(self._turns):
                self.turn()
            self.wait_for_rulings()
            self.say(CloseGame(ARBITER))
            self._waits(lambda: life.state.closed)
        except Gone:
            return False
        return True

    def show(self, life: Life) -> None:
        """Let the camera see the board."""
        self._life = life
        life.show(self._stands, hand=False)

    def sit_down(self, life: Life) -> None:
        """Let the camera see the board, and wait until the service has found it. Raises Gone when it ends before."""
        self.show(life)
        self._waits(lambda: life.is_ready and bool(life.state.corners_px) and not life.state.clock.running)
        life.sleeps_until(time.monotonic_ns() + round(LOOKS_S * 1e9))

    def wait_for_rulings(self) -> None:
        """Wait until every press is ruled. Raises Gone when the service ends before."""
        self._waits(lambda: len(self._life.state.rulings) == len(self._life.state.presses))

    def say(self, word: GameCommand) -> None:
        """Hand over the arbiter's command. Where the service is gone it may be done or not: whoever asked for it looks at the game."""
        with suppress(CommandError):
            send_command(self._journal, word)

    def turn(self) -> None:
        """Make the next turn, until its press is taken. Raises Gone when the service ends before.

        A quick player answers while the press before is being read; others wait for its ruling, then move at once.
        """
        life, made = self._life, len(self._life.state.presses)
        turn = self._turns[made]
        is_quick = turn.think_ns <= QUICK_NS
        if not is_quick:
            self._waits(lambda: len(life.state.rulings) == made)
        if turn.verdict != Verdict.CORRECTED or life.state.clock.running is None or life.state.rulings[-1].verdict == Verdict.UNSURE:
            self._start(turn.side)
        if turn.wrong_ns is not None:
            self._press("black" if turn.side == "white" else "white")
        self._stands = turn.stands
        life.sleeps_until(self._pressed_ns + turn.think_ns - SHOWN_NS if is_quick else 0)
        life.show(turn.stands, hand=True)
        life.sleeps_until(time.monotonic_ns() + SHOWN_NS)
        press_ns = self._pressed_ns = self._press(turn.side, turn.bounces_ns)
        after = [(press_ns + HAND_NS // 2, lambda: life.show(turn.stands, hand=False))]
        if turn.doubled_ns is not None:
            after.append((press_ns + turn.doubled_ns, lambda: self._press(turn.side)))
        for t_ns, does in sorted(after, key=lambda one: one[0]):
            life.sleeps_until(t_ns)
            does()
        while not life.waits(lambda: len(life.state.presses) > made, PRESS_TIMEOUT_S):
            if turn.verdict == Verdict.CORRECTED:  # the service did not see the fault that this corrects
                self._start(turn.side)
            self._press(turn.side)

    def _start(self, side: str) -> None:
        """Let the arbiter start the clock of that side, unless it runs."""
        if self._life.state.clock.running != side:
            self.say(StartClock(ARBITER, side))
            self._waits(lambda: self._life.state.clock.running == side)

    def _press(self, side: str, bounces_ns: Sequence[int] = ()) -> int:
        t_ns = time.monotonic_ns()
        self._life.do("press", t_ns, side, bounces_ns)
        return t_ns

    def _waits(self, until: Callable[[], bool]) -> None:
        assert self._life.waits(until, TIMEOUT_S), "the service does nothing any more"
