"""The loop of one board: a press flips the clock, its pictures are read and ruled, and nobody is told before it is on disk."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from clock import clock
from clock.control import TimeControl
from record import remarks
from record.alerts import done, ruled
from record.arbiter import ON_THE_BOARD, on_clock
from record.arbitration import Decision, decide
from record.events import (
    Alert,
    BoardFound,
    BoardMoved,
    CameraFault,
    CameraRestored,
    ClockStarted,
    ContinuedOnPaper,
    Event,
    Pressed,
    Ruled,
    SessionClosed,
    SessionOpened,
)
from record.export import export_pdn, write_atomically
from record.folder import PDN_NAME
from record.journal import Journal
from record.outcome import ending_of
from record.paper import fault_that_stands
from record.recovery import after_ruling
from record.session import State, WriteRecord, step
from rules.belief import Belief, Ruling
from rules.board import Content, Side
from rules.errors import PressError
from rules.evidence import Evidence
from rules.fen import full_fen
from rules.irregularity import Verdict
from rules.lifted import lifted_early
from rules.notation import has_capture_sign, parse_move
from rules.position import Position
from rules.priors import SURE
from rules.referee import rule
from vision.draw import draw_grid
from vision.geometry import Geometry
from vision.health import NothingSeen
from vision.picture import encode_jpeg
from vision.source import Frame
from vision.watcher import Sight, Watcher

Tell = Callable[[Event, State], None]

DRAWN_FOLDER = "drawn"
SETTLED = (Verdict.LEGAL, Verdict.CORRECTED)
KEPT_DIGITS = 2
"""Of the evidence, in nats: what is ruled on is what is kept, so that the referee's belief can be had from the journal again."""
AFTER_A_FAULT, PAPER = "after_a_fault", "paper"
"""In what is known of a game: whether an irregularity that stands puts the rest of it on paper (regulation C, Art. 5)."""


@dataclass(frozen=True, slots=True)
class Game:
    """What a game begins with; `about` holds what is known of it: players, event, round."""

    start: Position
    control: TimeControl
    about: dict[str, str]


