"""A hall in memory in which two boards play as they should, some send whatever they like, and one hears whatever somebody sends down.

Hub end, budgets, uplinks, sockets, logs and pages are the real ones; the wire and the time are those of `tests.link.simulated_hall`.
"""

import json
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random

from hub.access.accounts import Accounts
from link.board_socket import CommandCall
from link.messages import Accepted, Command, MessageError, Outcome, new_id
from link.wire import (
    DOWN,
    UP,
    CommandSent,
    Packet,
    Picture,
    PicturesWanted,
    Pulse,
    Rows,
    View,
    ViewAsked,
    downward_in,
    wire_packet,
)
from record.decisions.commands import StopClock
from record.events.of_game import Ruled
from record.store.folder import GAMES
from record.store.journal import Journal
from record.store.journal_rows import LastRow
from tests.hub.journal_rows import ALERT
from tests.link.any_packets import PICTURES, AnyPackets
from tests.link.simulated_hall import LIFE_MS, MOVES, STEP_NS, Board, SimulatedHall, last
from tests.link.wire_messages import BOOT, SEEN
from tests.support.signing import accounts_in

HONEST, FAULTY, HEARING = ("1", "2"), ("f1", "f2", "f3"), "down"


class FaultyBoard:
    """An enrolled board that sends what `any_packets` makes, and answers the hub in the same way."""

    def __init__(self, key: str, hall: SimulatedHall, chance: Random) -> None:
        self.key, self.chance = key, chance
        self.any_packets = AnyPackets(chance, f"machine-of-{key}")
        self.end = hall.wire.board(key)
        self.number, self.sent = 0, list[Packet]()
        """The number of its last pulse that is one, and what it has sent lately."""

    def next_packets(self) -> Iterator[Packet]:
        """What it sends now: mostly one packet."""
        while came := self.end.receive(0):
            yield from self._answers(came)
        match self.chance.randrange(12):
            case 0 | 1:
                yield from self._log()
            case 2 if self.sent:
                yield self.chance.choice(self.sent)
            case 3:
                yield self._pulse(f"{self.chance.randint(1, 4):04}", LastRow(self.chance.randint(0, 30), b""))
            case _:
                packet = self.any_packets.packet(UP)
                self.sent = [*self.sent[-30:], packet]
                yield packet

    def _log(self) -> Iterator[Packet]:
        """A pulse that tells of a game, and rows of it: some of them twice, in another order, with a gap, or of another log."""
        game, rows = f"{self.chance.randint(1, 4):04}", self.any_packets.rows()
        sent = list(rows)
        match self.chance.randrange(6):
            case 0:
                sent = rows[1:] or rows
            case 1:
                sent = rows[::-1]
            case 2:
                sent = rows + rows
            case 3:
                sent[-1] = rows[-1]._replace(checksum=bytes(32))
        yield self._pulse(game, LastRow(rows[-1].row_id, rows[-1].checksum))
        yield from self._rows(game, sent)
        if self.chance.random() < 0.3:
            yield from self._rows(game, self.any_packets.rows(rows[-1]))
        if self.chance.random() < 0.1:
            yield from self._rows(game, self.any_packets.rows(), LastRow(rows[-1].row_id, rows[-1].checksum))

    def _rows(self, game: str, rows: list, instead_of: LastRow | None = None) -> Iterator[Packet]:
        with suppress(MessageError):
            yield wire_packet(Rows(self.any_packets.machine, game, tuple(rows), instead_of))

    def _pulse(self, game: str, end: LastRow) -> Packet:
        self.number += 1
        chance, at_ns = self.chance, self.number * STEP_NS
        zero_ns = chance.choice([None, 0, at_ns, -(2**62), 2**62])
        utc_ms = chance.choice([0, -(2**62), 2**62, 1_790_000_000_000])
        t_ns = chance.choice([at_ns, 0, 2**62])
        return wire_packet(Pulse(self.any_packets.machine, BOOT, self.number, t_ns, utc_ms, True, game, end, zero_ns))

    def _answers(self, came: Packet) -> Iterator[Packet]:
        match downward_in(came):
            case CommandSent(command=command):
                outcome = self.any_packets.fields("outcome") | {"id": json.loads(bytes(command))["id"]}
                yield Packet("outcome", json.dumps(outcome).encode(errors="surrogatepass"))
            case PicturesWanted(game=game, names=names):
                for name in names:
                    with suppress(MessageError):
                        yield wire_packet(Picture(self.any_packets.machine, game, name, self.chance.choice(PICTURES)))
            case ViewAsked():
                with suppress(MessageError):
                    yield wire_packet(View(self.any_packets.machine, SEEN, self.chance.choice(PICTURES)))


