"""Tells the pages of an event that something is new: one look at the file and the boards for all who listen."""

import time
from typing import Any

from hub.feeds import server_sent
from hub.feeds.watched import Watched
from hub.tournament.board_results import BoardResults, BoardWord
from hub.tournament.folder import EventFolder
from hub.tournament.public_event import is_public, public_said, public_state
from tournament.errors import TournamentError
from tournament.events.event_file import KeptEvent
from tournament.events.state import EventState, SeatKey

BoardWords = dict[SeatKey, BoardWord]


class EventFeed:
    """The events of a folder with what the boards say of their games. Any thread may use it."""

    def __init__(self, folder: EventFolder, results: BoardResults) -> None:
        self.folder, self.results = folder, results
        self._boards: Watched[None] = Watched(results.look, None)
        self._watched: dict[tuple[str, bool], Watched[Any]] = {}

    def read(self, key: str) -> tuple[KeptEvent, BoardWords]:
        """The event, and what the boards say of its games; TournamentError."""
        event = self.folder.read(key)
        if event.state.boards:
            self._boards.look()
        return event, self.results.of(event.state)

    def read_public(self, key: str) -> tuple[EventState, BoardWords]:
        """The event as the public may see it; TournamentError where there is none, or it is not published."""
        event, said = self.read(key)
        return public_state(event.state, said), public_said(said)

    def published(self) -> dict[str, EventState]:
        """The published events by their keys, as they are on disk; none that cannot be read."""
        try:
            keys = self.folder.listed()
        except TournamentError:
            return {}
        return {key: state for key in keys if (state := self.published_state(key))}

    def published_state(self, key: str) -> EventState | None:
        """The event as it is on disk; None where it is not published, or cannot be read."""
        try:
            state = self.folder.read(key).state
        except TournamentError:
            return None
        return state if is_public(state) else None

    def id(self, key: str, *, public: bool) -> int:
        """A number that rises with each change that this audience may see, and differs from those of an earlier server."""
        number, _ = self._of(key, public=public).look()
        return number

    def news(self, key: str, *, public: bool) -> server_sent.News:
        """Wakes those who wait for a change that this audience may see."""
        return self._of(key, public=public).news

    def _of(self, key: str, *, public: bool) -> Watched[Any]:
        first_id = time.time_ns() // 1_000_000
        return self._watched.setdefault((key, public), Watched(lambda: self._told(key, public=public), None, first_id=first_id))

    def _told(self, key: str, *, public: bool) -> Any:
        """What this audience may see, to compare; the text of what is wrong where nothing can be read."""
        try:
            event, said = self.read(key)
            if not public:
                return event.checksum, said
            return is_public(event.state), public_state(event.state, said), public_said(said)
        except TournamentError as error:
            return str(error)
