"""Boards whose services run as `damcam run` does, each in a process of its own, with hands and a camera that a test moves."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from link.sending import CommandError, send_command
from record.decisions.commands import GameCommand
from record.session.state import State
from record.store.folder import GAMES, JOURNAL_NAME, numbered
from record.store.journal import Journal, fold
from rules.board.position import Position
from rules.board.squares import Content
from rules.play.moves import legal_moves, play
from tests.support.live.world import START
from tests.support.waiting import WITHIN_S, wait_until

COMMAND = (sys.executable, "-P", "-m", "tests.support.live.commanded")
FAR = {"white": (49, 23), "black": (2, 28)}
"""A man in the first moves of each side, and a square that it cannot reach."""


class Seat:
    """A board with its state folder in `folder`, until `stop`; `tags` are values of [game] in its settings."""

    def __init__(self, folder: Path, **tags: str) -> None:
        self.state, settings = folder / "state", folder / "damcam.toml"
        self.state.mkdir(parents=True, exist_ok=True)
        lines = ["[board]", f'state = "{self.state}"', "[game]", *(f'{tag} = "{value}"' for tag, value in tags.items())]
        settings.write_text("\n".join(lines) + "\n")
        self._position = START
        with (folder / "log").open("ab") as log:
            self._process = subprocess.Popen([*COMMAND, str(settings)], stdin=subprocess.PIPE, stdout=log, stderr=log, text=True)

    @property
    def game(self) -> Path:
        """The folder of the newest game."""
        return [path for path in numbered(self.state / GAMES) if (path / JOURNAL_NAME).exists()][-1]

    @property
    def now(self) -> State:
        """The newest game as it is on disk."""
        with Journal.reader(self.game / JOURNAL_NAME) as journal:
            return fold(journal)

    def waits(self, until: Callable[[], Any]) -> None:
        wait_until(lambda: self._holds(until), lambda: (self.state.parent / "log").read_text()[-2000:])

    def set_up(self) -> None:
        """Let the start position stand."""
        self._position = START
        self.show(START.contents())

    def clear(self) -> None:
        """Let nothing stand on the board."""
        self.show((Content.EMPTY,) * len(START.contents()))

    def move(self, name: str | None = None, *, misses: bool = False) -> str:
        """Play that legal move, else the first one; with `misses` a man is set far off instead. Returns what was played."""
        side, made = str(self._position.side), len(self.now.presses)
        chosen = next(one for one in legal_moves(self._position) if name in (None, str(one)))
        after = play(self._position, chosen)
        stands = list(after.contents())
        if misses:
            stands = list(self._position.contents())
            start, end = FAR[side]
            stands[start - 1], stands[end - 1] = Content.EMPTY, stands[start - 1]
        self.show(stands, hand=True)
        self._do("press", time.monotonic_ns(), side, [])
        self.show(stands)
        if not misses:
            self._position = after
        self.waits(lambda: len(self.now.presses) > made and not self.now.unruled)
        return str(chosen)

    def restore(self, position: Position | None = None) -> None:
        """Put the pieces as they stood before what was played wrongly."""
        self._position = position or self._position
        self.show(self._position.contents())

    def say(self, word: GameCommand) -> None:
        """Hand over an arbiter's command, as a terminal does."""
        with suppress(CommandError):
            send_command(self.game / JOURNAL_NAME, word, WITHIN_S)

    def show(self, contents: Sequence[Content], *, hand: bool = False) -> None:
        self._do("show", list(map(int, contents)), hand)

    def stop(self) -> None:
        """End the service as systemd does."""
        if self._process.stdin:
            self._process.stdin.close()
        self._process.wait(WITHIN_S)

    def kill(self) -> None:
        self._process.kill()
        self.stop()

    def _do(self, what: str, *words: object) -> None:
        assert self._process.stdin
        self._process.stdin.write(json.dumps({what: words}) + "\n")
        self._process.stdin.flush()

    def _holds(self, until: Callable[[], Any]) -> bool:
        try:
            return bool(until())
        except (OSError, IndexError, ValueError):  # there is no journal yet
            return False
