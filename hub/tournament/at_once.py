"""Enters the results of boards by themselves, for events that are set so."""

import logging
import threading

from hub.tournament.board_results import BoardWord
from hub.tournament.event_feed import EventFeed
from record.texts import say
from tournament.errors import TournamentError
from tournament.events.changes import BoardsEntered, ChangeRow, ResultsEntered, Who
from tournament.events.event_file import KeptEvent, append
from tournament.events.match_entering import board_entered, boards_of, together
from tournament.events.play_offs import round_told
from tournament.events.results import result_entered
from tournament.events.state import EventState, SeatKey

LOOK_S = 1.0
_BOARD = "board "
_log = logging.getLogger(__name__)


def by_board(board: str) -> str:
    """Who made a change that a board made."""
    return f"{_BOARD}{board}"


def who_said(by: str, lang: str) -> str:
    """Who made a change, as a reader of that language is told it."""
    return say(lang, "Board {number}", number=by.removeprefix(_BOARD)) if by.startswith(_BOARD) else by


def enter_results(event: KeptEvent, said: dict[SeatKey, BoardWord]) -> KeptEvent:
    """Enters each result that a board has and the event has not; TournamentError when the file cannot be written.

    What a board said once is not entered again by itself: the arbiter took it back, or corrected it.
    """
    for key, one in said.items():
        if not one.result or has_result(event.state, key) or _was_entered(event.rows, key, one):
            continue
        try:
            change = entered_by_board(event.state, key, one.result)
        except TournamentError:  # such as of one who withdrew: it stays for the arbiter
            continue
        event = append(event, change, Who(by_board(one.board)))
    return event


def has_result(state: EventState, key: SeatKey) -> bool:
    """Whether the game, or the board of the match, has a result; a match that was entered by board points has it at all its boards."""
    if len(key) == 3:
        return key in state.results
    if key[:3] in state.results and key[:3] not in state.matches:
        return True
    return bool(boards_of(state, *key[:3])[key[3] - 1])


def entered_by_board(state: EventState, key: SeatKey, result: str) -> ResultsEntered | BoardsEntered:
    """The result of a board as a change; TournamentError where it cannot be entered."""
    told = (round_told(key[0]), key[1], key[2])
    if len(key) == 3:
        return ResultsEntered((result_entered(state, (*told, result), default=False, corrects=False),))
    return together([board_entered(state, told, str(key[3]), result, corrects=False)])


def _was_entered(rows: tuple[ChangeRow, ...], key: SeatKey, said: BoardWord) -> bool:
    if len(key) == 3:
        entered = (one for row in rows if isinstance(row.change, ResultsEntered) for one in row.change.results)
        return any((one.round, one.white, one.black, one.result) == (*key, said.result) for one in entered)
    matches = (one for row in rows if isinstance(row.change, BoardsEntered) for one in row.change.matches)
    return any((one.round, one.white, one.black, one.boards[key[3] - 1]) == (*key[:3], said.result) for one in matches)


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
        """Enter what is new in each event that is set so. What cannot be read or written is logged."""
        try:
            keys = self._feed.folder.listed()
        except TournamentError as error:
            self._complain("", str(error))
            return
        for key in keys:
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
            self.look()
