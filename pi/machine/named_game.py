"""The game that a command is about."""

from pathlib import Path

from hub.boards.handing import RuleError
from pi.setup.loading import settings_here
from record.store.folder import JOURNAL_NAME, numbered
from rules.errors import Phrase


class NoGame(Phrase):
    """Why no game is meant, and what to do."""

    NO_JOURNAL = "there is no journal of a game in this folder"
    NAME_FOLDER = "name the folder of a game, such as games/0001"
    NOT_BEGUN = "no game was begun in this journal"
    NONE_RECORDED = "no game is recorded there"
    NAME_IT = "name its folder with --game"


def named_game(folder: Path | None, settings: Path | None) -> Path:
    """The folder that was named, else that of the running or latest game in the settings' state; RuleError where there is none."""
    if folder and not (folder / JOURNAL_NAME).exists():
        raise RuleError(NoGame.NO_JOURNAL.said(NoGame.NAME_FOLDER.said()), str(folder))
    return folder or _latest_game(Path(settings_here(settings).board.state) / "games")


def _latest_game(games: Path) -> Path:
    try:
        return [folder for folder in numbered(games) if (folder / JOURNAL_NAME).exists()][-1]
    except (OSError, IndexError):
        raise RuleError(NoGame.NONE_RECORDED.said(NoGame.NAME_IT.said()), str(games)) from None
