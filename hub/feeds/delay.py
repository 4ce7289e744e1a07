"""The delay with which the public sees a game, so that no player is helped by what others find on their phones.

The process that starts the pages reads it too: it imports nothing of records.
"""

import re
from dataclasses import dataclass

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
