"""What can happen in a recorded session. Frozen, and plain enough to be kept as JSON for ever.

Times are nanoseconds since the session began (`t_ns`); clock readings are nanoseconds left (`white_ns`, `black_ns`). Pictures are
file names relative to the session's folder. What somebody rules has the time of day `at` which he did, as `papers.time_of_day` writes it:
for people alone, no clock and no order of events follows from it. Empty in older journals and in replays.
"""

from dataclasses import dataclass, field

from record.events.about import About
from record.events.effects import Alert as Alert
from record.events.of_players import MoveEntered, PlayerSaid
from record.events.of_record import AlertSeen, Described, MovesBefore, PicturesDropped
from rules.errors import DamcamError


class EventError(DamcamError, ValueError):
    """A stored event that this version cannot read."""


@dataclass(frozen=True, slots=True)
class SessionOpened:
    """A game begins: under which rules, from which position, and what is known of it (players, event, round)."""

    rules: str
    board_size: int
    start_fen: str
    time_control: str
    white_ns: int
    black_ns: int
    about: About = field(default_factory=About)


@dataclass(frozen=True, slots=True)
class BoardFound:
    """The board was found in a picture: its outer corners in pixels, from White's lower left, counter-clockwise seen by White."""

    t_ns: int
    corners_px: tuple[tuple[float, float], ...]
    picture: str
    """The picture it was found in."""
    drawn: str | None = None
    """The same picture, scaled, with the grid drawn on it."""


@dataclass(frozen=True, slots=True)
class ClockStarted:
    """The clock of that side runs from now."""

    t_ns: int
    side: str
    by: str = ""
    """Who started it: the arbiter's name; empty where the game's beginning or a press did."""
    reason: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A press of the clock was accepted, and the clock flipped."""

    seq: int
    t_ns: int
    side: str
    white_ns: int
    black_ns: int
    running: str | None
    pictures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ClockStopped:
    """Neither clock runs until ClockStarted: the arbiter stopped it (regulation C, Art. 3), or the device was gone for a while.

    The readings are those of `t_ns`. After a power cut that is the last moment that was on disk: what is lost of it costs nobody time.
    """

    t_ns: int
    white_ns: int
    black_ns: int
    by: str = ""
    """Who stopped it; empty where nobody did."""
    alerts: tuple[Alert, ...] = ()
    reason: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class TimesSet:
    """The arbiter set what both clocks show; `moves` are those counted of White and of Black, null where they stay as they were.

    Where he added time or took it off, `added_ns` says how much of White's and of Black's: the turn is no other for that.
    """

    t_ns: int
    white_ns: int
    black_ns: int
    by: str
    reason: str = ""
    moves: tuple[int, int] | None = None
    added_ns: tuple[int, int] | None = None
    at: str = ""


@dataclass(frozen=True, slots=True)
class FlagFell:
    """The time of `side` is used up since `t_ns`, and the clock stands (regulation C, Art. 4: the game is lost; the arbiter says so)."""

    t_ns: int
    side: str
    white_ns: int
    black_ns: int
    alerts: tuple[Alert, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnHandedBack:
    """The lever fell back: the press before this counts no longer, and the clock of `side`, who made it, runs again."""

    t_ns: int
    side: str
    white_ns: int
    black_ns: int


@dataclass(frozen=True, slots=True)
class Alerted:
    """The arbiter is told something that belongs to no other event."""

    t_ns: int
    alerts: tuple[Alert, ...]


@dataclass(frozen=True, slots=True)
class Ruled:
    """A press was ruled, or an earlier ruling of the press `seq` is amended."""

    seq: int
    side: str
    verdict: str
    move: str | None
    fen: str
    """What is held to stand on the board after the press, the side to move first."""
    confidence: float
    alerts: tuple[Alert, ...] = ()
    amends: bool = False
    log_p: tuple[tuple[float, ...], ...] = ()
    """The evidence it was ruled on, a row of five for each square; empty when there was none."""
    picture: str | None = None
    """The picture that was read."""
    drawn: str | None = None
    """The picture that was read, scaled, with the grid drawn on it."""
    pictures: tuple[str, ...] = ()
    """All that were kept of the press, in the order of time, where Pressed could not name them yet,"""
    before: tuple[str, ...] = ()
    """and of the moments before it (Art. 14)."""
    start: str | None = None
    """The FEN from which the press was explained, with the counts of Art. 17 where there are any; null in older journals."""
    straight: tuple[str | None, ...] = ()
    """Where something is told: the pictures before and after the press laid straight, White below, with the squares of what is told
    outlined; null for one that could not be kept, and none in older journals."""
    entered_by: str = ""
    """Who said that it was so, where the pictures did not decide."""


@dataclass(frozen=True, slots=True)
class CameraFault:
    """A picture could not be had or read; the game goes on."""

    t_ns: int
    text: str
    picture: str | None = None
    reason: str | None = None
    """What keeps the camera from seeing until CameraRestored, such as `black` or `frozen`; null for a fault of one moment."""
    alerts: tuple[Alert, ...] = ()
    """What the arbiter is told with it, where no ruling tells it."""


@dataclass(frozen=True, slots=True)
class CameraRestored:
    """The camera sees the board again, in this picture; or gives pictures again, where it names none."""

    t_ns: int
    picture: str
    alerts: tuple[Alert, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardMoved:
    """The board or the camera was moved by more than half a square, and the board was found anew.

    `middle_squares` is how far its middle moved, `corner_squares` the farthest that a corner did, `degrees` the turn seen from above,
    clockwise positive; `corners_px` as in BoardFound. The two pictures are the evidence.
    """

    t_ns: int
    middle_squares: float
    corner_squares: float
    degrees: float
    corners_px: tuple[tuple[float, float], ...]
    before: str
    """The last picture before it, and"""
    after: str
    """the first after it."""


@dataclass(frozen=True, slots=True)
class Arbitrated:
    """The arbiter ruled after press `seq`, the last one so far; 0 before the first.

    `ruling` is a `record.session.arbiter.Word`. What it rules on is settled by it, also what presses that still wait are read to be later.
    """

    t_ns: int
    seq: int
    ruling: str
    by: str
    """Who ruled."""
    fen: str
    """What stands from now on, the side to move first, with the counts of Art. 17 where they are not nought."""
    reason: str = ""
    """Why, in the arbiter's words."""
    plies: int = 0
    """Of `take-back`: how many are taken back."""
    result: str | None = None
    """Of `end`: `1-0`, `0-1`, `draw` or `void`,"""
    article: str | None = None
    """and the article, or section, that says why."""
    at: str = ""


