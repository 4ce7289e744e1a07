"""A hall in memory: a board with a real journal and inbox, its uplink, the wire, and the mirror; a clock that the test sets.

The board's monotonic clock and time of day are others than the hub's. `Board.serve` stands for the loop of the board's service, of which
the uplink sees the files alone.
"""

from pathlib import Path

from hub.feeds.silence import NAME as ALIVE_NAME
from hub.venue.hub_clock import HubClock
from hub.venue.mirror import Mirror
from hub.wire.packets import packet_of
from hub.wire.upward import Presence
from pi.uplink.beat import BoardClock
from pi.uplink.uplink import Uplink
from record.decisions.inbox import OBEYED, Inbox
from record.store.folder import GAMES, JOURNAL_NAME
from record.store.inbox_file import inbox_of
from record.store.journal import ClockRow, Journal
from tests.hub.conftest import Game
from tests.hub.wire.fake import FakeWire, Weather
from tests.killed import killed

S = 1_000_000_000
STEP_NS = 50_000_000
KEY = "1"


class World:
    """The hall. `run` lets time pass."""

    def __init__(self, folder: Path, key: str = KEY) -> None:
        self.now_ns, self.key = 50 * S, key
        self.weather = Weather()
        self.wire = FakeWire(lambda: self.now_ns, self.weather)
        self.venue = folder / "hub"
        self.venue.mkdir(parents=True)
        self.board = Board(folder / "board", self)
        self.accounts = folder / "arbiters.json"
        self.mirror: Mirror | None = None
        self.others: list[Board] = []
        """Further boards, whose services the test serves."""
        self.start_mirror()
        self.board.start()

    @property
    def state(self) -> Path:
        """The board's state folder at the hub."""
        return self.venue / self.key

    def journal(self, game: str = "0001") -> Path:
        """The mirror of the journal of that game."""
        return self.state / GAMES / game / JOURNAL_NAME

    def start_mirror(self) -> None:
        self.wire.hub.join()
        clock = HubClock(lambda: self.now_ns, lambda: self.now_ns // 1_000_000)
        self.mirror = Mirror(self.venue, self.wire.hub, self.accounts, clock)

    def stop_mirror(self, *, orderly: bool = True) -> None:
        if self.mirror and orderly:
            self.mirror.close()
        with killed():
            self.mirror = None
        self.wire.hub.cut()

    def run(self, seconds: float, *, serving: bool = True) -> None:
        """Let time pass in small steps."""
        for _ in range(max(1, round(seconds * S / STEP_NS))):
            self.now_ns += STEP_NS
            if serving:
                self.board.serve()
            for board in (self.board, *self.others):
                if board.uplink:
                    board.uplink.step(0)
            if self.mirror:
                self.mirror.step(0)

    def ends(self, game: str = "0001") -> tuple[object, object]:
        """The last row and checksum of the board's journal, and of its mirror."""
        return tuple(last(path) for path in (self.board.journal(game), self.journal(game)))  # type: ignore[return-value]

    def close(self) -> None:
        self.stop_mirror()
        for board in (self.board, *self.others):
            board.stop()
            board.close()


class Board:
    """The board, and its uplink."""

    def __init__(self, state: Path, world: World, key: str = KEY) -> None:
        self.state, self.world, self.key, self.ahead_ns = state, world, key, 1000 * S
        (state / GAMES).mkdir(parents=True)
        self.accounts = state / "arbiters.json"
        self.uplink: Uplink | None = None
        self.game: Game | None = None
        self.zero_ns = 0
        self.boot = "b1"
        self.done: list[tuple[str, int]] = []
        """The words that the service carried out, and when, by the hub's clock."""
        self.is_busy = False
        """Whether the service takes no words."""

    @property
    def now_ns(self) -> int:
        return self.world.now_ns + self.ahead_ns

    @property
    def t_ns(self) -> int:
        """The time of the game."""
        return self.now_ns - self.zero_ns

    def journal(self, game: str = "0001") -> Path:
        return self.state / GAMES / game / JOURNAL_NAME

    def begin(self, game: str = "0001") -> Game:
        """Begin a game now."""
        if self.game:
            self.game.journal.close()
        folder = self.state / GAMES / game
        folder.mkdir()
        self.game = Game(folder)
        self.zero_ns = self.now_ns
        self.game.open()
        return self.game

    def press(self, side: str, start: int, end: int) -> None:
        """Make a move now."""
        assert self.game
        self.game.t_ns = self.t_ns
        self.game.move(side, start, end, 0)

    def start(self) -> None:
        clock = BoardClock(lambda: self.now_ns, lambda: self.world.now_ns // 1_000_000 - 7_000, lambda: self.boot)
        half = self.world.wire.board(self.key)
        self.uplink = Uplink(self.state, half, self.accounts, clock)
        half.will = packet_of(Presence(self.uplink.machine, False))

    def stop(self, *, orderly: bool = True) -> None:
        if self.uplink and orderly:
            self.uplink.close()
        with killed():
            self.uplink = None
        self.world.wire.boards[self.key].cut()

    def serve(self) -> None:
        """What the service does each time: sign, write the running clock, and take words."""
        (self.state / ALIVE_NAME).touch()
        if not self.game or self.is_busy:
            return
        if self.world.now_ns // STEP_NS % 8 == 0:
            self.game.journal._put_beside("clock", ClockRow(self.t_ns, 1, 1))  # without a sync, for speed
        path = self.game.folder / JOURNAL_NAME
        if inbox_of(path).exists():
            with Inbox(path) as inbox:
                for number, word in inbox.take():
                    self.done.append((word.reason, self.world.now_ns))  # type: ignore[union-attr]
                    inbox.answer(number, OBEYED)

    def close(self) -> None:
        if self.game:
            self.game.journal.close()


def last(path: Path) -> tuple[int, str] | None:
    """The last row of a journal and its checksum; None where there is none."""
    if not path.exists():
        return None
    with Journal.reader(path) as journal:
        journal.refuse_cut_off()
        return journal.last_id, journal.checksum(journal.last_id)
