"""Events of the record rather than of the game: its description changes, moves are entered, a ruling is undone, pictures are dropped."""

from dataclasses import dataclass
from enum import StrEnum

from record.events.about import About


@dataclass(frozen=True, slots=True)
class Described:
    """The description of the game changed: players, event, round. The event may come after the closing."""

    t_ns: int
    by: str
    about: About
    """Only the values that changed; an empty text means that the value is no longer known."""
    because: str = ""
    """Why they were changed, where somebody gave a reason."""


@dataclass(frozen=True, slots=True)
class TimeControlSet:
    """The game has another time control than it was opened with, and both clocks show its time. Nobody has pressed yet."""

    t_ns: int
    by: str
    time_control: str
    white_ns: int
    black_ns: int
    at: str = ""


@dataclass(frozen=True, slots=True)
class MovesBefore:
    """The moves made before this recording began, as somebody entered them. The journal of the recorder before is lost."""

    t_ns: int
    by: str
    moves: tuple[str, ...]
    """The moves, written as in `PaperMoves`."""
    fens: tuple[str, ...]
    """The position after each move, the side to move first; the last one has the counts of Art. 17 where they are not zero."""
    clocks: tuple[tuple[int, int] | None, ...]
    """White's and Black's clock reading (ns) right after each move; null where it is not known."""


@dataclass(frozen=True, slots=True)
class TimeKnown:
    """The time of day came to be known while the game went on: it is `at` at `t_ns`.

    It holds for the game from `since_ns` on, when the service took the game up: for how long it was gone before that nobody knows.
    """

    t_ns: int
    at: str
    since_ns: int = 0


@dataclass(frozen=True, slots=True)
class AlertSeen:
    """The arbiter has seen an alert and makes no ruling."""

    t_ns: int
    by: str
    alert: str
    """The journal row of the alert and its index in that row, such as `17-0`."""


@dataclass(frozen=True, slots=True)
class RowsLost:
    """The journal had lost what came after row `row`, or it could not be read any more, and somebody decided to go on from there.

    What the files knew then is kept here; 0 where a file told nothing. All of it lies in the folder `aside`, in that of the game.
    """

    t_ns: int
    by: str
    row: int
    seq: int
    """The last press up to that row; 0 before the first."""
    told: int
    """The last row that had been told, as the file outside the database knew."""
    presses: int
    """The last press in presses.jsonl."""
    moves: int
    """The moves in game.pdn."""
    aside: str
    at: str = ""


@dataclass(frozen=True, slots=True)
class Undone:
    """The last ruling was undone: the game stands as it did before it, and the clocks as `record.session.clocks.after_undoing` says."""

    t_ns: int
    by: str
    ruling: str
    """The ruling that was undone, as `record.session.undoing.ruling_name` names it."""
    ruled_ns: int
    """The `t_ns` of its event."""
    reason: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class WritingSuspended:
    """The arbiter let the player of `side`, short of time, write the moves up after the game (E 2), or took that back. The game goes on."""

    t_ns: int
    seq: int
    """The last press so far; 0 before the first."""
    side: str
    by: str
    white_ns: int
    black_ns: int
    suspended: bool = True
    """False where it was taken back: the player writes from now on."""
    reason: str = ""
    at: str = ""


class Why(StrEnum):
    """Why pictures are dropped."""

    CLOSED = "closed"
    """The game is over, and no alert needs them."""
    BUDGET = "budget"
    """The pictures of newer games need the space."""
    DAYS = "days"
    """The time for which the settings keep pictures is over."""
    ASKED = "asked"
    """A person asked for it."""


@dataclass(frozen=True, slots=True)
class PicturesDropped:
    """Only the pictures `kept` of the game are kept from now on. The event comes after the closing.

    The files are deleted once the event is on disk; those that a power cut leaves behind are deleted later.
    """

    t_ns: int
    at: str
    """The time of day in ISO 8601; empty where it was not known."""
    why: str
    """A `Why`."""
    by: str = ""
    """Who asked for it."""
    kept: tuple[str, ...] = ()


OfRecord = MovesBefore | Described | TimeControlSet | TimeKnown | AlertSeen | PicturesDropped | RowsLost | Undone | WritingSuspended
