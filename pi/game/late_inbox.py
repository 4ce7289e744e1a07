"""The inbox of a game as its service uses it: the game never waits for it, nor fails by it."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

from record.decisions.inbox import Became, Inbox
from record.decisions.words import AnyWord, FindBoard
from record.log.errors import LogError
from record.store.inbox_file import damaged_set_aside
from rules.errors import Phrase, sentence_of

AGAIN_AFTER_S = 2.0
"""How long until an inbox that could not be opened is tried again."""


class InboxSays(Phrase):
    """What is wrong with the inbox."""

    NOT_OPEN = "{why}; words reach the board through its socket alone"
    SET_ASIDE = "the inbox of this game was damaged, and is now {aside}"
    SAY_AGAIN = "whoever waits for an answer has to say it again"


class LateInbox:
    """The inbox of the game with that journal, opened as soon as the disk allows it. One that is damaged is set aside.

    `say` gets a sentence when it cannot be opened, once, and when it is set aside.
    """

    def __init__(self, journal: Path, say: Callable[[str], None]) -> None:
        self.path, self._say, self._is_told, self._tried_s = journal, say, False, time.monotonic()
        self._inbox: Inbox | None = None
        self.before = 0
        """The last word that had been put in when it was opened."""
        self._try()

    def take(self) -> Iterator[tuple[int, AnyWord | FindBoard]]:
        """As `Inbox.take`; nothing while it is not open."""
        if self._inbox is None and time.monotonic() - self._tried_s >= AGAIN_AFTER_S:
            self._try()
        if self._inbox:
            yield from self._inbox.take(time.monotonic_ns)

    def upon(self, number: int) -> int | None:
        """As `Inbox.upon`."""
        return self._inbox.upon(number) if self._inbox else None

    def answer(self, number: int, became: Became) -> None:
        """As `Inbox.answer`."""
        if self._inbox:
            self._inbox.answer(number, became)

    def close(self) -> None:
        if self._inbox:
            self._inbox.close()

    def _try(self) -> None:
        self._tried_s = time.monotonic()
        try:
            if aside := damaged_set_aside(self.path):
                self._say(str(InboxSays.SET_ASIDE.said(InboxSays.SAY_AGAIN.said(), aside=str(aside))))
            self._open()
        except OSError as error:  # a LogError is one
            if not self._is_told:
                self._is_told = True
                self._say(str(InboxSays.NOT_OPEN.said(why=sentence_of(error))))

    def _open(self) -> None:
        inbox = Inbox(self.path)
        try:
            self.before = inbox.last
        except LogError:
            inbox.close()
            raise
        self._inbox = inbox
