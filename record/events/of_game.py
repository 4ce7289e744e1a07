"""The events of a recorded session. They are frozen, and their types say what a row of the journal may hold (`record.events.fields`).

Times are nanoseconds since the session began (`t_ns`), clock readings nanoseconds left (`white_ns`, `black_ns`). Pictures are file names
in the session's folder. `at` is the time of day of a ruling (`papers.time_of_day`), for people only; replays lack it.
"""

from enum import StrEnum
from typing import Annotated

from record.events.about import About
from record.events.alert import Alert as Alert
from record.events.fields import (
    CauseName,
    ChangeNs,
    CommandId,
    Corners,
    Count,
    Heights,
    LogP,
    ResultName,
    SideName,
    Stored,
    TimeNs,
    VerdictName,
    one_of,
)
from record.events.of_players import MoveEntered, PlayerSaid, Said
from record.events.of_record import AlertSeen, Described, LogRestored, OfRecord, RowsLost, TimeControlSet, Undone, WritingSuspended
from rules.board.ruleset import NO_CROWNS, RuleSet, ruleset
from rules.errors import DamcamError


class EventError(DamcamError, ValueError):
    """A stored event that this version cannot read."""


class SessionOpened(Stored, frozen=True):
    """A game begins. The event has its rules, its start position, its clocks and what is known of it (players, event, round)."""

    rules: str
    board_size: int
    start_fen: str
    time_control: str
    white_ns: TimeNs
    black_ns: TimeNs
    about: About = About()
    mirrored: bool = False
    """Whether the board lies with a light corner at White's left and is read and drawn as its mirror image."""
    crowns: Annotated[str, one_of((NO_CROWNS, ""))] = ""
    """`none` where a king gets no second disc, so that kings are known from the record alone; empty otherwise."""

    @property
    def rule_set(self) -> RuleSet:
        """The rules of the game, without a second disc where kings get none; UnknownRules."""
        return ruleset(self.rules, second_disc=self.crowns != NO_CROWNS)


class BoardFound(Stored, frozen=True):
    """The board was found. `corners_px` are its outer corners (x, y) in pixels: White's lower left first, counter-clockwise for White."""

    t_ns: TimeNs
    corners_px: Corners
    picture: str
    """The picture in which the board was found."""
    drawn: str | None = None
    """The same picture, scaled, with the grid drawn on it; null where none was kept."""


class ClockStarted(Stored, frozen=True):
    """The clock of `side` runs from `t_ns` on."""

    t_ns: TimeNs
    side: SideName
    by: str = ""
    """The name of the arbiter who started it; empty where a press or the beginning of the game did."""
    reason: str = ""
    at: str = ""
    command: CommandId = ""


class Pressed(Stored, frozen=True):
    """A press of the clock was accepted, and the clock changed over. `running` is the side whose clock runs now."""

    seq: Count
    t_ns: TimeNs
    side: SideName
    white_ns: TimeNs
    black_ns: TimeNs
    running: SideName | None
    pictures: tuple[str, ...] = ()


class ClockStopped(Stored, frozen=True):
    """Neither clock runs until ClockStarted: the arbiter stopped it (regulation C, Art. 3), or the device was off for a while.

    The readings are those at `t_ns`. After a power cut, `t_ns` is the last moment on disk: the time since then is charged to nobody.
    """

    t_ns: TimeNs
    white_ns: TimeNs
    black_ns: TimeNs
    by: str = ""
    """Who stopped it; empty where no person did."""
    alerts: tuple[Alert, ...] = ()
    reason: str = ""
    at: str = ""
    command: CommandId = ""


class TimesSet(Stored, frozen=True):
    """The arbiter set both clocks. `moves` are the counted moves of White and of Black; null leaves the counts unchanged.

    Where time was added or deducted, `added_ns` has the amounts for White and for Black, negative for a deduction; no new turn begins.
    """

    t_ns: TimeNs
    white_ns: TimeNs
    black_ns: TimeNs
    by: str
    reason: str = ""
    moves: tuple[Count, Count] | None = None
    added_ns: tuple[ChangeNs, ChangeNs] | None = None
    at: str = ""
    command: CommandId = ""


