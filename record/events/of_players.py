"""What the players say on the tablet at the board: a move that the camera did not see, a draw, a resignation, a call for the arbiter."""

from dataclasses import dataclass
from enum import StrEnum

from record.events.effects import Alert

PLAYERS = "the players"
"""Who entered a move: the tablet stands between both."""


class Said(StrEnum):
    """What a player may say."""

    STANDS_RIGHT = "stands-right"
    """Before the game: the position on the board is the one that it begins with."""
    DRAW_OFFERED = "draw-offered"
    DRAW_ACCEPTED = "draw-accepted"
    DRAW_DECLINED = "draw-declined"
    RESIGNED = "resigned"
    ARBITER_CALLED = "arbiter-called"


@dataclass(frozen=True, slots=True)
class PlayerSaid:
    """The player of that side said so after press `seq`, 0 before the first; the clocks, which go on, showed these readings."""

    t_ns: int
    seq: int
    side: str
    said: str
    """A `Said`."""
    white_ns: int
    black_ns: int
    alerts: tuple[Alert, ...] = ()


@dataclass(frozen=True, slots=True)
class MoveEntered:
    """The players entered what was played at press `seq`. Where that was not surely read it is taken as said, and amends what was ruled.

    `origin`, `target` and `captured` are as they were entered; the clocks, which go on, showed these readings then.
    """

    t_ns: int
    seq: int
    after: int
    """The last press so far."""
    side: str
    by: str
    origin: int
    target: int
    captured: tuple[int, ...]
    start: str
    """What stood before the press, and"""
    fen: str
    """what stands after it by that, the side to move first, both with the counts of Art. 17 where they are not nought."""
    verdict: str
    move: str | None
    """In the notation of Art. 22; null where it cannot be written so."""
    white_ns: int
    black_ns: int
    alerts: tuple[Alert, ...] = ()
    taken: bool = True
    """False where the press was surely read meanwhile: then it is kept, and amends nothing."""

    @property
    def plain_fen(self) -> str:
        """What stands after it, without the counts of Art. 17."""
        return ":".join(self.fen.split(":")[:3])

    @property
    def written(self) -> str:
        """As it was entered, in notation."""
        return f"{self.origin}{'x' if self.captured else '-'}{self.target}"
