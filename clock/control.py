"""Time controls: how much time a player has, and the notation for it."""

import re
from dataclasses import dataclass
from itertools import pairwise

from clock.errors import ClockPhrase, CodedError
from clock.presets import BY_LOWER_NAME, PRESETS

SECOND_NS = 1_000_000_000
UNIT_S = {"h": 3600, "m": 60, "s": 1}
MAX_TIME_NS = 24 * 3600 * SECOND_NS
"""The limit of every time: a day or more is a typing error. Minutes are read with up to four digits and seconds with up to five."""

_DURATION = re.compile(r"(?:([0-9]{1,3})h)?(?:([0-9]{1,4})m)?(?:([0-9]{1,5})s)?")
_PERIOD = re.compile(r"([0-9hms]+)(?:/([1-9][0-9]{0,2}))?")
_CONTROL = re.compile(r"(?P<periods>[0-9hms/,]+)(?:\+(?P<increment>[0-9hms]+)(?P<ahead>ahead)?|d(?P<delay>[0-9hms]+))?")
_PDN_PERIOD = re.compile(r"(?:([1-9][0-9]{0,2})/)?([0-9]{1,5})(?:\+([0-9]{1,5}))?")
"""A period in PDN's TimeControl tag (PGN, 9.6.1), in seconds: `600`, `4800+60`, `40/7200`."""


