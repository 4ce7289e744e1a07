"""The loop of one board: a press flips the clock, its pictures are read and ruled, and nobody is told before it is on disk."""

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from clock import clock
from clock.clock import ClockState
from clock.control import TimeControl
from pi.game.keeping import Keeper, Later, Tell, TimeOfDay, at_once, unnoted, unsaid
from pi.reading.drawings import Drawings
from pi.reading.reading import Asked, Eyes, Reading, can_press, read_press, ruled_anew
from record.decisions.arbitration import Decision, decide
from record.decisions.entering import entry, not_followed, said_otherwise
from record.decisions.inbox import EnterMove
from record.events.of_game import (
    Alert,
    Alerted,
    BoardFound,
    BoardMoved,
    CameraFault,
    CameraRestored,
    ClockStarted,
    Event,
    Pressed,
    Ruled,
    SessionClosed,
    SessionOpened,
)
from record.session.arbiter import ON_THE_BOARD
from record.session.clocks import after_word
from record.session.outcome import ending_of
from record.session.recovery import after_entry, after_ruling
from record.session.step import State
from record.store.journal import Journal
from record.telling import remarks
from record.telling.alerts import done as with_side
from record.telling.alerts import ruled
from rules.board.fen import full_fen
from rules.board.position import Position
from rules.board.squares import Side
from rules.referee.belief import Belief
from rules.referee.priors import DECIDED_WITHIN
from vision.camera.source import Frame
from vision.image.geometry import Geometry
from vision.watching.health import NothingSeen, PictureFault
from vision.watching.watcher import Sight

WriteBelief = Callable[[int, Belief], None]
"""Keeps what the referee holds after that row of the journal."""


@dataclass(frozen=True, slots=True)
class Game:
    """What a game begins with; `about` holds what is known of it: players, event, round."""

    start: Position
    control: TimeControl
    about: dict[str, str]


