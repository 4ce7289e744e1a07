"""The boards that one server shows. Each has a feed for the public and a desk feed for the arbiter, of the game that is played there."""

import logging
import os
import threading
import time
from collections.abc import Callable, Container, ItemsView, Iterable, Iterator, Mapping, ValuesView
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from hub.board_faults import BoardFaults
from hub.boards.key_of_state import key_of
from hub.boards.mirrored_folder import KEY as KEY
from hub.boards.mirrored_folder import mirrored_states, revoked_states
from hub.feeds.delay import NONE, Delay, DelayError, parse_delay
from hub.feeds.desk_feed import DeskFeed
from hub.feeds.feed import Feed
from hub.feeds.follower import Follower
from hub.feeds.journals import newest_journal
from hub.feeds.server_sent import News
from link.board_socket import read_status
from link.status import Damaged, Level, Status
from record.decisions.next_game import following
from record.store.folder import ALIVE_NAME, GAMES, JOURNAL_NAME
from rules.errors import Phrase, Sentence

T = TypeVar("T")
_log = logging.getLogger(__name__)
LONE = "1"
"""The key of the only board."""
LOOK_S = 1.0
"""How often the boards look which boards there are, which game is each one's newest, and what delay it has."""
POLL_S = 0.1
"""How often it is looked whether a game has new rows, or a board its next game: half of the 0.2 s by which a clock on a page
may differ from the board's."""
TELLS_EVERY_S = 0.5
"""How often those who look at all boards are told of changes: a hall of a hundred boards has twenty a second, and each would be sent to
everybody at the wall."""


class MemorySays(Phrase):
    """What the desk says of a board whose disk takes nothing."""

    WOULD_BE_LOST = (
        "{why}; {count} entry of the record is in memory alone, and a power cut would take it",
        "{why}; {count} entries of the record are in memory alone, and a power cut would take them",
    )


class ServedBoard:
    """One board, called `key` in addresses: `follower` follows its game, `feed` is the public's view of it, `desk` the arbiter's.

    `state` is the state folder of the board's service, which tells how the board is; in it lies the file of its signs of life.
    The journal need not exist yet. The pictures that it names lie below its folder.
    """

    def __init__(
        self, key: str, journal: Path | str, *, shows_pictures: bool = True, state: Path | None = None, delay: Delay = NONE
    ) -> None:
        if not KEY.fullmatch(key):
            raise ValueError(f"{key!r} is no key of a board: small letters, digits and hyphens are, 32 at most")
        self.key, self.state, self._delay, self._told_delay = key, state, delay, NONE
        self.faults = BoardFaults(key)
        """The faults of its data, which cost it its shares of the pages."""
        alive = state / ALIVE_NAME if state else None
        self.follower = Follower(Path(journal), delay=delay, alive=alive)
        self.feed = Feed(self.follower, shows_pictures=shows_pictures, faults=self.faults)
        self.desk = DeskFeed(self.follower, self.trouble, self.faults)
        folder = self.follower.path.parent
        self.games = folder.parent if folder.name.isascii() and folder.name.isdigit() else None
        """The folder with the folders of the board's games; None for a journal that lies elsewhere."""
        self._turns = False

    @classmethod
    def of_state(cls, key: str, state: Path, *, shows_pictures: bool = True, delay: Delay = NONE) -> "ServedBoard":
        """The board whose service keeps its games in the folder `state`. The newest game is followed, and each later one once it begins."""
        games = state / GAMES
        board = cls(key, games / "0001" / JOURNAL_NAME, shows_pictures=shows_pictures, state=state, delay=delay)
        board._turns = True
        board.turn()
        return board

    def trouble(self) -> Sentence | None:
        """Why the board's service cannot write, as it says itself, and what a power cut would take; None when it does not say so."""
        status = self.status
        disk = status.check("disk") if status else None
        if status is None or disk is None or disk.level is not Level.FAIL:
            return None
        if status.in_memory:
            return MemorySays.WOULD_BE_LOST.said(disk.do, count=status.in_memory, why=disk.seen)
        return replace(disk.seen, remedy=disk.do)

    @property
    def status(self) -> Status | None:
        """How the board is, as its service tells it now; None where nobody tells."""
        return read_status(self.state) if self.state else None

    @property
    def damaged(self) -> Damaged | None:
        """What the board's service waits for, where the log of its last game is damaged; else None."""
        status = self.status
        return status.damaged if status else None

    @property
    def is_recording(self) -> bool:
        """Whether the board's service says that it runs, and waits for nobody."""
        status = self.status
        return status is not None and status.damaged is None

    @property
    def is_silent(self) -> bool:
        """Whether the board's service gives no sign of life, whatever it last told. A board that never gave a sign is not silent."""
        return self.silent_for_s is not None

    @property
    def silent_for_s(self) -> float | None:
        """How many seconds ago a silent service gave its last sign of life; None while it is not silent."""
        since_s = self.follower.sign.silent_since_s()
        return None if since_s is None else self.follower.now_s() - since_s

    @property
    def number(self) -> str:
        """The board's number in the match, or its key when the number is unknown."""
        return str(self.feed.latest.view.get("about", {}).get("board") or self.key)

    @property
    def number_at_desk(self) -> str:
        """The board's number in the match as the arbiter sees it, without the public's delay; empty when it is unknown."""
        opened = self.desk.state.opening
        return (opened.about.tags.board if opened else "") or ""

    def turn(self) -> None:
        """Turn to the newest game, for a board that may have several. It is followed from the next look on.

        While the folder of the games cannot be read, the game before is followed on. The public's delay is as the board last told, or
        longer.
        """
        if status := self.status:
            with suppress(DelayError):
                self._told_delay = parse_delay(status.delay)
        self.follower.hold_back(self._delay.or_longer(self._told_delay))
        if self._turns and self.games is not None:
            with suppress(OSError):
                self.follower.path = newest_journal(self.games)

    @property
    def has_next(self) -> bool:
        """Whether there is a journal with the number after that of the game that is followed."""
        folder = self.follower.path.parent
        return self._turns and self.games is not None and os.path.exists(self.games / following(folder.name) / JOURNAL_NAME)

    def stop(self) -> None:
        """End the streams of all listeners."""
        self.feed.stop()
        self.desk.stop()


