"""The devices and threads at a board, which stay from game to game, and the messages of its queue that concern no game."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from typing import Protocol

from clock.buttons import Buttons
from link.board_socket import ReceivedCommand
from pi.checks.readiness import Readiness
from pi.game.beginning import ClosedGames
from pi.game.taking_over import GivenGames
from pi.machine.copy_watch import CopyWatch
from pi.machine.notify import Notifier
from pi.reading.messages import Message, Work
from vision.camera.ring import Ring


class LoopTime(Protocol):
    """The time of buttons, camera and loop: `pi.reading.threads.LivePace`, or one that a program sets."""

    def now_ns(self) -> int: ...
    def timeout_s(self, due_ns: int) -> float: ...


class Stop:
    """Message: end the service; the game goes on when it is started again."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Message: call `reached` once every message before this one was taken."""

    reached: Callable[[], object]


Queued = Message | ReceivedCommand | Stop | Mark


@dataclass(frozen=True, slots=True, eq=False)
class PictureWork:
    """The pictures of the camera, and the thread that reads them."""

    ring: Ring
    work: Work
    fix: Callable[[object], None] | None = None
    """Fixes the camera for the game that asks (see `pi.reading.looking.Fix`); None when its exposure cannot be fixed."""
    lives: Callable[[], bool] = lambda: True
    """Whether the threads of camera and reader are alive."""


@dataclass(frozen=True, slots=True, eq=False)
class Reports:
    """Who is told how the station is."""

    notifier: Notifier
    say: Callable[[str], None]
    """Writes a sentence to the log."""
    readiness: Readiness | None = None
    """Gets every message, for the page before the round."""
    alive: Path | None = None
    """The file that the loop touches as a sign of life, for the pages (`hub.feeds.silence`)."""
    copy: CopyWatch | None = None
    """What is amiss with the second copy; None where none is wanted."""
    tell_row: Callable[[str, int], object] = lambda _game, _row: None
    """As `pi.game.keeping.Writing.tell_row`."""


@dataclass(frozen=True, slots=True, eq=False)
class Station:
    """The devices and threads at a board, which stay from game to game."""

    queue: "SimpleQueue[Queued]"
    buttons: Buttons
    pace: LoopTime
    pictures: PictureWork
    reports: Reports
    closed_games: ClosedGames = field(default_factory=ClosedGames)
    given: GivenGames = field(default_factory=GivenGames)
    """The game of another board that this one is to take over."""
