"""Reading the games that lie in the folders of the boards, as the public may know them.

A game that a board's feed follows is the feed's. Any other is read whole, which takes a Raspberry Pi some tenths of a second: the last few
are kept, and only so many are read in a second, however many ask.
"""

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from http import HTTPStatus

from hub.board_faults import FAULTY_DATA
from hub.boards.board import Boards
from hub.boards.kept_games import KeptGame
from hub.feeds.delay import NONE, Delay
from hub.feeds.feed import Feed
from hub.feeds.follower import Follower
from hub.public.turns import Turns
from hub.web.errors import Refused
from rules.errors import Phrase

KEPT = 16
"""The games that are kept as they were read; they take some ten megabytes."""
EACH_S, BURST_S = 0.25, 5.0
"""How often a game may be read in the long run, and how much of that time may be used at once after a silence."""


class ReadingRefusal(Phrase):
    """Why a game is not shown."""

    TOO_MANY = "too many earlier games are asked for at once"
    NOT_READ = "this game cannot be read"


class ReadGame:
    """A game that no board's feed follows, as the public may know it. It came to stand as it does when this server first saw it so.

    `look` first; one of FAULTY_DATA when the game cannot be read.
    """

    def __init__(self, game: KeptGame, delay: Delay) -> None:
        self._now_s = game.seen_s
        self.feed = Feed(Follower(game.journal, lambda: self._now_s, delay=delay), shows_pictures=False)

    def look(self, now_s: float) -> None:
        """Take over what the public may know at that moment; one of MISSHAPEN where the game cannot be shown."""
        try:
            self.feed.look()
            self._now_s = now_s
            self.feed.look()
        finally:
            self.feed.follower.close()
        if self.feed.fault:
            raise self.feed.fault


class Readings:
    """Reads the games of these boards, by the clock of their list (`hub.boards.kept_games`)."""

    def __init__(self, boards: Boards, now_s: Callable[[], float], sleep: Callable[[float], None] = time.sleep) -> None:
        self.boards, self._now_s, self._sleep = boards, now_s, sleep
        self._kept: OrderedDict[KeptGame, ReadGame] = OrderedDict()
        self._lock = threading.Lock()
        self._turns = Turns(EACH_S, BURST_S, now_s)

    def feed_of(self, game: KeptGame) -> Feed:
        """A feed with the game as the public may know it. Refused (503) when too many are read at once, (500) when it cannot be."""
        return self.now_at(game) or self._read(game).feed

    def in_turn(self, games: Iterable[KeptGame]) -> Iterator[tuple[KeptGame, Feed]]:
        """Many games with their feeds, each as soon as it may be read. A game that cannot be read is left out."""
        for game in games:
            if feed := self._when_it_may(game):
                yield game, feed

    def followed(self, game: KeptGame) -> Feed | None:
        """The feed of the game's board, where it follows this game; None otherwise."""
        board = self.boards.get(game.board)
        is_there = board is not None and board.feed.followed == game.journal and board.feed.state.opening is not None
        return board.feed if board and is_there else None

    def now_at(self, game: KeptGame) -> Feed | None:
        """The feed of the game's board, where it follows this game, also one that cannot be shown now; None otherwise."""
        board = self.boards.get(game.board)  # there is none once it was revoked
        feed = board.feed if board else None
        return feed if feed and feed.followed == game.journal and (feed.lost or feed.state.opening) else None

    def _when_it_may(self, game: KeptGame) -> Feed | None:
        """The feed of the game once it has its turn; None when it cannot be read."""
        while True:
            try:
                return self.feed_of(game)
            except Refused as refusal:
                if refusal.code != HTTPStatus.SERVICE_UNAVAILABLE:
                    return None
                self._sleep(EACH_S)

    def _read(self, game: KeptGame) -> ReadGame:
        with self._lock:
            read = self._kept.pop(game, None)
            if read is None and (wait_s := self._turns.take()) > 0:
                raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, ReadingRefusal.TOO_MANY.said(), math.ceil(wait_s))
            try:
                read = self._as_of_now(game, read)
            except FAULTY_DATA as error:
                self.boards.faults(game.board).note(f"game {game.number}", error)
                raise Refused(HTTPStatus.INTERNAL_SERVER_ERROR, ReadingRefusal.NOT_READ.said()) from error
            self._kept[game] = read
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return read

    def _as_of_now(self, game: KeptGame, read: ReadGame | None) -> ReadGame:
        """The game as the public may know it now; what was read before is read on only where the delay still holds something back."""
        if read and (read.feed.delay == NONE or read.feed.state.over):
            return read
        board = self.boards.get(game.board)
        read = read or ReadGame(game, board.follower.own_delay if board else self.boards.delay)
        read.look(self._now_s())
        return read
