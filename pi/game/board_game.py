"""The game at one board: a press flips the clock, its pictures are read and ruled, and each event is on disk before it is told."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from msgspec import structs

from clock import clock
from clock.control import TimeControl
from pi.game.keeping import KeptGame, Telling, Writing
from pi.reading.drawings import Drawings
from pi.reading.reading import Eyes, PressReading, PressToRead, read_press, ruled_anew
from record.decisions.arbitration import Decision, decide
from record.decisions.commands import EnterMove
from record.decisions.entering import entry, not_followed, said_otherwise
from record.events.about import About
from record.events.of_game import (
    Alert,
    Alerted,
    BoardFound,
    BoardMoved,
    CameraFault,
    CameraRestored,
    ClockStarted,
    Pressed,
    SessionClosed,
    SessionOpened,
)
from record.session import not_read
from record.session.beliefs import after_entry
from record.session.clocks import ClockEvent
from record.session.outcome import ending_of
from record.session.pressing import NotCounted, PressMade, weigh
from record.telling import remarks
from record.telling.alerts import ReadFrom, ruled
from record.telling.alerts import done as with_side
from record.telling.sentences import tell
from rules.board.fen import full_fen
from rules.board.position import Position
from rules.board.ruleset import NO_CROWNS, ruleset
from rules.board.squares import Side
from rules.errors import Phrase
from vision.camera.source import Frame
from vision.image.geometry import Geometry
from vision.watching.health import NothingSeen, PictureFault
from vision.watching.watcher import Sight


@dataclass(frozen=True, slots=True)
class GameSetup:
    """The start position and time control of a game, and what is known about it."""

    start: Position
    control: TimeControl
    about: About
    mirrored: bool = False
    """Whether the board is said to lie with a light corner at White's left."""

    @property
    def lies_mirrored(self) -> bool:
        """Whether the board is read as its mirror image: never under a regulation by which it then lies wrong (Art. 26)."""
        return self.mirrored and not self.about.settings.binding_regulation

    @property
    def position(self) -> Position:
        """The start position with the rules that are played: a king gets a second disc wherever a regulation asks for it (Art. 8)."""
        rules = self.start.rules
        return replace(self.start, rules=ruleset(rules.name)) if self.about.settings.binding_regulation else self.start

    @property
    def crowns(self) -> str:
        """The value of `crowns` in SessionOpened."""
        return "" if self.position.rules.second_disc else NO_CROWNS


class LoopSays(Phrase):
    """What the log is told of a game."""

    SECOND_DISC = "a king needs its second disc, though none is said to be used: under regulation {regulation} it gets one (Art. 8)"
    NOT_MIRRORED = "the board is not read mirrored, though it is said to lie so: under regulation {regulation} it lies wrong then (Art. 26)"


