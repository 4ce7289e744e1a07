"""The state of a session after its events so far."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from clock.clock import ClockState
from clock.control import NO_CLOCK
from record.events.of_game import (
    Alert,
    Arbitrated,
    CameraFault,
    ClockStarted,
    PaperMoves,
    Pressed,
    Ruled,
    SessionClosed,
    SessionOpened,
    TimesSet,
)
from record.events.of_players import MoveEntered, PlayerSaid, Said
from record.events.of_record import PicturesDropped, RowsLost, TimeControlSet, TimeKnown, WritingSuspended
from record.session.arbiter import LETS_STAND, ON_THE_BOARD, Word
from record.session.faults import SessionFault
from record.session.paper import from_paper, up_to_paper
from record.session.plies import Plies, Ply
from record.telling.remarks import TOLD_ON_PAPER
from rules.board.ruleset import ruleset
from rules.errors import DamcamError
from rules.irregularity import Verdict
from rules.pdn.game import was_played

DRAWS = frozenset({Said.DRAW_OFFERED, Said.DRAW_ACCEPTED, Said.DRAW_DECLINED})


class SessionError(DamcamError, ValueError):
    """An event out of place: before the opening, after the closing, or a second opening."""


@dataclass(frozen=True, slots=True)
class Undoable:
    """The last ruling, while it can be undone."""

    ruling: Arbitrated | ClockStarted | TimesSet | TimeControlSet | PaperMoves
    without: "State"
    """The game as it would stand without the ruling. Earlier rulings cannot be undone from there."""


@dataclass(frozen=True, slots=True)
class State:
    """The state of a session after its events so far; `State()` is the state before the first event.

    The record is derived: `plies` follows from `presses`, `rulings`, the arbiter's `words` and the moves entered from paper.
    """

    opening: SessionOpened | None = None
    clock: ClockState = field(default_factory=lambda: ClockState(NO_CLOCK, 0, 0))
    presses: tuple[Pressed, ...] = ()
    thought_ns: tuple[int, ...] = ()
    """For each press how long its side had thought about the move while its clock ran."""
    rulings: tuple[Ruled, ...] = ()
    """The valid ruling of each press, in the order of the presses, without its evidence, which the journal keeps."""
    amended: int = 0
    """How many amendments of rulings were made."""
    words: tuple[Arbitrated, ...] = ()
    """The rulings of the arbiter, in order."""
    settled: tuple[Ruled, ...] = ()
    """The rulings of the first presses as of the arbiter's last removal of plies; later amendments do not change the record there."""
    ignored: frozenset[int] = frozenset()
    """The presses that the arbiter removed before they were read; their later rulings are ignored."""
    players: tuple[PlayerSaid, ...] = ()
    """What the players said on the tablet, such as draw offers and resignations, in order."""
    moves_said: tuple[MoveEntered, ...] = ()
    """The moves that the players entered, in order."""
    writing: tuple[WritingSuspended, ...] = ()
    """Where the arbiter suspended a player's duty to write, or took that back, in order."""
    before: tuple[Ply, ...] = ()
    """The moves made before this recording began."""
    line: Plies = field(default_factory=Plies)
    """Everything that was recorded, also while the game went on on paper."""
    paper_from: int | None = None
    """The press from which the game is noted on paper."""
    entered: PaperMoves | None = None
    """The last entry of moves from paper."""
    ended: Arbitrated | None = None
    """The ruling that ended the game."""
    began_ns: int | None = None
    """When the first clock started or the first move was made, in the game's own time; None before."""
    times_known: tuple[TimeKnown, ...] = ()
    """When the time of day came to be known after something was noted without, in order."""
    corners_px: tuple[tuple[float, float], ...] = ()
    picture: str | None = None
    """The last picture that was read."""
    drawn: str | None = None
    """The last picture with the grid drawn on it."""
    drawings: tuple[tuple[int, str], ...] = ()
    """The drawn picture that each press was first read from, with the number of the press, in order; 0 is the board before the first."""
    faults: tuple[CameraFault, ...] = ()
    blind: CameraFault | None = None
    """The fault that keeps the camera from seeing the board now."""
    closing: SessionClosed | None = None
    losses: tuple[RowsLost, ...] = ()
    """Where the journal had lost something, and the game went on without it."""
    undoable: Undoable | None = None
    """The last ruling; None once something stands on it: a press, its reading, another ruling, the clock, the closing."""
    dropped: PicturesDropped | None = None
    """Set once pictures of the game were dropped; it names those that are kept."""

    @property
    def last_seq(self) -> int:
        """The number of the last press; 0 before the first."""
        return self.presses[-1].seq if self.presses else 0

    @property
    def opened(self) -> SessionOpened:
        """The opening of the session; SessionError before it."""
        if self.opening is None:
            raise SessionError(SessionFault.NOT_BEGUN.said())
        return self.opening

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The moves on the record, in order, with the positions set up between them; from the paper on, the moves that were entered."""
        seen = self.line.on_record[: self.paper_place]
        return (*seen, *from_paper(self.entered, self.line.entries)) if self.entered else seen

    @property
    def paper_place(self) -> int | None:
        """How many plies precede the paper; None where the game was not continued on paper."""
        return None if self.paper_from is None else len(up_to_paper(self.line.on_record, self.paper_from))

    @property
    def on_paper(self) -> bool:
        """Whether the game was continued on paper and its moves have not been entered yet."""
        return self.paper_from is not None and self.entered is None

    @property
    def fen(self) -> str:
        """The position held to be on the board now, the side to move first. It is a guess where `guessed` has rulings."""
        return self._fen_after(self.rulings)

    @property
    def guessed(self) -> tuple[Ruled, ...]:
        """The rulings of the last presses after which the position was only guessed, in order; empty where it is known."""
        settled = max((word.seq for word in self.on_the_board), default=0)
        return tuple(takewhile(lambda ruling: ruling.is_guess and ruling.seq > settled, reversed(self.rulings)))[::-1]

    @property
    def known_fen(self) -> str:
        """The last position that is known, the side to move now first: that of `fen`, or where this is a guess, the one before it."""
        guessed = self.guessed
        if not guessed:
            return self.fen
        return ("B" if guessed[-1].side == "white" else "W") + self._fen_after(self.rulings[: -len(guessed)])[1:]

    def _fen_after(self, rulings: Sequence[Ruled]) -> str:
        last, said = rulings[-1] if rulings else None, self.on_the_board
        if said and (last is None or said[-1].seq >= last.seq):
            return said[-1].fen
        return last.fen if last else self.first_fen

    @property
    def first_fen(self) -> str:
        """The position on the board when this recording began; SessionError before the opening."""
        return self.before[-1].fen if self.before else self.opened.start_fen

    @property
    def on_the_board(self) -> tuple[Arbitrated, ...]:
        """The rulings of the arbiter that settled the position on the board."""
        return tuple(word for word in self.words if word.ruling in ON_THE_BOARD)

    def was_ruled_on(self, seq: int) -> bool:
        """Whether the arbiter has settled the position after press `seq` or a later one; a later reading does not change it."""
        return any(word.seq >= seq for word in self.on_the_board)

    @property
    def pending(self) -> str | None:
        """The verdict of the last open or owed ply: an irregularity neither put right nor answered, or `unsure`; None without one."""
        waits = self.line.open or self.owed
        return waits[-1].verdict if waits else None

    @property
    def owed(self) -> tuple[Ply, ...]:
        """The missed captures on the record that must be taken back although play went on, until the arbiter rules that they stay."""
        if not ruleset(self.opened.rules).missed_capture_stays:
            return ()
        settled = max((word.seq for word in self.words if word.ruling in LETS_STAND), default=0)
        return tuple(ply for ply in self.line.on_record if ply.verdict == Verdict.MISSED_CAPTURE and ply.seq > settled)

    @property
    def draw_offer(self) -> PlayerSaid | None:
        """The last draw offer or agreement, while it is valid; None otherwise.

        An offer stays valid after a press of the side that made it, and lapses with a press of the opponent. An agreement lapses with any
        press.
        """
        last = next((one for one in reversed(self.players) if one.said in DRAWS), None)
        if last is None or last.said == Said.DRAW_DECLINED:
            return None
        is_offer = last.said == Said.DRAW_OFFERED
        lapsed = any(press.seq > last.seq and not (is_offer and press.side == last.side) for press in self.presses)
        return None if lapsed else last

    def told(self, alerts: Iterable[Alert]) -> tuple[Alert, ...]:
        """The alerts that the arbiter gets: on paper no irregularities, only those of the clock, the device and the players."""
        return tuple(alert for alert in alerts if self.paper_from is None or alert.code in TOLD_ON_PAPER)

    def kept(self, pictures: Iterable[str]) -> tuple[str, ...]:
        """The pictures that have not been dropped."""
        return tuple(name for name in pictures if self.dropped is None or name in self.dropped.kept)

    @property
    def unruled(self) -> tuple[Pressed, ...]:
        """The presses without a ruling yet."""
        return self.presses[len(self.rulings) :]

    @property
    def waiting_line(self) -> Plies:
        """The record with the presses that are not read yet among the open ones; the arbiter rules on this record."""
        line, settled = self.line, max((word.seq for word in self.on_the_board), default=0)
        for press in self.unruled:
            line = line.wait(press, self.opened.start_fen) if press.seq > settled else line
        return line

    @property
    def closed(self) -> bool:
        return self.closing is not None

    @property
    def over(self) -> bool:
        """Whether the game has ended, by the closing or by a ruling."""
        return self.closed or self.ended is not None

    @property
    def result(self) -> str:
        """`1-0`, `0-1`, `draw`, `void`, or `*` while it is not known."""
        return self._outcome[0]

    @property
    def is_played(self) -> bool:
        """False for a game that is won without a move and without an article of the playing rules: one of the players did not come.

        A press counts as a move. Where rows were lost, or the game went on on paper, there may have been moves.
        """
        was_on_paper = self.entered is not None or self.paper_from is not None or any(word.ruling == Word.PAPER for word in self.words)
        has_moves = bool(self.before or self.presses or self.losses) or was_on_paper
        return was_played(self.result, has_moves=has_moves, has_reason=self.article is not None)

    @property
    def article(self) -> str | None:
        """The article or section that is the reason for the result; None where there is none."""
        return self._outcome[1]

    @property
    def _outcome(self) -> tuple[str, str | None]:
        told = (event for event in (self.entered, self.closing, self.ended) if event and event.result not in (None, "*"))
        return next(((event.result or "*", event.article) for event in told), ("*", None))
