"""Tells the pages of an event that something is new: one look at the file and the boards for all who listen."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from hub.events.event_file import KeptEvent
from hub.events.faults import TournamentError
from hub.events.state import EventState, SeatKey
from hub.feeds import server_sent
from hub.tournament.board_results import BoardResults, BoardWord
from hub.tournament.folder import EventFolder
from hub.tournament.public_event import is_public, public_said, public_state

LOOK_S = 0.5
"""How often an event is looked at while somebody listens, however many do."""
BoardWords = dict[SeatKey, BoardWord]


@dataclass(slots=True)
class _SeenEvent:
    """What was seen of an event, for one audience."""

    id: int
    told: object
    looked_s: float = float("-inf")


@dataclass(slots=True)
class EventFeed:
    """The events of a folder with what the boards say of their games. Any thread may use it."""

    folder: EventFolder
    results: BoardResults
    _seen: dict[tuple[str, bool], _SeenEvent] = field(default_factory=dict)
    _looking: threading.Lock = field(default_factory=threading.Lock)
    _boards_s: float = float("-inf")

    def read(self, key: str) -> tuple[KeptEvent, BoardWords]:
        """The event, and what the boards say of its games; TournamentError."""
        event = self.folder.read(key)
        if event.state.boards:
            self._look_at_boards()
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
        """A number that rises with each change that this audience may see."""
        with self._looking:
            seen = self._seen.setdefault((key, public), _SeenEvent(time.time_ns() // 1_000_000, None))
            if time.monotonic() - seen.looked_s < LOOK_S:
                return seen.id
            seen.looked_s = time.monotonic()
        told = self._told(key, public=public)
        with self._looking:
            if told != seen.told:
                seen.id, seen.told = seen.id + 1, told
            return seen.id

    def events(self, key: str, ended: Callable[[], bool], *, public: bool) -> Iterator[bytes]:
        """Server-sent events for one listener until `ended`: an id now, and each newer one."""
        sent: int | None = None

        def is_over() -> bool:
            return self.results.boards.has_stopped or ended()

        def next_event(timeout_s: float) -> bytes | None:
            nonlocal sent
            until_s, number = time.monotonic() + timeout_s, self.id(key, public=public)
            while number == sent and time.monotonic() < until_s and not is_over():
                time.sleep(LOOK_S)
                number = self.id(key, public=public)
            if number == sent:
                return None
            sent = number
            return server_sent.event(number, json.dumps({"id": number}))

        return server_sent.stream(next_event, is_over)

    def _told(self, key: str, *, public: bool) -> Any:
        """What this audience may see, to compare; the text of what is wrong where nothing can be read."""
        try:
            event, said = self.read(key)
            if not public:
                return event.checksum, said
            return is_public(event.state), public_state(event.state, said), public_said(said)
        except TournamentError as error:
            return str(error)

    def _look_at_boards(self) -> None:
        with self._looking:
            is_due = time.monotonic() - self._boards_s >= LOOK_S
            if is_due:
                self._boards_s = time.monotonic()
        if is_due:
            self.results.look()