@dataclass(frozen=True, slots=True)
class ContinuedOnPaper:
    """From press `seq` on the game is noted on paper (regulation C, Art. 5); recording goes on unseen."""

    t_ns: int
    seq: int
    by: str = ""
    """Who said so; empty where the regulation did."""
    at: str = ""


@dataclass(frozen=True, slots=True)
class PaperMoves:
    """The part of the game that was noted on paper, as somebody entered it; it takes the place of what was entered before."""

    t_ns: int
    by: str
    moves: tuple[str, ...]
    """In the notation of Art. 22, or `/FEN "..."/` where a position was set up."""
    fens: tuple[str, ...]
    """The position after each, the side to move first."""
    seqs: tuple[int, ...]
    """The press that was read to lead to the same position; 0 where none was."""
    result: str = "*"
    article: str | None = None
    at: str = ""


@dataclass(frozen=True, slots=True)
class SessionClosed:
    """The recording ends. `result` is `1-0`, `0-1`, `draw`, `void` or `*`; `article` says why where an article does."""

    t_ns: int
    result: str = "*"
    article: str | None = None
    by: str = ""
    """Who closed it; empty where nobody did."""
    at: str = ""


Event = (
    SessionOpened
    | BoardFound
    | ClockStarted
    | ClockStopped
    | TimesSet
    | FlagFell
    | TurnHandedBack
    | Alerted
    | Pressed
    | Ruled
    | Arbitrated
    | ContinuedOnPaper
    | CameraFault
    | CameraRestored
    | BoardMoved
    | SessionClosed
    | PaperMoves
    | MovesBefore
    | Described
    | AlertSeen
    | PicturesDropped
    | PlayerSaid
    | MoveEntered
)
