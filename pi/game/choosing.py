"""Waits for the arbiter's choice where the journal of the running game has lost something.

Nothing goes on meanwhile and no file of the game changes. The service keeps running: systemd hears that it lives, the pages tell what is
wrong, and the game goes on by itself once the right files are back, or somebody has chosen.
"""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from queue import Empty

from pi.game.station import Mark, Station, Stop
from pi.machine.game_folders import UndecidedError, folder_of_game
from pi.machine.time_of_day import noted
from record.decisions import choice
from record.decisions.inbox import OBEYED, Became
from record.session.state import State
from record.store.folder import numbered
from record.store.going_on import go_on
from rules.errors import DamcamError

LOOK_S = 0.5
"""How often a choice and changed files are looked for."""
AGAIN_S = 5.0
"""How often the journal is read again while no file changes."""
PASSING = (".new", choice.ASKED_NAME, choice.ANSWER_NAME)
"""Endings of files that come and go without anything being set right."""

Pages = Callable[[Path], AbstractContextManager[object]]
"""Serves the pages of the game in that folder while the context lasts."""


def decided_folder(station: Station, games: Path, pages: Pages) -> Path | None:
    """The folder of the game to record, once it is certain which; None where the service was told to end before. StateError otherwise."""
    try:
        return folder_of_game(games)
    except UndecidedError as error:
        choice.take(error.game)  # somebody chose when nobody was there to do it
        station.reports.notifier.ready()
        with pages(error.game):
            return _awaited(station, games, error)


def _awaited(station: Station, games: Path, error: UndecidedError) -> Path | None:
    """Wait until it is certain which game to record; it is looked at again at once, for the files may have changed since."""
    seen, said, looks_s = _stamps(games), "", 0.0
    while True:
        if str(error) != said:
            said = str(error)
            station.reports.say(said)
        _give_signs(station, said)
        if asked := choice.take(error.game):
            choice.answer(error.game, asked, _done(station, error.game, asked))
        if (now := _stamps(games)) != seen or time.monotonic() >= looks_s:
            seen, looks_s = now, time.monotonic() + AGAIN_S
            try:
                return folder_of_game(games)
            except UndecidedError as found:
                error = found
        if _is_stopped(station, time.monotonic() + LOOK_S):
            return None


def _give_signs(station: Station, said: str) -> None:
    """Tell systemd and the pages that the service lives, and how it is."""
    reports = station.reports
    reports.notifier.alive()
    reports.notifier.status(said)
    if reports.alive:
        with suppress(OSError):
            reports.alive.touch()
    if reports.readiness:
        reports.readiness.see(State())


def _done(station: Station, game: Path, asked: choice.GoOn) -> Became:
    try:
        went_on = go_on(game, asked.by, noted(), asked.row)
    except DamcamError as error:
        station.reports.say(str(error))
        return error.sentence
    station.reports.say(f"{game}: {asked.by} goes on from row {went_on.row}; what was there before is in {game / went_on.aside}")
    return OBEYED


def _is_stopped(station: Station, until_s: float) -> bool:
    """Take what comes into the queue until then; whether it was told to end. Nobody's press counts: no game runs."""
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
    """What changes when somebody sets the files of the latest game right, or another game aside."""
    with suppress(OSError):
        folders = numbered(games)
        files = (path for path in folders[-1].iterdir() if path.is_file() and not path.name.endswith(PASSING))
        found = sorted((path.name, about.st_ino, about.st_size, about.st_mtime_ns) for path in files if (about := path.stat()).st_size)
        return (*folders, *found)
    return ()
