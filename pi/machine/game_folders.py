"""The folders of a board's games, numbered upwards: the folder of the current game, and that of the next one."""

import errno
from itertools import count
from pathlib import Path

from pi.reading.drawings import DRAWN_FOLDER
from record.files import make_folder
from record.store.folder import FRAMES, JOURNAL_NAME, left_of_another, numbered
from record.store.salvage import Lost, finish, is_closed_by_a_row, lost_in, name_closing
from rules.errors import DamcamError, Phrase, Sentence, _, sentence_of

OF_DISK = frozenset({errno.EIO, errno.EROFS, errno.ENOSPC, errno.EDQUOT})
"""What the system says of a disk that fails, is read-only or is full, as far as that may pass. Anything else is a wrong setting."""


class StateFault(Phrase):
    """Why the folder of the games cannot be used, and what to do."""

    NOT_KEPT = "no game can be kept there: {why}"
    ANOTHER_FOLDER = "name another folder with state in [board]"
    LOST = "{why}; nothing of this game goes on or is changed until the arbiter has confirmed"
    PUT_BACK_OR_CONFIRM = (
        "put the right files or the right card back, and it goes on by itself. To go on from row {row}, press {seq}: confirm at the desk,"
        " or damcam import {game} --sound-beginning --by NAME. From another log of it: the desk, or damcam import FILE."
        " To begin the next game: mv {game} {aside}"
    )
    PUT_BACK_OR_IMPORT = (
        "put the right files or the right card back, and it goes on by itself. From another log of it: the desk."
        " From its moves, with the service stopped: damcam import GAME.pdn. To begin the next game: mv {game} {aside}"
    )
    NOT_WRITTEN = "cannot be written to: {why}"
    OTHER_FOLDER = "name another folder with {option}"
    RECORDED_THERE = "another damcam records there"
    END_IT = "end it first: sudo systemctl stop damcam-board"
    NOT_PUT = "no game can be put there: {why}"
    AS_SERVICE = "run it as the service's user: sudo -u damcam damcam import FILE"
    GOES_ON = "a game goes on there already"
    CLOSE_IT = "close it first: damcam run, and damcam rule close"
    NOT_TOLD = "it cannot be told whether damcam records there ({why})"
    AS_ROOT = "sudo damcam selftest"


class StateError(DamcamError, OSError):
    """The folder of the games cannot be used."""


class DamagedGame(StateError):
    """The journal of the latest game has lost something, and does not say that the game was closed: the arbiter has to confirm."""

    def __init__(self, game: Path, lost: Lost) -> None:
        choices = StateFault.PUT_BACK_OR_CONFIRM if lost.row else StateFault.PUT_BACK_OR_IMPORT
        aside = state_of(game) / f"damaged-{game.name}"
        do = choices.said(game=str(game), aside=str(aside), row=lost.row, seq=lost.seq)
        super().__init__(StateFault.LOST.said(do, why=lost.damage))
        self.game, self.lost = game, lost


class DiskRefuses(StateError):
    """The disk takes no new game now: it fails, is read-only or full. `game` is the folder of the game that would be recorded."""

    def __init__(self, game: Path, why: Sentence) -> None:
        super().__init__(_("no game is recorded until the disk takes it: {why}"), str(game), why=why)
        self.game = game


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

    The game that was not closed goes on also where the disk takes no writes. DiskRefuses where it takes no new folder, StateError when none
    can be made for another reason. DamagedGame when the latest journal has lost something and does not say that its game was closed: the
    arbiter has to confirm. Until then nothing overwrites it, and no new game begins. What a power cut interrupted after that is finished.
    """
    last = games / "0001"
    try:
        found = latest(games) if games.is_dir() else None
        if goes_on := found is not None and not _is_over(found):
            last = found
        elif found is not None:
            last = next_folder(games)
        try:
            make_folder(games)
            make_folder(last)
            for name in (FRAMES, DRAWN_FOLDER):
                (last / name).mkdir(exist_ok=True)
        except OSError as error:
            if not (goes_on and error.errno in OF_DISK):
                raise
    except OSError as error:
        if isinstance(error, StateError):
            raise
        if error.errno in OF_DISK:
            raise DiskRefuses(last, sentence_of(error)) from error
        raise StateError(StateFault.NOT_KEPT.said(StateFault.ANOTHER_FOLDER.said(), why=sentence_of(error)), str(games)) from error
    return last


def _is_over(game: Path) -> bool:
    """Whether the game was closed, which all readers see then; DamagedGame where the journal is too damaged to tell."""
    finish(game)
    if is_closed_by_a_row(game / JOURNAL_NAME):
        name_closing(game / JOURNAL_NAME)  # nobody opens it to write any more
        return True
    if lost := lost_in(game):
        raise DamagedGame(game, lost)
    return False
