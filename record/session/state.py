"""All that is known of a session after its events so far."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from clock.clock import ClockState
from clock.control import NO_CLOCK
from record.events.of_game import Alert, Arbitrated, CameraFault, PaperMoves, Pressed, Ruled, SessionClosed, SessionOpened
from record.events.of_players import MoveEntered, PlayerSaid, Said
from record.events.of_record import PicturesDropped
from record.session.arbiter import LETS_BE, ON_THE_BOARD
from record.session.paper import from_paper, up_to_paper
from record.session.plies import Plies, Ply
from record.telling.remarks import TOLD_ON_PAPER
from rules.board.ruleset import ruleset
from rules.errors import DamcamError
from rules.irregularity import Verdict

DRAWS = frozenset({Said.DRAW_OFFERED, Said.DRAW_ACCEPTED, Said.DRAW_DECLINED})


class SessionError(DamcamError, ValueError):
    """An event that has no place here: before the opening, or after the closing."""


@dataclass(frozen=True, slots=True)
class State:
    """All that is known of a session after its events so far; `State()` is the one before the first.

    The record is derived: `plies` follows from `presses`, `rulings` and the arbiter's `words`, and from what was entered from paper.
    """

    opening: SessionOpened | None = None
    clock: ClockState = field(default_factory=lambda: ClockState(NO_CLOCK, 0, 0))
    presses: tuple[Pressed, ...] = ()
    rulings: tuple[Ruled, ...] = ()
    """The ruling that counts for each press, in the order of the presses; without its evidence, which the journal keeps."""
    amended: int = 0
    """How many rulings were amended."""
    words: tuple[Arbitrated, ...] = ()
    """What the arbiter ruled, in order."""
    settled: tuple[Ruled, ...] = ()
    """The rulings of the first presses as they were when he took plies off the record: a reading that comes later changes nothing there."""
    unheeded: frozenset[int] = frozenset()
    """The presses that he took off before they were read."""
    players: tuple[PlayerSaid, ...] = ()
    """What the players said of draw, resignation and the like, in order."""
    moves_said: tuple[MoveEntered, ...] = ()
    """The moves that they entered, in order."""
    before: tuple[Ply, ...] = ()
    """The moves that were made before the recording began here."""
    line: Plies = field(default_factory=Plies)
    """All that was recorded, also unseen while the game went on on paper."""
    paper_from: int | None = None
    """The press from which the game is noted on paper."""
    entered: PaperMoves | None = None
    """What was entered last from paper."""
    ended: Arbitrated | None = None
    """The ruling that ended the game."""
    corners_px: tuple[tuple[float, float], ...] = ()
    picture: str | None = None
    """The last picture that was read."""
    drawn: str | None = None
    """The last picture with the grid drawn on it."""
    faults: tuple[CameraFault, ...] = ()
    blind: CameraFault | None = None
    """The fault that keeps the camera from seeing the board now."""
    closing: SessionClosed | None = None
    dropped: PicturesDropped | None = None
    """That pictures of the game are gone, and which are not."""

    @property
    def last_seq(self) -> int:
        """The number of the last press; 0 before the first."""
        return self.presses[-1].seq if self.presses else 0

    @property
    def opened(self) -> SessionOpened:
        """How the session began; SessionError before that."""
        if self.opening is None:
            raise SessionError("the session has not begun: its first event must be SessionOpened")
        return self.opening

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The moves on the record, in order, and the positions set up between them: up to the paper, and what was entered from there."""
        seen = self.line.on_record[: self.paper_place]
        return (*seen, *from_paper(self.entered, self.line.entries)) if self.entered else seen

    @property
    def paper_place(self) -> int | None:
        """How many of the plies stand before the paper; null where the game was not continued on paper."""
        return None if self.paper_from is None else len(up_to_paper(self.line.on_record, self.paper_from))

    @property
    def on_paper(self) -> bool:
        """Whether the game goes on on paper, and has not been entered from there."""
        return self.paper_from is not None and self.entered is None

    @property
    def fen(self) -> str:
        """What is held to stand on the board now, the side to move first."""
        last, said = self.rulings[-1] if self.rulings else None, self.on_the_board
        if said and (last is None or said[-1].seq >= last.seq):
            return said[-1].fen
        return last.fen if last else self.first_fen

    @property
    def first_fen(self) -> str:
        """What stood on the board when the recording began here; SessionError before the opening."""
        return self.before[-1].fen if self.before else self.opened.start_fen

    @property
    def on_the_board(self) -> tuple[Arbitrated, ...]:
        """The arbiter's words that settled what stands on the board."""
        return tuple(word for word in self.words if word.ruling in ON_THE_BOARD)

    def was_ruled_on(self, seq: int) -> bool:
        """Whether the arbiter has settled what stands on the board after that press, or a later one: its reading changes nothing there."""
        return any(word.seq >= seq for word in self.on_the_board)

    @property
    def pending(self) -> str | None:
        """The verdict of what is open: an irregularity not yet put right or answered, or `unsure`."""
        waits = self.line.open or self.owed
        return waits[-1].verdict if waits else None

    @property
    def owed(self) -> tuple[Ply, ...]:
        """The missed captures on the record that must be taken back though play went on, until the arbiter lets them be."""
        if not ruleset(self.opened.rules).missed_capture_stays:
            return ()
        settled = max((word.seq for word in self.words if word.ruling in LETS_BE), default=0)
        return tuple(ply for ply in self.line.on_record if ply.verdict == Verdict.MISSED_CAPTURE and ply.seq > settled)

    @property
    def draw_offer(self) -> PlayerSaid | None:
        """The last word on a draw, where it is an offer that stands or an agreement: until it is answered, or pressed after.

        An offer outlives the press of who made it, and lapses by one of the opponent.
        """
        last = next((one for one in reversed(self.players) if one.said in DRAWS), None)
        if last is None or last.said == Said.DRAW_DECLINED:
            return None
        is_offer = last.said == Said.DRAW_OFFERED
        lapsed = any(press.seq > last.seq and not (is_offer and press.side == last.side) for press in self.presses)
        return None if lapsed else last

    def told(self, alerts: Iterable[Alert]) -> tuple[Alert, ...]:
        """What is told of these now: on paper no irregularity, only what concerns the clock, the device and what the players say."""
        return tuple(alert for alert in alerts if self.paper_from is None or alert.code in TOLD_ON_PAPER)

    def kept(self, pictures: Iterable[str]) -> tuple[str, ...]:
        """Those of the pictures that were not dropped since."""
        return tuple(name for name in pictures if self.dropped is None or name in self.dropped.kept)

    @property
    def unruled(self) -> tuple[Pressed, ...]:
        """The presses that wait for their ruling."""
        return self.presses[len(self.rulings) :]

    @property
    def waiting_line(self) -> Plies:
        """The record with the presses that wait for their reading among the open ones: what an arbiter rules on."""
        line, settled = self.line, max((word.seq for word in self.on_the_board), default=0)
        for press in self.unruled:
            line = line.wait(press, self.opened.start_fen) if press.seq > settled else line
        return line

    @property
    def closed(self) -> bool:
        return self.closing is not None

    @property
    def over(self) -> bool:
        """Whether the game has ended, by the closing or by the arbiter's word."""
        return self.closed or self.ended is not None

    @property
    def result(self) -> str:
        """`1-0`, `0-1`, `draw`, `void`, or `*` while it is not known."""
        return self._outcome[0]

    @property
    def article(self) -> str | None:
        """The article, or section, that says why the game ended so, where one does."""
        return self._outcome[1]

    @property
    def _outcome(self) -> tuple[str, str | None]:
        told = (event for event in (self.entered, self.closing, self.ended) if event and event.result not in (None, "*"))
        return next(((event.result or "*", event.article) for event in told), ("*", None))
