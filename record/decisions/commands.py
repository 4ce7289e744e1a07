"""The bodies of the commands for a board: what people decide about a game, as any process gives it to the board's loop."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, field

from record.decisions.arbitration import Decision
from record.events.about import About
from record.events.fields import ChangeNs, Corners, Count, SideName, Square, Stored, TimeNs, one_of
from record.events.of_players import PLAYERS, Said

TIME_CONTROL = "time_control"
"""The name of the time control beside the tags of a game."""
MAX_PART, MAX_PARTS = 60_000, 200
"""Characters of a part of a log, and parts: a command has room for one, and no game has more."""


class Body(Stored, frozen=True, tag=True):
    """What a person asks for; as JSON with its type."""


class StartClock(Body, frozen=True):
    """The arbiter starts the clock of the side that is to move, or of `side`."""

    by: str
    side: SideName | None = None
    reason: str = ""


class StopClock(Body, frozen=True):
    """The arbiter stops the clock (regulation C, Art. 3)."""

    by: str
    reason: str = ""


class SetTimes(Body, frozen=True):
    """The arbiter sets the clocks, and, with `moves`, the counted moves of White and of Black. None leaves that clock as it is."""

    white_ns: TimeNs | None
    black_ns: TimeNs | None
    by: str
    reason: str = ""
    moves: tuple[Count, Count] | None = None


class AddTimes(Body, frozen=True):
    """The arbiter adds these times to the clocks; a negative time is deducted."""

    white_ns: ChangeNs
    black_ns: ChangeNs
    by: str
    reason: str = ""


class SetControl(Body, frozen=True):
    """The game has the time control in the form of `clock.control.parse_control`, as if it had had it from the beginning."""

    time_control: str
    by: str
    reason: str = ""


class EnterPaper(Body, frozen=True):
    """The moves noted on paper, in the form that `paper_entry.read_paper` reads, and the result where the text has none."""

    text: str
    by: str
    result: str | None = None
    lang: str = "en"


class Undo(Body, frozen=True):
    """The last ruling is undone: the one whose event has `ruled_ns` as its `t_ns`."""

    by: str
    ruled_ns: TimeNs
    reason: str = ""


class CloseGame(Body, frozen=True):
    """The recording of this game ends once all presses are read. The next game begins when its start position is on the board."""

    by: str


class SeeAlert(Body, frozen=True):
    """The arbiter has seen the alert, named as in `record.events.of_record.AlertSeen`, and makes no ruling."""

    by: str
    alert: str


class SuspendWriting(Body, frozen=True):
    """The player of `side`, short of time, need not write any more until after the game (regulation E, Art. 2)."""

    by: str
    side: SideName
    reason: str = ""


class ResumeWriting(Body, frozen=True):
    """The player of `side` must write after all: the suspension is taken back."""

    by: str
    side: SideName
    reason: str = ""


class Describe(Body, frozen=True):
    """Changes what is known of this game, or of the next one before it begins: players, event, round."""

    by: str
    about: About
    because: str = ""
    was: Mapping[str, str] = field(default_factory=dict)
    """The values of tags as whoever said it saw them; where one is another by now, nothing is done (`record.decisions.known_before`)."""


class PrepareGame(Body, frozen=True):
    """Sets what is known of a game that has not begun, and its time control in the form of `clock.control.parse_control`.

    `game` is the folder of that game: the one that the board waits for, or the one that follows on a game that goes on.
    """

    by: str
    game: str
    about: About
    time_control: str | None = None
    """None leaves it as it is."""
    was: Mapping[str, str] = field(default_factory=dict)
    """As of `Describe`, and under TIME_CONTROL the time control."""


class EnterMove(Body, frozen=True):
    """The players enter the move of press `seq`; `start` is the position on which they entered it."""

    seq: Count
    origin: Square
    target: Square
    captured: tuple[Square, ...]
    start: str
    by: str = PLAYERS


class PlayerSays(Body, frozen=True):
    """The player of `side` says something."""

    side: SideName
    said: Annotated[str, one_of(Said)]


class Recover(Body, frozen=True):
    """The game whose log is damaged goes on from the sound beginning of it, which ends at `row`, as it was shown to the arbiter.

    With `source`, the path of another log of the game, it goes on with the rows that this one has.
    """

    by: str
    row: Count
    source: str = ""


class FindBoard(Body, frozen=True):
    """Asks for a new search for the board; the answer comes after the search. The game does not change.

    `corners_px` are the outer corners of the playing area (x, y in pixels), where a person clicked them in the camera's picture, each off
    by at most half a square: White's lower left first, counter-clockwise as seen by White.
    """

    by: str
    corners_px: Corners | None = None


class TakeOver(Body, frozen=True):
    """The board, which waits for a game, takes over the game of another board: a part of its log, as a hub has it.

    The parts come in order, `part` from 1 to `parts`. With the last one the game goes on here.
    """

    by: str
    log: Annotated[str, Meta(pattern=r"\Adamcam-[a-z0-9-]{1,32}-[0-9]{4,9}\.jsonl\Z")]
    """The name that the log has as a download: it has the key of the other board, and the number of the game there."""
    part: Annotated[int, Meta(ge=1, le=MAX_PARTS)]
    parts: Annotated[int, Meta(ge=1, le=MAX_PARTS)]
    data: Annotated[str, Meta(max_length=MAX_PART)]
    """A part of the log, which is compressed (zlib) and written as base64."""
    clock: tuple[TimeNs, TimeNs, TimeNs]
    """When the other board was last heard: the time of the game, and what White's and Black's clock showed (ns)."""


WritingCommand = SuspendWriting | ResumeWriting
ArbiterCommand = (
    Decision
    | StartClock
    | StopClock
    | SetTimes
    | AddTimes
    | SetControl
    | EnterPaper
    | CloseGame
    | Describe
    | PrepareGame
    | SeeAlert
    | Undo
    | WritingCommand
)
PlayerCommand = EnterMove | PlayerSays
GameCommand = ArbiterCommand | PlayerCommand | Recover
CommandBody = GameCommand | FindBoard | TakeOver
"""What can be asked of the service of a board."""
