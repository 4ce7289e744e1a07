"""A hall in memory: a board with a real journal and socket, its uplink, the wire, and the mirror; a clock that the test sets.

The board's monotonic clock and time of day are others than the hub's. `Board.serve` stands for the loop of the board's service, of which
the uplink sees the files and the socket.
"""

from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from hub.boards.link import read_link
from link.board_socket import BoardSocket, CommandCall
from link.hub import Mirror
from link.hub_clock import HubClock
from link.messages import Accepted, Command, Expired, Outcome, new_id
from link.sending import CUT_OFF
from link.status import Link
from link.wire import Packet, Presence, wire_packet
from pi.game.hearing import NotHeard
from pi.uplink.beat import BoardClock
from pi.uplink.uplink import Uplink
from record.decisions.commands import GameCommand, StopClock
from record.decisions.outcome import Became
from record.decisions.ruled_upon import last_ruling, void
from record.events.of_game import Arbitrated
from record.session.arbiter import RulingRefusal
from record.store.folder import ALIVE_NAME, GAMES, JOURNAL_NAME
from record.store.journal import Journal
from record.store.journal_rows import JournalRows
from record.store.latest import ClockRow, Latest
from tests.hub.conftest import Game
from tests.link.fake_wire import FakeWire
from tests.support.board_service import Answering
from tests.support.killed import killed

S = 1_000_000_000
STEP_NS, IDLE_NS = 50_000_000, 250_000_000
KEY = "1"
LIFE_MS = 5_000
MOVES = [("white", 32, 28), ("black", 19, 23), ("white", 28, 32), ("black", 23, 19)]


def scripts(text: str) -> Iterable[object]:
    """The cases in that text for `SimulatedHall.do`: of each a line with its reason, and one with its steps."""
    lines = text.strip().splitlines()
    return [pytest.param(steps, id=reason.removeprefix("# ")) for reason, steps in zip(lines[::2], lines[1::2], strict=True)]