class BoardLoop:
    """Drives one game. `folder` gets game.pdn and the drawn pictures; `tell` is called with each event once it is on disk.

    A press is accepted at once, read by whoever has the time, and what it was read to be is taken; `press` does the three in a row. All
    but the reading belongs to one thread. With `holds` events that a full disk does not take are held back (`pi.game.keeping`).
    """

    def __init__(
        self,
        journal: Journal,
        folder: Path,
        eyes: Eyes,
        tell: Tell,
        lang: str = "en",
        *,
        holds: bool = False,
        later: Later = at_once,
        time_of_day: TimeOfDay = unnoted,
        write_belief: WriteBelief = lambda _row_id, _belief: None,
        say: Callable[[str], None] = unsaid,
    ) -> None:
        self.keeper = Keeper(journal, folder, tell, lang, holds=holds, later=later, time_of_day=time_of_day, say=say)
        self._journal, self._eyes, self._lang, self._write_belief = journal, eyes, lang, write_belief
        self._drawings = Drawings(folder)
        self._turned, self.lang = False, lang
        self._ruled: deque[Ruled] = deque(maxlen=DECIDED_WITHIN)

    @property
    def state(self) -> State:
        """What the game has come to."""
        return self.keeper.state

    @property
    def belief(self) -> Belief:
        """What the referee holds of the game; `record.session.recovery.belief_of` has the same from the journal."""
        return self._belief

    @property
    def clock(self) -> ClockState:
        """What the clock shows."""
        return self._clock

    def open(self, game: Game, first: Frame) -> None:
        """Begin the game: the board is found in the first picture and learnt from it, and the clock of the side to move starts.

        NothingSeen when the picture is too dark, too bright or out of focus, BoardNotFound or StartMismatch when it does not show the
        start; the session is open then, and to be closed.
        """
        self.set_up(game, first.t_ns)
        self.found(first, self._eyes.begin(first, game.start.contents()), turned=self._eyes.turned)
        self.start_clock(first.t_ns, str(game.start.side))

    def set_up(self, game: Game, t_ns: int) -> None:
        """The session is open: the clocks stand, and nothing is known of the board but what is to be on it."""
        rules, shown = game.start.rules, clock.new_clock(game.control)
        opened = SessionOpened(
            rules.name, rules.board_size, full_fen(game.start), str(game.control), shown.white_ns, shown.black_ns, game.about
        )
        self._keep(opened, t_ns)
        self._belief, self._clock = Belief.at(game.start), shown

    def found(self, frame: Frame, geometry: Geometry, *, turned: bool) -> None:
        """The board lies so in that picture of the position held."""
        self._turned = turned
        drawn, why = self._drawings.grid(frame, geometry, self._belief.position.contents())
        self._drawings.remember(0, frame, geometry)
        self._not_drawn(frame.t_ns, why)
        self._keep(BoardFound(frame.t_ns, _corners_px(geometry), frame.name, drawn), frame.t_ns)

    def take_up(self, state: State, belief: Belief) -> None:
        """Go on with a game from its journal."""
        known = [event for _, event in self._journal.since(0)]
        self.keeper.take_up(state, max(getattr(event, "t_ns", 0) for event in known))
        self._belief, self._clock = belief, state.clock
        self._turned = any(ruling.verdict == "turned" for ruling in state.rulings)
        self._ruled.extend(event for event in known if isinstance(event, Ruled) and not event.amends)

    def start_clock(self, t_ns: int, side: str, by: str = "", reason: str = "") -> None:
        """The clock of that side runs from now."""
        self.on_clock(ClockStarted(t_ns, side, by, reason), clock.start(self._clock, t_ns, side))

    def on_clock(self, event: Event, shows: ClockState) -> None:
        """What the event made of the clock: kept and told."""
        self._clock = shows
        self._keep(event, shows.since_t_ns)

    def press(
        self, seq: int, t_ns: int, side: Side, frames: Iterable[Frame], pictures: tuple[str, ...] = (), before: Iterable[Frame] = ()
    ) -> bool:
        """An accepted press: the clock flips and is on disk at once; then its pictures are waited for, read and ruled.

        Whether it counts: one by the side whose clock stands, to which nothing can be handed back, is counted and ignored, and so is one
        after the arbiter has ended the game. A second press in a row by one side means that the turn was handed back in between.

        `pictures` are the frames' names where they are known before they are taken. Those taken `before` the press are looked at after a
        capture alone. PressError, and nothing changed, for a press out of order or one made before.
        """
        if self.state.ended:
            return False
        if self._clock.running != side and not self._turned and not can_press(self._belief, side):
            self.ignore()
            return False
        flipped, _ = (clock.press_again if self._clock.running == side.other else clock.press)(self._clock, t_ns, side)
        self.accept(seq, t_ns, side, flipped, pictures)
        self.take(read_press(self._eyes, self._drawings, self.asked(seq, t_ns, side), frames, before))
        return True

    def accept(self, seq: int, t_ns: int, side: Side, flipped: ClockState, pictures: tuple[str, ...] = ()) -> None:
        """The press counts, and the clock shows what it `flipped` to: that is on disk, and told. PressError as for `press`."""
        self._keep(Pressed(seq, t_ns, side, flipped.white_ns, flipped.black_ns, flipped.running, pictures), t_ns)
        self._clock = flipped

    def ignore(self) -> None:
        """A press counts for nothing, and is counted as such; nothing of it goes to disk."""
        self._clock = replace(self._clock, ignored=self._clock.ignored + 1)

    def asked(self, seq: int, t_ns: int, side: Side) -> Asked:
        """What is to be read of that press, with what is held now; presses are read in their order, each when the one before is taken."""
        return Asked(seq, t_ns, side, self._belief)

    def take(self, reading: Reading) -> None:
        """What a press was read to be: kept, ruled and told. The arbiter's ruling stands where he ruled while it was being read."""
        asked, sight = reading.asked, reading.sight
        if not any(word.seq >= asked.seq for word in self.state.on_the_board):
            if asked.belief is not self._belief:  # the players entered a move while it was being read
                reading = ruled_anew(reading, self._belief)
            self._belief = reading.belief
        again = reading.turned and bool(self.state.rulings)
        self._turned = reading.turned
        told = self._remarks(asked.t_ns, sight) if sight else self._blinded(asked.t_ns, reading.fault) if reading.fault else ()
        *amendments, own = reading.rulings
        for ruling in amendments:
            earlier = next((old.alerts for old in self.state.rulings if old.seq == ruling.seq), ())
            stay = tuple(alert for alert in earlier if alert.code in remarks.CODES) + said_otherwise(self.state, ruling, self._lang)
            straight = reading.straight.get(ruling.seq, ())
            self._keep(ruled(ruling, (), None, None, self._lang, stay, straight=straight), asked.t_ns)
        if reading.lifted and own.start:
            told += (with_side(remarks.lifted(reading.lifted, own.start.rules.name, self._lang), own),)
        told += not_followed(self.state, own, reading.evidence, self._lang)
        self._not_drawn(asked.t_ns, reading.not_drawn)
        log_p, name = (reading.evidence.log_p, sight.frame.name) if sight else ((), None)
        kept, straight = (reading.pictures, reading.before), reading.straight.get(own.seq, ())
        event = ruled(own, log_p, name, reading.drawn, self._lang, told, told_for_good=again, kept=kept, straight=straight)
        self._keep(event, asked.t_ns)
        self._ruled.append(event)
        self._keep_belief()

    def enter(self, word: EnterMove, t_ns: int) -> None:
        """The players enter a move: on disk first, then told, with what it makes of later presses; ArbitrationError, and nothing changed,
        where it cannot be."""
        event = entry(self.state, word, t_ns, self._lang)
        self._keep(event, t_ns)
        if not event.taken:
            return
        self._belief, later = after_entry(self._belief, event, self._ruled)
        for ruling in later:
            self._keep(ruled(replace(ruling, amends=True), (), None, None, self._lang), t_ns)
        self._keep_belief()

    def arbitrate(self, decision: Decision, t_ns: int) -> None:
        """A ruling of the arbiter, at any moment: on disk first, then told; ArbitrationError, and nothing changed, where it cannot be."""
        before, event = self.state, decide(self.state, decision, t_ns)
        self._keep(event, t_ns)
        self._clock = after_word(self._clock, before, event)
        if event.ruling in ON_THE_BOARD:
            self._belief = after_ruling(self._belief, event)
            self._keep_belief()

    def close(self, t_ns: int, by: str = "") -> None:
        """The recording ends, after all that was kept, with the result that the arbiter gave or that the moves have come to, if any."""
        if self.state.ended:
            outcome = self.state.result, self.state.article
        elif self._turned:
            outcome = "void", "26"
        else:
            over = ending_of(self.state)
            outcome = (over.result, over.article or None) if over else ("*", None)
        t_ns = max(t_ns, self.keeper.latest_ns)
        self._keep(SessionClosed(t_ns, *outcome, by), t_ns)

    def blind(self, t_ns: int, fault: NothingSeen) -> None:
        """The camera sees nothing, or for another reason than before, which is told although nobody has pressed."""
        if self.state.blind is None or self.state.blind.reason != fault.fault:
            event = CameraFault(t_ns, str(fault), fault.picture or None, str(fault.fault))
            self._keep(replace(event, alerts=(remarks.camera(event, self._lang, fault.squares),)), t_ns)

    def sees_again(self, t_ns: int, sight: Sight) -> None:
        """The camera that was gone, or another one, sees the board in that picture; what is to be said of it is told at once."""
        if told := self._remarks(t_ns, sight):
            self._keep(Alerted(t_ns, told), t_ns)

    def restored(self, t_ns: int) -> None:
        """A fault of the camera, if there was one, is over: told at once."""
        if self.state.blind is not None:
            self._keep(CameraRestored(t_ns, "", (remarks.camera(None, self._lang),)), t_ns)

    def _blinded(self, t_ns: int, fault: NothingSeen) -> tuple[Alert, ...]:
        """Kept, and told to the arbiter, once when a fault begins: it may last for many presses. A frozen camera is closed meanwhile."""
        if self.state.blind is not None and fault.fault in (self.state.blind.reason, PictureFault.NO_PICTURE):
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
        if sight.off_centre and not self._turned:
            told.append(remarks.off_centre(sight.off_centre, self.state.opened.rules, self._lang))
        return tuple(told)

    def _keep_belief(self) -> None:
        """So that a game that is taken up need not be ruled again; not while the belief is ahead of the journal."""
        if not self.keeper.trouble:
            self._write_belief(self._journal.last_id, self._belief)

    def _not_drawn(self, t_ns: int, why: str) -> None:
        if why:
            self._keep(CameraFault(t_ns, why), t_ns)

    def _keep(self, event: Event, t_ns: int) -> None:
        self.keeper.keep(event, t_ns)


def _corners_px(geometry: Geometry) -> tuple[tuple[float, float], ...]:
    """As they are kept: to a hundredth of a pixel."""
    return tuple((round(float(x), 2), round(float(y), 2)) for x, y in geometry.corners_px())
