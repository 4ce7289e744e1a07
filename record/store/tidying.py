"""The earlier games beside a running one: what the settings let go of their pictures goes, also where that was cut off."""

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from record.events.of_record import Why
from record.store.dropping import drop_pictures, finish, has_dropped, is_closed, pictures_in, was_cut_off
from record.store.folder import JOURNAL_NAME, PDN_NAME
from rules.errors import DamcamError

FOUND_OLD = "found-old"
"""An empty file in a game's folder, as old as it is known that the game's pictures are too old."""
SURE_AFTER = timedelta(days=1)
"""A Pi has no clock of its own, and may leap by months when it sees a network again; the arbiter's pictures of yesterday must not go by
that. So what is too old must be so for another day."""


@dataclass(frozen=True, slots=True)
class Policy:
    """What stays of a closed game."""

    all_pictures: bool
    """Not only those by which the arbiter was told something, and the first."""
    days: int
    """So long, after the record of the game was last written."""


def tidy(games: Path, policy: Policy, now: datetime, is_ended: Callable[[], bool] = lambda: False) -> None:
    """Let go what may go of all games but a running one; between two of them it can be ended.

    A game whose journal cannot be read is left alone, with all its pictures, for somebody to look into.
    """
    folders = sorted(path.parent for path in games.glob(f"*/{JOURNAL_NAME}"))
    for game in folders:
        if is_ended():
            return
        with suppress(DamcamError, OSError):
            if game != folders[-1] or is_closed(game):  # only the last can be running
                _tidy_game(game, policy, now)


def _tidy_game(game: Path, policy: Policy, now: datetime) -> None:
    if was_cut_off(game):
        finish(game)
    if not pictures_in(game):
        return
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
