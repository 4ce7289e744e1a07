"""What comes to the loop of a live board through its one queue."""

from collections.abc import Callable
from dataclasses import dataclass

from clock.debounce import Edge
from pi.reading.live_reader import Begun, NotBegun, SeenAgain
from pi.reading.reading import PressReading
from record.decisions.inbox import AnyWord
from rules.errors import Sentence
from vision.watching.health import PictureFault


@dataclass(frozen=True, slots=True)
class CameraLost:
    """The camera gives no pictures any more, or the same again and again."""

    why: Sentence
    fault: PictureFault = PictureFault.NO_PICTURE


@dataclass(frozen=True, slots=True)
class CameraBlind:
    """The camera gives pictures, which have all been black or all been white for a while."""

    fault: PictureFault


@dataclass(frozen=True, slots=True)
class CameraBack:
    """The camera gives pictures again, or such as may show something."""


@dataclass(frozen=True, slots=True)
class CameraFixed:
    """Exposure, white balance and focus of the camera are fixed; or `why` they are not."""

    why: Sentence | None = None
    loose: tuple[Sentence, ...] = ()
    """What of it could not be fixed."""


Outcome = PressReading | Begun | NotBegun | SeenAgain | CameraFixed


@dataclass(frozen=True, slots=True, eq=False)
class Done:
    """What came of something that takes long and that a game, `asker`, wanted done; it is nothing to the game after it."""

    asker: object
    outcome: Outcome


News = Edge | CameraLost | CameraBlind | CameraBack | AnyWord
Message = News | Done


def heard(message: Message, game: object) -> News | Outcome | None:
    """What the message says to that game; None where it is what came of something for the game before."""
    if not isinstance(message, Done):
        return message
    return message.outcome if message.asker is game else None


Work = Callable[[Callable[[], Message]], None]
"""Does what takes long elsewhere, one after the other, and puts what it gives into the queue."""
