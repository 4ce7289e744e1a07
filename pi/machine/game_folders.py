"""The folders of a board's games, numbered upwards: which holds the game that is on, and which is the next."""

from itertools import count
from pathlib import Path

from pi.reading.drawings import DRAWN_FOLDER
from record.store.damaged import tells_of_closing
from record.store.folder import JOURNAL_NAME, numbered
from record.store.journal import Journal, JournalError, fold
from rules.errors import DamcamError

FRAMES = "frames"
"""Of a game's folder; it is made before the journal."""


class StateError(DamcamError, OSError):
    """The folder of the games cannot be used."""


def latest(games: Path) -> Path | None:
    """The folder of the latest game there, also of one that is still to begin; None where there is none."""
    return next((folder for folder in reversed(numbered(games)) if _is_game(folder)), None)


def _is_game(folder: Path) -> bool:
    return (folder / JOURNAL_NAME).exists() or (folder / FRAMES).is_dir()


def state_of(game: Path) -> Path:
    """The board's own folder, of a game's."""
    return game.absolute().parents[1]


def next_folder(games: Path) -> Path:
    """The name of the next game's folder there, numbered upwards."""
    last = latest(games)
    names = (f"{number:04}" for number in count(int(last.name) + 1 if last else 1))
    return next(folder for name in names if not (folder := games / name).exists())


def folder_of_game(games: Path) -> Path:
    """The folder of the game that was not closed, or a new one, numbered upwards.

    StateError when there can be none, and when the latest journal is damaged and tells of no closing: somebody has to say whether that game
    goes on. Until then nothing is written over it, and no other one takes its place.
    """
    try:
        games.mkdir(parents=True, exist_ok=True)
        last = latest(games)
        if last is None or _is_over(last):
            last = next_folder(games)
        for name in (FRAMES, DRAWN_FOLDER):
            (last / name).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        if isinstance(error, StateError):
            raise
        raise StateError(f"{games}: no game can be kept there: {error.strerror}; name another folder with state in [board]") from error
    return last


def _is_over(game: Path) -> bool:
    """Whether it was closed; StateError where nobody can know."""
    journal = game / JOURNAL_NAME
    if not journal.exists():
        return False
    if tells_of_closing(journal):
        return True
    try:
        with Journal.reader(journal) as reader:
            return fold(reader).closed
    except JournalError as error:
        aside = state_of(game) / f"damaged-{game.name}"
        raise StateError(
            f"{error}; it cannot be told whether that game is over, and nothing is recorded until somebody says so. To go on with it: "
            f"damcam take-over {game}/game.pdn --white H:MM:SS --black H:MM:SS. To begin the next one: mv {game} {aside}"
        ) from error
