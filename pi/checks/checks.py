"""The check of one part of a board: how it is, what was seen, and what to do. The self-test and the page before the round show it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from record.telling.sentences import as_json
from rules.errors import Sentence, in_context


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


def _part(name: str, english: str) -> Sentence:
    return Sentence(f"Part.{name}", english)


NAMES = {
    "camera": _part("camera", in_context("part of a board", "camera")),
    "board": _part("board", in_context("part of a board", "board in view")),
    "start": _part("start", in_context("part of a board", "start position")),
    "focus": _part("focus", in_context("part of a board", "focus")),
    "light": _part("light", in_context("part of a board", "light")),
    "buttons": _part("buttons", in_context("part of a board", "buttons")),
    "lamps": _part("lamps", in_context("part of a board", "lamps")),
    "buzzer": _part("buzzer", in_context("part of a board", "buzzer")),
    "disk": _part("disk", in_context("part of a board", "disk")),
    "copy": _part("copy", in_context("part of a board", "second copy")),
    "power": _part("power", in_context("part of a board", "power")),
    "time": _part("time", in_context("part of a board", "time of day")),
    "network": _part("network", in_context("part of a board", "network")),
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
