"""Drops pictures of earlier games as the settings say, and finishes interrupted deletions."""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from record.events.of_record import Why
from record.store.dropping import drop_pictures, finish, has_dropped, is_closed, pictures_in, was_cut_off
from record.store.folder import JOURNAL_NAME, PDN_NAME
from rules.errors import DamcamError

FOUND_OLD = "found-old"
"""An empty file in a game's folder; its time is when the game's pictures were first found to be too old."""
SURE_AFTER = timedelta(days=1)
"""How long pictures must have been too old before they are dropped. A Pi has no clock of its own, and its time may jump by months when it
sees a network again; that must not delete yesterday's pictures."""


@dataclass(frozen=True, slots=True)
class Policy:
    """Which pictures of a closed game are kept."""

    all_pictures: bool
    """Whether all pictures are kept, or only the first and those that show an alert."""
    days: int
    """How many days pictures are kept after the record of the game was last written."""


def tidy(games: Path, policy: Policy, now: datetime, is_ended: Callable[[], bool] = lambda: False) -> None:
    """Drops the pictures that `policy` does not keep, of all games but a running one. `is_ended`, asked before each game, stops it.

    A game whose journal cannot be read keeps all its pictures, so that somebody can inspect it.
    """
    for game in games_at_rest(games):
        if is_ended():
            return
        with suppress(DamcamError, OSError):
            _tidy_game(game, policy, now)


def games_at_rest(games: Path) -> Iterator[Path]:
    """The folders of the games in `games` that are not running: all but the last one, and that one too where it is closed."""
    folders = sorted(path.parent for path in games.glob(f"*/{JOURNAL_NAME}"))
    yield from folders[:-1]
    with suppress(DamcamError, OSError):
        yield from filter(is_closed, folders[-1:])


def _tidy_game(game: Path, policy: Policy, now: datetime) -> None:
    if not pictures_in(game):
        return
    if was_cut_off(game):
        finish(game)
    if _is_too_old(game, policy.days, now):
        drop_pictures(game, Why.DAYS, now.isoformat(timespec="seconds"))
        (game / FOUND_OLD).unlink(missing_ok=True)
    elif not (policy.all_pictures or has_dropped(game)):
        drop_pictures(game, Why.CLOSED, now.isoformat(timespec="seconds"))


def _is_too_old(game: Path, days: int, now: datetime) -> bool:
    mark = game / FOUND_OLD
    if now - last_written(game) < timedelta(days=days):
        mark.unlink(missing_ok=True)
        return False
    if not mark.exists():
        mark.touch()
        os.utime(mark, (now.timestamp(), now.timestamp()))
    return now - _time_of(mark) >= SURE_AFTER


def last_written(game: Path) -> datetime:
    """When the record of the game was last written: at its closing, or when something was added to it later."""
    record = game / PDN_NAME
    return _time_of(record if record.exists() else game / JOURNAL_NAME)


def _time_of(path: Path) -> datetime:
    return datetime.fromtimestamp(path.stat().st_mtime).astimezone()
