"""Writes the files that earlier games lack, and deletes their pictures as the settings say, beside the running game."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from threading import Event, Thread

from pi.setup.settings import EvidenceSettings
from record.decisions.closed_game import write_missing_files
from record.store.tidying import Policy, tidy

_log = logging.getLogger(__name__)
EVERY_S = 6 * 3600.0
"""Seconds. A board that is never switched off must obey the limit of days too."""


def now() -> datetime:
    """The local time with its time zone."""
    return datetime.now().astimezone()


def time_of_day() -> str:
    """The local time in ISO 8601, as journals have it."""
    return now().isoformat(timespec="seconds")


@contextmanager
def tidied(games: Path, evidence: EvidenceSettings) -> Iterator[None]:
    """Tidy at once and then every `EVERY_S` while the context lasts, in a thread of its own: no game waits for it."""
    ended, policy = Event(), Policy(evidence.keep == "all", evidence.days)

    def work() -> None:
        while not ended.is_set():
            try:
                write_missing_files(games)
                tidy(games, policy, now(), ended.is_set)
            except Exception:  # the next time it may do
                _log.exception("earlier games could not be tidied; it is tried again later")
            ended.wait(EVERY_S)

    thread = Thread(target=work, name="tidying")
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
