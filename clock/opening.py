"""Opens the buttons of this machine."""

from clock.buttons import Buttons, ButtonsError, PinsRemedy, PinsTrouble, PutEdge, Signals
from clock.debounce import Wiring


def open_buttons(wiring: Wiring, put: PutEdge, signals: Signals | None = None) -> Buttons:
    """Open the buttons on the pins of a Raspberry Pi through gpiozero; ButtonsError when they cannot be used."""
    try:
        from clock.gpio import GpioButtons
    except ImportError as error:
        raise ButtonsError(PinsTrouble.NO_GPIOZERO, PinsRemedy.INSTALL_GPIOZERO) from error
    return GpioButtons(wiring, put, signals)
