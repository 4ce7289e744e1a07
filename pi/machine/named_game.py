"""The game that a command is about."""

from pathlib import Path

from link.sending import CommandError
from pi.setup.loading import settings_here
from record.store.folder import GAMES, JOURNAL_NAME, numbered
from record.store.json_text import json_in
from record.store.session_files import SESSION_NAME
from rules.errors import Phrase, Sentence

SHOWN = 12
"""The most games of a folder that are named, the latest ones."""


class NoGame(Phrase):
    """Why no game is meant, and what to do."""

    NO_JOURNAL = "there is no journal of a game in this folder"
    NAME_FOLDER = "name the folder of a game, such as games/0001"
    NOT_BEGUN = "no game was begun in this journal"
    NONE_RECORDED = "no game is recorded there"
    NAME_IT = "name its folder with --game"
    SEVERAL = "this is a folder of games, and one of them was expected: {games}"
    SEVERAL_AND_MORE = "this is a folder of games, and one of them was expected: {games}; and {more} earlier"
    PLAYED = "{folder} ({white} - {black})"


def named_game(folder: Path | None, settings: Path | None) -> Path:
    """The folder that was named, else that of the running or latest game in the settings' state; CommandError where there is none."""
    if folder and not (folder / JOURNAL_NAME).exists():
        refuse_several(folder)
        raise CommandError(NoGame.NO_JOURNAL.said(NoGame.NAME_FOLDER.said()), str(folder))
    return folder or _latest_game(Path(settings_here(settings).board.state) / GAMES)


def journal_in(recording: Path) -> Path:
    """The journal in that folder, or the journal itself, which need not exist; CommandError for a folder of several games."""
    refuse_several(recording)
    return recording / JOURNAL_NAME if recording.is_dir() else recording


def refuse_several(folder: Path) -> None:
    """CommandError, which names the games, where this is a board's folder of games and no game itself."""
    games = [] if (folder / JOURNAL_NAME).exists() else games_in(folder) or games_in(folder / GAMES)
    if games:
        shown, more = tuple(map(_played, games[-SHOWN:])), len(games) - SHOWN
        said = NoGame.SEVERAL_AND_MORE.said(games=shown, more=more) if more > 0 else NoGame.SEVERAL.said(games=shown)
        raise CommandError(said, str(folder))


def games_in(folder: Path) -> list[Path]:
    """The folders in this one that hold a game, in their order; none where it cannot be read."""
    try:
        return [game for game in numbered(folder) if (game / JOURNAL_NAME).exists()]
    except OSError:
        return []


def _played(game: Path) -> Sentence:
    """The folder of the game, with the players where its files tell them."""
    try:
        told = json_in((game / SESSION_NAME).read_bytes())
        return NoGame.PLAYED.said(folder=str(game), white=str(told["white"]), black=str(told["black"]))
    except (OSError, ValueError, KeyError, TypeError):
        return Sentence.plain(str(game))


def _latest_game(games: Path) -> Path:
    found = games_in(games)
    if not found:
        raise CommandError(NoGame.NONE_RECORDED.said(NoGame.NAME_IT.said()), str(games))
    return found[-1]
