"""Time controls: how much time a player has, and how they are written."""

import re
from dataclasses import dataclass

SECOND_NS = 1_000_000_000
UNIT_S = {"h": 3600, "m": 60, "s": 1}

_DURATION = re.compile(r"(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,5})s)?")


class ControlError(ValueError):
    """A time control that cannot be; says what one looks like."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A main time for each player and a Fischer increment for each of his moves; `main_ns` is None where no clock is used.

    The increment is added when the move is made, that is at the accepted press, the first move's included: "1:20 uur, vermeerderd met
    60 seconden per zet" (regulation C, Art. 3) begins with 1:20:00 on both clocks, not with 1:21:00. Whole seconds alone, so that the
    notation loses nothing; ControlError for others.
    """

    main_ns: int | None
    increment_ns: int = 0

    def __post_init__(self) -> None:
        if self.main_ns is None and self.increment_ns:
            raise ControlError("an increment without a clock: give a main time, as in 80m+60s, or none alone")
        if self.main_ns is not None and self.main_ns <= 0:
            raise ControlError("a time control of no time at all: write none where no clock is used")
        if self.increment_ns < 0 or any(ns % SECOND_NS for ns in (self.main_ns or 0, self.increment_ns)):
            raise ControlError("a time control counts whole seconds, and none below nought")

    def __str__(self) -> str:
        if self.main_ns is None:
            return "none"
        increment = f"+{self.increment_ns // SECOND_NS}s" if self.increment_ns else ""
        return _duration(self.main_ns // SECOND_NS) + increment


NO_CLOCK = TimeControl(None)


def parse_control(text: str) -> TimeControl:
    """`80m+60s`, `1h20m+60s`, `90m`, `none`; `str` of the result is the shortest way to write it. ControlError when it is none of these."""
    plain = "".join(text.lower().split())
    if plain == "none":
        return NO_CLOCK
    main, plus, increment = plain.partition("+")
    main_s, increment_s = _seconds(main), _seconds(increment) if plus else 0
    if main_s is None or increment_s is None:
        raise ControlError(f"{text!r} is not a time control: write the main time and what each move adds, as in 80m+60s, 1h30m, or none")
    return TimeControl(main_s * SECOND_NS, increment_s * SECOND_NS)


def _seconds(text: str) -> int | None:
    match = _DURATION.fullmatch(text)
    if match is None or not text:
        return None
    return sum(int(count or 0) * unit for count, unit in zip(match.groups(), UNIT_S.values(), strict=True))


def _duration(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    return f"{minutes}m" * bool(minutes) + f"{rest}s" * bool(rest)
