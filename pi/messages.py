"""What comes to the loop of a live board through its one queue."""

from collections.abc import Callable
from dataclasses import dataclass

from clock.debounce import Edge
from pi.live_reader import Begun, NotBegun
from pi.reading import Reading
from record.arbitration import Decision


@dataclass(frozen=True, slots=True)
class CameraLost:
    """The camera gives no pictures any more; `why` for people."""

    why: str


@dataclass(frozen=True, slots=True)
class CameraBack:
    """The camera gives pictures again."""


@dataclass(frozen=True, slots=True)
class StartClock:
    """The arbiter starts the clock of the side to move, or of `side`."""

    by: str
    side: str | None = None


@dataclass(frozen=True, slots=True)
class StopClock:
    """The arbiter stops the clock (regulation C, Art. 3)."""

    by: str


@dataclass(frozen=True, slots=True)
class SetTimes:
    """The arbiter sets what both clocks show, and the moves counted where he says so."""

    white_ns: int
    black_ns: int
    by: str
    reason: str = ""
    moves: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class CloseGame:
    """The recording of this game ends."""


Message = Edge | Reading | Begun | NotBegun | CameraLost | CameraBack | Decision | StartClock | StopClock | SetTimes | CloseGame
Work = Callable[[Callable[[], Message]], None]
"""Does what takes long elsewhere, one after the other, and puts what it gives into the queue."""
