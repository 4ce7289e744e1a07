"""The delay with which the public sees a game, so that no player is helped by what others find on their phones."""

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace

from record.session.state import State
from rules.errors import DamcamError, Phrase

MAX_MOVES, MAX_MINUTES = 100, 1440
"""Limits of a delay: more moves than a game has, and a day. A larger delay is a typing error."""
_WRITTEN = re.compile(r"([1-9]\d{0,3}) ?(moves?|m)", re.ASCII)


class DelayFault(Phrase):
    """Why a delay cannot be used."""

    NO_DELAY = '{text} is no delay; "3 moves" ({moves} at most), "15m" in minutes ({minutes} at most), or nothing was expected'
    OF_THE_GAME = "the delay with which the game began cannot be used: {why}"


class DelayError(DamcamError, ValueError):
    """A text is no delay."""


@dataclass(frozen=True, slots=True)
class Delay:
    """A delay by moves, by time, or by both; the default is no delay."""

    moves: int = 0
    """Moves of each side."""
    seconds: int = 0

    def or_longer(self, other: "Delay") -> "Delay":
        """A delay at least as long as both."""
        return Delay(max(self.moves, other.moves), max(self.seconds, other.seconds))


NONE = Delay()


def parse_delay(text: str) -> Delay:
    """The delay in a text such as `3 moves` or `15m`; NONE for an empty text. DelayError for anything else."""
    if not text.strip():
        return NONE
    written = _WRITTEN.fullmatch(text.strip())
    number, in_minutes = (int(written[1]), written[2] == "m") if written else (0, False)
    if not 0 < number <= (MAX_MINUTES if in_minutes else MAX_MOVES):
        raise DelayError(DelayFault.NO_DELAY.said(text=repr(text), moves=MAX_MOVES, minutes=MAX_MINUTES))
    return Delay(seconds=60 * number) if in_minutes else Delay(moves=number)


@dataclass(frozen=True, slots=True)
class Moment:
    """The game after a row of the log. `since_s` is when it came to stand so, in seconds of the follower's clock."""

    state: State
    since_s: float
    changes: int = 0
    """How many rows of the game up to this one changed something for the public."""


class DelayQueue:
    """The moments that the public may not know yet. `take` adds the next moment; `release` removes those that it may know now."""

    def __init__(self, delay: Delay) -> None:
        self.delay = delay
        """The delay that holds now."""
        self._held: deque[Moment] = deque()
        self._told = State()
        """What was released last."""

    def take(self, moment: Moment) -> None:
        self._held.append(moment)

    def release(self, now_s: float) -> Iterator[Moment]:
        """Remove and yield the moments that the public may know now, in order; `since_s` of each is the earliest time it could be known.

        Nothing is held back before the clock first runs, or once the game is over, by a ruling or by its closing. In between a moment is
        released when each side has made the delay's moves since, and the delay's time has passed. That the end was undone is known at
        once, as the end was.
        """
        last = self._held[-1].state if self._held else State()
        while self._held and (last.over or self._is_due(self._held[0], last, now_s)):
            moment = self._held.popleft()
            self._told = moment.state
            yield replace(moment, since_s=moment.since_s + self.delay.seconds)

    def _is_due(self, moment: Moment, last: State, now_s: float) -> bool:
        if not _made(moment.state) and moment.state.clock.running is None:
            return True
        if self._told.over and (moment.state.plies, moment.state.presses) == (self._told.plies, self._told.presses):
            return True
        return _made(moment.state) + 2 * self.delay.moves <= _made(last) and moment.since_s + self.delay.seconds <= now_s


def _made(state: State) -> int:
    """The number of presses, and of moves made before the first. It never falls, even when moves are taken back."""
    return len(state.before) + len(state.presses)
