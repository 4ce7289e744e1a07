"""Time controls: how much time a player has, and how they are written."""

import re
from dataclasses import dataclass
from itertools import pairwise

from clock.presets import BY_LOWER_NAME, PRESETS

SECOND_NS = 1_000_000_000
UNIT_S = {"h": 3600, "m": 60, "s": 1}
LONGEST_NS = 24 * 3600 * SECOND_NS
"""A time of a day or more is a slip of the pen, and minutes and seconds are read with four and five digits."""

_DURATION = re.compile(r"(?:([0-9]{1,3})h)?(?:([0-9]{1,4})m)?(?:([0-9]{1,5})s)?")
_PERIOD = re.compile(r"([0-9hms]+)(?:/([1-9][0-9]{0,2}))?")
_CONTROL = re.compile(r"(?P<periods>[0-9hms/,]+)(?:\+(?P<increment>[0-9hms]+)(?P<ahead>ahead)?|d(?P<delay>[0-9hms]+))?")


class ControlError(ValueError):
    """A time control that cannot be; says what one looks like."""


@dataclass(frozen=True, slots=True)
class Period:
    """A time, and the number of moves that it is given for; None for the rest of the game."""

    time_ns: int
    moves: int | None = None


@dataclass(frozen=True, slots=True)
class TimeControl:
    """What each player has: a main time, for his first `moves` moves or the whole game, the `later` periods, and an increment or a delay.

    `main_ns` is None where no clock is used. What is left of a period is carried over into the next one, whose time is added at the press
    that completes the period's moves. Each period but the last has a number of moves; a last one that has one is given again and again.
    Whole seconds alone, so that the notation loses nothing; ControlError for what cannot be.
    """

    main_ns: int | None
    increment_ns: int = 0
    """Fischer's increment, for each move in every period. It is added when the move is made, that is at the accepted press, the first
    move's included: "1:20 uur, vermeerderd met 60 seconden per zet" (regulation C, Art. 3) begins with 1:20:00 on both clocks."""
    delay_ns: int = 0
    """The simple delay: of the thought for each move this much costs nothing, and the clock does not run down meanwhile."""
    ahead: bool = False
    """Each increment is given before its move instead, the first one before the game: both clocks begin with 1:21:00."""
    moves: int | None = None
    later: tuple[Period, ...] = ()

    def __post_init__(self) -> None:
        times = [self.increment_ns, self.delay_ns, *(period.time_ns for period in self.periods)]
        if self.main_ns is None and (any(times) or self.moves or self.later):
            raise ControlError("an increment, a delay or a period without a clock: give a main time, as in 80m+60s, or none alone")
        if any(period.time_ns <= 0 for period in self.periods):
            raise ControlError("a time control of no time at all: write none where no clock is used")
        if min(times) < 0 or any(ns % SECOND_NS for ns in times):
            raise ControlError("a time control counts whole seconds, and none below nought")
        if max(times) >= LONGEST_NS:
            raise ControlError(f"a time of {_duration(max(times))}: a time control stays below a day")
        if self.increment_ns and self.delay_ns:
            raise _increment_and_delay()
        if self.ahead and not self.increment_ns:
            raise ControlError("no increment that could be given ahead: write one, as in 80m+60s ahead")
        if any(period.moves is None for period in self.periods[:-1]) or 0 in {period.moves for period in self.periods}:
            raise ControlError("a period that another follows needs its number of moves, as in 2h/40,1h/20,30m")

    @property
    def periods(self) -> tuple[Period, ...]:
        """All periods, the main time first; none without a clock."""
        return () if self.main_ns is None else (Period(self.main_ns, self.moves), *self.later)

    @property
    def first_ns(self) -> int:
        """What both clocks show before the game."""
        return (self.main_ns or 0) + (self.increment_ns if self.ahead else 0)

    def given_ns(self, move: int) -> int:
        """What a player is given for his move of that number, counted from 1: the increment, and where it completes a period the next."""
        end = 0
        for period, following in pairwise(self.periods):
            end += period.moves or 0
            if move == end:
                return self.increment_ns + following.time_ns
        again = self.periods[-1] if self.periods else Period(0)
        is_due = again.moves and move > end and (move - end) % again.moves == 0
        return self.increment_ns + (again.time_ns if is_due else 0)

    @property
    def pdn(self) -> str:
        """As the TimeControl tag of PDN has it, in seconds: `4800+60`, `40/7200:20/3600:1800`; `-` without a clock, `?` with a delay."""
        if self.main_ns is None:
            return "-"
        if self.delay_ns:
            return "?"
        increment = f"+{self.increment_ns // SECOND_NS}" if self.increment_ns else ""
        return ":".join(f"{period.moves}/" * bool(period.moves) + f"{period.time_ns // SECOND_NS}{increment}" for period in self.periods)

    def __str__(self) -> str:
        if self.main_ns is None:
            return "none"
        periods = ",".join(_duration(period.time_ns) + f"/{period.moves}" * bool(period.moves) for period in self.periods)
        increment = f"+{self.increment_ns // SECOND_NS}s{' ahead' * self.ahead}" if self.increment_ns else ""
        return periods + increment + (f" d{self.delay_ns // SECOND_NS}s" if self.delay_ns else "")