class BoardGame(KeptGame):
    """The one owner of the game at a board: its state, its journal, its clock, and what the referee holds.

    `telling` gets each event once it is on disk; the game's folder gets the drawn pictures. `accept` takes a press at once, `read_press`
    reads it in any thread, and `take` takes the reading; `press` does all three in a row. Everything but the reading belongs to one thread.
    """

    def __init__(self, eyes: Eyes, writing: Writing, telling: Telling) -> None:
        super().__init__(writing, telling)
        self._eyes = eyes
        self._drawings = Drawings(writing.folder)

    def open(self, game: GameSetup, first: Frame) -> None:
        """Begin the game: find the board in the first picture, learn it from there, and start the clock of the side to move.

        Raises NothingSeen when the picture is too dark, too bright or out of focus, and BoardNotFound or StartMismatch when it does not
        show the start. The session is open even then, and the caller has to close it.
        """
        self.set_up(game, first.t_ns)
        geometry = self._eyes.begin(first, game.position.visible_contents(), mirrored=game.lies_mirrored)
        self.found(first, geometry, turned=self._eyes.turned)
        self.start_clock(first.t_ns, str(game.start.side))

    def set_up(self, game: GameSetup, t_ns: int) -> None:
        """Open the session: the clocks stand, and only the position that should stand on the board is known."""
        rules, shown, regulation = game.start.rules, clock.new_clock(game.control), game.about.settings.binding_regulation
        if game.mirrored and not game.lies_mirrored:
            self.say(tell(LoopSays.NOT_MIRRORED.said(regulation=regulation), self.lang))
        if rules is not game.position.rules:
            self.say(tell(LoopSays.SECOND_DISC.said(regulation=regulation), self.lang))
        opened = SessionOpened(
            rules.name,
            rules.board_size,
            full_fen(game.start),
            str(game.control),
            white_ns=shown.white_ns,
            black_ns=shown.black_ns,
            about=game.about,
            mirrored=game.lies_mirrored,
            crowns=game.crowns,
        )
        self.keep(opened, t_ns)

    def found(self, frame: Frame, geometry: Geometry, *, turned: bool) -> None:
        """Keep that the board was found: `geometry` is where it lies in this picture of the position held."""
        self.running = replace(self.running, turned=turned)
        drawn, why = self._drawings.grid(frame, geometry, self.belief.position.contents())
        self._drawings.remember(0, frame, geometry)
        self._not_drawn(frame.t_ns, why)
        self.keep(BoardFound(frame.t_ns, _corners_px(geometry), frame.name, drawn), frame.t_ns)

    def start_clock(self, t_ns: int, side: str, by: str = "", reason: str = "") -> None:
        """Start the clock of that side now."""
        self.on_clock(ClockStarted(t_ns, side, by, reason))

    def on_clock(self, event: ClockEvent) -> None:
        """Keep and tell an event of the clock, at the earliest at the time of the clock's last change."""
        self.keep(event, max(event.t_ns, self.clock.since_t_ns))

    def press(self, made: PressMade, frames: Iterable[Frame], before: Iterable[Frame] = ()) -> NotCounted | None:
        """Return why the press does not count. If it counts, the clock flips and is on disk at once, and its pictures are read and ruled.

        The pictures taken `before` the press are looked at only after a capture. Raises PressError, with nothing changed, for a press out
        of order.
        """
        event = weigh(self.running, made)
        self.accept(event)
        if isinstance(event, Pressed):
            self.take(read_press(self._eyes, self._drawings, self.asked(event), frames, before))
        return event if isinstance(event, NotCounted) else None

    def accept(self, press: Pressed | ClockStarted | NotCounted) -> None:
        """Keep and tell what a press does: the clock flips or starts, or the press is counted and ignored. Raises PressError as `press`."""
        match press:
            case NotCounted():
                self.running = replace(self.running, ignored=self.running.ignored + 1)
            case ClockStarted():
                self.on_clock(press)
            case Pressed():
                self.keep(press, press.t_ns)

    def asked(self, press: Pressed) -> PressToRead:
        """Return what is needed to read that press. Presses are read in their order: each after the reading before it was taken."""
        return PressToRead(press.seq, press.t_ns, Side(press.side), self.belief)

    def take(self, reading: PressReading) -> None:
        """Keep and tell the reading of a press. If the arbiter ruled on the press while it was being read, that ruling stands."""
        asked, sight = reading.asked, reading.sight
        if not self.state.was_ruled_on(asked.seq) and asked.belief is not self.belief:
            reading = ruled_anew(reading, self.belief)  # the players entered a move while it was being read
        ruled_on, drawn = reading.ruled, reading.drawn
        again = ruled_on.turned and bool(self.state.rulings)
        told, by = self._told(reading), self.state.opened.about.settings.binding_regulation
        *amendments, own = ruled_on.rulings
        for ruling in amendments:
            earlier = next((old.alerts for old in self.state.rulings if old.seq == ruling.seq), ())
            stay = tuple(alert for alert in earlier if alert.code in remarks.CODES) + said_otherwise(self.state, ruling, self.lang)
            shown = ReadFrom(straight=drawn.straight.get(ruling.seq, ()))
            self.keep(ruled(ruling, self.lang, shown, stay, binding_regulation=by), asked.t_ns)
        if reading.lifted and own.start:
            told += (with_side(remarks.lifted(reading.lifted, own.start.rules.name, self.lang), own),)
        told += not_followed(self.state, own, ruled_on.evidence, self.lang)
        self._not_drawn(asked.t_ns, drawn.not_drawn)
        log_p, heights = (ruled_on.evidence.log_p, ruled_on.evidence.heights) if sight else ((), ())
        name, straight = sight.frame.name if sight else None, drawn.straight.get(own.seq, ())
        read_from = ReadFrom(
            log_p=log_p,
            heights=heights,
            picture=name,
            drawn=drawn.grid,
            pictures=reading.kept.names,
            before=reading.kept.before,
            straight=straight,
        )
        self.keep(ruled(own, self.lang, read_from, told, told_for_good=again, binding_regulation=by), asked.t_ns, ruled_on.belief)
        self.keep_belief()

    def enter(self, word: EnterMove, t_ns: int) -> None:
        """Take a move that the players enter: keep it, then tell it, then rule anew on the later presses.

        Raises ArbitrationError, with nothing changed, when the move cannot be entered.
        """
        event = entry(self.state, word, t_ns, self.lang)
        if not event.taken:
            self.keep(event, t_ns)
            return
        held, later = after_entry(self.belief, event, self.running.recent)
        self.keep(event, t_ns, held)
        for ruling in later:
            self.keep(ruled(replace(ruling, amends=True), self.lang), t_ns)
        self.keep_belief()

    def arbitrate(self, decision: Decision, t_ns: int) -> None:
        """Keep and tell a ruling of the arbiter, at any moment. Raises ArbitrationError, with nothing changed, when it is not possible."""
        self.keep(decide(self.state, decision, t_ns), t_ns)  # the kept belief stays that of before, to which the ruling may be undone

    def close(self, t_ns: int, by: str = "") -> None:
        """End the recording after the latest event, with the result that the arbiter gave or that follows from the moves, if any."""
        if self.state.ended:
            outcome = self.state.result, self.state.article
        elif self.running.turned:
            outcome = "void", "26"
        else:
            over = ending_of(self.state)
            outcome = (over.result, over.article or None) if over else ("*", None)
        t_ns = max(t_ns, self.latest_ns)
        self.keep(SessionClosed(t_ns, *outcome, by), t_ns)

    def blind(self, t_ns: int, fault: NothingSeen) -> None:
        """Keep and tell that the camera sees nothing, unless the same reason was told last. No press is needed for it."""
        if self.state.blind is None or self.state.blind.reason != fault.fault:
            event = CameraFault(t_ns, str(fault), fault.picture or None, str(fault.fault))
            self.keep(structs.replace(event, alerts=(remarks.camera(event, self.lang, fault.squares),)), t_ns)

    def sees_again(self, t_ns: int, sight: Sight) -> None:
        """Tell at once what is to be said when the camera that was gone, or another one, sees the board again."""
        if told := self._remarks(t_ns, sight, turned=self.running.turned):
            self.keep(Alerted(t_ns, told), t_ns)

    def restored(self, t_ns: int) -> None:
        """Tell at once that a fault of the camera is over, if there was one."""
        if self.state.blind is not None:
            self.keep(CameraRestored(t_ns, "", (remarks.camera(None, self.lang),)), t_ns)

    def _told(self, reading: PressReading) -> tuple[Alert, ...]:
        """Return the alerts on what the pictures of a press show beside the position, or on why they show nothing."""
        if isinstance(reading.seen, NothingSeen):
            return self._blinded(reading.asked.t_ns, reading.seen)
        told = self._remarks(reading.asked.t_ns, reading.seen, turned=reading.ruled.turned, off_centre=reading.drawn.off_centre)
        return told if reading.ruled.turned else told + self._unread(reading)

    def _unread(self, reading: PressReading) -> tuple[Alert, ...]:
        """Return the alerts on a board that has not been read for long, and on the end of that."""
        asked, ruled_on = reading.asked, reading.ruled
        told = not_read.on_presses(self.state, ruled_on.belief, ruled_on.rulings[-1], ruled_on.evidence, self.lang)
        return told + not_read.on_squares(self.state, ruled_on.belief, asked.seq, self.lang)

    def _blinded(self, t_ns: int, fault: NothingSeen) -> tuple[Alert, ...]:
        """Keep a fault and return its alert when the fault begins: it may last for many presses. A frozen camera is closed meanwhile."""
        if self.state.blind is not None and fault.fault in (self.state.blind.reason, PictureFault.NO_PICTURE):
            return ()
        event = CameraFault(t_ns, str(fault), fault.picture or None, str(fault.fault))
        self.keep(event, t_ns)
        return (remarks.camera(event, self.lang),)

    def _remarks(self, t_ns: int, sight: Sight, *, turned: bool, off_centre: tuple[str | None, ...] = ()) -> tuple[Alert, ...]:
        """Return the alerts on what a sight shows beside the position; `off_centre` are pictures as `Alert.pictures`."""
        told = []
        if self.state.blind is not None:
            self.keep(CameraRestored(t_ns, sight.frame.name), t_ns)
            told.append(remarks.camera(None, self.lang))
        if sight.moved:
            shift = sight.moved.shift
            event = BoardMoved(
                t_ns,
                middle_squares=round(shift.middle_squares, 2),
                corner_squares=round(shift.corner_squares, 2),
                degrees=round(shift.degrees, 2),
                corners_px=_corners_px(sight.geometry),
                before=sight.moved.before.name,
                after=sight.moved.after.name,
            )
            self.keep(event, t_ns)
            told.append(remarks.board_moved(event, self.lang))
        if sight.off_centre and not turned:
            alert = remarks.off_centre(sight.off_centre, self.state.opened.rules, self.lang)
            told.append(structs.replace(alert, pictures=off_centre))
        return tuple(told)

    def _not_drawn(self, t_ns: int, why: str) -> None:
        if why:
            self.keep(CameraFault(t_ns, why), t_ns)


def _corners_px(geometry: Geometry) -> tuple[tuple[float, float], ...]:
    """The corners rounded to a hundredth of a pixel, as the journal keeps them."""
    return tuple((round(float(x), 2), round(float(y), 2)) for x, y in geometry.corners_px())
