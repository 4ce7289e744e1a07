"""All games that lie in the state folders of this server's boards, with their lasting addresses.

The list is kept up to date in the background. A game that a board's follower follows is as that has it. Any other is read once, and again
only when its files have changed; of each game a few words are kept.

A game that another recorder took over has two logs. The list has the one in which it goes on.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from hub.board_faults import MISSHAPEN
from hub.boards.board import LONE, Boards, ServedBoard
from hub.boards.game_address import GamePlace, asked_place, place_of, places
from hub.boards.round_games import in_address
from link.log_ends import LogEnds
from record.events.about import PublicTags
from record.log.errors import LogError
from record.log.tail import log_stamp
from record.store.folder import JOURNAL_NAME, numbered
from record.store.in_short import GameInShort, in_short
from record.store.journal_rows import JournalRows
from rules.errors import DamcamError

LOOK_S = 2.0
"""How often new games are looked for."""
ALL_S = 60.0
"""How often it is looked whether an older game has changed: a name is corrected, moves are entered from paper."""
NEWEST = 3
"""So many of the newest games of a board are looked at each time."""
MAX_GAMES = 5000
"""So many games of a board are listed, the newest; they take some ten megabytes."""
LISTED_WITHIN_S = 10.0
"""How long a page waits for the first list. A Raspberry Pi reads a thousand games in some six seconds."""

Stamps = tuple[object, ...]
"""Those of a journal and its tail, or the last row that a follower has of it."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game that lies in the folder of a board."""

    board: str
    """The key of the board."""
    name: str
    """The board where its number is not known: unlike the key it stays whatever games come later."""
    number: int
    """The number of the game's folder."""
    journal: Path
    short: GameInShort
    stamps: Stamps
    seen_s: float
    """When this server first saw the journal so, in seconds of its own clock."""

    @property
    def place(self) -> GamePlace:
        """The place that its tags give, which another game may have too."""
        return place_of(self.short.tags, self.name)


