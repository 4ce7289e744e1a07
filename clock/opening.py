"""Opens the buttons of this machine."""

from clock.buttons import Buttons, ButtonsError, Put, Signals
from clock.debounce import Wiring


def open_buttons(wiring: Wiring, put: Put, signals: Signals | None = None) -> Buttons:
    """Open the buttons on the pins of a Raspberry Pi through gpiozero; ButtonsError when they cannot be used."""
    try:
        from clock.gpio import GpioButtons
    except ImportError as error:
        raise ButtonsError(
            "the buttons need gpiozero, which is not installed: on Raspberry Pi OS sudo apt install python3-gpiozero python3-lgpio, "
            "and an environment that sees the system's packages"
        ) from error
    return GpioButtons(wiring, put, signals)