class FuzzedHall:
    """The hall, below that folder."""

    def __init__(self, folder: Path, chance: Random) -> None:
        self.chance = chance
        accounts_in(folder)
        self.simulated = SimulatedHall(folder)
        for key in (*HONEST[1:], HEARING):
            board = Board(folder / f"board-{key}", self.simulated, key)
            self.simulated.others.append(board)
            board.start()
        self.honest = {"1": self.simulated.board, "2": self.simulated.others[0]}
        self.hearing = self.simulated.others[-1]
        self.simulated.run(1)
        for board in (*self.honest.values(), self.hearing):
            board.begin()
        self.simulated.run(2)
        self.faulty = [FaultyBoard(key, self.simulated, chance) for key in FAULTY]
        self._downward = AnyPackets(chance, self.hearing.uplink.machine)
        self.up = self.down = 0
        """How many messages were sent in each direction."""
        self.latest: list[tuple[str, Packet]] = []
        """What was sent since the last look, with the keys."""

    def send(self) -> None:
        """Each faulty board sends, somebody sends something down, and a little time passes."""
        for board in self.faulty:
            for packet in board.next_packets():
                self._carry(UP, board.key, packet)
        self._carry(DOWN, HEARING, self._downward.packet(DOWN))
        self.simulated.step(STEP_NS)
        self.simulated.wire.seen.clear()

    def _carry(self, way: str, key: str, packet: Packet) -> None:
        self.up, self.down = self.up + (way == UP), self.down + (way == DOWN)
        self.latest.append((key, packet))
        self.simulated.wire.carry(way, key, packet)

    def play(self) -> None:
        """A move at each honest board; at the second now and then an irregular one, which only the arbiter may learn of."""
        for key, board in self.honest.items():
            side, start, end = MOVES[board.game.seq % 4]
            board.press(side, start, end)
            if key == "2":
                ruled = Ruled(board.game.seq, side, "27c-missed", "19-24", board.game.fen("W"), 0.9, (ALERT,), amends=True)
                board.game.journal.append(ruled, board.game.t_ns)
            if board.game.seq > 60:
                board.game.close("1-0")
                board.begin(f"{int(board.game.folder.name) + 1:04}")
                self.simulated.run(2)  # an arbiter rules on the game that he sees at the hub

    def command(self) -> dict[str, Outcome | None]:
        """Give a command to each board at once; the outcomes of those for the honest boards, None where none came in its life."""
        calls = {}
        for key in (*HONEST, *FAULTY):
            state = self.simulated.venue / key
            games = sorted(path.parent.name for path in state.glob(f"{GAMES}/*/journal.jsonl") if path.parent.name.isdigit())
            if games:
                calls[key] = CommandCall(
                    state, Command(new_id(), games[-1], StopClock("Anke", new_id()), LIFE_MS), lambda: self.simulated.now_ns
                )
        outcomes = dict.fromkeys(HONEST)
        until_ns = self.simulated.now_ns + LIFE_MS * 1_000_000
        while self.simulated.now_ns < until_ns and not all(outcomes.values()):
            self.send()
            for key, call in calls.items():
                if not outcomes.get(key):
                    outcomes[key] = call.step()
        for call in calls.values():
            call.close()
        return {key: outcomes[key] for key in HONEST}

    def faults(self) -> list[str]:
        """What is wrong with the honest boards, the one that hears, and the room that the others take."""
        outcomes = self.command()
        self.simulated.run(3)
        found = [f"the command for board {key}: {outcome}" for key, outcome in outcomes.items() if not isinstance(outcome, Accepted)]
        for key, board in self.honest.items():
            game = board.game.folder.name
            if last(board.journal(game)) != last(self.simulated.venue / key / GAMES / game / "journal.jsonl"):
                found.append(f"board {key}: game {game} at the hub is another than its own")
            link = self.simulated.mirror._boards[key].link
            if link.faulty or link.refused or not link.online:
                found.append(f"board {key}: {link}")
        with closing(Journal.reader(self.hearing.journal())) as journal:
            if journal.last_id != 3:
                found.append(f"the log of board {HEARING} has {journal.last_id} rows")
        if Accounts(self.hearing.accounts).path.exists():
            Accounts(self.hearing.accounts).all()
        return found

    def restart_mirror(self) -> None:
        """The hub's end dies and is started again, over what the others have sent."""
        self.simulated.do("kill mirror, start mirror, 3")

    def close(self) -> None:
        self.simulated.close()
