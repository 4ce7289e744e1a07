"""Deletes the pictures of a closed game of this board because somebody at the hub asked for it, as `damcam forget` does here."""

from pathlib import Path

from pi.machine.tidying import time_of_day
from record.decisions.outcome import OBEYED, WITHDRAWN, Became
from record.events.of_record import Why
from record.store.dropping import drop_pictures
from record.store.folder import GAMES, JOURNAL_NAME
from rules.errors import DamcamError


def forget(state: Path, game: str, by: str) -> Became:
    """Delete them, and return OBEYED; WITHDRAWN where there is no such game, else a sentence that says why they stay."""
    folder = state / GAMES / game
    if not (folder / JOURNAL_NAME).exists():
        return WITHDRAWN
    try:
        drop_pictures(folder, Why.ASKED, time_of_day(), by)
    except DamcamError as error:
        return error.sentence
    return OBEYED