class Boards(Mapping[str, ServedBoard]):
    """The boards of a server by their keys, in their order. After `start` they are followed in the background.

    With `mirrored`, the folder in which the mirror keeps the boards elsewhere, these come after the others: `look` takes over which there
    are. Each has its folder's name as its key. Its streams end when the folder is gone or the board was revoked.
    """

    def __init__(
        self, boards: Iterable[ServedBoard], mirrored: Path | None = None, *, shows_pictures: bool = True, delay: Delay = NONE
    ) -> None:
        self.news = News()
        """Tells that the public's view of a board is another one, or that a board came or went; while the boards are followed, at most each
        TELLS_EVERY_S."""
        self._own = {board.key: self._joined(board) for board in boards}
        self._boards, self._mirrored = dict(self._own), mirrored
        self._shows_pictures, self.delay = shows_pictures, delay
        """Of the boards elsewhere, the delay also of the games of those that are gone."""
        self._revoked: dict[str, Path] = {}
        self._faults_of_gone: dict[str, BoardFaults] = {}
        self._stopped, self._follows = threading.Event(), False
        self._changing, self._hidden = threading.Lock(), frozenset[str]()
        self.look()

    @classmethod
    def lone(cls, journal: Path | str, *, shows_pictures: bool = True, state: Path | None = None, delay: Delay = NONE) -> "Boards":
        """A single board, with the game in that journal."""
        return cls([ServedBoard(LONE, journal, shows_pictures=shows_pictures, state=state, delay=delay)])

    @classmethod
    def lone_of_state(cls, state: Path, *, shows_pictures: bool = True, delay: Delay = NONE) -> "Boards":
        """A single board, with the games in its state folder as they begin."""
        return cls([ServedBoard.of_state(LONE, state, shows_pictures=shows_pictures, delay=delay)])

    @classmethod
    def of_states(
        cls, states: Iterable[Path], mirrored: Path | None = None, *, shows_pictures: bool = True, delay: Delay = NONE
    ) -> "Boards":
        """One board for each of these state folders, in which the boards' services keep their games, and for each one that is mirrored.

        A board elsewhere keeps its key: one of this machine gets another where both would have the same.
        """
        elsewhere = _states_in(mirrored, mirrored_states) or {} if mirrored else {}
        boards: dict[str, ServedBoard] = {}
        for state in states:
            key = key_of(state, boards.keys() | elsewhere.keys())
            boards[key] = ServedBoard.of_state(key, state, shows_pictures=shows_pictures, delay=delay)
        return cls(boards.values(), mirrored, shows_pictures=shows_pictures, delay=delay)

    def __getitem__(self, key: str) -> ServedBoard:
        return self._boards[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._boards)

    def __len__(self) -> int:
        return len(self._boards)

    def values(self) -> ValuesView[ServedBoard]:
        """The boards that are there now: whoever goes through them is not disturbed by one that comes or goes meanwhile."""
        return self._boards.values()

    def items(self) -> ItemsView[str, ServedBoard]:
        """As `values`, with their keys."""
        return self._boards.items()

    @property
    def first(self) -> ServedBoard | None:
        """The board of an address that names none; None when there are no boards."""
        return next(iter(self.values()), None)

    @property
    def are_one(self) -> bool:
        """Whether this server has one board, and no other comes to it."""
        return self._mirrored is None and len(self._own) == 1

    @property
    def come_and_go(self) -> bool:
        """Whether boards come and go while the server runs."""
        return self._mirrored is not None

    @property
    def mirrored(self) -> Path | None:
        """The folder in which the mirror keeps the boards elsewhere; None where none come and go."""
        return self._mirrored

    @property
    def folders(self) -> dict[Path, str]:
        """The folders with the games of each board, and the board's key; also of those that were revoked, whose games are kept."""
        own = {board.games: board.key for board in self.values() if board.games is not None}
        return own | {state / GAMES: key for key, state in self._revoked.items()}

    def faults(self, key: str) -> BoardFaults:
        """The faults of the board with that key, also of one that is gone and whose games are kept."""
        board = self._boards.get(key)
        return board.faults if board else self._faults_of_gone.setdefault(key, BoardFaults(key))

    def each(self, work: str, make: Callable[[ServedBoard], T]) -> list[T]:
        """What `make` makes of each board for that work, in their order, without the boards whose data are faulty."""
        made: list[T] = []
        for board in self.values():
            with board.faults.share(work):
                made.append(make(board))
        return made

    def start(self) -> None:
        """Look at all games, and from now on again and again in a thread (a greenlet under gevent) that ends with the process."""
        with self._changing:
            self._follows = True
            for board in self.values():
                board.follower.look_again()
        threading.Thread(target=self._follow, name="boards", daemon=True).start()

    def look(self) -> None:
        """Take over which boards elsewhere there are. While the folder cannot be read, they stay."""
        states = _states_in(self._mirrored, mirrored_states)
        if states is None or self.has_stopped:
            return
        with self._changing:
            self._revoked = _states_in(self._mirrored, revoked_states) or {}
            self._tell_hidden(states)
            there = {key: state for key, state in states.items() if key not in self._own}
            gone = [board for key, board in self._boards.items() if key not in self._own and key not in there]
            if gone or there.keys() - self._boards.keys():
                boards = {key: self._boards.get(key) or self._begun(key, state) for key, state in there.items()}
                self._boards = self._own | boards  # whoever goes through the boards meanwhile has those of before
                self.news.tell()
            for board in gone:
                board.stop()
                board.follower.close()

    @property
    def has_stopped(self) -> bool:
        """Whether the server ends, and no stream goes on."""
        return self._stopped.is_set()

    def stop(self) -> None:
        """End the streams of all listeners."""
        self._stopped.set()
        for board in self.values():
            board.stop()
        self.news.tell()
        self.news.release()

    def _begun(self, key: str, state: Path) -> ServedBoard:
        """A board that came, followed as the others are."""
        board = self._joined(ServedBoard.of_state(key, state, shows_pictures=self._shows_pictures, delay=self.delay))
        if self._follows:
            board.follower.look_again()
        return board

    def _joined(self, board: ServedBoard) -> ServedBoard:
        board.feed.news.above = self.news
        return board

    def _tell_hidden(self, states: Container[str]) -> None:
        """Log it once where a board elsewhere came with the key of one of this machine."""
        hidden = frozenset(key for key in self._own if key in states)
        for key in sorted(hidden - self._hidden):
            _log.error("board %s elsewhere is not shown: a board of this machine has its key; restart the hub to give that another", key)
        self._hidden = hidden

    def _follow(self) -> None:
        looked_s = told_s = time.monotonic()
        self.news.is_held = True
        while not self._stopped.wait(POLL_S):
            if is_due := time.monotonic() - looked_s >= LOOK_S:
                looked_s = time.monotonic()
                self.look()
            for board in self.values():
                with board.faults.share("the newest game"):
                    if is_due or board.has_next:
                        board.turn()
                board.follower.look_again()
                time.sleep(0)  # other greenlets have their turn
            if time.monotonic() - told_s >= TELLS_EVERY_S and self.news.release():
                told_s = time.monotonic()
        for board in self.values():
            board.follower.close()


def _states_in(folder: Path | None, read: Callable[[Path], dict[str, Path]]) -> dict[str, Path] | None:
    """What `read` finds in the folder; None where it cannot be read."""
    try:
        return read(folder) if folder else None
    except OSError as error:
        _log.error("the boards elsewhere stand still: %s", error)
        return None
