"""Takes what arbiter and players put into the inbox of a game to the loop, and answers it."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from pi.checks.readiness import Readiness
from pi.game.board_socket import BoardSocket, BroughtWord
from pi.game.late_inbox import LateInbox
from pi.game.service import Service
from pi.machine import clicked_corners
from pi.machine.game_folders import state_of
from record.decisions.inbox import OBEYED, Became
from record.decisions.ruled_upon import void
from record.decisions.words import AnyWord, Describe, FindBoard, PrepareGame
from record.log.errors import LogError
from rules.errors import Phrase


class NotHeard(Phrase):
    """Why a word from the inbox is not obeyed."""

    OTHER_GAME = "another game is played at this board now"
    OF_BEFORE = "nobody was there to take it up when it was said: look at the board, and say it again"


class Hearing:
    """Obeys what is put into the inbox from now on, and what is brought through the board's socket.

    What was put in before is answered, but not done: its author may be gone, and the board may have changed since.
    """

    def __init__(self, inbox: LateInbox, readiness: Readiness | None, brought: BoardSocket | None = None) -> None:
        self._inbox, self._readiness, self._brought = inbox, readiness, brought

    def hear(self, service: Service, catch_up: Callable[[], int]) -> None:
        """Obey what has been put in. While a full disk does not take the inbox's notes, the words in it wait.

        `catch_up` is called before each word: it brings the service up to date and returns the time in ns.
        """
        for brought in self._brought.take() if self._brought else ():
            self._hear_brought(brought, service, catch_up())
        with suppress(LogError):
            for number, word in self._inbox.take():
                now_ns = catch_up()
                if number <= self._inbox.before:
                    self._inbox.answer(number, NotHeard.OF_BEFORE.said())
                else:
                    self._obey(word, self._inbox.upon(number), service, now_ns, partial(self._answer, number))

    def _hear_brought(self, brought: BroughtWord, service: Service, now_ns: int) -> None:
        def became(outcome: Became) -> None:
            keeper = service.loop.keeper
            if keeper.trouble and outcome == OBEYED and not isinstance(brought.word, FindBoard):
                brought.answer(outcome, keeper.held_rows[-1], keeper.trouble)
            else:
                brought.answer(outcome)

        if brought.game != self._inbox.path.parent.name:
            brought.answer(NotHeard.OTHER_GAME.said())
        else:
            self._obey(brought.word, brought.upon, service, now_ns, became)

    def _obey(self, word: AnyWord | FindBoard, upon: int | None, service: Service, now_ns: int, answer: Callable[[Became], None]) -> None:
        """Have the service obey, unless somebody ruled after row `upon`; `answer` gets what became of it."""

        def told(became: Became) -> None:
            if became == OBEYED:
                self._note(word, is_new=service.loop.state.opening is None)
            answer(became)

        if isinstance(word, FindBoard):
            service.find(word, now_ns, told)
        else:
            service.hear(word, now_ns, told, lambda: void(word, upon, service.loop.keeper.last_ruling))

    def _note(self, word: AnyWord | FindBoard, *, is_new: bool) -> None:
        """Keep clicked corners, and tell the readiness what was set for the game that is waited for, if one is (`is_new`)."""
        if isinstance(word, FindBoard):
            if word.corners_px:
                clicked_corners.keep_corners(state_of(self._inbox.path.parent), word.corners_px)
        elif self._readiness and (is_new or not isinstance(word, Describe | PrepareGame)):
            self._readiness.hear(word)

    def _answer(self, number: int, became: Became) -> None:
        with suppress(LogError):
            self._inbox.answer(number, became)
