"""Pictures that somebody at the hub wants to be forgotten: the copies here go at once, and the board is asked until it has answered.

A request lies in the mirrored state folder, so that a board that is away now is asked when it comes back.
"""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

from link.messages import GAME, Refused
from link.wire import ID, MAX_BY, CommandOutcome, ForgetAsked
from record.files import write_atomically
from record.store.dropping import pictures_in
from record.store.folder import GAMES
from record.store.json_text import json_in
from rules.errors import Sentence

FOLDER = "forget"
"""The folder in a board's state folder with what it is asked to forget."""
MAX_BYTES = 1_000
AGAIN_AFTER_NS = 10_000_000_000


def ask_to_forget(state: Path, game: str, by: str) -> None:
    """Have the board with that mirrored state folder delete the pictures of a closed game, and delete the copies here; OSError."""
    (state / FOLDER).mkdir(exist_ok=True)
    write_atomically(state / FOLDER / token_hex(16), json.dumps({"game": game, "by": by[:MAX_BY]}, ensure_ascii=False))
    for path in pictures_in(state / GAMES / game).values():
        path.unlink(missing_ok=True)


class Forgetting:
    """What one board is asked to forget. `send` sends a message to it, and says whether it was sent."""

    def __init__(self, state: Path, send: Callable[[ForgetAsked], bool]) -> None:
        self._folder, self._send = state / FOLDER, send
        self._asked: dict[str, int] = {}

    @property
    def games(self) -> frozenset[str]:
        """The games whose pictures are not to be fetched any more."""
        return frozenset(game for _, game, _ in self._requests())

    def look(self, machine: str, now_ns: int) -> None:
        """Ask the board again for what it has not answered."""
        for id, game, by in self._requests():
            is_due = now_ns - self._asked.get(id, now_ns - AGAIN_AFTER_NS) >= AGAIN_AFTER_NS
            if is_due and self._send(ForgetAsked(machine, id, game, by)):
                self._asked[id] = now_ns

    def answer(self, answer: CommandOutcome) -> Sentence | None:
        """Take the board's answer: the request is over once it is carried out, or there is no such game. Else why it is not, to be told."""
        if isinstance(answer.outcome, Refused):
            return answer.outcome.why if answer.id in self._asked else None
        self._asked.pop(answer.id, None)
        (self._folder / answer.id).unlink(missing_ok=True)
        return None

    def _requests(self) -> Iterator[tuple[str, str, str]]:
        try:
            names = sorted(os.listdir(self._folder))
        except FileNotFoundError:
            return
        for name in names:
            with suppress(OSError, ValueError, TypeError, KeyError):
                request = json_in((self._folder / name).read_bytes()[:MAX_BYTES])
                if ID.fullmatch(name) and GAME.fullmatch(request["game"]):
                    yield name, request["game"], str(request["by"])[:MAX_BY]
