"""The devices at a board by its settings: buttons, camera, and the clock that stamps both."""

import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field

from clock.buttons import Buttons, ButtonsError, Occasion, Signals
from clock.debounce import Lever, TwoButtons, Wiring
from clock.opening import open_buttons
from pi.reading.messages import CameraFixed, Done
from pi.reading.reading import Eyes
from pi.reading.threads import LivePace, PutMessage
from pi.setup.settings import BUZZER_PIN, LAMP_PINS, CameraSettings, Settings
from record.telling.of_clock import clock_sentence
from rules.errors import DamcamError, Sentence, sentence_of
from vision.camera.apart import CameraProcesses
from vision.camera.device import SIZE, Lock, LockableCamera
from vision.camera.locking import Locking
from vision.watching.modes import Corners
from vision.watching.watcher import Watcher

CAMERA = (sys.executable, "-P", "-m", "damcam.camera")
"""The command of the camera's program. -P keeps Python from importing files of the current folder."""


class BoardError(DamcamError, OSError):
    """A device that a board needs is not available; the sentence says what to do."""


@dataclass(frozen=True, slots=True)
class Devices:
    """How to open the devices at a board; tests give stand-ins for those of a Pi."""

    camera: Callable[[], LockableCamera]
    """Opens the camera. Raises CameraError, which says what to do, when it is not available."""
    buttons: Callable[[PutMessage], Buttons]
    """Opens the buttons. Raises BoardError, which says what to do, when they are not available."""
    pace: LivePace = field(default_factory=LivePace)
    eyes: Callable[[int, Corners | None], Eyes] = Watcher
    """Makes the eyes of a game from the number of squares a side and the corners in px, if given, at which to look for the board first."""


def devices_of(settings: Settings) -> Devices:
    """Return the devices that the settings name."""
    return Devices(_camera(settings.camera), lambda put: _buttons(settings, put))


def fix(locking: Locking, put: PutMessage, asker: object) -> None:
    """Fix the camera's exposure, white balance and focus at their present values; `put` gets a Done with CameraFixed."""

    def tell(wish: Future[Lock]) -> None:
        error = wish.exception()
        if error is None:
            put(Done(asker, CameraFixed(loose=wish.result().loose)))
        else:
            put(Done(asker, CameraFixed(sentence_of(error) if isinstance(error, Exception) else Sentence.plain(str(error)))))

    locking.lock().add_done_callback(tell)


def camera_program(kind: str, device: str, size: tuple[int, int] = SIZE, rotation: int = 0) -> Sequence[str]:
    """The command of the process that uses that camera, for `vision.camera.apart`."""
    return (*CAMERA, kind, device, *map(str, size), str(rotation))


def _camera(asked: CameraSettings) -> CameraProcesses:
    return CameraProcesses(camera_program(asked.kind, asked.device, rotation=asked.rotation))


def _buttons(settings: Settings, put: PutMessage) -> Buttons:
    asked = settings.buttons
    wiring: Wiring = TwoButtons(asked.white, asked.black) if asked.kind == "buttons" else Lever(asked.white, asked.black or None)
    buzzer = BUZZER_PIN if asked.buzzer else None
    signals = Signals(LAMP_PINS if asked.lamps else None, buzzer, frozenset(map(Occasion, asked.buzzer.split())))
    try:
        return open_buttons(wiring, put, signals)
    except ButtonsError as error:
        raise BoardError(clock_sentence(error)) from error