NO_CLOCK = TimeControl(None)


def parse_control(text: str) -> TimeControl:
    """A time control by the name of a preset, or as written; ControlError when it is neither.

    `80m+60s` 80 minutes and 60 seconds a move; `80m+60s ahead` the same with each increment before its move; `90m`; `5m d3s` with a delay;
    `2h/40,1h/20,30m` two hours for 40 moves, one for the next 20, half an hour for the rest; `1h/25` an hour for every 25; `2h/40,30m+30s`
    with an increment from the first move on; `none`. `str` of the result is the shortest way to write it.
    """
    plain = "".join(text.lower().split())
    plain = BY_LOWER_NAME[plain].notation if plain in BY_LOWER_NAME else plain
    if plain == "none":
        return NO_CLOCK
    if re.search(r"[+d][0-9hms]+,", plain):
        raise ControlError(f"{text!r}: an increment or a delay holds in all periods, and is written last, as in 2h/40,30m+30s")
    if "+" in plain and re.search(r"d[0-9]", plain):
        raise _increment_and_delay()
    match = _CONTROL.fullmatch(plain)
    if match is None:
        raise _no_control(text)
    (main_ns, moves), *later = (_period(part, text) for part in match["periods"].split(","))
    increment_ns, delay_ns = (_time_ns(match[name], text) if match[name] else 0 for name in ("increment", "delay"))
    ahead = bool(match["ahead"] and increment_ns)
    return TimeControl(main_ns, increment_ns, delay_ns, ahead, moves, tuple(Period(*period) for period in later))


def _period(part: str, text: str) -> tuple[int, int | None]:
    match = _PERIOD.fullmatch(part)
    if match is None:
        raise _no_control(text)
    return _time_ns(match[1], text), int(match[2]) if match[2] else None


def _time_ns(part: str, text: str) -> int:
    match = _DURATION.fullmatch(part)
    if match is None:
        raise _no_control(text)
    return SECOND_NS * sum(int(count or 0) * unit for count, unit in zip(match.groups(), UNIT_S.values(), strict=True))


def _no_control(text: str) -> ControlError:
    return ControlError(
        f"{text!r} is not a time control: write the main time and what each move adds, as in 80m+60s, 1h30m, 5m d3s, 2h/40,1h/20,30m, "
        f"or none, or one of {', '.join(PRESETS)}"
    )


def _increment_and_delay() -> ControlError:
    return ControlError("an increment and a delay in one time control: choose, as in 80m+60s or 5m d3s")


def _duration(ns: int) -> str:
    minutes, rest = divmod(ns // SECOND_NS, 60)
    return f"{minutes}m" * bool(minutes) + f"{rest}s" * bool(rest)