class FlagFell(Stored, frozen=True):
    """The time of `side` ran out at `t_ns`, and the clock stopped (regulation C, Art. 4: the game is lost once the arbiter says so)."""

    t_ns: TimeNs
    side: SideName
    white_ns: TimeNs
    black_ns: TimeNs
    alerts: tuple[Alert, ...] = ()


class TurnHandedBack(Stored, frozen=True):
    """The lever went back: the last press no longer counts, and the clock of `side`, which made it, runs again."""

    t_ns: TimeNs
    side: SideName
    white_ns: TimeNs
    black_ns: TimeNs


class Alerted(Stored, frozen=True):
    """Alerts for the arbiter that belong to no other event."""

    t_ns: TimeNs
    alerts: tuple[Alert, ...]


class Ruled(Stored, frozen=True):
    """The press `seq` was ruled, or, with `amends`, its earlier ruling is replaced."""

    seq: Count
    side: SideName
    verdict: VerdictName
    move: str | None
    fen: str
    """The position held to be on the board after the press, the side to move first."""
    confidence: float
    alerts: tuple[Alert, ...] = ()
    amends: bool = False
    log_p: tuple[LogP, ...] = ()
    """The evidence of the ruling: for each square the log-probabilities of its five contents (nats); empty where there was none."""
    picture: str | None = None
    """The picture that was read."""
    drawn: str | None = None
    """The picture that was read, scaled, with the grid drawn on it."""
    pictures: tuple[str, ...] = ()
    """All kept pictures of the press in the order of time, where Pressed could not name them yet."""
    before: tuple[str, ...] = ()
    """The kept pictures of the moments before the press, in the order of time (Art. 14)."""
    start: str | None = None
    """The FEN from which the press was explained, with the counts of Art. 17 where there are any."""
    straight: tuple[str | None, ...] = ()
    """The pictures before and after the press, where the ruling has an alert. They are rectified, White below, and the squares of the
    alert are outlined. An item is null where its picture could not be kept."""
    entered_by: str = ""
    """Who entered the move, where the pictures did not decide."""
    heights: tuple[Heights, ...] = ()
    """The squares of whose pieces the last picture and this one tell whether a second disc came or went, as `Evidence.heights`."""

    @property
    def is_guess(self) -> bool:
        """Whether `fen` is only the likeliest position: the pictures did not decide, and nobody entered the move."""
        return self.verdict == "unsure" and not self.entered_by


class CameraFault(Stored, frozen=True):
    """The camera gave no picture, or it could not be read. The game goes on."""

    t_ns: TimeNs
    text: str
    picture: str | None = None
    reason: str | None = None
    """Why the camera sees nothing until CameraRestored, such as `black` or `frozen`; null for a fault of one moment."""
    alerts: tuple[Alert, ...] = ()
    """The alerts of the fault, where no ruling has them."""


class CameraRestored(Stored, frozen=True):
    """The camera sees the board again in `picture`. An empty `picture` means only that the camera gives pictures again."""

    t_ns: TimeNs
    picture: str
    alerts: tuple[Alert, ...] = ()


class BoardMoved(Stored, frozen=True):
    """The board or the camera was moved by more than half a square, and the board was found again.

    `middle_squares` is the distance that its middle moved and `corner_squares` the greatest distance of a corner, both in squares.
    `degrees` is the rotation seen from above, positive when clockwise. `corners_px` is as in BoardFound. The two pictures are the evidence.
    """

    t_ns: TimeNs
    middle_squares: float
    corner_squares: float
    degrees: float
    corners_px: Corners
    before: str
    """The last picture before the movement."""
    after: str
    """The first picture after the movement."""


