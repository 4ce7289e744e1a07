"""Events of the record rather than of the game: its description changes, moves are entered, a ruling is undone, pictures are dropped."""

from enum import StrEnum
from typing import Annotated

from record.events.about import About
from record.events.fields import CommandId, Count, SideName, Stored, TimeNs, one_of


class Described(Stored, frozen=True):
    """The description of the game changed: players, event, round. The event may come after the closing."""

    t_ns: TimeNs
    by: str
    about: About
    """Only the values that changed; an empty text means that the value is no longer known."""
    because: str = ""
    """Why they were changed, where somebody gave a reason."""
    command: CommandId = ""


class TimeControlSet(Stored, frozen=True):
    """The game has another time control than it was opened with, and the clocks show these times.

    Before the game it is the time with which it begins. In a game that has begun the time that was used stays used, and the rest is as
    this time control would have given it.
    """

    t_ns: TimeNs
    by: str
    time_control: str
    white_ns: TimeNs
    black_ns: TimeNs
    reason: str = ""
    at: str = ""
    command: CommandId = ""


class MovesBefore(Stored, frozen=True):
    """The moves made before this recording began, as somebody entered them. The journal of the recorder before is lost."""

    t_ns: TimeNs
    by: str
    moves: tuple[str, ...]
    """The moves, written as in `PaperMoves`."""
    fens: tuple[str, ...]
    """The position after each move, the side to move first; the last one has the counts of Art. 17 where they are not zero."""
    clocks: tuple[tuple[TimeNs, TimeNs] | None, ...]
    """White's and Black's clock reading (ns) right after each move; null where it is not known."""


class TimeKnown(Stored, frozen=True):
    """The time of day came to be known while the game went on: it is `at` at `t_ns`.

    It holds for the game from `since_ns` on, when the service took the game up: for how long it was gone before that nobody knows.
    """

    t_ns: TimeNs
    at: str
    since_ns: TimeNs = 0


class AlertSeen(Stored, frozen=True):
    """The arbiter has seen an alert and makes no ruling."""

    t_ns: TimeNs
    by: str
    alert: str
    """The journal row of the alert and its index in that row, such as `17-0`."""
    command: CommandId = ""


class RowsLost(Stored, frozen=True):
    """The journal had lost what came after row `row`, or it could not be read any more, and somebody decided to go on from there.

    All that was there lies in the folder `aside`, in that of the game.
    """

    t_ns: TimeNs
    by: str
    row: Count
    seq: Count
    """The last press up to that row; 0 before the first."""
    last_known_row: Count
    """The last row that the tail of the damaged journal named; 0 where it named none."""
    aside: str
    at: str = ""
    command: CommandId = ""


class LogRestored(Stored, frozen=True):
    """The journal was damaged, and somebody decided that the game goes on with another log of it, which has all rows that were told.

    What was there of the damaged one lies in the folder `aside`, in that of the game.
    """

    t_ns: TimeNs
    by: str
    row: Count
    """The last row of that log."""
    aside: str
    at: str = ""
    command: CommandId = ""


class Undone(Stored, frozen=True):
    """The last ruling was undone: the game stands as it did before it, and the clocks as `record.session.clocks.after_undoing` says."""

    t_ns: TimeNs
    by: str
    ruling: str
    """The ruling that was undone, as `record.session.undoing.ruling_name` names it."""
    ruled_ns: TimeNs
    """The `t_ns` of its event."""
    reason: str = ""
    at: str = ""
    command: CommandId = ""


class WritingSuspended(Stored, frozen=True):
    """The arbiter let the player of `side`, short of time, write the moves up after the game (E 2), or took that back. The game goes on."""

    t_ns: TimeNs
    seq: Count
    """The last press so far; 0 before the first."""
    side: SideName
    by: str
    white_ns: TimeNs
    black_ns: TimeNs
    suspended: bool = True
    """False where it was taken back: the player writes from now on."""
    reason: str = ""
    at: str = ""
    command: CommandId = ""


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


class PicturesDropped(Stored, frozen=True):
    """Only the pictures `kept` of the game are kept from now on. The event comes after the closing.

    The files are deleted once the event is on disk; those that a power cut leaves behind are deleted later.
    """

    t_ns: TimeNs
    at: str
    """The time of day in ISO 8601; empty where it was not known."""
    why: Annotated[str, one_of(Why)]
    by: str = ""
    """Who asked for it."""
    kept: tuple[str, ...] = ()


OfRecord = (
    MovesBefore | Described | TimeControlSet | TimeKnown | AlertSeen | PicturesDropped | RowsLost | LogRestored | Undone | WritingSuspended
)
