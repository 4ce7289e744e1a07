"""What stands at a board and stays from game to game, and what comes through its one queue beside the messages of a game."""

from collections.abc import Callable
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Protocol

from clock.buttons import Buttons
from pi.checks.readiness import Readiness
from pi.machine.notify import Notifier
from pi.reading.messages import Message, Work
from vision.camera.ring import Ring


class LoopTime(Protocol):
    """The time of buttons, camera and loop: `pi.reading.threads.LivePace`, or one that is turned by hand."""

    def now_ns(self) -> int: ...
    def timeout_s(self, due_ns: int) -> float: ...


class Stop:
    """In the queue: the service is to end, and the game is to go on when it is started again."""


@dataclass(frozen=True, slots=True)
class Mark:
    """In the queue: `reached` is called once all that was put there before it is taken up."""

    reached: Callable[[], object]


Queued = Message | Stop | Mark


@dataclass(frozen=True, slots=True, eq=False)
class Station:
    """What stands at the board and stays from game to game."""

    queue: "SimpleQueue[Queued]"
    ring: Ring
    buttons: Buttons
    work: Work
    pace: LoopTime
    notifier: Notifier
    say: Callable[[str], None]
    """Gets sentences for the log."""
    fix: Callable[[object], None] | None = None
    """`pi.reading.looking.Fix`, for the game that asks, of a camera whose exposure can be fixed."""
    readiness: Readiness | None = None
    """Hears of all, for the page before the round."""
    lives: Callable[[], bool] = lambda: True
    """Whether the threads of camera and reader do."""