def shown_s(ns: int) -> int:
    """The whole seconds that a clock shows. A second that has begun counts in full: 0:00 is shown at the flag alone."""
    return -(-ns // SECOND_NS)


class ControlFault(ClockPhrase):
    """Why a time control is not valid, and what one looks like."""

    WITHOUT_CLOCK = "an increment, a delay or a period without a clock"
    GIVE_MAIN_TIME = "give a main time, as in 80m+60s, or none alone"
    NO_TIME = "a time control of no time at all"
    WRITE_NONE = "write none where no clock is used"
    WHOLE_SECONDS = "a time control counts whole seconds, and none is negative"
    TOO_LONG = "a time of {time}: a time control stays below a day"
    NOTHING_AHEAD = "no increment that could be given ahead"
    GIVE_INCREMENT = "write one, as in 80m+60s ahead"
    NO_MOVES = "a period that another follows needs its number of moves, as in 2h/40,1h/20,30m"
    HOLDS_IN_ALL = "{text}: an increment or a delay holds in all periods, and is written last, as in 2h/40,30m+30s"
    NOT_ONE = "{text} is not a time control"
    WRITE_IT = "write the main time and what each move adds, as in 80m+60s, 1h30m, 5m d3s, 2h/40,1h/20,30m, or none, or one of {presets}"
    BOTH = "an increment and a delay in one time control"
    CHOOSE = "choose, as in 80m+60s or 5m d3s"


class ControlError(CodedError, ValueError):
    """A time control that is not valid."""


@dataclass(frozen=True, slots=True)
class Period:
    """A time for a number of moves; `moves` None is the rest of the game."""

    time_ns: int
    moves: int | None = None


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time of each player: a main time, later periods, and an increment or a delay. ControlError when it is not valid.

    `main_ns` is None where no clock is used. It is for the first `moves` moves, or for the whole game. What is left of a period is carried
    over into the next one, whose time is added at the press that completes the period. Each period but the last has a number of moves; a
    last period that has one is repeated. All times are whole seconds, so that the notation loses nothing.
    """

    main_ns: int | None
    increment_ns: int = 0
    """The Fischer increment for each move in every period. It is added at the accepted press, also for the first move: "1:20 uur,
    vermeerderd met 60 seconden per zet" (regulation C, Art. 3) begins with 1:20:00 on both clocks."""
    delay_ns: int = 0
    """The simple delay: the clock begins to run down only so long after the turn began."""
    ahead: bool = False
    """Whether each increment is given before its move, the first one before the game: both clocks then begin with 1:21:00."""
    moves: int | None = None
    later: tuple[Period, ...] = ()

    def __post_init__(self) -> None:
        times = [self.increment_ns, self.delay_ns, *(period.time_ns for period in self.periods)]
        if self.main_ns is None and (any(times) or self.moves or self.later):
            raise ControlError(ControlFault.WITHOUT_CLOCK, ControlFault.GIVE_MAIN_TIME)
        if any(period.time_ns <= 0 for period in self.periods):
            raise ControlError(ControlFault.NO_TIME, ControlFault.WRITE_NONE)
        if min(times) < 0 or any(ns % SECOND_NS for ns in times):
            raise ControlError(ControlFault.WHOLE_SECONDS)
        if max(times) >= MAX_TIME_NS:
            raise ControlError(ControlFault.TOO_LONG, time=_duration(max(times)))
        if self.increment_ns and self.delay_ns:
            raise _increment_and_delay()
        if self.ahead and not self.increment_ns:
            raise ControlError(ControlFault.NOTHING_AHEAD, ControlFault.GIVE_INCREMENT)
        if any(period.moves is None for period in self.periods[:-1]) or 0 in {period.moves for period in self.periods}:
            raise ControlError(ControlFault.NO_MOVES)

    @property
    def periods(self) -> tuple[Period, ...]:
        """All periods, the main time first; empty without a clock."""
        return () if self.main_ns is None else (Period(self.main_ns, self.moves), *self.later)

    @property
    def first_ns(self) -> int:
        """The time that both clocks show before the game."""
        return (self.main_ns or 0) + (self.increment_ns if self.ahead else 0)

    def given_ns(self, move: int) -> int:
        """The time that a player is given for his move of that number, counted from 1.

        It is the increment and, where the move completes a period, the time of the next period.
        """
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
        """The value of PDN's TimeControl tag, in seconds: `4800+60`, `40/7200:20/3600:1800`; `-` without a clock, `?` with a delay."""
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
    """The time control with the name of a preset, or in notation; ControlError when the text is neither.

    `80m+60s`: 80 minutes and 60 seconds a move. `80m+60s ahead`: the same with each increment before its move. `90m`: 90 minutes.
    `5m d3s`: a delay of 3 seconds. `2h/40,1h/20,30m`: two hours for 40 moves, one for the next 20, half an hour for the rest. `1h/25`: an
    hour for every 25 moves. `2h/40,30m+30s`: an increment from the first move on. `none`: no clock. `str` of the result is its shortest
    notation.
    """
    plain = "".join(text.lower().split())
    plain = BY_LOWER_NAME[plain].notation if plain in BY_LOWER_NAME else plain
    if plain == "none":
        return NO_CLOCK
    if re.search(r"[+d][0-9hms]+,", plain):
        raise ControlError(ControlFault.HOLDS_IN_ALL, text=repr(text))
    if "+" in plain and re.search(r"d[0-9]", plain):
        raise _increment_and_delay()
    match = _CONTROL.fullmatch(plain)
    if match is None:
        raise _no_control(text)
    (main_ns, moves), *later = (_period(part, text) for part in match["periods"].split(","))
    increment_ns, delay_ns = (_time_ns(match[name], text) if match[name] else 0 for name in ("increment", "delay"))
    ahead = bool(match["ahead"] and increment_ns)
    return TimeControl(main_ns, increment_ns, delay_ns, ahead, moves, tuple(Period(*period) for period in later))


def control_in_pdn(text: str) -> TimeControl | None:
    """The time control of a value of PDN's TimeControl tag, as `pdn` writes it; None where it is not known, or is none that this clock has.

    `-` is None too: other programs write it for games of which they know no time control.
    """
    periods, increments = list[Period](), set[int]()
    for part in text.strip().split(":"):
        match = _PDN_PERIOD.fullmatch(part)
        if match is None:
            return None
        moves, time_s, increment_s = match.groups()
        periods.append(Period(int(time_s) * SECOND_NS, int(moves) if moves else None))
        increments.add(int(increment_s or 0) * SECOND_NS)
    if len(increments) > 1:
        return None
    main, *later = periods
    try:
        return TimeControl(main.time_ns, increments.pop(), moves=main.moves, later=tuple(later))
    except ControlError:
        return None


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
    return ControlError(ControlFault.NOT_ONE, ControlFault.WRITE_IT, text=repr(text), presets=tuple(PRESETS))


def _increment_and_delay() -> ControlError:
    return ControlError(ControlFault.BOTH, ControlFault.CHOOSE)


def _duration(ns: int) -> str:
    minutes, rest = divmod(ns // SECOND_NS, 60)
    return f"{minutes}m" * bool(minutes) + f"{rest}s" * bool(rest)
