"""What people set for a game that has not begun, in a file in the board's state folder: a restart of the service does not forget it.

The status of the board has it too: the pages of a hub know it by that.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from record.decisions.words import PrepareGame, WordError, decoded, encoded
from record.files import write_atomically
from record.store.folder import GAMES

NAME = "next-game.json"


def keep(state: Path, word: PrepareGame) -> PrepareGame:
    """Keep the word for its game, after an earlier one for the same game, and return what holds now; FileError."""
    before, word = kept(state, word.game), replace(word, was={})
    if before:
        word = replace(word, about=before.about.then(word.about), time_control=word.time_control or before.time_control)
    write_atomically(state / NAME, encoded(word)[1])
    return word


def kept(state: Path, game: str) -> PrepareGame | None:
    """What is set for the game of that folder name; None where nothing is, or nothing that can be read."""
    word = _kept(state)
    return word if word and word.game == game else None


def to_report(state: Path) -> dict[str, Any] | None:
    """What is kept in that folder, as a part of the board's status; None where nothing is."""
    word = _kept(state)
    told: dict[str, Any] | None = json.loads(encoded(word)[1]) if word else None
    return told


def reported(told: Mapping[str, Any] | None, game: str) -> PrepareGame | None:
    """What a board's status says is set for the game of that folder name; None where it says nothing, or nothing that can be read."""
    with suppress(WordError):
        word = decoded(PrepareGame.__name__, json.dumps(told))
        if isinstance(word, PrepareGame) and word.game == game:
            return word
    return None


def _kept(state: Path) -> PrepareGame | None:
    with suppress(OSError, UnicodeDecodeError, WordError):
        word = decoded(PrepareGame.__name__, (state / NAME).read_text(encoding="utf-8"))
        return word if isinstance(word, PrepareGame) else None
    return None


def drop(state: Path, game: str) -> None:
    """Forget what was set for that game, which has begun: its journal has it."""
    if kept(state, game):
        with suppress(OSError):
            (state / NAME).unlink()


def state_with(game: Path) -> Path | None:
    """The state folder of the board whose game is in that folder; None for a game that is in none."""
    return game.absolute().parent.parent if game.absolute().parent.name == GAMES else None


def following(game: str) -> str:
    """The folder name of the game after the one with that folder name."""
    return f"{int(game) + 1:04}"
