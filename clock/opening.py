"""Opens the buttons of this machine."""

from importlib.util import find_spec

from clock.buttons import Buttons, ButtonsError, PinsRemedy, PinsTrouble, PutEdge, Signals
from clock.debounce import Wiring


def open_buttons(wiring: Wiring, put: PutEdge, signals: Signals | None = None) -> Buttons:
    """Open the buttons on the pins of a Raspberry Pi through gpiozero; ButtonsError when they cannot be used."""
    try:
        from clock.gpio import GpioButtons
    except ImportError as error:
        if find_spec("gpiozero") is not None:
            raise ButtonsError(PinsTrouble.NOT_LOADED, library="gpiozero", why=str(error)) from error
        raise ButtonsError(PinsTrouble.NO_GPIOZERO, PinsRemedy.INSTALL_GPIOZERO) from error
    return GpioButtons(wiring, put, signals)
