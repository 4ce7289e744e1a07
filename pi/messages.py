"""What comes to the loop of a live board through its one queue."""

from collections.abc import Callable
from dataclasses import dataclass

from clock.debounce import Edge
from pi.live_reader import Begun, NotBegun, SeenAgain
from pi.reading import Reading
from record.inbox import AnyWord
from vision.health import Fault


@dataclass(frozen=True, slots=True)
class CameraLost:
    """The camera gives no pictures any more, or the same again and again; `why` for people."""

    why: str
    fault: Fault = Fault.NO_PICTURE


@dataclass(frozen=True, slots=True)
class CameraBack:
    """The camera gives pictures again."""


@dataclass(frozen=True, slots=True)
class CameraFixed:
    """Exposure, white balance and focus of the camera are fixed; or `why` they are not, for people."""

    why: str = ""
    loose: tuple[str, ...] = ()
    """Sentences about what of it could not be fixed."""


Message = Edge | Reading | Begun | NotBegun | SeenAgain | CameraLost | CameraBack | CameraFixed | AnyWord
Work = Callable[[Callable[[], Message]], None]
"""Does what takes long elsewhere, one after the other, and puts what it gives into the queue."""
