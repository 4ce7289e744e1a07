"""The words that were put into the inboxes of a mirrored board: those that are on their way, and for a while what became of them."""

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from hub.venue.mirrored_words import LIFE_NS
from hub.venue.venue_says import VenueSays
from record.decisions.inbox import OBEYED, TAKEN, WITHDRAWN, Became, Inbox
from record.store.inbox_file import inbox_of
from record.telling.sentences import sentence_in
from rules.errors import DamcamError, Sentence

TOLD_FOR_NS = 30_000_000_000
"""How long after its answer it is told what became of a word."""
LATE_NS = LIFE_NS + 2_000_000_000
"""So long after a word was seen, one without an answer is over: it was done before, or never will be."""
UNSURE_NS = 1_000_000_000
"""So long after a change of its files the inbox is read again: a file may change twice and show the same time and size."""
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
}
"""What the words are called at the desk; a `Decision` by its ruling. The words of the players are not among them."""
DECISION = "Decision"


@dataclass(frozen=True, slots=True)
class WordOnWay:
    """A word for a board elsewhere."""

    number: int
    name: str
    by: str
    became: Became | None = None
    """`OBEYED`, or why it was not done; None while it is on its way."""
    answered_ns: int = 0
    seen_ns: int = 0

    def is_late(self, now_ns: int) -> bool:
        """Whether its life is over and no answer came: it is not known here whether it was done."""
        return self.became is None and now_ns - self.seen_ns >= LATE_NS


@dataclass(slots=True)
class WordsOnWay:
    """The words for the newest game of one board. `look` reads them where the inbox has changed, by the clock `now_ns`."""

    now_ns: Callable[[], int]
    _journal: Path | None = None
    _stamp: object = None
    _changed_ns: int = 0
    _last: int = 0
    _words: dict[int, WordOnWay] = field(default_factory=dict)

    def look(self, journal: Path) -> tuple[WordOnWay, ...]:
        """Those that are on their way, and those that were answered lately. Of an inbox that cannot be read, those known before."""
        now_ns = self.now_ns()
        if journal != self._journal:
            self._journal, self._stamp, self._last = journal, None, -1
            self._words = {}
        if not inbox_of(journal).exists():
            self._last = 0  # whatever is put in from now on is new
            return ()
        stamp = _stamp(journal)
        if stamp != self._stamp or now_ns - self._changed_ns < UNSURE_NS or any(word.became is None for word in self._words.values()):
            if stamp != self._stamp:
                self._stamp, self._changed_ns = stamp, now_ns
            with suppress(DamcamError):
                self._read(journal, now_ns)
        self._words = {
            number: word for number, word in self._words.items() if word.became is None or now_ns - word.answered_ns < TOLD_FOR_NS
        }
        return tuple(self._words.values())

    def _read(self, journal: Path, now_ns: int) -> None:
        is_first = self._last < 0
        after = min((number - 1 for number, word in self._words.items() if word.became is None), default=max(0, self._last))
        with Inbox(journal) as inbox:
            found = inbox.listed(after)
        for number, kind, text, answer in found:
            became = _became(answer)
            known = self._words.get(number)
            if known is None and (number <= self._last or (is_first and became is not None)):
                continue  # it was told before, or answered before anybody looked
            word = known or _word(number, kind, text, now_ns)
            if word:
                self._words[number] = word if became is None else replace(word, became=became, answered_ns=word.answered_ns or now_ns)
        self._last = max(0, self._last, *(number for number, *_ in found))


def _word(number: int, kind: str, text: str, seen_ns: int) -> WordOnWay | None:
    told = json.loads(text)
    name = str(told.get("ruling", "")) if kind == DECISION else NAMES.get(kind)
    return WordOnWay(number, name, str(told.get("by", "")), seen_ns=seen_ns) if name else None


def _became(answer: str | None) -> Became | None:
    if answer in (None, TAKEN):
        return None
    if answer == OBEYED:
        return OBEYED
    if answer == WITHDRAWN:
        return VenueSays.NOT_TAKEN_UP.said()
    try:
        return sentence_in(json.loads(str(answer)))
    except (ValueError, RecursionError):
        return Sentence.plain(str(answer))


def _stamp(journal: Path) -> tuple[tuple[int, int] | None, ...]:
    path = inbox_of(journal)
    return tuple(_stamp_of(one) for one in (path, path.with_name(path.name + "-wal")))


def _stamp_of(path: Path) -> tuple[int, int] | None:
    try:
        about = path.stat()
    except OSError:
        return None
    return about.st_size, about.st_mtime_ns
