"""What the settings say stands at a board: its buttons and its camera, and the clock that both are stamped by."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field

from clock.buttons import Buttons, ButtonsError, Occasion, Signals
from clock.debounce import Lever, TwoButtons, Wiring
from clock.opening import open_buttons
from pi.reading.messages import CameraFixed, Done, Message
from pi.reading.reading import Eyes
from pi.reading.threads import LivePace
from pi.setup.settings import Settings
from rules.errors import DamcamError, Sentence
from vision.camera.device import Lock, LockableCamera
from vision.camera.locking import Locking
from vision.watching.watcher import Watcher

Put = Callable[[Message], object]
Corners = Sequence[tuple[float, float]]


class BoardError(DamcamError, OSError):
    """Something that a board needs cannot be had; says what to do."""


@dataclass(frozen=True, slots=True)
class Devices:
    """How to open them; fakes stand in for a Pi's."""

    camera: Callable[[], LockableCamera]
    """CameraError, which says what to do, when it cannot be had."""
    buttons: Callable[[Put], Buttons]
    """BoardError likewise."""
    pace: LivePace = field(default_factory=LivePace)
    eyes: Callable[[int, Corners | None], Eyes] = Watcher
    """From the fields a side, and where the corners are to be looked for, what looks at a game's pictures."""


def devices_of(settings: Settings) -> Devices:
    """Those that the settings name."""
    return Devices(lambda: _camera(settings), lambda put: _buttons(settings, put))


def fix(locking: Locking, put: Put, asker: object) -> None:
    """Have the camera fixed to exposure, white balance and focus as they are right now; what comes of it is put into the queue."""

    def tell(wish: Future[Lock]) -> None:
        error = wish.exception()
        if error is None:
            put(Done(asker, CameraFixed(loose=wish.result().loose)))
        else:
            put(Done(asker, CameraFixed(error.sentence if isinstance(error, DamcamError) else Sentence.plain(str(error)))))

    locking.lock().add_done_callback(tell)


def error_of_buttons(error: ButtonsError) -> Sentence:
    """What is wrong with the pins, and what to do."""
    return Sentence.of(error.what, Sentence.of(error.do, **error.values), **error.values)


def _camera(settings: Settings) -> LockableCamera:
    asked = settings.camera
    device, size = int(asked.device) if asked.device.isdigit() else asked.device, (asked.width, asked.height)
    if asked.kind == "usb":
        from vision.camera.usb import UsbCamera

        return UsbCamera(device, size, asked.rotation)
    from vision.camera.picamera import PiCamera

    return PiCamera(int(device), size, asked.rotation)


def _buttons(settings: Settings, put: Put) -> Buttons:
    asked = settings.buttons
    wiring: Wiring = TwoButtons(asked.white, asked.black) if asked.kind == "buttons" else Lever(asked.white, asked.black or None)
    lamps = (asked.white_lamp, asked.black_lamp) if asked.white_lamp and asked.black_lamp else None
    signals = Signals(lamps, asked.buzzer or None, frozenset(map(Occasion, asked.sounds.split())))
    try:
        return open_buttons(wiring, put, signals)
    except ButtonsError as error:
        raise BoardError(error_of_buttons(error)) from error
