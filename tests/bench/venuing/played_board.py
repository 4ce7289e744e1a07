"""A board that plays real games, and writes as its service does: rows, readings of the running clock, signs of life, answers to words."""

import random
import time
from contextlib import closing
from pathlib import Path

from link.board_socket import BoardSocket
from link.messages import Accepted, Command
from link.status import Status
from record.decisions.commands import AddTimes
from record.events.about import About
from record.events.of_game import Alert, BoardFound, ClockStarted, Event, Pressed, Ruled, SessionClosed, SessionOpened, TimesSet, command_of
from record.store.folder import ALIVE_NAME, GAMES, JOURNAL_NAME, numbered
from record.store.journal import Journal, fold
from record.store.latest import ClockRow, Latest
from rules.board.fen import write_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.board.squares import Content
from rules.errors import Sentence
from rules.pdn.read import read_games
from rules.play.moves import play
from rules.play.notation import parse_move
from tests.bench.venuing.noting import Notes
from tests.support.board_service import Answering

PDN = Path(__file__).parents[2] / "data" / "games" / "frisian.pdn"
MOVES = [[move.text for move in game.moves] for game in read_games(PDN.read_text())]
S = 1_000_000_000
LEFT_NS = 4800 * S
READ_AFTER_NS = 1_400_000_000
"""From a press to its ruling."""
SIGNS_EVERY_NS, REPORTS_EVERY_NS, READS_CLOCK_EVERY_NS, HEARS_EVERY_NS = S, 2 * S, 400_000_000, 50_000_000
ALERTS = 0.04
"""The share of the rulings that have an alert with its pictures."""
PICTURE = b"\xff\xd8" + random.Random(1).randbytes(40_000) + b"\xff\xd9"
CORNERS = ((0.0, 9.0), (9.0, 9.0), (9.0, 0.0), (0.0, 0.0))
UNLIKELY = (-12.0, -7.0)
"""The log-likelihoods of what does not lie on a square."""
OTHER = {"white": "black", "black": "white"}


