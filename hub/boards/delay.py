"""How much later the public sees a game than it is played, so that nobody in the hall is helped by what others find on their phones."""

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace

from record.session.state import State
from rules.errors import DamcamError

MOST_MOVES, MOST_MINUTES = 100, 1440
"""More than a game has, and a day: what is beyond is a slip of the pen."""
DELAY = "delay"
"""In what is known of a game: how much later the public sees it, as it is written, by the settings of the board with which it began."""
_WRITTEN = re.compile(r"([1-9]\d{0,3}) ?(moves?|m)", re.ASCII)


class DelayError(DamcamError, ValueError):
    """A delay that is none; the rest of a sentence that begins with its place."""


@dataclass(frozen=True, slots=True)
class Delay:
    """By so many `moves` of each side, or by so many seconds; by default there is none."""

    moves: int = 0
    seconds: int = 0

    def or_longer(self, other: "Delay") -> "Delay":
        """Both are waited for."""
        return Delay(max(self.moves, other.moves), max(self.seconds, other.seconds))


NONE = Delay()


def parse_delay(text: str) -> Delay:
    """`3 moves`, `15m`, or nothing; DelayError."""
    if not text.strip():
        return NONE
    written = _WRITTEN.fullmatch(text.strip())
    number, in_minutes = (int(written[1]), written[2] == "m") if written else (0, False)
    if not 0 < number <= (MOST_MINUTES if in_minutes else MOST_MOVES):
        raise DelayError(
            f'is {text!r}; "3 moves" ({MOST_MOVES} at most), "15m" in minutes ({MOST_MINUTES} at most), or nothing was expected'
        )
    return Delay(seconds=60 * number) if in_minutes else Delay(moves=number)


@dataclass(frozen=True, slots=True)
class Moment:
    """The game as it stood after a row of the journal, since when on the feed's own clock."""

    row: int
    state: State
    since_s: float


class DelayQueue:
    """What the public may not know yet. `take` it in its order, and `release` what it may know now."""

    def __init__(self, delay: Delay) -> None:
        self._delay = delay
        self._held: deque[Moment] = deque()

    def take(self, moment: Moment) -> None:
        self._held.append(moment)

    def release(self, now_s: float) -> Iterator[Moment]:
        """The moments that the public may know now and did not before, in order; `since_s` is when each could first be known.

        Before the clock first runs nothing is held back, and once the game is over, by the arbiter's word or by the closing, nothing any
        more. Otherwise a moment is known when each side has made so many moves more, or when so much time has passed.
        """
        last = self._held[-1].state if self._held else State()
        while self._held and (last.over or self._is_due(self._held[0], last, now_s)):
            moment = self._held.popleft()
            yield replace(moment, since_s=moment.since_s + self._delay.seconds)

    def _is_due(self, moment: Moment, last: State, now_s: float) -> bool:
        if not _made(moment.state) and moment.state.clock.running is None:
            return True
        return _made(moment.state) + 2 * self._delay.moves <= _made(last) and moment.since_s + self._delay.seconds <= now_s


def _made(state: State) -> int:
    """How often the clock was pressed, or moves were made before that; never less than before, though moves are taken back."""
    return len(state.before) + len(state.presses)
