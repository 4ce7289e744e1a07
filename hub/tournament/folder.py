"""The folder with the files of events: each file is known by its name, and read again only when it has changed."""

import re
import threading
from dataclasses import dataclass, field
from pathlib import Path

from hub.boards.round_games import in_address
from record.log.tail import log_stamp, tail_of
from rules.errors import Phrase, sentence_of
from tournament.errors import TournamentError
from tournament.events.event_file import TAIL, KeptEvent, event_files, read_event

KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", re.ASCII)
"""The name of a file that the pages show. Others are for the command line alone."""
SIDE_FILES = (TAIL, ".new")
"""How the names of files end that are beside an event, or are not complete."""
MAX_SLUG = 40


class EventFolderFault(Phrase):
    """Why there is no such event."""

    NOT_READ = "the folder of the events, {path}, cannot be read: {why}"
    NOT_MADE = "the folder of the events, {path}, cannot be made: {why}"
    NONE = "there is no event {key} here"


@dataclass(slots=True)
class EventFolder:
    """The events in one folder. Any thread may use it."""

    path: Path
    _read: dict[str, tuple[tuple[object, ...], KeptEvent]] = field(default_factory=dict)
    _reading: threading.Lock = field(default_factory=threading.Lock)

    def listed(self) -> list[str]:
        """The names of the files that are events, in their order; TournamentError when the folder cannot be read."""
        try:
            names = [path.name for path in event_files(self.path)]
        except FileNotFoundError:
            return []
        except OSError as error:
            raise TournamentError(EventFolderFault.NOT_READ.said(path=str(self.path), why=sentence_of(error))) from error
        return [name for name in names if KEY.fullmatch(name) and not name.endswith(SIDE_FILES)]

    def file(self, key: str) -> Path:
        """The file of that event; TournamentError where no file may have that name."""
        if not KEY.fullmatch(key) or key.endswith(SIDE_FILES):
            raise TournamentError(EventFolderFault.NONE.said(key=repr(key[:64])))
        return self.path / key

    def read(self, key: str) -> KeptEvent:
        """The event as it is on disk; TournamentError where there is none, or it cannot be read."""
        path = self.file(key)
        stamp = log_stamp(path)
        with self._reading:
            kept = self._read.get(key)
            if kept and stamp and kept[0] == stamp:
                return kept[1]
        event = read_event(path, kept and kept[1])
        with self._reading:
            if stamp and stamp == log_stamp(path):
                self._read[key] = stamp, event
        return event

    def free_key(self, name: str) -> str:
        """A name for the file of a new event of that name, which no file has. The folder is made where it is not there; TournamentError."""
        try:
            self.path.mkdir(0o750, parents=True, exist_ok=True)
        except OSError as error:
            raise TournamentError(EventFolderFault.NOT_MADE.said(path=str(self.path), why=sentence_of(error))) from error
        slug = re.sub(r"[^a-z0-9-]+", "", in_address(name))[:MAX_SLUG].strip("-") or "event"
        key, number = slug, 2
        while (path := self.path / key).exists() or key.endswith(TAIL) or tail_of(path).exists():
            key, number = f"{slug}-{number}", number + 1
        return key