class SimulatedHall:
    """The hall. `run` lets time pass."""

    def __init__(self, folder: Path, venue: Path | None = None) -> None:
        self.now_ns, self.key = 50 * S, KEY
        self.busy_until_ns = 0
        self.wire = FakeWire(lambda: self.now_ns)
        self._be_fair()
        self.said: dict[str, tuple[CommandCall, int]] = {}
        """The commands that were given at the hub by their reasons, and when."""
        self.left: set[str] = set()
        """The commands whose givers do not wait any more."""
        self.outcomes: dict[str, Outcome] = {}
        self.venue = venue or folder / "hub"
        self.venue.mkdir(parents=True)
        self.board = Board(folder / "board", self)
        self.accounts = folder / "arbiters.json"
        self.mirror: Mirror | None = None
        self.enrolled: Any = None
        """The hall of the mirrors that are started from now on (`hub.broker.hall`)."""
        self.others: list[Board] = []
        self.start_mirror()
        self.board.start()

    @property
    def state(self) -> Path:
        """The board's state folder at the hub."""
        return self.venue / self.key

    @property
    def link(self) -> Link:
        """How the hub's link to the board is, as its mirror knows; where there is none, as it told the pages last."""
        board = self.mirror._boards.get(self.key) if self.mirror else None
        link = board.link if board else read_link(self.state)
        assert link
        return link

    def journal(self, game: str = "0001") -> Path:
        """The mirror of the journal of that game."""
        return self.state / GAMES / game / JOURNAL_NAME

    def start_mirror(self) -> None:
        self.wire.hub.join()
        clock = HubClock(lambda: self.now_ns, lambda: self.now_ns // 1_000_000)
        self.mirror = Mirror(self.venue, self.wire.hub, self.accounts, clock, hall=self.enrolled)

    def stop_mirror(self, *, orderly: bool = True) -> None:
        mirror, self.mirror = self.mirror, None
        if mirror and orderly:
            mirror.close()
        elif mirror:
            with killed():
                del mirror
        self.wire.hub.cut()

    def do(self, steps: str) -> None:
        """Do these steps, which commas part."""
        for step in steps.split(", "):
            self._do(*step.split())

    def _do(self, what: str, *more: str) -> None:  # noqa: C901 - a case for each step
        board, who = self.board, more[0] if more else ""
        half = self.wire.hub if who == "hub" else self.wire.boards.get(self.key)
        match what:
            case "press":  # so many moves, with some time after each
                for _ in range(int(who or 1)):
                    board.press(*MOVES[board.game.seq % 4])
                    if who:
                        self.run(0.3)
            case "next":  # the game ends, and the next one begins, at once or after so many seconds
                board.game.close("1-0")
                if who:
                    self.run(float(who))
                board.begin(f"{int(board.game.folder.name) + 1:04}")
            case "rule":  # the board's own ruling, for that reason
                board.game.journal.append(Arbitrated(S, 0, "to-move", "Bouma", board.game.fen("B"), who), S)
            case "say":  # commands with these reasons, for the game that the hub knows as the newest
                for reason in more:
                    self.say(reason)
            case "=":  # what became of the commands
                assert self.became() == list(more)
            case "sent":  # how many commands were sent
                assert len(self.packets("command")) == int(who)
            case "has":  # the mirror agrees with the board's journal, and has so many rows
                assert (self.agrees(), last(self.journal())[0]) == (True, int(who))
            case "busy" | "idle":  # whether the service takes no commands
                board.is_busy = what == "busy"
            case "cut" | "join":
                if half and (what == "cut") == bool(half.connection):
                    getattr(half, what)()
            case "kill" | "stop":
                (self.stop_mirror if who == "mirror" else board.stop)(orderly=what == "stop")
            case "start":
                if not (self.mirror if who == "mirror" else board.uplink):
                    (self.start_mirror if who == "mirror" else board.start)()
            case "lose":  # packets of these ways or kinds
                self.fates |= {one: [] for one in more}
            case "once":  # the first of each is lost
                self.once |= set(more)
            case "late":  # the delays (s) of the copies of each packet of that way or kind, or of "all"
                self.fates[who] = [round(float(delay) * S) for delay in more[1:]]
            case "fair":
                self._be_fair()
            case _:  # so many seconds pass
                self.run(float(what))

    def _be_fair(self) -> None:
        self.fates: dict[str, list[int]] = {}
        self.once: set[str] = set()
        self.wire.fate = self._fate

    def _fate(self, way: str, packet: Packet) -> list[int]:
        if packet.kind in self.once:
            self.once.discard(packet.kind)
            return []
        return next((self.fates[one] for one in (packet.kind, way, "all") if one in self.fates), [0])

    def say(self, reason: str, word: GameCommand | None = None, upon: int | None = None) -> None:
        """Give a command for the newest game of which there is a mirror, as pages and the command line do."""
        if there := sorted(self.state.glob(f"{GAMES}/*/{JOURNAL_NAME}")):
            command = Command(new_id(), there[-1].parent.name, word or StopClock("Anna", reason), LIFE_MS, upon)
            self.said[reason] = CommandCall(self.state, command, lambda: self.now_ns), self.now_ns

    def became(self) -> list[str]:
        """Of each command that was given: `+` where the service has carried it out, else `-`, and what its sender was told."""
        told, done = [], [reason for reason, _ in self.board.done]
        assert len(done) == len(set(done)), "a command was carried out twice"
        for reason in self.said:
            match self.outcomes.get(reason):
                case None:
                    code = "open"
                case Accepted():
                    code = "obeyed"
                case Expired():
                    code = "withdrawn"
                case refused:
                    code = "cut-off" if refused.why == CUT_OFF else refused.why.code.partition(".")[2] or refused.reason
            told.append(f"{reason}{'+' if reason in done else '-'}{code}")
        return told

    def leave(self, reason: str) -> None:
        """Who gave that command does not wait any more."""
        self.said[reason][0].close()
        self.left.add(reason)

    def _ask(self) -> None:
        """What those who wait for an outcome do each time."""
        for reason, (call, began_ns) in self.said.items():
            if reason in self.outcomes or reason in self.left:
                continue
            if outcome := call.step():
                self.outcomes[reason] = outcome
                call.close()
            elif self.now_ns - began_ns >= LIFE_MS * 1_000_000 and not call.was_sent:
                self.outcomes[reason] = Expired()
                call.close()

    def packets(self, kind: str, since: int = 0) -> list[Packet]:
        """The packets of that kind that were sent."""
        return [packet for _, _, packet in self.wire.seen[since:] if packet.kind == kind]

    def run(self, seconds: float, *, serving: bool = True) -> None:
        """Let time pass, as `step` does."""
        until_ns = self.now_ns + max(STEP_NS, round(seconds * S))
        self.busy_until_ns = self.now_ns + 4 * STEP_NS  # what the test did comes about
        while self.now_ns < until_ns:
            self.step(until_ns - self.now_ns, serving=serving)

    def run_until(self, holds: Callable[[], object], within_s: float = 60.0) -> None:
        """Let time pass until the condition holds. AssertionError when that time is over."""
        until_ns = self.now_ns + round(within_s * S)
        self.busy_until_ns = self.now_ns + 4 * STEP_NS
        while not holds():
            assert self.now_ns < until_ns, f"this did not come true within {within_s:.0f} s of the hall"
            self.step()

    def step(self, most_ns: int = IDLE_NS, *, serving: bool = True) -> None:
        """Let a small step of time pass; where no packet was sent lately, a large one, until the next packet arrives."""
        step_ns = STEP_NS
        if self.now_ns >= self.busy_until_ns:
            due = [half.queue[0][0] - self.now_ns for half in (self.wire.hub, *self.wire.boards.values()) if half.queue]
            step_ns = max(STEP_NS, min(IDLE_NS, *due, IDLE_NS))
        self.now_ns += min(step_ns, most_ns)
        sent = len(self.wire.seen)
        for board in (self.board, *self.others):
            if serving:
                board.serve()
            if board.uplink:
                board.uplink.step(0)
        self._ask()
        if self.mirror:
            self.mirror.step(0)
        if len(self.wire.seen) > sent:
            self.busy_until_ns = self.now_ns + 2 * STEP_NS

    def agrees(self, *games: str) -> bool:
        """Whether the mirrors of these games, else of the first, end with the row and checksum of the board's journal."""
        return all(last(self.board.journal(game)) == last(self.journal(game)) is not None for game in games or ("0001",))

    def close(self) -> None:
        for call, _ in self.said.values():
            call.close()
        self.stop_mirror()
        for board in (self.board, *self.others):
            board.stop()
            board.close()
            board.socket.close()


class Board:
    """The board, and its uplink."""

    def __init__(self, state: Path, hall: SimulatedHall, key: str = KEY) -> None:
        self.state, self.hall, self.key, self.ahead_ns = state, hall, key, 1000 * S
        (state / GAMES).mkdir(parents=True)
        self.accounts = state / "arbiters.json"
        self.uplink: Uplink | None = None
        self.game: Game | None = None
        self.socket = BoardSocket(state, monotonic_ns=lambda: self.now_ns)
        self.answering = Answering(self.socket, self._answer)
        self.clock_ns = 0
        self.zero_ns = 0
        self.boot = "b1"
        self.done: list[tuple[str, int]] = []
        """The commands that the service carried out, and when, by the hub's clock."""
        self.is_busy = False
        """Whether the service takes no commands."""

    @property
    def now_ns(self) -> int:
        return self.hall.now_ns + self.ahead_ns

    @property
    def t_ns(self) -> int:
        """The time of the game."""
        return self.now_ns - self.zero_ns

    def journal(self, game: str = "0001") -> Path:
        return self.state / GAMES / game / JOURNAL_NAME

    def begin(self, game: str = "0001") -> Game:
        """Begin a game now."""
        self.close()
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
        clock = BoardClock(lambda: self.now_ns, lambda: self.hall.now_ns // 1_000_000 - 7_000, lambda: self.boot)
        half = self.hall.wire.board(self.key)
        self.uplink = Uplink(self.state, half, self.accounts, clock)
        half.will = wire_packet(Presence(self.uplink.machine, False))

    def stop(self, *, orderly: bool = True) -> None:
        uplink, self.uplink = self.uplink, None
        if uplink and orderly:
            uplink.close()
        elif uplink:
            with killed():
                del uplink
        self.hall.wire.boards[self.key].cut()

    def serve(self) -> None:
        """What the service does each time: sign, serve its socket, write the running clock, and take commands."""
        (self.state / ALIVE_NAME).touch()
        self.socket.serve(0)
        if not self.game or self.is_busy:
            return
        if self.hall.now_ns - self.clock_ns >= 8 * STEP_NS:
            self.clock_ns = self.hall.now_ns
            with closing(Latest(self.game.folder / JOURNAL_NAME)) as latest:
                latest.write_clock(ClockRow(self.t_ns, 1, 1), flush=False)
        self.answering.look()

    def _answer(self, command: Command) -> Became | Outcome:
        assert self.game
        word: Any = command.body
        if command.game != self.game.folder.name:
            return NotHeard.OTHER_GAME.said()
        with JournalRows(self.game.folder / JOURNAL_NAME) as rows:
            if why := void(word, command.based_on_row, last_ruling(rows)):
                return why
            last_id = rows.last_id
        reason = getattr(word, "reason", "names")
        if reason == "no":
            return RulingRefusal.NOTHING_TO_UNDO.said()
        self.done.append((reason, self.hall.now_ns))
        return Accepted(last_id)

    def close(self) -> None:
        if self.game:
            self.game.journal.close()


def last(path: Path) -> tuple[int, str] | None:
    """The last row of a journal and its checksum; None where there is none."""
    if not path.exists():
        return None
    with Journal.reader(path) as journal:
        return journal.last_id, journal.checksum(journal.last_id)
