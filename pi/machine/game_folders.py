"""The folders of a board's games, numbered upwards: the folder of the current game, and that of the next one."""

from itertools import count
from pathlib import Path

from pi.reading.drawings import DRAWN_FOLDER
from record.store.beside import hold_against, known_beside, left_of_another
from record.store.damaged import tells_of_closing
from record.store.folder import JOURNAL_NAME, numbered
from record.store.journal import Journal, JournalError
from record.store.journal_faults import JournalFault
from rules.errors import DamcamError, Phrase, sentence_of

FRAMES = "frames"
"""The folder of a game's pictures. It is made before the journal."""


class StateFault(Phrase):
    """Why the folder of the games cannot be used, and what to do."""

    NOT_KEPT = "no game can be kept there: {why}"
    ANOTHER_FOLDER = "name another folder with state in [board]"
    DAMAGED = "{why}; it cannot be told whether that game is over, and nothing is recorded until somebody says so"
    GO_ON_OR_NEXT = (
        "to go on with it: damcam take-over {game}/game.pdn --white H:MM:SS --black H:MM:SS. To begin the next one: mv {game} {aside}"
    )
    NOT_WRITTEN = "cannot be written to: {why}"
    OTHER_FOLDER = "name another folder with {option}"
    RECORDED_THERE = "another damcam records there"
    END_IT = "end it first: sudo systemctl stop damcam-board"
    NOT_PUT = "no game can be put there: {why}"
    IS_THERE_ROOM = "is it writable, and the disk not full?"
    GOES_ON = "a game goes on there already"
    CLOSE_IT = "close it first: damcam run, and damcam rule close"
    NOT_TOLD = "it cannot be told whether damcam records there ({why})"
    AS_ROOT = "sudo damcam selftest"


class StateError(DamcamError, OSError):
    """The folder of the games cannot be used."""


def latest(games: Path) -> Path | None:
    """The folder of the latest game, even if that has not begun; None where there is none."""
    return next((folder for folder in reversed(numbered(games)) if _is_game(folder)), None)


def _is_game(folder: Path) -> bool:
    return (folder / JOURNAL_NAME).exists() or (folder / FRAMES).is_dir() or left_of_another(folder) is not None


def state_of(game: Path) -> Path:
    """The state folder of the board, from the folder of a game."""
    return game.absolute().parents[1]


def next_folder(games: Path) -> Path:
    """The folder of the next game, which does not exist yet."""
    last = latest(games)
    names = (f"{number:04}" for number in count(int(last.name) + 1 if last else 1))
    return next(folder for name in names if not (folder := games / name).exists())


def folder_of_game(games: Path) -> Path:
    """The folder of the game that was not closed, else a new one, numbered upwards.

    StateError when no folder can be made. StateError also when the latest journal is damaged and does not say that its game was closed:
    a person has to decide whether that game goes on. Until then nothing overwrites it, and no new game begins.
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
        raise StateError(StateFault.NOT_KEPT.said(StateFault.ANOTHER_FOLDER.said(), why=sentence_of(error)), str(games)) from error
    return last


def _is_over(game: Path) -> bool:
    """Whether the game was closed; StateError where the journal is too damaged to tell."""
    journal = game / JOURNAL_NAME
    if not journal.exists():
        if left := left_of_another(game):
            aside = state_of(game) / f"damaged-{game.name}"
            do = StateFault.GO_ON_OR_NEXT.said(game=str(game), aside=str(aside))
            raise StateError(JournalFault.GONE.said(do, path=str(journal), tail=left.name))
        return False
    if tells_of_closing(journal):
        return True
    try:
        beside = known_beside(game)
        with Journal.reader(journal) as reader:
            return hold_against(beside, reader).closed
    except JournalError as error:
        aside = state_of(game) / f"damaged-{game.name}"
        do = StateFault.GO_ON_OR_NEXT.said(game=str(game), aside=str(aside))
        raise StateError(StateFault.DAMAGED.said(do, why=error.sentence), error.about) from error