class PlayedBoard:
    """The board with that key and state folder. `work` does what is due; `rest` ends the moves, and nothing else."""

    def __init__(self, state: Path, key: str, pace_s: float, notes: Notes | None = None) -> None:
        self.state, self.key, self._pace_ns, self._notes = state, key, round(pace_s * S), notes
        self._chance = random.Random(key)
        self._is_resting = False
        self._signs_ns = self._reports_ns = self._clock_ns = self._hears_ns = 0
        self.game = 0
        (state / GAMES).mkdir(parents=True, exist_ok=True)
        self._socket = BoardSocket(state)
        self._answering = Answering(self._socket, self._answer)
        games = numbered(state / GAMES)
        path = games[-1] / JOURNAL_NAME if games else None
        if path is None or not self._go_on(path):
            self._begin(int(games[-1].name) + 1 if games else 1)

    @property
    def journal_path(self) -> Path:
        return self.state / GAMES / f"{self.game:04}" / JOURNAL_NAME

    def work(self, now_ns: int) -> None:
        """Do what is due at that monotonic time."""
        if now_ns >= self._signs_ns:
            self._signs_ns = now_ns + SIGNS_EVERY_NS
            (self.state / ALIVE_NAME).touch()
        if now_ns >= self._reports_ns:
            self._reports_ns = now_ns + REPORTS_EVERY_NS
            self._report(now_ns)
        if now_ns >= self._hears_ns:
            self._hears_ns = now_ns + HEARS_EVERY_NS
            self._hear()
        if now_ns >= self._clock_ns:
            self._clock_ns = now_ns + READS_CLOCK_EVERY_NS
            with closing(Latest(self.journal_path)) as latest:
                latest.write_clock(ClockRow(self._t_ns(), *self._left()))
        if now_ns >= self._due_ns:
            self._move()

    def rest(self) -> None:
        """Make no more moves, once the last press is ruled."""
        self._is_resting = True
        if self._pressed:
            self._rule()
        self._due_ns = 1 << 62

    def play_whole(self) -> None:
        """Play this game to its end at once."""
        while not self._is_over:
            self._base_ns -= 40 * S
            self._press()
            self._rule()
        self._close_game()

    def close(self) -> None:
        self.journal.close()
        self._socket.close()

    def _begin(self, number: int) -> None:
        self.game = number
        self._moves = MOVES[(number + sum(map(ord, self.key))) % len(MOVES)]
        self.journal_path.parent.mkdir(parents=True, exist_ok=True)
        self.journal = Journal.create(self.journal_path)
        self._position, self._seq, self._pressed = Position.start(ruleset("frisian")), 0, False
        self._base_ns = time.monotonic_ns()
        self._shown = {"white": LEFT_NS, "black": LEFT_NS}
        self._since_ns = 0
        tags = {"white": f"White of {self.key}", "black": f"Black of {self.key}", "event": "Frysk Kampioenskip", "round": str(number)}
        about = About.of(tags | {"board": self.key})
        fen = write_fen(self._position)
        found = BoardFound(0, CORNERS, "frames/0000.jpg", "drawn/0000.jpg")  # each row changes what the public sees: ids are rows
        self._write(SessionOpened("frisian", 10, fen, "80m+60s", LEFT_NS, LEFT_NS, about), found)
        self._write(ClockStarted(self._t_ns(), "white"))
        self._due_ns = time.monotonic_ns() + self._think_ns()

    def _go_on(self, path: Path) -> bool:
        """Go on with the game in that journal; whether it goes on."""
        self.game = int(path.parent.name)
        self._moves = MOVES[(self.game + sum(map(ord, self.key))) % len(MOVES)]
        self.journal = Journal.open(path)
        state = fold(self.journal)
        if state.closed:
            self.journal.close()
            return False
        self._answering.done |= {id_: Accepted(row) for row, event in self.journal.since(0) if (id_ := command_of(event))}
        self._base_ns = time.monotonic_ns() - self.journal.last_t_ns
        self._position, self._seq, self._pressed = Position.start(ruleset("frisian")), len(state.presses), bool(state.unruled)
        for text in self._moves[: self._seq - self._pressed]:
            self._position = play(self._position, parse_move(text, self._position))
        self._shown = {"white": state.clock.white_ns or 0, "black": state.clock.black_ns or 0}
        self._since_ns = state.clock.since_t_ns
        self._due_ns = time.monotonic_ns() + self._think_ns()
        return True

    def _think_ns(self) -> int:
        return round(self._pace_ns * self._chance.uniform(0.5, 1.5))

    def _t_ns(self) -> int:
        """The time of the game."""
        return time.monotonic_ns() - self._base_ns

    @property
    def _side(self) -> str:
        """Whose clock runs."""
        side = str(self._position.side)
        return OTHER[side] if self._pressed else side

    @property
    def _is_over(self) -> bool:
        return self._seq >= len(self._moves) and not self._pressed

    def _left(self) -> tuple[int, int]:
        """What the clocks show."""
        left = {**self._shown}
        left[self._side] -= self._t_ns() - self._since_ns
        return left["white"], left["black"]

    def _turn(self, t_ns: int) -> None:
        """Take over what the clocks show."""
        self._shown[self._side] -= t_ns - self._since_ns
        self._since_ns = t_ns

    def _move(self) -> None:
        if self._pressed:
            self._rule()
            self._due_ns = time.monotonic_ns() + max(0, self._think_ns() - READ_AFTER_NS)
        elif self._is_over:
            self._close_game()
            self.journal.close()
            self._begin(self.game + 1)
        else:
            self._press()
            self._due_ns = time.monotonic_ns() + min(READ_AFTER_NS, self._pace_ns // 2)

    def _press(self) -> None:
        side, t_ns = str(self._position.side), self._t_ns()
        self._turn(t_ns)
        self._shown[side] += 60 * S
        self._seq += 1
        self._pressed = True
        names = tuple(f"frames/{self._seq:04}-{number}.jpg" for number in range(3))
        self._write(Pressed(self._seq, t_ns, side, self._shown["white"], self._shown["black"], OTHER[side], names))

    def _rule(self) -> None:
        side, text = str(self._position.side), self._moves[self._seq - 1]
        before = write_fen(self._position)
        self._position = play(self._position, parse_move(text, self._position))
        self._pressed = False
        after, straight, alerts = write_fen(self._position), (), ()
        if self._notes and self._chance.random() < ALERTS:
            straight = tuple(f"drawn/{self._seq:04}-{when}.jpg" for when in ("before", "after"))
            for name in straight:
                picture = self.journal_path.parent / name
                picture.parent.mkdir(exist_ok=True)  # a game from a log alone has no pictures yet
                picture.write_bytes(PICTURE)
            alerts = (Alert("off-centre", "25", (7,), "A piece stands badly.", side=side, before=before, after=after),)
        self._write(Ruled(self._seq, side, "legal", text, after, 0.99, alerts, log_p=self._seen(), start=before, straight=straight))

    def _seen(self) -> tuple[tuple[float, ...], ...]:
        """What a reader sees of the position: whoever goes on from the log rules on it again."""
        contents = self._position.contents()
        return tuple(tuple(0.0 if kind is there else round(self._chance.uniform(*UNLIKELY), 3) for kind in Content) for there in contents)

    def _close_game(self) -> None:
        self._write(SessionClosed(self._t_ns(), "1-0"))

    def _write(self, *events: Event) -> None:
        for event in events:
            row = self.journal.append(event, getattr(event, "t_ns", self._t_ns()))
            written_ns = time.monotonic_ns()
            self._socket.put_row(self.journal_path.parent.name, row)
            if self._notes:
                self._notes.note("row", self.key, self.game, row, written_ns)

    def _hear(self) -> None:
        """Take up the commands at the socket. Of the arbiter's, time that is added is carried out."""
        self._socket.serve(0)
        self._answering.look()

    def _answer(self, command: Command) -> Sentence | Accepted:
        word = command.body
        if self._notes:
            self._notes.note("word", self.key, getattr(word, "reason", ""), time.monotonic_ns())
        if command.game != self.journal_path.parent.name or not isinstance(word, AddTimes):
            return Sentence.plain("another game is played there, or this board of the bench does not know that command")
        t_ns = self._t_ns()
        self._turn(t_ns)
        self._shown = {"white": self._shown["white"] + word.white_ns, "black": self._shown["black"] + word.black_ns}
        added = word.white_ns, word.black_ns
        self._write(TimesSet(t_ns, *self._shown.values(), word.by, word.reason, added_ns=added, command=command.id))
        return Accepted(self.journal.last_id)

    def _report(self, now_ns: int) -> None:
        self._socket.put(Status(t_ns=now_ns, about={"board": self.key}))
