"""Deletes the pictures of a closed game of this board because somebody at the hub asked for it, as `damcam forget` does here."""

from pathlib import Path

from link.messages import Accepted, Expired, Outcome, Refused
from pi.machine.tidying import time_of_day
from record.events.of_record import Why
from record.store.dropping import drop_pictures
from record.store.folder import GAMES, JOURNAL_NAME
from rules.errors import DamcamError


def forget(state: Path, game: str, by: str) -> Outcome:
    """Delete them. Expired where there is no such game; Refused says why they stay."""
    folder = state / GAMES / game
    if not (folder / JOURNAL_NAME).exists():
        return Expired()
    try:
        drop_pictures(folder, Why.ASKED, time_of_day(), by)
    except DamcamError as error:
        return Refused(error.sentence)
    return Accepted()
