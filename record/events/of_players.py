"""What the players say on the tablet at the board: a move that the camera did not see, a draw, a resignation, a call for the arbiter."""

from enum import StrEnum
from typing import Annotated

from record.events.alert import Alert
from record.events.fields import CommandId, Count, SideName, Square, Stored, TimeNs, VerdictName, one_of

PLAYERS = "the players"
"""The name under which a move is entered: the tablet is shared by both players."""


class Said(StrEnum):
    """What a player may say on the tablet."""

    STANDS_RIGHT = "stands-right"
    """The position on the board is the start position; said before the game."""
    DRAW_OFFERED = "draw-offered"
    DRAW_ACCEPTED = "draw-accepted"
    DRAW_DECLINED = "draw-declined"
    RESIGNED = "resigned"
    ARBITER_CALLED = "arbiter-called"


class PlayerSaid(Stored, frozen=True):
    """The player of `side` said something after press `seq`, 0 before the first. The clocks run on; the readings are of that moment."""

    t_ns: TimeNs
    seq: Count
    side: SideName
    said: Annotated[str, one_of(Said)]
    white_ns: TimeNs
    black_ns: TimeNs
    alerts: tuple[Alert, ...] = ()
    command: CommandId = ""


class MoveEntered(Stored, frozen=True):
    """The players entered the move of press `seq`. Where the press was not surely read, the entry replaces its ruling.

    `origin`, `target` and `captured` are squares as they were entered. The clocks keep running; the readings are of that moment.
    """

    t_ns: TimeNs
    seq: Count
    after: Count
    """The last press so far."""
    side: SideName
    by: str
    origin: Square
    target: Square
    captured: tuple[Square, ...]
    start: str
    """The position before the press, the side to move first, with the counts of Art. 17 where they are not zero."""
    fen: str
    """The position after the entered move, the side to move first, with the counts of Art. 17 where they are not zero."""
    verdict: VerdictName
    move: str | None
    """The move in the notation of Art. 22; null where it cannot be written so."""
    white_ns: TimeNs
    black_ns: TimeNs
    alerts: tuple[Alert, ...] = ()
    taken: bool = True
    """False where the press was surely read in the meantime: then the entry is kept, but replaces no ruling."""
    command: CommandId = ""

    @property
    def plain_fen(self) -> str:
        """The position after the move, without the counts of Art. 17."""
        return ":".join(self.fen.split(":")[:3])

    @property
    def written(self) -> str:
        """The move as it was entered, in notation."""
        return f"{self.origin}{'x' if self.captured else '-'}{self.target}"
