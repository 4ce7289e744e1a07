"""The messages that come to the loop of a live board through its queue."""

from collections.abc import Callable
from dataclasses import dataclass

from clock.debounce import Edge
from pi.reading.live_reader import Begun, NotBegun, SeenAgain
from pi.reading.reading import PressReading
from record.decisions.commands import GameCommand
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
    """The camera gives pictures again, or pictures that are no longer all black or white."""


@dataclass(frozen=True, slots=True)
class CameraFixed:
    """Exposure, white balance and focus of the camera are fixed, or `why` says why they are not."""

    why: Sentence | None = None
    loose: tuple[Sentence, ...] = ()
    """The settings of the camera that could not be fixed, as sentences."""


ReadOutcome = PressReading | Begun | NotBegun | SeenAgain | CameraFixed


@dataclass(frozen=True, slots=True, eq=False)
class Done:
    """The outcome of a slow job for the game `asker`; it does not concern a later game."""

    asker: object
    outcome: ReadOutcome


News = Edge | CameraLost | CameraBlind | CameraBack | GameCommand
Message = News | Done


def heard(message: Message, game: object) -> News | ReadOutcome | None:
    """Return what the message means to that game; None for the outcome of another game's job."""
    if not isinstance(message, Done):
        return message
    return message.outcome if message.asker is game else None


Work = Callable[[Callable[[], Message]], None]
"""Runs slow jobs in another thread, one after the other, and puts the message of each into the queue."""
