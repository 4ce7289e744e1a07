"""The check of one part of a board: how it is, what was seen, and what to do. The self-test and the page before the round show it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from record.telling.sentences import as_json
from rules.errors import Sentence


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
    """One part: `name` is a key of `NAMES`; `do` is what to do, None where nothing is to be done."""

    name: str
    level: Level
    seen: Sentence
    do: Sentence | None = None

    def as_json(self) -> dict[str, Any]:
        """As `hub.boards.readiness` reads it."""
        do = as_json(self.do) if self.do else None
        return {"name": self.name, "level": str(self.level), "seen": as_json(self.seen), "do": do}


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


def ok(name: str, seen: Sentence) -> Check:
    return Check(name, Level.OK, seen)


def warn(name: str, seen: Sentence, do: Sentence | None) -> Check:
    return Check(name, Level.WARN, seen, do)


def fail(name: str, seen: Sentence, do: Sentence | None) -> Check:
    return Check(name, Level.FAIL, seen, do)


def of_trouble(level: Level, name: str, trouble: Sentence, do: Sentence | None = None) -> Check:
    """From what is wrong, which may say what to do; `do` is said where it does not."""
    return Check(name, level, trouble.without_remedy(), trouble.remedy or do)


def untried(name: str, seen: Sentence, do: Sentence | None = None) -> Check:
    return Check(name, Level.UNTRIED, seen, do)