class KeptGames:
    """The games of these boards. `look` takes one look; `start` looks again and again in the background. Any thread may use it."""

    def __init__(self, boards: Boards, now_s: Callable[[], float] = time.monotonic) -> None:
        self._boards, self.now_s = boards, now_s
        self._known: dict[Path, KeptGame | Stamps] = {}
        self._at: dict[GamePlace, Path] = {}
        self._faulty: dict[Path, tuple[str, Exception]] = {}
        """The games whose rows are no sound events: the key of the board of each, and what they raised."""
        self._place: dict[Path, GamePlace] = {}
        """The address of each listed game, in the order of `all`."""
        self._goes_on: dict[Path, Path] = {}
        """Where each game goes on that another recorder took over."""
        self._all_s = float("-inf")
        self._follows = False
        self._looking, self._listed, self._stopped = threading.Lock(), threading.Event(), threading.Event()

    def start(self) -> None:
        """Look from now on in a thread of its own (a greenlet under gevent) that ends with the process."""
        self._follows = True
        threading.Thread(target=self._follow, name="games", daemon=True).start()

    def stop(self) -> None:
        """Look no more."""
        self._stopped.set()
        self._listed.set()

    def look(self) -> None:
        """Take over which games there are, and what has changed in the newest; each ALL_S in all of them."""
        with self._looking:
            looks_at_all = self.now_s() - self._all_s >= ALL_S
            journals = {key: _journals(games) for games, key in self._boards.folders.items()}
            there = {path: key for key, listed in journals.items() for path in listed}
            gone, changed = self._known.keys() - there.keys(), False
            for path in gone:
                del self._known[path]
                self._clear(path)
            newest = {path for listed in journals.values() for path in listed[-NEWEST:]}
            for path, key in there.items():
                if looks_at_all or path in newest or path not in self._known:
                    changed |= self._read(path, key)
            for path, (key, error) in self._faulty.items():
                self._boards.faults(key).note(_work(path), error)
            if gone or changed:
                self._address()
            if looks_at_all:
                self._all_s = self.now_s()
            self._listed.set()

    @property
    def are_listed(self) -> bool:
        """Whether the first list is made."""
        return self._listed.is_set()

    def wait_for_list(self) -> None:
        """Wait for the first list, LISTED_WITHIN_S at most, or make it where nothing looks in the background."""
        if not self._listed.is_set():
            if self._follows:
                self._listed.wait(LISTED_WITHIN_S)
            else:
                self.look()

    def at(self, event: str, number: str, board: str) -> tuple[KeptGame, GamePlace] | None:
        """The game at that address and its own address, which may be another one; None where there is none."""
        self.wait_for_list()
        path = self._at.get(asked_place(event, number, board))
        game = self._known.get(path) if path else None
        return (game, self._place[game.journal]) if isinstance(game, KeptGame) else None

    def place_of(self, journal: Path) -> GamePlace | None:
        """The address of the game of that journal. None where it is not listed: it lies elsewhere, it goes on in another journal, or the
        first list is not made.
        """
        place = self._place.get(journal)
        if place is None and journal not in self._goes_on and self._listed.is_set():
            self._look_at(journal)
            place = self._place.get(journal)
        return place

    def _look_at(self, journal: Path) -> None:
        """Take over a game that has just begun. The others wait for `look`."""
        key = self._boards.folders.get(journal.parent.parent)
        if key is not None:
            with self._looking:
                if self._read(journal, key):
                    self._address()

    def before(self, board: ServedBoard, count: int) -> list[KeptGame]:
        """The last `count` games of the board before the one that is followed, as they are now, the latest first.

        Those that cannot be read are left out.
        """
        folder = board.follower.followed.parent
        if board.games is None or folder.parent != board.games:
            return []
        try:
            earlier = [path for path in numbered(folder.parent) if int(path.name) < int(folder.name)][-count:]
        except OSError:
            return []
        journals = [path / JOURNAL_NAME for path in reversed(earlier)]
        with self._looking:
            changed = [self._read(path, board.key) for path in journals]
            if any(changed):
                self._address()
        return [game for path in journals if isinstance(game := self._known.get(path), KeptGame)]

    def tags_of(self, journal: Path) -> PublicTags:
        """The tags of the game of that journal; none where it cannot be read."""
        self.wait_for_list()
        game = self._known.get(journal)
        return game.short.tags if isinstance(game, KeptGame) else PublicTags()

    def goes_on(self, journal: Path) -> KeptGame | None:
        """The game as it goes on where another recorder took over the game of that journal; None where that game is not taken over."""
        path = self._goes_on.get(journal)
        game = self._known.get(path) if path else None
        return game if isinstance(game, KeptGame) else None

    def shown(self, board: ServedBoard) -> ServedBoard:
        """The board at which the public sees the game of that one: the board that took it over, else the board itself.

        As long as the board that took over shows less of the game than was shown before, for its delay begins anew, it is not that one.
        """
        game = self.goes_on(board.feed.followed) if self._goes_on else None
        other = self._boards.get(game.board) if game else None
        if game is None or other is None:
            return board
        is_behind = other.feed.followed == game.journal and other.follower.public.changes < board.follower.public.changes
        return board if is_behind else other

    def hidden(self) -> frozenset[str]:
        """The keys of the boards that the public does not see beside another one that shows their game."""
        taken_over = ((board, self.goes_on(board.feed.followed)) for board in self._boards.values()) if self._goes_on else ()
        return frozenset(game.board if self.shown(board) is board else board.key for board, game in taken_over if game)

    def all(self) -> tuple[tuple[KeptGame, GamePlace], ...]:
        """All games with their addresses, the newest first: by their dates, and on one day by the numbers of their folders."""
        self.wait_for_list()
        known = ((self._known.get(path), place) for path, place in self._place.items())
        return tuple((game, place) for game, place in known if isinstance(game, KeptGame))

    def _games(self) -> Iterator[KeptGame]:
        return (known for known in tuple(self._known.values()) if isinstance(known, KeptGame))

    def _follow(self) -> None:
        while not self._stopped.is_set():
            try:
                self.look()
            except OSError as error:
                _log.error("the list of games stands still: %s", error)
            self._stopped.wait(LOOK_S)

    def _read(self, path: Path, key: str) -> bool:
        """Read the game where it has changed; whether anything that is listed is different."""
        followed = self._followed(path, key)
        before, stamps = self._known.get(path), followed or log_stamp(path)
        if not stamps or (before.stamps if isinstance(before, KeptGame) else before) == stamps:
            return False
        found: KeptGame | Stamps = stamps
        short = None
        self._clear(path)
        try:
            if short := followed[1] if followed else in_short(path):
                text_result(short.result)
                found = self._game(path, key, short, stamps)
        except DamcamError as error:
            _log.warning("a game is not listed: %s", error)
        except MISSHAPEN as error:
            short, self._faulty[path] = None, (key, error)
        finally:
            self._known[path] = found  # until then the game stays listed as it was
            time.sleep(0)  # other greenlets have their turn
        return path in self._goes_on or short != (before.short if isinstance(before, KeptGame) else None)

    def _followed(self, path: Path, key: str) -> tuple[int, GameInShort] | None:
        """The last row and the game as the board's follower has them; None where it does not follow that game."""
        board = self._boards.get(key)
        if board is None or board.follower.followed != path:
            return None
        with board.follower.looking:
            is_turned = board.follower.followed != path  # while the look that turned to the next game was waited for
            short = None if is_turned else board.follower.in_short()
            return (board.follower.row, short) if short else None

    def _game(self, path: Path, key: str, short: GameInShort, stamps: Stamps) -> KeptGame:
        return KeptGame(
            board=key,
            name=LONE if self._boards.are_one and key == LONE else in_address(path.parents[2].name),
            number=int(path.parent.name),
            journal=path,
            short=short,
            stamps=stamps,
            seen_s=self.now_s(),
        )

    def _clear(self, path: Path) -> None:
        """Take the mark away that the game gave its board."""
        if faulty := self._faulty.pop(path, None):
            self._boards.faults(faulty[0]).clear(_work(path))

    def _address(self) -> None:
        """Give each game its address. A name that was corrected leads to the game as long as no other game has it.

        The address of a game that was taken over leads to where it goes on.
        """
        at: dict[GamePlace, Path] = {}
        given: dict[Path, GamePlace] = {}
        every = sorted(self._games(), key=lambda game: game.number)
        goes_on = _continued(every)
        games = [game for game in every if game.journal not in goes_on]
        for game in games:
            place = given[game.journal] = next(place for place in places(game.place, game.number) if place not in at)
            at[place] = game.journal
        for game in every:
            journal = goes_on.get(game.journal, game.journal)
            for tags in game.short.named:
                place = place_of(tags, game.name)
                at.setdefault(place._replace(board=f"{place.board}.{game.number}"), journal)
                at.setdefault(place, journal)
        games.sort(key=lambda game: (_date(game), game.number), reverse=True)
        self._at, self._place = at, {game.journal: given[game.journal] for game in games}
        was, self._goes_on = self._goes_on, goes_on
        if goes_on != was:
            self._boards.news.tell()


