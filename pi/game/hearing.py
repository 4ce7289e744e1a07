"""Takes what arbiter and players put into the inbox of a game to the loop, and answers it."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from pi.checks.readiness import Readiness
from pi.game.service import Service
from pi.machine import clicked_corners
from pi.machine.game_folders import state_of
from record.decisions.inbox import OBEYED, AnyWord, Became, FindBoard, Inbox
from record.store.journal import JournalError
from rules.errors import Phrase


class NotHeard(Phrase):
    """Why a word from the inbox is not obeyed."""

    OF_BEFORE = "nobody was there to take it up when it was said: look at the board, and say it again"


class Hearing:
    """Obeys what is put into the inbox from now on.

    What was put in before is answered, but not done: its author may be gone, and the board may have changed since.
    """

    def __init__(self, inbox: Inbox, readiness: Readiness | None) -> None:
        self._inbox, self._readiness, self._before = inbox, readiness, inbox.last

    def hear(self, service: Service, catch_up: Callable[[], int]) -> None:
        """Obey what has been put in. While a full disk does not take the inbox's notes, the words wait.

        `catch_up` is called before each word: it brings the service up to date and returns the time in ns.
        """
        with suppress(JournalError):
            for number, word in self._inbox.take():
                now_ns = catch_up()
                if number <= self._before:
                    self._inbox.answer(number, NotHeard.OF_BEFORE.said())
                elif isinstance(word, FindBoard):
                    service.find(word, now_ns, partial(self._found, number, word))
                else:
                    service.hear(word, now_ns, partial(self._obeyed, number, word))

    def _found(self, number: int, word: FindBoard, became: Became) -> None:
        if became == OBEYED and word.corners_px:
            clicked_corners.keep_corners(state_of(self._inbox.path.parent), word.corners_px)
        self._answer(number, became)

    def _obeyed(self, number: int, word: AnyWord, became: Became) -> None:
        if self._readiness and became == OBEYED:
            self._readiness.hear(word)
        self._answer(number, became)

    def _answer(self, number: int, became: Became) -> None:
        with suppress(JournalError):
            self._inbox.answer(number, became)
