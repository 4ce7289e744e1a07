"""What people set for a game that has not begun, in a file in the board's state folder: a restart of the service does not forget it.

The status of the board has it too: the pages of a hub know it by that. The command by which a game of another board goes on here is kept
with it, for the log that the other board began has no place for it.
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
from record.store.journal_rows import JournalRows, LastRow


class TakingOver(Stored, frozen=True):
    """A command by which a game of another board goes on here."""

    command: CommandId
    last: LastRow
    """The last row of the log that came. The command is done once a log here has that row: both appear with one renaming."""


class Kept(Stored, frozen=True):
    """What is kept in the file."""

    word: PrepareGame | None = None
    commands: tuple[CommandId, ...] = ()
    """The ids of the latest commands that set it, or set a game before it, so that a repeated one is answered."""
    has_begun: bool = False
    """Whether the game has begun: then its journal has what was set, and only the ids count."""
    taking_over: TakingOver | None = None
    """The latest one."""


NAME = "next-game.json"
COMMANDS_KEPT = 64
"""A command is asked for a minute or two at most, and people set a few in that time."""
_DECODER = Decoder(Kept)


def keep(state: Path, word: PrepareGame, command: str = "") -> PrepareGame:
    """Keep the word for its game, after an earlier one for the same game, and return what holds now; FileError.

    `command` is the id of the command that sets it.
    """
    found, before, word = _kept(state) or Kept(), kept(state, word.game), replace(word, was={})
    commands = tuple(filter(None, (*found.commands, command)))[-COMMANDS_KEPT:]
    if before:
        word = replace(word, about=before.about.then(word.about), time_control=word.time_control or before.time_control)
    write_atomically(state / NAME, encode(replace(found, word=word, commands=commands, has_begun=False)))
    return word


def keep_taking_over(state: Path, command: str, last: LastRow) -> None:
    """Keep that the command of that id is taking over the game whose log ends with this row, before it is done; FileError."""
    write_atomically(state / NAME, encode(replace(_kept(state) or Kept(), taking_over=TakingOver(command, last))))


def is_done(state: Path, command: str, journal: Path) -> bool:
    """Whether the command of that id set what is kept, or was kept, or took over the game with that journal; LogError."""
    found = _kept(state) or Kept()
    taking_over = found.taking_over
    if taking_over is None or taking_over.command != command or not journal.exists():
        return command in found.commands
    with JournalRows(journal) as rows:
        return rows.checksum(taking_over.last.row_id) == taking_over.last.checksum


def kept(state: Path, game: str) -> PrepareGame | None:
    """What is set for the game of that folder name; None where nothing is, or nothing that can be read."""
    found = _kept(state)
    return found.word if found and found.word and found.word.game == game and not found.has_begun else None


def to_report(state: Path) -> dict[str, Any] | None:
    """What is kept in that folder, as a part of the board's status; None where nothing is."""
    found = _kept(state)
    told: dict[str, Any] | None = to_builtins(found.word) if found and found.word and not found.has_begun else None
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
