"""A game in memory: each act appends the rows that a board would write to its journal."""

from dataclasses import replace

from clock import clock
from clock.control import SECOND_NS, parse_control
from record.decisions.arbitration import Decision
from record.decisions.commands import Undo
from record.decisions.judging import JudgedGame
from record.decisions.undoing import undoing
from record.events.about import About
from record.events.of_game import ClockStarted, ClockStopped, Event, SessionClosed, SessionOpened, TimesSet
from record.events.of_players import PlayerSaid, Said
from record.session.state import State
from record.telling.player_alerts import told_of
from rules.board.evidence import Evidence
from rules.board.fen import full_fen
from rules.board.position import Position
from rules.board.squares import Side

ARBITER = "A. Bouma"
LANG = "nl"


class Recorded:
    """The game so far. `rows` are its events, each with the state after it; `judged` is the game as the referee holds it."""

    def __init__(self, start: Position, control: str, tags: dict[str, str]) -> None:
        self.rows: list[tuple[Event, State]] = []
        self.judged = JudgedGame(LANG)
        shows = clock.new_clock(parse_control(control))
        opened = SessionOpened(
            start.rules.name, start.rules.board_size, full_fen(start), control, shows.white_ns, shows.black_ns, About.of(tags)
        )
        self.append(opened)
        self.append(ClockStarted(0, str(start.side)))

    @property
    def state(self) -> State:
        return self.judged.state

    def append(self, event: Event) -> None:
        """Fold an event that needs no referee."""
        self.judged = replace(self.judged, game=self.judged.game.after(event))
        self.rows.append((event, self.state))

    def press(self, side: Side, evidence: Evidence | None, after_s: int) -> None:
        """Press the clock so many seconds later and rule the press. DamcamError with nothing changed where the press does not count."""
        waited = replace(self.judged, t_ns=self.judged.t_ns + (after_s - 60) * SECOND_NS)
        pressed, rulings = waited.press(self.state.last_seq + 1, side, evidence)
        game = self.judged.game
        for event in (pressed.state.presses[-1], *(ruling.event for ruling in rulings)):
            held = pressed.game.belief if event is rulings[-1].event else game.belief
            game = game.after(event, held)
            self.rows.append((event, game.state))
        self.judged = pressed

    def rule(self, ruling: str, **values: object) -> None:
        """A ruling of the arbiter after the last press. DamcamError where it is not possible."""
        self.pass_s(20)
        decision = Decision(self.state.last_seq, ruling, ARBITER, "golden", **values)  # type: ignore[arg-type]
        after, _ = self.judged.arbitrate(decision)
        self.judged = after
        self.rows.append((after.state.words[-1], after.state))

    def undo(self) -> None:
        """Undo the last ruling. DamcamError where there is none that can be undone."""
        self.pass_s(5)
        last = self.state.undoable
        self.append(undoing(self.state, Undo(ARBITER, last.ruling.t_ns if last else 0), self.judged.t_ns))

    def pause(self, seconds: int) -> None:
        """The arbiter stops the clocks and starts them again later."""
        self.pass_s(3)
        running = self.state.clock.running
        stopped = clock.stop(self.state.clock, self.judged.t_ns)
        self.append(ClockStopped(self.judged.t_ns, stopped.white_ns, stopped.black_ns, ARBITER, reason="pause"))
        self.pass_s(seconds)
        if running:
            self.append(ClockStarted(self.judged.t_ns, running, ARBITER))

    def add_times(self, white_s: int, black_s: int) -> None:
        self.pass_s(4)
        added = white_s * SECOND_NS, black_s * SECOND_NS
        after = clock.add_times(self.state.clock, self.judged.t_ns, *added)
        self.append(TimesSet(self.judged.t_ns, after.white_ns, after.black_ns, ARBITER, "golden", added_ns=added))

    def say(self, side: Side, statement: Said) -> None:
        """What a player says on the tablet."""
        self.pass_s(2)
        white_ns, black_ns = clock.left(self.state.clock, self.judged.t_ns)
        alerts = told_of(statement, side, self.state.opened.rules, LANG)
        self.append(PlayerSaid(self.judged.t_ns, self.state.last_seq, side, statement, white_ns, black_ns, alerts))

    def close(self) -> None:
        self.pass_s(30)
        ended = self.state.ended
        result, article = (ended.result or "*", ended.article) if ended else ("*", None)
        self.append(SessionClosed(self.judged.t_ns, result, article, ARBITER))

    def pass_s(self, seconds: int) -> None:
        self.judged = replace(self.judged, t_ns=self.judged.t_ns + seconds * SECOND_NS)
