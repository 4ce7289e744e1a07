"""A game of another board that this one takes over: a hub sends its log in parts, to a service that waits for a game."""

import zlib
from base64 import b64decode
from collections import deque
from dataclasses import dataclass

from pi.reading.looking import Answer
from record.decisions.commands import TakeOver
from record.decisions.outcome import OBEYED, Became
from rules.errors import Phrase

MAX_BYTES = 50_000_000
"""A log that is longer is refused: no game has a tenth of it, and a few bytes may be compressed into any length."""
REMEMBERED = 400
"""Commands that were done, which is more than the parts of a log."""


class TakeOverRefusal(Phrase):
    """Why a game is not taken over."""

    NOT_IN_ORDER = "a part of the log is missing: begin anew"
    NOT_READ = "what came is no log that can be read: begin anew"


@dataclass(frozen=True, slots=True)
class GivenGame:
    """A log that has come whole."""

    word: TakeOver
    """The last part, with what is known besides."""
    log: bytes
    command: str
    answer: Answer


class GivenGames:
    """Collects the parts of one log. The loop of the service uses it."""

    def __init__(self) -> None:
        self._log, self._parts = "", list[str]()
        self._done: deque[str] = deque(maxlen=REMEMBERED)
        self._complete: GivenGame | None = None

    @property
    def is_complete(self) -> bool:
        """Whether a whole log waits to be taken: then no game begins here before that."""
        return self._complete is not None

    def is_done(self, command: str) -> bool:
        """Whether the command of that id was done."""
        return command in self._done

    def hear(self, word: TakeOver, command: str, answer: Answer) -> None:
        """Take a part, and `answer`; after the last one the answer waits for `settle`."""
        if word.part == 1:
            self._log, self._parts = word.log, []
        if self.is_complete or (word.log, word.part) != (self._log, len(self._parts) + 1) or word.part > word.parts:
            answer(TakeOverRefusal.NOT_IN_ORDER.said())
            return
        self._parts.append(word.data)
        if word.part < word.parts:
            self._done.append(command)
            answer(OBEYED)
            return
        content = _unpacked("".join(self._parts))
        self._log, self._parts = "", []
        if content is None:
            answer(TakeOverRefusal.NOT_READ.said())
            return
        self._complete = GivenGame(word, content, command, answer)

    def take(self) -> GivenGame | None:
        """The log that has come, which is then to be settled; None where there is none."""
        given, self._complete = self._complete, None
        return given

    def settle(self, given: GivenGame, became: Became) -> None:
        """Answer what became of it."""
        if became == OBEYED:
            self._done.append(given.command)
        given.answer(became)


def _unpacked(data: str) -> bytes | None:
    """The log; None where the data are none, or of a longer one than is taken."""
    try:
        packed = zlib.decompressobj()
        content = packed.decompress(b64decode(data, validate=True), MAX_BYTES)
    except (ValueError, zlib.error):
        return None
    return content if packed.eof else None
