"""What people set for a game that has not begun, in a file in the board's state folder: a restart of the service does not forget it.

The status of the board has it too: the pages of a hub know it by that.
"""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import convert, to_builtins
from msgspec.json import Decoder, encode
from msgspec.structs import replace

from record.decisions.commands import PrepareGame
from record.events.fields import CommandId, Stored
from record.files import FileError, write_atomically
from record.store.folder import GAMES


class Kept(Stored, frozen=True):
    """What is kept in the file."""

    word: PrepareGame
    commands: tuple[CommandId, ...] = ()
    """The ids of the latest commands that set it, or set a game before it, so that a repeated one is answered."""
    has_begun: bool = False
    """Whether the game has begun: then its journal has what was set, and only the ids count."""


NAME = "next-game.json"
COMMANDS_KEPT = 64
"""A command is asked for a minute or two at most, and people set a few in that time."""
_DECODER = Decoder(Kept)


def keep(state: Path, word: PrepareGame, command: str = "") -> PrepareGame:
    """Keep the word for its game, after an earlier one for the same game, and return what holds now; FileError.

    `command` is the id of the command that sets it.
    """
    found, before, word = _kept(state), kept(state, word.game), replace(word, was={})
    commands = tuple(filter(None, (*(found.commands if found else ()), command)))[-COMMANDS_KEPT:]
    if before:
        word = replace(word, about=before.about.then(word.about), time_control=word.time_control or before.time_control)
    write_atomically(state / NAME, encode(Kept(word, commands)))
    return word


def is_done(state: Path, command: str) -> bool:
    """Whether the command of that id set what is kept, or was kept."""
    found = _kept(state)
    return found is not None and command in found.commands


def kept(state: Path, game: str) -> PrepareGame | None:
    """What is set for the game of that folder name; None where nothing is, or nothing that can be read."""
    found = _kept(state)
    return found.word if found and found.word.game == game and not found.has_begun else None


def to_report(state: Path) -> dict[str, Any] | None:
    """What is kept in that folder, as a part of the board's status; None where nothing is."""
    found = _kept(state)
    told: dict[str, Any] | None = to_builtins(found.word) if found and not found.has_begun else None
    return told


def reported(told: Mapping[str, Any] | None, game: str) -> PrepareGame | None:
    """What a board's status says is set for the game of that folder name; None where it says nothing, or nothing that can be read."""
    with suppress(ValueError, RecursionError):
        word = convert(told, PrepareGame)
        return word if word.game == game else None
    return None


def _kept(state: Path) -> Kept | None:
    with suppress(OSError, ValueError, RecursionError):
        return _DECODER.decode((state / NAME).read_bytes())
    return None


def drop(state: Path, game: str) -> None:
    """Forget what was set for that game, which has begun: its journal has it. The ids of the commands stay."""
    found = _kept(state)
    if found and kept(state, game):
        with suppress(FileError):
            write_atomically(state / NAME, encode(replace(found, has_begun=True)))


def state_with(game: Path) -> Path | None:
    """The state folder of the board whose game is in that folder; None for a game that is in none."""
    return game.absolute().parent.parent if game.absolute().parent.name == GAMES else None


def following(game: str) -> str:
    """The folder name of the game after the one with that folder name."""
    return f"{int(game) + 1:04}"
