"""What arbiter and players have put into the inbox of the game: taken up by the loop, and answered."""

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
    """Why a word is not taken up."""

    OF_BEFORE = "nobody was there to take it up when it was said: look at the board, and say it again"


class Hearing:
    """Hears what is put in from now on. What was put in before is answered, and not done: whoever said it may be gone, and the board
    another than he saw."""

    def __init__(self, inbox: Inbox, readiness: Readiness | None) -> None:
        self._inbox, self._readiness, self._before = inbox, readiness, inbox.last

    def hear(self, service: Service, catch_up: Callable[[], int]) -> None:
        """Obey what has been put in; where a full disk does not take the inbox's notes, it has to wait.

        Before each word the service is to `catch_up` with what was done until then; that gives the time that it is.
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
