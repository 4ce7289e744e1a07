"""The check of one part of a board: how it is, what was seen, and what to do. The self-test and the page before the round show it."""

import re
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any


class Level(StrEnum):
    """How a part is."""

    OK = "ok"
    WARN = "warn"
    """A game can be recorded, but a person should look at something."""
    FAIL = "fail"
    """No game can be recorded."""
    UNTRIED = "untried"
    """Nothing is known."""


@dataclass(frozen=True, slots=True)
class Check:
    """One part: `name` is a key of `NAMES`, `seen` and `do` are sentences; `do` is empty where nothing is to be done."""

    name: str
    level: Level
    seen: str
    do: str = ""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


NAMES = {
    "camera": "camera",
    "board": "board in view",
    "start": "start position",
    "focus": "focus",
    "light": "light",
    "buttons": "buttons",
    "lamps": "lamps",
    "buzzer": "buzzer",
    "disk": "disk",
    "power": "power",
    "time": "time of day",
    "network": "network",
}
"""The names of the parts, in the order in which they are shown."""


def ok(name: str, seen: str) -> Check:
    return Check(name, Level.OK, seen)


def warn(name: str, seen: str, do: str) -> Check:
    return Check(name, Level.WARN, seen, do)


def fail(name: str, seen: str, do: str) -> Check:
    return Check(name, Level.FAIL, seen, do)


def from_sentence(level: Level, name: str, why: str, do: str) -> Check:
    """From an error's sentence, which says behind a semicolon, or with `sudo`, what to do; `do` is said where it does not."""
    seen, says = ([*re.split(r"; |: (?=sudo )", why, maxsplit=1), ""])[:2]
    return Check(name, level, seen, says or do)


def untried(name: str, seen: str, do: str = "") -> Check:
    return Check(name, Level.UNTRIED, seen, do)
