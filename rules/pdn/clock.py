"""Clock times in PDN comments: `[%clock w0:59:30 B1:00:00]`, as lidraughts writes them, and `[%clk 0:59:30]` of the player who moved."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from rules.board.squares import Side

_TIME = r"([wb])([0-9]{1,3}):([0-5][0-9]):([0-5][0-9])"
_CLOCK = re.compile(rf"\[%clo?c?k\s*{_TIME}(?:\s*{_TIME})?\s*\]", re.IGNORECASE)
_OWN_TIME = re.compile(r"\[%clk\s*([0-9]{1,3}):([0-5][0-9]):([0-5][0-9])(?:\.[0-9]+)?\s*\]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PdnClock:
    """The times that a clock showed after a move, in seconds, and the side whose clock ran; None for what the comment does not give."""

    white_s: int | None = None
    black_s: int | None = None
    running: Side | None = None

    def __str__(self) -> str:
        """The clock in PDN, with a capital letter for the running side."""
        times = ((Side.WHITE, self.white_s), (Side.BLACK, self.black_s))
        return f"[%clock {' '.join(self._side(side, seconds) for side, seconds in times if seconds is not None)}]"

    def _side(self, side: Side, seconds: int) -> str:
        letter = side.letter if side is self.running else side.letter.lower()
        minutes, seconds = divmod(seconds, 60)
        return f"{letter}{minutes // 60}:{minutes % 60:02}:{seconds:02}"


def own_time_s(comments: Iterable[str]) -> int | None:
    """What the clock of the player who moved showed after the move, in seconds, as lichess and DGT boards write it: `[%clk 0:09:50]`."""
    times = [match for comment in comments for match in _OWN_TIME.finditer(comment)]
    if not times:
        return None
    hours, minutes, seconds = map(int, times[-1].groups())
    return hours * 3600 + minutes * 60 + seconds


def clock_in(comments: Iterable[str]) -> PdnClock | None:
    """The last clock in the comments; None if no comment holds one."""
    found = [match for comment in comments for match in _CLOCK.finditer(comment)]
    if not found:
        return None
    times: dict[str, int] = {}
    running = None
    groups = found[-1].groups()
    for letter, hours, minutes, seconds in (groups[:4], groups[4:]):
        if letter is None:
            continue
        times[letter.upper()] = int(hours) * 3600 + int(minutes) * 60 + int(seconds)
        if letter.isupper():
            running = Side.WHITE if letter == "W" else Side.BLACK
    return PdnClock(times.get("W"), times.get("B"), running)
