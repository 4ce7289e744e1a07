"""The commands that the pages of this process handed on to boards elsewhere: those on their way, and for a while their outcomes."""

import threading
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from record.decisions.arbitration import Decision
from record.decisions.outcome import Became
from record.decisions.words import ToService

TOLD_FOR_NS = 30_000_000_000
"""How long after its answer the outcome of a command is told."""
LATE_FOR_NS = 600_000_000_000
"""How long it is told of a command that its outcome is not known here."""
NAMES = {
    "StartClock": "start-clock",
    "StopClock": "stop-clock",
    "SetTimes": "set-times",
    "AddTimes": "add-times",
    "EnterPaper": "enter-paper",
    "Undo": "undo",
    "CloseGame": "close",
    "SeeAlert": "seen",
    "SuspendWriting": "suspend-writing",
    "ResumeWriting": "resume-writing",
    "Describe": "names",
    "PrepareGame": "names",
    "FindBoard": "find-board",
    "TakeOver": "take-over",
}
"""What the commands are called at the desk; a `Decision` by its ruling. Those of the players are not among them."""


@dataclass(frozen=True, slots=True)
class WordOnWay:
    """A command for a board elsewhere."""

    number: int
    name: str
    by: str
    became: Became | None = None
    """`OBEYED`, or why it was not done; None while it is on its way, or `is_late`."""
    is_late: bool = False
    """Whether nobody waits for its outcome any more, and it is not known here whether it was done."""
    ended_ns: int = 0


class WordsOnWay:
    """The commands for the games of the boards elsewhere. Times are of the monotonic clock (ns)."""

    def __init__(self) -> None:
        self._lock, self._numbers = threading.Lock(), count(1)
        self._words: dict[Path, dict[int, WordOnWay]] = {}

    def begin(self, journal: Path, word: ToService) -> int:
        """Note that the command for the game with that journal is on its way; its number, with which to `end` it."""
        name = word.ruling if isinstance(word, Decision) else NAMES.get(type(word).__name__)
        with self._lock:
            number = next(self._numbers)
            if name:
                self._words.setdefault(journal, {})[number] = WordOnWay(number, name, str(getattr(word, "by", "")))
        return number

    def end(self, journal: Path, number: int, became: Became | None, now_ns: int) -> None:
        """Note the outcome of the command, None where it is not known."""
        with self._lock:
            words = self._words.get(journal, {})
            if number in words:
                words[number] = replace(words[number], became=became, is_late=became is None, ended_ns=now_ns)

    def of(self, journal: Path, now_ns: int) -> tuple[WordOnWay, ...]:
        """Those for that game that are on their way or late, and those that were answered lately."""
        with self._lock:
            words = self._words.pop(journal, {})
            told = {number: word for number, word in words.items() if not word.ended_ns or now_ns - word.ended_ns < _told_for_ns(word)}
            if told:
                self._words[journal] = told
            return tuple(told.values())


def _told_for_ns(word: WordOnWay) -> int:
    return LATE_FOR_NS if word.is_late else TOLD_FOR_NS


ON_WAY = WordsOnWay()
"""Those of this process."""
