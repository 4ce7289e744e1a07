"""Waits for the arbiter where the log of the last game was found damaged when the service started.

Nothing goes on meanwhile and no file of the game changes. The service keeps running: systemd and the hub hear how it is, and its report
has a part `damaged` for the desk. The game goes on once the arbiter has confirmed (`Recover`, through the board's socket), or by itself
once the right files are back.
"""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from queue import Empty

from hub.boards.readiness import GameLost
from pi.game.board_socket import BroughtWord
from pi.game.station import Mark, Station, Stop
from pi.machine.game_folders import DamagedGame, folder_of_game
from pi.machine.time_of_day import noted
from record.decisions.inbox import OBEYED, Became
from record.decisions.words import Recover
from record.session.state import State
from record.store.folder import numbered
from record.store.salvage import continue_game
from rules.errors import DamcamError, Sentence, _

LOOK_S = 0.5
"""How often words and changed files are looked for."""
AGAIN_S = 5.0
"""How often the log is read again while no file changes."""

Pages = Callable[[Path], AbstractContextManager[object]]
"""Serves the pages of the game in that folder while the context lasts."""


def confirmed_folder(station: Station, games: Path, pages: Pages) -> Path | None:
    """The folder of the game to record, once its log is sound or confirmed; None where the service was told to end before. StateError."""
    try:
        return folder_of_game(games)
    except DamagedGame as error:
        station.reports.notifier.ready()
        with pages(error.game):
            return _awaited(station, games, error)


def _awaited(station: Station, games: Path, error: DamagedGame) -> Path | None:
    seen, message, reads_s = _stamps(games), "", 0.0
    while True:
        if str(error) != message:
            message = str(error)
            station.reports.say(message)
        _give_signs(station, error)
        for word in station.reports.socket.take() if station.reports.socket else ():
            word.answer(_outcome(station, error.game, word))
        if (now := _stamps(games)) != seen or time.monotonic() >= reads_s:
            seen, reads_s = now, time.monotonic() + AGAIN_S
            try:
                return folder_of_game(games)
            except DamagedGame as still:
                error = still
        if _is_stopped(station, time.monotonic() + LOOK_S):
            return None


def _give_signs(station: Station, error: DamagedGame) -> None:
    """Tells systemd, the pages and the hub that the service lives, and what it waits for."""
    reports = station.reports
    reports.notifier.alive()
    reports.notifier.status(str(error))
    if reports.alive:
        with suppress(OSError):
            reports.alive.touch()
    if reports.readiness:
        damaged = {"game": error.game.name, "row": error.lost.row}
        reports.readiness.see(State(), GameLost.SOMETHING.said(GameLost.CONFIRM.said()), damaged=damaged)


def _outcome(station: Station, game: Path, brought: BroughtWord) -> Became:
    """Does what the arbiter confirmed, and returns what became of it."""
    word = brought.word
    if brought.game != game.name or not isinstance(word, Recover):
        return Sentence("", _("the log of this game is damaged, and nothing of it goes on until the arbiter has confirmed at the desk"))
    try:
        event = continue_game(game, word.by, noted(), word.row)
    except DamcamError as error:
        station.reports.say(str(error))
        return error.sentence
    station.reports.say(f"{game}: {word.by} goes on from row {event.row}; what was there before is in {game / event.aside}")
    return OBEYED


def _is_stopped(station: Station, until_s: float) -> bool:
    """Takes what comes into the queue until then; whether the service was told to end. Nobody's press counts: no game runs."""
    while (left_s := until_s - time.monotonic()) > 0:
        try:
            message = station.queue.get(timeout=left_s)
        except Empty:
            return False
        if isinstance(message, Stop):
            return True
        if isinstance(message, Mark):
            message.reached()
        elif station.reports.readiness:
            station.reports.readiness.hear(message)
    return False


def _stamps(games: Path) -> tuple[object, ...]:
    """What changes when somebody puts the files of the latest game right, or another game aside."""
    with suppress(OSError):
        folders = numbered(games)
        files = (path for path in folders[-1].iterdir() if path.is_file() and not path.name.endswith(".new"))
        stamps = sorted((path.name, about.st_ino, about.st_size, about.st_mtime_ns) for path in files if (about := path.stat()).st_size)
        return (*folders, *stamps)
    return ()
