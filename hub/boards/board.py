"""The boards that one server shows: each with what the public and what the arbiter sees of the game that is played there."""

import re
import threading
from collections.abc import Container, Iterable, Iterator, Mapping
from itertools import chain, count
from pathlib import Path

from hub.boards.delay import NONE, Delay
from hub.boards.desk_feed import DeskFeed
from hub.boards.feed import Feed
from hub.boards.journals import newest_journal
from hub.boards.readiness import REPORT_NAME, read_report
from hub.boards.round_games import in_address
from record.store.folder import GAMES
from record.store.journal import Journal, fold
from rules.errors import DamcamError

KEY = re.compile(r"[a-z0-9-]{1,32}", re.ASCII)
"""What a board is called in addresses."""
LONE = "1"
"""The key of a board that is alone."""
LOOK_S = 1.0
"""A new game is followed within it; players take longer to set up their pieces."""


class ServedBoard:
    """One board, called `key` in addresses: the public's `feed` and the arbiter's `desk` of its game, and the file `report` in which its
    service tells how ready it is. The journal need not be there yet; the pictures that it names lie below its folder."""

    def __init__(
        self, key: str, journal: Path | str, *, shows_pictures: bool = True, report: Path | None = None, delay: Delay = NONE
    ) -> None:
        if not KEY.fullmatch(key):
            raise ValueError(f"{key!r} is no key of a board: small letters, digits and hyphens are, 32 at most")
        self.key, self.report = key, report
        self.feed = Feed(Path(journal), shows_pictures=shows_pictures, delay=delay)
        self.desk = DeskFeed(Path(journal))
        self._games: Path | None = None

    @classmethod
    def of_state(cls, key: str, state: Path, *, shows_pictures: bool = True, delay: Delay = NONE) -> "ServedBoard":
        """The board whose service keeps its games in that folder; the newest is followed, and each that is begun later."""
        games = state / GAMES
        board = cls(key, newest_journal(games), shows_pictures=shows_pictures, report=state / REPORT_NAME, delay=delay)
        board._games = games
        return board

    @property
    def number(self) -> str:
        """Of the board in the match, where it is known; its key otherwise."""
        return str(self.feed.latest.view.get("about", {}).get("board") or self.key)

    def turn(self) -> None:
        """Follow the newest game from now on, where there may be several; at their next look both feeds do."""
        if self._games is not None:
            self.feed.path = self.desk.path = newest_journal(self._games)

    def stop(self) -> None:
        """Let all listeners go."""
        self.feed.stop()
        self.desk.stop()


class Boards(Mapping[str, ServedBoard]):
    """The boards of a server by their keys, in their order. Once `start` was called they are followed in the background."""

    def __init__(self, boards: Iterable[ServedBoard]) -> None:
        self._boards = {board.key: board for board in boards}
        self._stopped, self._follows = threading.Event(), False

    @classmethod
    def lone(cls, journal: Path | str, *, shows_pictures: bool = True, report: Path | None = None, delay: Delay = NONE) -> "Boards":
        """A single board, of which the game in that journal is followed."""
        return cls([ServedBoard(LONE, journal, shows_pictures=shows_pictures, report=report, delay=delay)])

    @classmethod
    def of_states(cls, states: Iterable[Path], *, shows_pictures: bool = True, delay: Delay = NONE) -> "Boards":
        """A board for each of these folders, in which their services keep their games."""
        boards: dict[str, ServedBoard] = {}
        for state in states:
            key = key_of(state, boards)
            boards[key] = ServedBoard.of_state(key, state, shows_pictures=shows_pictures, delay=delay)
        return cls(boards.values())

    def __getitem__(self, key: str) -> ServedBoard:
        return self._boards[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._boards)

    def __len__(self) -> int:
        return len(self._boards)

    @property
    def first(self) -> ServedBoard | None:
        """The board that is meant where none is named; None where there is none."""
        return next(iter(self.values()), None)

    def start(self) -> None:
        """Follow all games in threads of their own (greenlets under gevent), the arbiter's view only once somebody asks for it."""
        self._follows = True
        for board in self.values():
            board.feed.start()
        threading.Thread(target=self._turn, name="boards", daemon=True).start()

    def start_desks(self) -> None:
        """Follow the games for the arbiter too, where `start` was called."""
        for board in self.values() if self._follows else ():
            board.desk.start()

    def stop(self) -> None:
        """Let all listeners go."""
        self._stopped.set()
        for board in self.values():
            board.stop()

    def _turn(self) -> None:
        while not self._stopped.wait(LOOK_S):
            for board in self.values():
                board.turn()


def key_of(state: Path, taken: Container[str]) -> str:
    """What the board that keeps its games in that folder is called: by its number in the match, else as its folder, else what is free."""
    names = [name for name in map(_in_key, (_number(state), state.absolute().name, "board")) if name]
    numbered = (f"{names[-1][:28]}-{number}" for number in count(2))
    return next(name for name in chain(names, numbered) if name not in taken)


def _in_key(name: str) -> str:
    return "-".join(re.findall(r"[a-z0-9]+", in_address(name)))[:32].strip("-")


def _number(state: Path) -> str:
    """As its service tells it, or the newest game; empty where neither does."""
    told = (read_report(state / REPORT_NAME) or {}).get("about")
    if isinstance(told, dict) and told.get("board"):
        return str(told["board"])
    try:
        with Journal.reader(newest_journal(state / GAMES)) as journal:
            opened = fold(journal).opening
    except DamcamError:
        return ""
    return opened.about.tags.board or "" if opened else ""