def _continued(games: Sequence[KeptGame]) -> dict[Path, Path]:
    """Where each of the games goes on that another recorder took over: its whole log is the beginning of the log there.

    A recorder that went on with it all the same has rows of its own, and its game is another one.
    """
    begun: dict[bytes, Path] = {}
    for game in sorted(games, key=lambda game: game.short.taken_over_at):  # of several that took it over in turn, the last one counts
        if game.short.taken_over_at:
            with suppress(LogError), JournalRows(game.journal) as rows:
                taken_over = (rows.checksum(row) for row in range(1, game.short.taken_over_at))
                begun |= {checksum: game.journal for checksum in taken_over if checksum}
    goes_on: dict[Path, Path] = {}
    for game in games if begun else ():
        if not game.short.closed:
            with suppress(LogError):
                last = LogEnds(game.journal.parent.parent).end(game.journal.parent.name)
                if journal := begun.get(last.checksum):
                    goes_on[game.journal] = journal
    return goes_on


def _work(journal: Path) -> str:
    """The name of a game among what may be faulty of its board (`BoardFaults.note`)."""
    return f"game {int(journal.parent.name)}"


def text_result(result: object) -> str:
    """The result of a game; TypeError where it is no text, as a faulty event may have it."""
    if not isinstance(result, str):
        raise TypeError("the result of a game is no text")
    return result


def _date(game: KeptGame) -> str:
    """The date in a form that sorts; empty where it is not known."""
    date = game.short.tags.date or ""
    return date if date[:1].isdecimal() else ""


def _journals(games: Path) -> list[Path]:
    """The journals that may lie in the folders of a board's games, the newest MAX_GAMES, in order. Not all of them need exist."""
    try:
        numbers = sorted((path for path in games.iterdir() if path.name.isascii() and path.name.isdigit()), key=lambda path: int(path.name))
    except OSError:
        return []
    return [path / JOURNAL_NAME for path in numbers[-MAX_GAMES:]]