class Word(StrEnum):
    """What the arbiter may rule, at any moment until the recording ends."""

    STAND = "stand"
    """What is pending stands for good, and the opponent is to move. A missed capture that is owed may stay."""
    RESTORE = "restore"
    """What is pending is removed: the position before it is put back, and the side that made it moves again. Where nothing is pending,
    the first missed capture that is owed and everything after it are removed."""
    POSITION = "position"
    """The position is set by hand. Nothing is removed: what was pending stands before it, and a missed capture that is owed may stay."""
    TAKE_BACK = "take-back"
    """A given number of plies is removed, pending ones first."""
    TO_MOVE = "to-move"
    """The board stays, and the given side is to move. Nothing is removed."""
    END = "end"
    """The game is over. A later ruling on the board resumes it."""
    PAPER = "paper"
    """What is pending, and everything after it, is noted on paper."""
    RECORD = "record"
    """The record goes on after all, with what was recorded in the meantime."""


class Arbitrated(Stored, frozen=True):
    """The arbiter ruled after press `seq`, the last one so far; 0 before the first.

    The ruling settles what it rules on. A press that still waits is settled too, whatever it is read
    to be later.
    """

    t_ns: TimeNs
    seq: Count
    ruling: Annotated[str, one_of(Word)]
    by: str
    """Who ruled."""
    fen: str
    """The position from now on, the side to move first, with the counts of Art. 17 where they are not zero."""
    reason: str = ""
    """Why, in the arbiter's words."""
    plies: Count = 0
    """How many plies `take-back` removes; for `restore`, how many it removes from the record, open presses aside."""
    result: ResultName | None = None
    """The result of `end`: `1-0`, `0-1`, `draw` or `void`."""
    article: str | None = None
    """The article or section that is the reason for the result of `end`."""
    cause: CauseName | None = None
    """By which cause `end` ends the game, in any language; None where it is not known, as where the article names several."""
    at: str = ""
    command: CommandId = ""


class ContinuedOnPaper(Stored, frozen=True):
    """From press `seq` on, the game is noted on paper (regulation C, Art. 5). Recording goes on, but is not shown."""

    t_ns: TimeNs
    seq: Count
    by: str = ""
    """Who decided it; empty where it follows from the regulation."""
    at: str = ""


class PaperMoves(Stored, frozen=True):
    """The part of the game that was noted on paper, as somebody entered it. It replaces what was entered before."""

    t_ns: TimeNs
    by: str
    moves: tuple[str, ...]
    """The moves in the notation of Art. 22, or `/FEN "..."/` where a position was set up."""
    fens: tuple[str, ...]
    """The position after each move, the side to move first."""
    seqs: tuple[Count, ...]
    """For each move the press that was read to lead to the same position; 0 where there is none."""
    result: ResultName = "*"
    article: str | None = None
    at: str = ""
    command: CommandId = ""


class SessionClosed(Stored, frozen=True):
    """The recording ends. `result` is `1-0`, `0-1`, `draw`, `void` or `*`; `article` is its reason, null where no article gives one."""

    t_ns: TimeNs
    result: ResultName = "*"
    article: str | None = None
    by: str = ""
    """Who closed it; empty where no person did."""
    at: str = ""
    command: CommandId = ""


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
    | OfRecord
    | PlayerSaid
    | MoveEntered
)
OfCommand = (
    ClockStarted
    | ClockStopped
    | TimesSet
    | Arbitrated
    | SessionClosed
    | PaperMoves
    | Described
    | TimeControlSet
    | AlertSeen
    | RowsLost
    | LogRestored
    | Undone
    | WritingSuspended
    | PlayerSaid
    | MoveEntered
)
"""An event that a command may have made."""


def command_of(event: Event) -> str:
    """The id of the command that is done with the event; empty where none is."""
    if isinstance(event, PlayerSaid) and event.said == Said.RESIGNED:
        return ""  # the ruling that ends the game completes it
    return event.command if isinstance(event, OfCommand) else ""