class BoardLoop:
    """Drives one game. `folder` gets game.pdn and the drawn pictures; `tell` is called with each event once it is on disk."""

    def __init__(self, journal: Journal, folder: Path, watcher: Watcher, tell: Tell, lang: str = "en") -> None:
        self._journal = journal
        self._folder = folder
        self._watcher = watcher
        self._tell = tell
        self._lang = lang
        self.state = State()

    @property
    def belief(self) -> Belief:
        """What the referee holds of the game; `record.recovery.belief_of` has the same from the journal."""
        return self._belief

    def open(self, game: Game, first: Frame) -> None:
        """Begin the game: the board is found in the first picture and learnt from it, and the clock of the side to move starts.

        NothingSeen when the picture is too dark, too bright or out of focus, BoardNotFound or StartMismatch when it does not show the
        start; the session is open then, and to be closed.
        """
        rules, shown = game.start.rules, clock.new_clock(game.control)
        opened = SessionOpened(
            rules.name, rules.board_size, full_fen(game.start), str(game.control), shown.white_ns, shown.black_ns, game.about
        )
        self._keep(opened, first.t_ns)
        geometry = self._watcher.begin(first, game.start.contents())
        drawn = self._draw(first, geometry, game.start.contents())
        self._keep(BoardFound(first.t_ns, _corners_px(geometry), first.name, drawn), first.t_ns)
        self._belief = Belief.at(game.start)
        self._clock = clock.start(shown, first.t_ns, game.start.side)
        self._keep(ClockStarted(first.t_ns, game.start.side), first.t_ns)

    def press(
        self,
        seq: int,
        t_ns: int,
        side: Side,
        frames: Iterable[Frame],
        pictures: tuple[str, ...] = (),
        before: Iterable[Frame] = (),
    ) -> None:
        """An accepted press: the clock flips and is on disk at once; then its pictures are waited for, read and ruled.

        A second press in a row by one side means that the turn was handed back in between. `pictures` are the frames' names where they
        are known before they are taken. Those taken `before` the press are looked at after a capture alone. After the arbiter has ended
        the game a press counts for nothing. PressError, and nothing changed, for a press out of order or one made before.
        """
        if self.state.ended:
            return
        turned = clock.hand_back(self._clock, t_ns) if self._clock.running == side.other else self._clock
        flipped, _ = clock.press(turned, t_ns, side)
        self._keep(Pressed(seq, t_ns, side, flipped.white_ns, flipped.black_ns, flipped.running, pictures), t_ns)
        self._clock = flipped
        try:
            sight = self._watcher.look(frames)
        except NothingSeen as fault:
            self._rule(seq, t_ns, side, None, self._blinded(t_ns, fault))
        else:
            self._rule(seq, t_ns, side, sight, self._remarks(t_ns, sight), before)

    def arbitrate(self, decision: Decision, t_ns: int) -> None:
        """A ruling of the arbiter, at any moment: on disk first, then told; ArbitrationError, and nothing changed, where it cannot be."""
        event, was_over = decide(self.state, decision, t_ns), self.state.ended is not None
        self._keep(event, t_ns)
        self._clock = on_clock(self._clock, event, was_over=was_over)
        if event.ruling in ON_THE_BOARD:
            self._belief = after_ruling(self._belief, event)

    def close(self, t_ns: int) -> None:
        """The recording ends, with the result that the arbiter gave or that the moves have come to, if any."""
        if self.state.ended:
            self._keep(SessionClosed(t_ns, self.state.result, self.state.article), t_ns)
            return
        if self._watcher.turned:
            self._keep(SessionClosed(t_ns, "void", "26"), t_ns)
            return
        over = ending_of(self.state)
        self._keep(SessionClosed(t_ns, over.result, over.article or None) if over else SessionClosed(t_ns), t_ns)

    def _blinded(self, t_ns: int, fault: NothingSeen) -> tuple[Alert, ...]:
        """Kept, and told to the arbiter, once when a fault begins: it may last for many presses."""
        if self.state.blind is not None and self.state.blind.reason == fault.fault:
            return ()
        event = CameraFault(t_ns, str(fault), fault.picture or None, str(fault.fault))
        self._keep(event, t_ns)
        return (remarks.camera(event, self._lang),)

    def _remarks(self, t_ns: int, sight: Sight) -> tuple[Alert, ...]:
        """What a sight shows beside the position."""
        told = []
        if self.state.blind is not None:
            self._keep(CameraRestored(t_ns, sight.frame.name), t_ns)
            told.append(remarks.camera(None, self._lang))
        if sight.moved:
            shift = sight.moved.shift
            far = round(shift.middle_squares, 2), round(shift.corner_squares, 2), round(shift.degrees, 2)
            event = BoardMoved(t_ns, *far, _corners_px(sight.geometry), sight.moved.before.name, sight.moved.after.name)
            self._keep(event, t_ns)
            told.append(remarks.board_moved(event, self._lang))
        if sight.off_centre and not self._watcher.turned:
            told.append(remarks.off_centre(sight.off_centre, self.state.opened.rules, self._lang))
        return tuple(told)

    def _lifted(self, own: Ruling, stood: Position, before: Iterable[Frame]) -> tuple[Alert, ...]:
        """Whether the pictures before the press show captured pieces gone too early (Art. 14)."""
        if own.verdict not in SETTLED or own.move is None or own.start is None or not has_capture_sign(own.move):
            return ()
        seen = (evidence for evidence in map(self._watcher.glance, before) if evidence)
        squares = lifted_early(own.start, stood, parse_move(own.move, own.start), seen)
        return (done(remarks.lifted(squares, own.start.rules.name, self._lang), own),) if squares else ()

    def _rule(self, seq: int, t_ns: int, side: Side, sight: Sight | None, told: tuple[Alert, ...], before: Iterable[Frame] = ()) -> None:
        """Without a sight nothing was seen: every move that may have been made is carried along for the next press to decide."""
        evidence = _as_kept(sight.evidence) if sight else Evidence.none(len(self._belief.position.contents()))
        stood = self._belief.position
        *amendments, own = self._rulings(seq, side, evidence)
        for ruling in amendments:
            earlier = next((old.alerts for old in self.state.rulings if old.seq == ruling.seq), ())
            stay = tuple(alert for alert in earlier if alert.code in remarks.CODES)
            self._keep(ruled(ruling, (), None, None, self._lang, stay), t_ns)
        again = self._watcher.turned and bool(self.state.rulings)
        if sight is None:
            self._keep(ruled(own, (), None, None, self._lang, told, told_for_good=again), t_ns)
            return
        told += self._lifted(own, stood, before)
        drawn = self._draw(sight.frame, sight.geometry, own.position.contents())
        self._keep(ruled(own, evidence.log_p, sight.frame.name, drawn, self._lang, told, told_for_good=again), t_ns)
        if own.verdict in SETTLED:
            self._watcher.confirm(sight, own.position.contents())

    def _rulings(self, seq: int, side: Side, evidence: Evidence) -> tuple[Ruling, ...]:
        """What the referee says. A game on a board that lies wrong is void (Art. 26): nothing else is said of it."""
        if self._watcher.turned:
            return (Ruling(seq, side, Verdict.TURNED, None, self._belief.position.with_side(side.other), SURE),)
        try:
            self._belief, rulings = rule(self._belief, seq, side, evidence)
        except PressError:
            return (Ruling(seq, side, Verdict.UNSURE, None, self._belief.position, 0.0),)
        return rulings

    def _keep(self, event: Event, t_ns: int) -> None:
        """On disk first; then the record is written and the listeners are told.

        Where a ruling lets an irregularity stand that puts the game on paper, that is kept first: nobody sees the one without the other.
        """
        state, effects = step(self.state, event)
        if isinstance(event, Ruled) and state.paper_from is None and state.opened.about.get(AFTER_A_FAULT) == PAPER:
            first = fault_that_stands(self.state.plies, state.plies)
            if first is not None:
                self._keep(ContinuedOnPaper(t_ns, first), t_ns)
                state, effects = step(self.state, event)
        self._journal.append(event, t_ns)
        self.state = state
        if WriteRecord() in effects:
            write_atomically(self._folder / PDN_NAME, export_pdn(state))
        self._tell(event, state)

    def _draw(self, frame: Frame, geometry: Geometry, contents: tuple[Content, ...]) -> str | None:
        name = f"{DRAWN_FOLDER}/{Path(frame.name).stem}.jpg"
        try:
            (self._folder / name).write_bytes(encode_jpeg(draw_grid(frame.image, geometry, contents)))
        except OSError as error:
            self._keep(CameraFault(frame.t_ns, f"{self._folder / name}: the drawn picture cannot be kept: {error.strerror}"), frame.t_ns)
            return None
        return name


def _as_kept(evidence: Evidence) -> Evidence:
    return Evidence.of([[round(value, KEPT_DIGITS) for value in row] for row in evidence.log_p])


def _corners_px(geometry: Geometry) -> tuple[tuple[float, float], ...]:
    """As they are kept: to a hundredth of a pixel."""
    return tuple((round(float(x), 2), round(float(y), 2)) for x, y in geometry.corners_px())
