"""The parts of a board, and how the check of one is made. The self-test and the page before the round show the checks."""

from link.status import Check, Level
from rules.errors import Sentence, in_context


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
    "uplink": _part("uplink", in_context("part of a board", "link to the hub")),
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
