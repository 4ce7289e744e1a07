"""A service at a board's socket that answers commands as a test says. As a real one by its log, it does each command once."""

import threading
import time
from collections.abc import Callable
from pathlib import Path

from link.board_socket import BoardSocket, ReceivedCommand
from link.messages import Accepted, Command, Expired, Outcome, Refused, Taken, new_id
from record.decisions.commands import FindBoard, GameCommand
from record.decisions.outcome import OBEYED, Became
from rules.errors import Sentence
from tests.support.waiting import WITHIN_S

Answer = Callable[[Command], Became | Outcome]


class Answering:
    """What the loop of such a service does at each look. `answer` carries a command out."""

    def __init__(self, socket: BoardSocket, answer: Answer) -> None:
        self.socket, self._answer = socket, answer
        self.done: dict[str, Outcome] = {}
        """The outcomes by the ids of the commands."""

    def look(self) -> None:
        for received in self.socket.take():
            self.take(received)

    def take(self, received: ReceivedCommand) -> None:
        command = received.command
        if command.id not in self.done and not received.is_question:
            became = self._answer(command)
            self.done[command.id] = outcome_of(became)
        received.answer(self.done.get(command.id, Expired()))


class BoardService(threading.Thread):
    """Serves the socket of that state folder from `start` to `stop`."""

    def __init__(self, state: Path, answer: Answer) -> None:
        super().__init__(daemon=True)
        self.socket = BoardSocket(state)
        self.answering = Answering(self.socket, answer)
        self.ended = threading.Event()

    def run(self) -> None:
        while not self.ended.is_set():
            self.socket.serve(0.01)
            self.answering.look()

    def stop(self) -> None:
        self.ended.set()
        if self.ident:
            self.join(WITHIN_S)
        self.socket.close()


def outcome_of(became: Became | Outcome) -> Outcome:
    """The outcome as a service sends it."""
    if isinstance(became, Sentence):
        return Refused(became)
    if isinstance(became, str):
        return Accepted() if became == OBEYED else Refused(Sentence.plain(became))
    return became


class PutCommands:
    """Commands that are put into the queue of a service, without a socket."""

    def __init__(self, put: Callable[[ReceivedCommand], object], game: str = "0001") -> None:
        self._put, self._game = put, game

    def put(
        self,
        word: GameCommand | FindBoard,
        upon: int | None = None,
        *,
        id: str = "",
        lives_ms: int = 5_000,
        game: str = "",
        was_sent: bool = False,
    ) -> list[Outcome]:
        """Put it in; the list to which its outcome comes."""
        told: list[Outcome] = []
        command = Command(id or new_id(), game or self._game, word, lives_ms, upon, was_sent)

        def tell(message: object) -> None:
            if not isinstance(message, Taken):
                told.append(message)

        self._put(ReceivedCommand(command, time.monotonic_ns(), tell))
        return told
