"""Enters the results of boards by themselves, for events that are set so."""

import logging
import threading

from hub.events.changes import ChangeRow, ResultsEntered, Who
from hub.events.event_file import KeptEvent, append
from hub.events.faults import TournamentError
from hub.events.results import result_entered
from hub.events.state import GameKey
from hub.tournament.board_results import BoardWord
from hub.tournament.event_feed import EventFeed

LOOK_S = 1.0
_log = logging.getLogger(__name__)


def by_board(board: str) -> str:
    """Who made a change that a board made."""
    return f"board {board}"


def enter_results(event: KeptEvent, said: dict[GameKey, BoardWord]) -> KeptEvent:
    """Enters each result that a board has and the event has not; TournamentError when the file cannot be written.

    What a board said once is not entered again by itself: the arbiter took it back, or corrected it.
    """
    for key, one in said.items():
        if not one.result or key in event.state.results or _was_entered(event.rows, key, one):
            continue
        round_, white, black = key
        try:
            made = result_entered(event.state, (str(round_), white, black, one.result), default=False, corrects=False)
        except TournamentError:  # such as of one who withdrew: it stays for the arbiter
            continue
        event = append(event, ResultsEntered((made,)), Who(by_board(one.board)))
    return event


def _was_entered(rows: tuple[ChangeRow, ...], key: GameKey, said: BoardWord) -> bool:
    entered = (one for row in rows if isinstance(row.change, ResultsEntered) for one in row.change.results)
    return any((one.round, one.white, one.black, one.result) == (*key, said.result) for one in entered)


class AtOnce:
    """Looks at all events of the folder again and again, from `start` to `stop`."""

    def __init__(self, feed: EventFeed) -> None:
        self._feed, self._stopped = feed, threading.Event()
        self._told: dict[str, str] = {}

    def start(self) -> None:
        """Look from now on in a thread of its own (a greenlet under gevent) that ends with the process."""
        threading.Thread(target=self._follow, name="events", daemon=True).start()

    def stop(self) -> None:
        """Look no more."""
        self._stopped.set()

    def look(self) -> None:
        """Enter what is new in each event that is set so."""
        for key in self._feed.folder.listed():
            try:
                if self._feed.folder.read(key).state.settled.at_once:
                    enter_results(*self._feed.read(key))
            except TournamentError as error:
                self._complain(key, str(error))

    def _complain(self, key: str, why: str) -> None:
        """Log why the results of an event are not entered, once as long as it stays the same."""
        if self._told.get(key) != why:
            self._told[key] = why
            _log.error("results of boards are not entered: %s", why)

    def _follow(self) -> None:
        while not self._stopped.wait(LOOK_S):
            try:
                self.look()
            except TournamentError as error:
                self._complain("", str(error))
